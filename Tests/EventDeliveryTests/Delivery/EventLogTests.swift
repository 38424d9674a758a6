import EventDelivery
import Foundation
import Testing
import _DeliveryTestSupport

struct EventLogTests {
    private let folder = TemporaryFolder()

    private func deliver(
        _ batches: [ClosedRange<UInt64>], to text: String, _ options: SinkOptions = SinkOptions(),
        backlog: MemoryBacklog? = nil
    ) throws {
        var context = SinkContext()
        context.isDurable = backlog != nil
        context.token = backlog?.token
        let worker = try SinkSpecification(text).target.open(options, context)
        let feed = SinkFeed(name: "file", backlog: backlog)
        start(worker, feed)
        for (index, batch) in batches.enumerated() {
            backlog?.append(messages(batch))
            feed.offer(messages(batch))
            // One batch at a time, so that where files are put aside is known.
            let total = batches[...index].reduce(0) { $0 + $1.count }
            while feed.counts.delivered < total, feed.failure == nil {}
        }
        #expect(finish(feed))
        #expect(feed.failure == nil)
    }

    private func sequences(_ name: String) throws -> [Int] {
        try folder.lines(name).map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require((object as? [String: Any])?["sequence"] as? Int)
        }
    }

    @Test func aLargeFileIsPutAside() throws {
        var options = SinkOptions()
        options.rotateSize = 1
        let path = folder.path("log")
        try deliver([1...2, 3...5, 6...6], to: "ndjson:" + path, options)
        #expect(folder.names == ["log", "log.000001", "log.000002"])
        #expect(try sequences("log.000001") == [1, 2])
        #expect(try sequences("log.000002") == [3, 4, 5])
        #expect(try sequences("log") == [6])
        // Numbers go on in the next run, and the oldest files go.
        options.keep = 2
        try deliver([7...7], to: "ndjson:+" + path, options)
        #expect(folder.names == ["log", "log.000002", "log.000003"])
        #expect(try sequences("log.000003") == [6])
    }

    @Test func anOldFileIsPutAside() throws {
        var options = SinkOptions()
        options.rotateEvery = .nanoseconds(1)
        try deliver([1...2, 3...5], to: "ndjson:" + folder.path("log"), options)
        #expect(try sequences("log.000001") == [1, 2])
        #expect(try sequences("log") == [3, 4, 5])
    }

    @Test func whatWasNotSettledIsCutOffAndWrittenAnew() throws {
        let backlog = MemoryBacklog()
        let path = folder.path("log")
        try deliver([1...3], to: "ndjson:" + path, backlog: backlog)
        // A crash after a write and before its settlement.
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        try (whole + "{\"sequence\":4}\n{\"sequ").write(
            toFile: path, atomically: false, encoding: .utf8)
        try deliver([4...6], to: "ndjson:" + path, backlog: backlog)
        #expect(try sequences("log") == [1, 2, 3, 4, 5, 6])
    }

    @Test func aFilePutAsideBeforeACrashIsResumed() throws {
        let backlog = MemoryBacklog()
        let path = folder.path("log")
        var options = SinkOptions()
        options.rotateSize = 1_000_000
        try deliver([1...3], to: "ndjson:" + path, options, backlog: backlog)
        // The crash came after the file had been put aside and the next line was written.
        try FileManager.default.moveItem(atPath: path, toPath: path + ".000001")
        try "{\"sequence\":4}\n".write(toFile: path, atomically: false, encoding: .utf8)
        try deliver([4...5], to: "ndjson:" + path, options, backlog: backlog)
        #expect(try sequences("log.000001") == [1, 2, 3])
        #expect(try sequences("log") == [4, 5])
    }

    @Test func aFileThatLostItsEndIsRefused() throws {
        let backlog = MemoryBacklog()
        let path = folder.path("log")
        try deliver([1...3], to: "ndjson:" + path, backlog: backlog)
        try "".write(toFile: path, atomically: false, encoding: .utf8)
        var context = SinkContext()
        context.isDurable = true
        context.token = backlog.token
        #expect(throws: SinkFailure.self) {
            try SinkSpecification("ndjson:" + path).target.open(SinkOptions(), context)
        }
    }

    @Test(arguments: [SinkOptions.Synchronization.never, .always, .every(.milliseconds(1))])
    func synchronisedFilesHaveTheSameLines(_ sync: SinkOptions.Synchronization) throws {
        var options = SinkOptions()
        options.sync = sync
        try deliver([1...3, 4...9], to: "ndjson:" + folder.path("log"), options)
        #expect(try sequences("log") == Array(1...9))
    }
}
