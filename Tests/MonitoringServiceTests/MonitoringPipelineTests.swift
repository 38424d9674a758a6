import EventDelivery
import FixStreams
import Foundation
import MonitoringService
import RegionMonitoring
import Testing
import _MonitoringTestSupport

struct MonitoringPipelineTests {
    private static let start = Timestamp(microsecondsSince1970: 1_772_366_400_000_000)

    /// A folder of its own, removed at the end.
    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("fencewatch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func pipeline(in folder: URL, _ filter: LocationFilter) throws -> MonitoringPipeline {
        let sinks = try SinkGroup([
            SinkSpecification("ndjson:" + folder.appendingPathComponent("events").path)
        ])
        return MonitoringPipeline(
            monitor: try RegionMonitor(policy: .immediate, filter: filter), sinks: sinks,
            rejects: try RejectsWriter(path: folder.appendingPathComponent("rejects").path))
    }

    private func lines(_ name: String, in folder: URL) throws -> [[String: String]] {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            .split(separator: "\n").map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                return (object as? [String: Any] ?? [:]).mapValues { "\($0)" }
            }
    }

    private func fix(_ seconds: Int64, _ latitude: Double = 0) -> Location {
        Location(
            coordinate: LocationCoordinate2D(latitude: latitude, longitude: 10),
            timestamp: Self.start + .seconds(seconds))
    }

    private func circle(radius: String) -> [UInt8] {
        Array(
            """
            {"type":"Feature","id":"z","properties":{"radius":\(radius)},\
            "geometry":{"type":"Point","coordinates":[10,0]}}
            """.utf8)
    }

    private func place(_ line: UInt64) -> RecordPlace {
        RecordPlace(file: "fixes", line: line, offset: line * 100)
    }

    @Test(arguments: [nil, Duration.seconds(30)])
    func everyRecordIsOneThing(_ window: Duration?) throws {
        try inFolder { folder in
            let seed: UInt64 = 7_002
            var generator = SeededGenerator(seed: seed)
            var filter = LocationFilter()
            filter.reorderWindow = window
            filter.maximumSpeed = 50
            filter.distanceFilter = 5
            var pipeline = try pipeline(in: folder, filter)
            var blank: UInt64 = 0
            for line in 1...UInt64(5000) {
                let device = DeviceID("d\(generator.next() % 5)")
                switch generator.next() % 12 {
                case 0:
                    blank += 1
                    pipeline.takeBlank(total: blank)
                case 1: pipeline.takeDefect(.malformed, "?", at: place(line), raw: [0x7B])
                case 2:
                    let radius = 1 + generator.next() % 100
                    let control: ControlRecord =
                        switch generator.next() % 4 {
                        case 0: .putRegion(feature: circle(radius: "\(radius)"), column: 1)
                        case 1: .removeDevice(device)
                        case 2: .requestState(device: device, region: "z")
                        default: .advance(to: Self.start + .seconds(Int64(line)))
                        }
                    try pipeline.take(control, at: place(line))
                default:
                    let fix = fix(
                        Int64(line) - Int64(generator.next() % 40),
                        Double(generator.next() % 100) * 1e-4)
                    pipeline.take(
                        fix, from: device, at: place(line), now: Self.start + .seconds(100_000),
                        raw: Array("\(line)".utf8))
                }
            }
            pipeline.finish()
            let counts = pipeline.counts
            #expect(counts.received == 5000)
            #expect(
                counts.received
                    == counts.delivered + counts.rejectedTotal + counts.controls + counts.blank,
                "seed \(seed)")
            #expect(counts.defects == counts.rejected[.malformed])
            for reason in [RecordRejection.late, .duplicate, .unmoved, .tooFast] {
                #expect(counts.rejected[reason, default: 0] > 0, "seed \(seed): no \(reason)")
            }
            // Each rejected record is in the file once, under its own line.
            let rejects = try lines("rejects", in: folder)
            #expect(UInt64(rejects.count) == counts.rejectedTotal, "seed \(seed)")
            #expect(Set(rejects.map { $0["line"] }).count == rejects.count, "seed \(seed)")
            for reject in rejects where reject["reason"] != "malformed" {
                #expect(reject["raw"] == reject["line"], "seed \(seed)")
            }
            #expect(try lines("events", in: folder).count == Int(counts.eventTotal))
        }
    }

    @Test func aHeldFixIsRejectedUnderItsOwnLine() throws {
        try inFolder { folder in
            var filter = LocationFilter()
            filter.reorderWindow = .seconds(30)
            var pipeline = try pipeline(in: folder, filter)
            let now = Self.start + .seconds(1000)
            func take(_ line: UInt64, _ seconds: Int64) {
                pipeline.take(
                    fix(seconds), from: "d", at: place(line), now: now,
                    raw: Array("line \(line)".utf8))
            }
            take(1, 0)
            take(2, 100_000)  // from the future: never reaches the buffer
            take(3, 20)
            take(4, 20)  // a duplicate, seen only when both are released
            take(5, 60)
            take(6, 10)  // late at once: 30 was released
            take(7, 60)
            pipeline.finish()
            let rejects = try lines("rejects", in: folder)
            #expect(
                rejects.map { [$0["line"], $0["reason"], $0["raw"], $0["offset"]] } == [
                    ["2", "future", "line 2", "200"], ["4", "duplicate", "line 4", "400"],
                    ["6", "late", "line 6", "600"], ["7", "duplicate", "line 7", "700"],
                ])
            #expect(pipeline.counts.delivered == 3)
        }
    }

    @Test func aRegionThatCannotBeMonitoredIsNotCounted() throws {
        try inFolder { folder in
            var pipeline = try pipeline(in: folder, LocationFilter())
            let error = #expect(throws: ControlError.self) {
                try pipeline.take(
                    .putRegion(feature: circle(radius: "-1"), column: 35), at: place(1))
            }
            #expect(error?.detail.contains("radius") == true)
            #expect(error?.column ?? 0 > 35)
            #expect(pipeline.counts.received == 0)
        }
    }
}
