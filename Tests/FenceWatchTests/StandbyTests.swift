#if SQLite
    import Foundation
    import Testing

    /// The guide "How to run a warm standby" of docs/delivery.md, carried out.
    @Suite(.timeLimit(.minutes(5)))
    struct StandbyTests {
        /// Fixes in three parts: what the first run has read before the export, what it reads until it is
        /// killed, and what is left for the standby.
        private let parts: [String] = {
            let lines = CrashTests.fixes(6000, devices: 40, seed: CrashTests.seed)
                .split(separator: "\n").map { $0 + "\n" }
            return (0..<3).map { lines[$0 * 2000..<($0 + 1) * 2000].joined() }
        }()

        private let common = [
            "--quiet", "--clock", "data", "--dwell", "60", "--state", "state", "--sink",
            "ndjson:events.ndjson", "--sink", "exec:cat >> sent.ndjson", "fixes.ndjson",
        ]

        private func lines(_ program: Program, _ name: String) -> [String] {
            let text = (try? program.read(name)) ?? ""
            return CrashTests.withoutEpoch(text).split(separator: "\n").map(String.init)
        }

        /// Waits until the second sink has all of the events that a run over some parts makes.
        private func wait(_ program: Program, for count: Int) throws {
            let deadline = ContinuousClock.now + .seconds(60)
            while lines(program, "sent.ndjson").count < count {
                try #require(ContinuousClock.now < deadline, "the first run tells no more events")
                usleep(10_000)
            }
        }

        private func copy(_ name: String, _ from: Program, _ to: Program) throws {
            let path = to.folder.appendingPathComponent(name)
            try? FileManager.default.removeItem(at: path)
            try FileManager.default.copyItem(
                at: from.folder.appendingPathComponent(name), to: path)
        }

        @Test(arguments: ["while it runs", "after its death"])
        func aStandbyTakesOver(_ exported: String) throws {
            let undisturbed = try Program(fixes: "", regions: CrashTests.regions)
            var counts: [Int] = []
            for part in parts {
                try undisturbed.append(part, to: "fixes.ndjson")
                #expect(try undisturbed.run(Scenario.immediate + common).status == 0)
                counts.append(lines(undisturbed, "sent.ndjson").count)
            }
            #expect(counts[0] > 100 && counts[1] > counts[0] + 100 && counts[2] > counts[1] + 100)

            // The first run, and an export of its state and its files.
            let first = try LiveRun(
                fixes: parts[0], regions: CrashTests.regions, ["--follow"] + common)
            let standby = try Program(fixes: parts.joined(), regions: CrashTests.regions)
            let takeExport = {
                let outcome = try first.program.run("state", "state", "--export", "export")
                #expect(outcome.status == 0, "\(outcome.errors)")
                for name in ["export", "events.ndjson"] {
                    try copy(name, first.program, standby)
                }
            }
            try wait(first.program, for: counts[0])
            if exported == "while it runs" { try takeExport() }
            try first.program.append(parts[1], to: "fixes.ndjson")
            try wait(first.program, for: counts[1])
            kill(first.process.processIdentifier, SIGKILL)
            first.process.waitUntilExit()
            #expect(first.process.terminationReason == .uncaughtSignal)
            if exported == "after its death" { try takeExport() }

            // The standby.
            let made = try standby.run("state", "state", "--import", "export")
            #expect(made.status == 0 && made.output.contains("40 devices"), "\(made.errors)")
            let outcome = try standby.run(Scenario.immediate + common)
            #expect(outcome.status == 0, "\(outcome.errors)")

            let expected = lines(undisturbed, "events.ndjson")
            #expect(lines(standby, "events.ndjson") == expected, "exactly once, in a file")
            let sent = lines(first.program, "sent.ndjson")
            let repeated = lines(standby, "sent.ndjson")
            // Equal identities have equal contents, or there would be more lines than events.
            #expect(Set(sent).union(repeated) == Set(expected))
            #expect(Set(expected).count == expected.count)
            if exported == "while it runs" {
                #expect(Set(sent).intersection(repeated).count >= counts[1] - counts[0])
            }
            let again = try standby.run("state", "state", "--import", "export")
            #expect(again.status == 2 && again.errors.contains("'state' holds a state already"))
        }
    }
#endif
