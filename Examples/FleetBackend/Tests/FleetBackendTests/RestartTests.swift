import FleetFeed
import Foundation
import Testing

@Suite struct RestartTests {
    private static let samples = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Regions")

    private let regions = samples.appending(path: "denver-districts.geojson")

    private func records() throws -> [String] {
        let file = Self.samples.appending(path: "tracks/denver-drives.ndjson")
        return try String(contentsOf: file, encoding: .utf8)
            .split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test func restartsGiveTheEventsOfAnUninterruptedRun() throws {
        let records = try records()
        let third = records.count / 3

        let whole = StateFolder()
        let uninterrupted = try BackendProcess(regions: regions, state: whole.url)
        let feed = try FeedConnection(port: uninterrupted.port)
        try feed.send(records)
        try feed.finish()
        #expect(feed.accepted == records.count)
        #expect(uninterrupted.stop(with: SIGTERM) == 0)
        let expected = try whole.events
        #expect(expected.split(separator: "\n").count > 20, "too few events to tell")

        let broken = StateFolder()
        // Stopped in an orderly way, the feed still open.
        let first = try BackendProcess(regions: regions, state: broken.url)
        let firstFeed = try FeedConnection(port: first.port)
        #expect(firstFeed.accepted == 0)
        try firstFeed.send(records[..<third])
        repeat { try firstFeed.waitForCheckpoint() } while firstFeed.accepted == 0
        #expect(first.stop(with: SIGTERM) == 0)

        // Killed between two checkpoints, with an event half written.
        let second = try BackendProcess(regions: regions, state: broken.url)
        let secondFeed = try FeedConnection(port: second.port)
        #expect((1...third).contains(secondFeed.accepted))
        try secondFeed.send(records[secondFeed.accepted..<(2 * third)])
        let before = secondFeed.accepted
        repeat { try secondFeed.waitForCheckpoint() } while secondFeed.accepted == before
        #expect(second.stop(with: SIGKILL) == SIGKILL)
        let file = try FileHandle(forWritingTo: broken.url.appending(path: "events.ndjson"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(#"{"event":"didEnterReg"#.utf8))
        try file.close()

        let third3 = try BackendProcess(regions: regions, state: broken.url)
        let lastFeed = try FeedConnection(port: third3.port)
        #expect((before + 1...2 * third).contains(lastFeed.accepted))
        try lastFeed.send(records[lastFeed.accepted...])
        try lastFeed.finish()
        #expect(lastFeed.accepted == records.count)
        #expect(third3.stop(with: SIGTERM) == 0)

        #expect(try broken.events == expected)
        #expect(try broken.occupancy == whole.occupancy)
    }

    @Test func aRecordCutOffIsSentAgain() throws {
        let records = try records()
        let folder = StateFolder()
        let backend = try BackendProcess(regions: regions, state: folder.url)
        let socket = try Socket.connected(to: backend.port)
        _ = try socket.line()
        try socket.send((records[0] + "\n" + records[1].prefix(30)).utf8)
        socket.finishSending()
        var last: String?
        while let line = try socket.line() { last = line }
        #expect(last == #"{"accepted":1}"#)
        #expect(backend.stop(with: SIGTERM) == 0)
    }
}
