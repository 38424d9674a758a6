import Foundation
import MonitoringService
import RegionMonitoring
import Testing
import _MonitoringTestSupport

/// The account of each input: whatever is in it, and whichever input lets a held fix go.
struct InputAccountTests {
    private static let start: Int64 = 1_772_366_400

    private static func fix(_ device: String, _ seconds: Int64) -> String {
        #"{"device":"\#(device)","timestamp":\#(start + seconds),"lat":0,"lon":10}"# + "\n"
    }

    private func options(_ threadCount: Int) -> MonitoringPipeline.Options {
        var options = MonitoringPipeline.Options()
        options.threadCount = threadCount
        return options
    }

    private func monitor(reorder: Duration?) throws -> RegionMonitor {
        var filter = LocationFilter()
        filter.reorderWindow = reorder
        filter.maximumSpeed = 200
        filter.distanceFilter = 3
        return try RegionMonitor(policy: .immediate, filter: filter)
    }

    @Test(arguments: [1, 3], [40, 1 << 18])
    func aHeldFixIsOneOfTheInputThatItWasReadFrom(_ threadCount: Int, _ blockSize: Int) throws {
        let fixture = try RunFixture()
        let paths = [
            // Held to the end of the file, all of them; the third repeats the second.
            try fixture.write(
                Self.fix("d", 0) + Self.fix("e", 0) + Self.fix("e", 0) + Self.fix("f", 1), to: "a"),
            // Lets those of d and e go. The fix of f waits for the end.
            try fixture.write(Self.fix("d", 100) + Self.fix("e", 100) + "\n", to: "b"),
            // Late, as a newer one of d has been evaluated; the device g is removed, and its fix with it.
            try fixture.write(
                Self.fix("d", -1) + Self.fix("g", 100)
                    + #"{"control":"removeDevice","device":"g"}"# + "\n", to: "c"),
        ]
        var filter = LocationFilter()
        filter.reorderWindow = .seconds(30)
        let outcome = try fixture.run(
            paths, try RegionMonitor(policy: .immediate, filter: filter), options(threadCount),
            blockSize: blockSize)
        for (input, account) in outcome.inputs {
            #expect(account.isBalanced, "\(input): \(account)")
        }
        let first = try #require(outcome.inputs["a"])
        #expect(first.received == 4 && first.delivered == 3 && first.rejected == [.duplicate: 1])
        let second = try #require(outcome.inputs["b"])
        #expect(second.received == 3 && second.delivered == 2 && second.blank == 1)
        let third = try #require(outcome.inputs["c"])
        #expect(third.received == 3 && third.delivered == 1)
        #expect(third.rejected == [.late: 1] && third.controls == 1)
    }

    @Test(arguments: UInt64(0)..<40)
    func whateverIsInThemTheAccountsAddUp(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try RunFixture()
        var files = DamagedFiles(random)
        var paths: [String] = []
        for (name, text) in files.make() { paths.append(try fixture.write(bytes: text, to: name)) }
        paths.shuffle(using: &random)
        let monitor = try monitor(reorder: seed.isMultiple(of: 3) ? nil : .seconds(20))
        let blockSize = [61, 700, 1 << 18][Int(seed % 3)]
        let outcome = try fixture.run(paths, monitor, options(1), blockSize: blockSize)
        var sum: [UInt64] = [0, 0, 0, 0, 0]
        for (input, account) in outcome.inputs {
            #expect(account.isBalanced, "seed \(seed), \(input): \(account)")
            let numbers = [
                account.received, account.delivered, account.rejectedTotal, account.controls,
                account.blank,
            ]
            sum = zip(sum, numbers).map { $0 + $1 }
            // What was rejected is in a file of its own, under the input's name.
            let told = outcome.rejects.split(separator: "\n").count {
                $0.contains(#""file":"/\#(input)""#)
            }
            #expect(UInt64(told) == account.rejectedTotal, "seed \(seed), \(input)")
        }
        let counts = outcome.counts
        #expect(
            sum == [
                counts.received, counts.delivered, counts.rejectedTotal, counts.controls,
                counts.blank,
            ], "seed \(seed)")
        let threaded = try fixture.run(paths, monitor, options(3), blockSize: blockSize)
        #expect(threaded == outcome, "seed \(seed)")
        // What an input holds does not depend on the others.
        for path in paths {
            let alone = try fixture.run([path], monitor, options(1), blockSize: blockSize)
            let name = try #require(alone.inputs.keys.first)
            #expect(alone.inputs[name]?.received == outcome.inputs[name]?.received, "seed \(seed)")
            #expect(alone.inputs[name]?.blank == outcome.inputs[name]?.blank, "seed \(seed)")
        }
    }
}

/// Files of several formats with damage at random.
private struct DamagedFiles {
    private var random: SeededGenerator
    private var time: Int64 = 1_772_366_400

    init(_ random: SeededGenerator) { self.random = random }

    private mutating func fix() -> (device: String, time: Int64, latitude: Double) {
        time += Int64.random(in: 0..<4, using: &random)
        let isLate = Int.random(in: 0..<6, using: &random) == 0
        return (
            "dev-\(Int.random(in: 0..<7, using: &random))", time - (isLate ? 25 : 0),
            Double.random(in: 0...1e-3, using: &random)
        )
    }

    mutating func make() -> [(name: String, bytes: [UInt8])] {
        var lines = ""
        var cells = "device,timestamp,lat,lon\n"
        var track = "<gpx><trk><trkseg>"
        var sentences = ""
        for number in 0..<60 {
            let fix = fix()
            lines += #"{"device":"\#(fix.device)","timestamp":\#(fix.time),"lat":\#(fix.latitude),"#
            lines += #""lon":10}"# + "\n"
            if number % 9 == 0 {
                lines += #"{"control":"advance","to":\#(fix.time - 40)}"# + "\n\n"
            }
            let other = self.fix()
            cells += "\(other.device),\(other.time),\(other.latitude),10\n"
            track += "<trkpt lat=\"\(fix.latitude)\" lon=\"10\"><time>2026-03-01T12:00:"
            track += "\(number < 10 ? "0" : "")\(number)Z</time></trkpt>"
            sentences += "$GPRMC,1200\(number < 10 ? "0" : "")\(number),"
            sentences += "A,0000.0\(number),N,01000.000,E,,,010326,,,A\n"
        }
        track += "</trkseg></trk></gpx>"
        return [
            ("a.ndjson", damaged(lines, 0)), ("b.csv", damaged(cells, 25)),
            ("c.gpx", damaged(track, 18)), ("d.nmea", damaged(sentences, 0)),
            ("e.ndjson", damaged(lines, 0)),
        ]
    }

    /// Changes bytes behind the first so many, by which a format is told.
    private mutating func damaged(_ text: String, _ kept: Int) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 0...9, using: &random) {
            let place = Int.random(in: max(kept, 60)..<bytes.count - 20, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.insert(0x0A, at: place)
            case 2: bytes.removeSubrange(place..<place + Int.random(in: 1..<20, using: &random))
            default: bytes.insert(contentsOf: bytes[place..<place + 20], at: place)
            }
        }
        return bytes
    }
}
