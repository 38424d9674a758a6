#if SQLite
    import Foundation
    import Testing
    import _MonitoringTestSupport

    /// Runs with durable state that are killed at random moments: what they leave together is what a run
    /// leaves that nobody disturbs.
    ///
    /// Ten kills by default; FENCEWATCH_KILLS says how many, FENCEWATCH_SEED the seed.
    @Suite(.timeLimit(.minutes(30)))
    struct CrashTests {
        static let environment = ProcessInfo.processInfo.environment
        static let kills = environment["FENCEWATCH_KILLS"].flatMap(Int.init) ?? 10
        static let seed = environment["FENCEWATCH_SEED"].flatMap(UInt64.init) ?? 1

        static let regions = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"west","properties":{"radius":400},"geometry":{"type":"Point","coordinates":[4.99,50]}},
            {"type":"Feature","id":"east","properties":{"radius":700},"geometry":{"type":"Point","coordinates":[5.01,50]}},
            {"type":"Feature","id":"both","properties":{},"geometry":{"type":"Polygon","coordinates":[[[4.98,49.99],[5.02,49.99],[5.02,50.01],[4.98,50.01],[4.98,49.99]]]}}]}
            """

        /// Walks of many devices through three regions, the later ones out of order now and then.
        static func fixes(_ count: Int, devices: Int, seed: UInt64) -> String {
            var random = SeededGenerator(seed: seed)
            var places = (0..<devices).map { _ in
                (Double.random(in: 4.97...5.03, using: &random), 50.0)
            }
            var text = ""
            for index in 0..<count {
                let device = index % devices
                places[device].0 += .random(in: -0.004...0.004, using: &random)
                places[device].1 += .random(in: -0.002...0.002, using: &random)
                places[device].0 = min(max(places[device].0, 4.97), 5.03)
                places[device].1 = min(max(places[device].1, 49.98), 50.02)
                let time = 1_770_000_000 + index / devices * 20 + device % 7
                text += #"{"device":"d\#(device)","timestamp":\#(time),"lat":\#(places[device].1),"#
                text += #""lon":\#(places[device].0),"accuracy":\#(5 + index % 40)}"# + "\n"
            }
            return text
        }

        /// The lines without the number that tells one state from another.
        static func withoutEpoch(_ text: String) -> String {
            text.replacingOccurrences(
                of: #""epoch":[0-9]+,"#, with: "", options: .regularExpression)
        }

        /// How often each line is there.
        static func counted(_ lines: [String]) -> [String: Int] {
            Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +)
        }

        @Test func killedRunsLoseAndRepeatNothingInAFile() throws {
            try killAndCompare([], fixes: 100_000)
        }

        @Test func killedRunsKeepWhatTheyHoldBack() throws {
            try killAndCompare(
                ["--reorder", "45s", "--rejects", "rejects.ndjson", "--fix-properties", "speed"],
                fixes: 20_000)
        }

        private func killAndCompare(_ options: [String], fixes: Int) throws {
            let program = try Program()
            try program.write(Self.regions, to: "regions.geojson")
            try program.write(
                Self.fixes(fixes, devices: 200, seed: Self.seed), to: "fixes.ndjson")
            let common =
                ["-r", "regions.geojson", "--quiet", "--dwell", "60"] + options + ["fixes.ndjson"]
            let start = ContinuousClock.now
            let whole = try program.run(
                ["--state", "whole", "--sink", "ndjson:whole.ndjson"] + common)
            let duration = ContinuousClock.now - start
            #expect(whole.status == 0, "\(whole.errors)")
            let expected = Self.withoutEpoch(try program.read("whole.ndjson"))
            #expect(expected.split(separator: "\n").count > fixes / 100)
            let rejects = try? program.read("rejects.ndjson")

            var random = SeededGenerator(seed: Self.seed)
            let arguments = ["--state", "killed", "--sink", "ndjson:killed.ndjson"] + common
            var kills = 0
            var status: Int32?
            while status == nil {
                let process = try program.prepared(arguments)
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                if kills < Self.kills {
                    // On the average the kills are spread over the whole run.
                    let limit = 2.5 * (duration / .seconds(1)) / Double(Self.kills)
                    usleep(UInt32(1e6 * Double.random(in: 0...limit, using: &random)))
                    kill(process.processIdentifier, SIGKILL)
                    kills += 1
                    process.waitUntilExit()
                } else {
                    process.waitUntilExit()
                    status = process.terminationStatus
                }
            }
            #expect(status == 0)
            let actual = Self.withoutEpoch(try program.read("killed.ndjson"))
            #expect(actual == expected, "seed \(Self.seed)")
            if let rejects { #expect(try program.read("rejects.ndjson") == rejects) }
            let state = try program.run("state", "killed")
            #expect(state.output.contains("0 undelivered"), "\(state.output)")
        }

        /// - Parameter policy: What else the wall clock decides.
        @Test(arguments: [
            ["--preset", "immediate"],
            ["--preset", "site", "--enter-timeout", "1s", "--exit-timeout", "1s"],
        ])
        func noIdentityEverHasTwoContents(_ policy: [String]) throws {
            let program = try Program()
            try program.write(Self.regions, to: "regions.geojson")
            try program.write("", to: "fixes.ndjson")
            var random = SeededGenerator(seed: Self.seed)
            let arguments =
                [
                    "-r", "regions.geojson", "--quiet", "--follow", "--clock", "wall",
                    "--clock-lag",
                    "0",
                    "--silence", "2s", "--dwell", "1s", "--state", "state",
                    "--sink", "ndjson:+all.ndjson", "--sink", "ndjson:once.ndjson", "fixes.ndjson",
                ] + policy
            let rounds = 1 + min(max(5, Self.kills), 20)
            for round in 0..<rounds {
                let process = try program.prepared(arguments)
                process.standardError = FileHandle.nullDevice
                try process.run()
                for _ in 0..<4 {
                    let now = Date.now.timeIntervalSince1970
                    var text = ""
                    for device in 0..<10 {
                        let lon = Double.random(in: 4.97...5.03, using: &random)
                        text += #"{"device":"d\#(device)","timestamp":\#(now),"lat":50,"#
                        text += #""lon":\#(lon)}"# + "\n"
                    }
                    try program.append(text, to: "fixes.ndjson")
                    usleep(.random(in: 0...400_000, using: &random))
                }
                if round < rounds - 1 {
                    kill(process.processIdentifier, SIGKILL)
                } else {
                    usleep(3_500_000)
                    kill(process.processIdentifier, SIGTERM)
                }
                process.waitUntilExit()
            }
            struct Event: Decodable {
                var epoch: UInt64
                var device: String
                var sequence: UInt64
            }
            var contents: [String: String] = [:]
            for name in ["all.ndjson", "once.ndjson"] {
                for line in try program.read(name).split(separator: "\n") {
                    let event = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
                    let identity = "\(event.epoch):\(event.device):\(event.sequence)"
                    if let other = contents[identity] { #expect(other == line) }
                    contents[identity] = String(line)
                }
            }
            // Nothing is missing, and nothing twice where that is promised.
            let once = try program.read("once.ndjson").split(separator: "\n")
            #expect(once.count == contents.count)
            for device in 0..<10 {
                let numbers = contents.keys.filter { $0.contains(":d\(device):") }
                #expect(numbers.contains { $0.hasSuffix(":\(numbers.count)") })
            }
            #expect(contents.values.contains { $0.contains("silent") })
        }
    }
#endif
