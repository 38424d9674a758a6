import EventDelivery
import Foundation
import RegionMonitoring
import Testing

struct SinkGroupTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("fencewatch-\(UUID().uuidString)")

    private func event(_ kind: RegionEvent.Kind, _ sequence: UInt64) -> RegionEvent {
        let time = Timestamp(microsecondsSince1970: 1_772_366_400_000_000)
        return RegionEvent(
            kind: kind, device: "d", region: "z", sequence: sequence, timestamp: time,
            decidedAt: time, state: .inside)
    }

    private func specification(
        _ text: String, _ kinds: Set<EventSelection.Kind>? = nil
    ) throws -> SinkSpecification {
        var specification = try SinkSpecification(text)
        specification.options.selection.kinds = kinds
        return specification
    }

    @Test func eachSinkGetsWhatItSelects() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let all = folder.appendingPathComponent("all").path
        let exits = folder.appendingPathComponent("exits").path
        var group = try SinkGroup([
            specification("ndjson:" + all), specification("ndjson:" + exits, [.exit]),
        ])
        group.deliver([event(.didEnterRegion, 1), event(.didExitRegion, 2)])
        group.report([MonitoringFailure(region: "q", reason: "r", detail: "d")])
        group.finish()
        #expect(try String(contentsOfFile: all, encoding: .utf8).split(separator: "\n").count == 3)
        let lines = try String(contentsOfFile: exits, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("didExitRegion"))
        #expect(group.failures.isEmpty)
        #expect(group.undelivered.map(\.count) == [0, 0])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func aSinkThatFailsHoldsUpNoOther() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let good = folder.appendingPathComponent("good").path
        var group = try SinkGroup([
            specification("ndjson:/dev/full"), specification("ndjson:" + good),
            specification("ndjson:/dev/null", []),
        ])
        group.deliver([event(.didEnterRegion, 1), event(.didExitRegion, 2)])
        group.deliver([event(.didEnterRegion, 3)])
        group.finish()
        #expect(group.undelivered.map(\.sink).first == "ndjson:/dev/full")
        #expect(group.undelivered.map(\.count) == [3, 0, 0])
        #expect(
            group.failures == [
                "sink 'ndjson:/dev/full': cannot write to /dev/full: No space left on device"
            ])
        #expect(try String(contentsOfFile: good, encoding: .utf8).split(separator: "\n").count == 3)
    }
}
