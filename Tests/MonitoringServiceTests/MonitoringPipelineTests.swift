import Foundation
import MonitoringService
import RegionMonitoring
import Testing
import _MonitoringTestSupport

/// What becomes of records, by whole runs.
struct MonitoringPipelineTests {
    private static let start: Int64 = 1_772_366_400

    private static func fix(_ device: String, _ seconds: Int64, _ latitude: Double = 0) -> String {
        #"{"device":"\#(device)","timestamp":\#(start + seconds),"lat":\#(latitude),"lon":10}"#
    }

    private static func circle(radius: String) -> String {
        """
        {"control":"putRegion","feature":{"type":"Feature","id":"z",\
        "properties":{"radius":\(radius)},"geometry":{"type":"Point","coordinates":[10,0]}}}
        """
    }

    private func objects(_ text: String) throws -> [[String: String]] {
        try text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return (object as? [String: Any] ?? [:]).mapValues { "\($0)" }
        }
    }

    @Test(arguments: [nil, Duration.seconds(30)], [1, 3])
    func everyRecordIsOneThing(_ window: Duration?, _ threadCount: Int) throws {
        let seed: UInt64 = 7_002
        var generator = SeededGenerator(seed: seed)
        var filter = LocationFilter()
        filter.reorderWindow = window
        filter.maximumSpeed = 50
        filter.distanceFilter = 5
        var lines: [String] = []
        for line in 1...Int64(4000) {
            let device = "d\(generator.next() % 5)"
            switch generator.next() % 12 {
            case 0: lines.append("")
            case 1: lines.append("{")
            case 2:
                switch generator.next() % 4 {
                case 0: lines.append(Self.circle(radius: "\(1 + generator.next() % 100)"))
                case 1: lines.append(#"{"control":"removeDevice","device":"\#(device)"}"#)
                case 2:
                    lines.append(
                        #"{"control":"requestState","device":"\#(device)","region":"z"}"#)
                default: lines.append(#"{"control":"advance","to":\#(Self.start + line)}"#)
                }
            default:
                lines.append(
                    Self.fix(
                        device, line - Int64(generator.next() % 40),
                        Double(generator.next() % 100) * 1e-4))
            }
        }
        let fixture = try RunFixture()
        var options = MonitoringPipeline.Options()
        options.threadCount = threadCount
        let outcome = try fixture.run(
            [try fixture.write(lines.joined(separator: "\n") + "\n", to: "fixes")],
            try RegionMonitor(policy: .immediate, filter: filter), options, blockSize: 3000)
        let counts = outcome.counts
        #expect(counts.received == 4000)
        #expect(
            counts.received
                == counts.delivered + counts.rejectedTotal + counts.controls + counts.blank,
            "seed \(seed)")
        #expect(counts.defects == counts.rejected[.malformed])
        for reason in [RecordRejection.late, .duplicate, .unmoved, .tooFast] {
            #expect(counts.rejected[reason, default: 0] > 0, "seed \(seed): no \(reason)")
        }
        // Each rejected record is in the file once, under its own line.
        let rejects = try objects(outcome.rejects)
        #expect(UInt64(rejects.count) == counts.rejectedTotal, "seed \(seed)")
        #expect(Set(rejects.map { $0["line"] }).count == rejects.count, "seed \(seed)")
        for reject in rejects {
            let line = Int(reject["line"] ?? "").map { lines[$0 - 1] }
            #expect(reject["raw"] == line, "seed \(seed)")
        }
        #expect(try objects(outcome.events).count == Int(counts.eventTotal))
        #expect(outcome.notes.count == 11)
        #expect(outcome.notes.last?.hasSuffix("more defective records") == true)
    }

    @Test(arguments: [1, 2], [100, 1 << 18])
    func aHeldFixIsRejectedUnderItsOwnLine(_ threadCount: Int, _ blockSize: Int) throws {
        var filter = LocationFilter()
        filter.reorderWindow = .seconds(30)
        let lines = [
            Self.fix("d", 0),
            Self.fix("d", 1_000_000),  // from the future: never reaches the buffer
            Self.fix("d", 20),
            Self.fix("d", 20),  // a duplicate, seen only when both are released
            Self.fix("d", 60),
            Self.fix("d", 10),  // late at once: 30 was released
            Self.fix("d", 60),
        ]
        let fixture = try RunFixture()
        var options = MonitoringPipeline.Options()
        options.threadCount = threadCount
        let outcome = try fixture.run(
            [try fixture.write(lines.joined(separator: "\n"), to: "fixes")],
            try RegionMonitor(policy: .immediate, filter: filter), options, blockSize: blockSize)
        let offset = { (line: Int) in
            "\(lines[..<(line - 1)].reduce(0) { $0 + $1.utf8.count + 1 })"
        }
        #expect(
            try objects(outcome.rejects).map {
                [$0["line"], $0["reason"], $0["raw"], $0["offset"]]
            }
                == [
                    ["2", "future", lines[1], offset(2)], ["4", "duplicate", lines[3], offset(4)],
                    ["6", "late", lines[5], offset(6)], ["7", "duplicate", lines[6], offset(7)],
                ])
        #expect(outcome.counts.delivered == 3)
    }

    @Test func aRegionThatCannotBeMonitoredIsADefect() throws {
        let fixture = try RunFixture()
        let outcome = try fixture.run(
            [try fixture.write(Self.circle(radius: "-1"), to: "fixes")],
            try RegionMonitor(policy: .immediate), MonitoringPipeline.Options())
        #expect(outcome.counts.received == 1 && outcome.counts.rejected == [.invalid: 1])
        #expect(outcome.notes.count == 1 && outcome.notes[0].contains("radius"))
        #expect(outcome.notes[0].hasPrefix("/fixes:1:84: invalid: feature: "))
        #expect(outcome.regions.isEmpty)
    }
}
