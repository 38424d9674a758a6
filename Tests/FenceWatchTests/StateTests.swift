#if SQLite
    import Foundation
    import Testing

    /// What `--state` and `fencewatch state` do, besides surviving crashes.
    @Suite(.timeLimit(.minutes(1)))
    struct StateTests {
        private let first = Scenario.fix("a", 1, inside: true)
        private let second =
            Scenario.fix("b", 2, inside: true) + Scenario.fix("a", 3, inside: false)

        private func arguments(_ more: String...) -> [String] {
            Scenario.immediate + ["--state", "state"] + more + ["fixes.ndjson"]
        }

        @Test func aFileThatHasGrownIsReadOn() throws {
            let program = try Program(fixes: first)
            let before = try program.run(arguments("--summary", "json"))
            #expect(before.status == 0)
            #expect(before.lines.count == 1)
            #expect(before.lines[0].contains(#""epoch":"#))
            try program.append(second, to: "fixes.ndjson")
            let after = try program.run(arguments("--summary", "json"))
            #expect(after.lines.count == 2)
            #expect(after.lines[1].contains(#""sequence":2"#))
            #expect(after.errors.contains(#"{"received":2,"delivered":2,"#))
            let again = try program.run(arguments("--summary", "json"))
            #expect(again.lines.isEmpty)
            #expect(again.errors.contains(#"{"received":0,"#))
        }

        @Test(arguments: ["1", "3"])
        func heldFixesAreAccountedForByTheRunThatTakesThemUp(_ threads: String) throws {
            let run = try LiveRun(
                fixes: first + "?\n" + second,
                ["-f", "--state", "state", "--reorder", "1h", "--summary", "json", "fixes.ndjson"])
            while let line = run.errors.next(), !line.contains("fixes.ndjson:2:") {}
            #expect(run.end(SIGTERM) == 1)
            #expect(run.output.rest().isEmpty)
            let rest = #""controls":0,"blank":0}"#
            let errors = run.errors.rest()
            let left = #"{"received":1,"delivered":0,"rejected":{"malformed":1},"# + rest
            #expect(errors.contains(#""inputs":{"fixes.ndjson":\#(left)}"#), "\(errors)")
            // The held fix of b has this time as well: which of the two is the duplicate shows only when
            // both are let go.
            try run.program.write(Scenario.fix("b", 2, inside: true), to: "more.ndjson")
            let after = try run.program.run(
                Scenario.immediate + [
                    "--state", "state", "--reorder", "1h", "--summary", "json", "--threads",
                    threads, "more.ndjson", "fixes.ndjson",
                ])
            #expect(after.lines.count == 3)
            let more = #"{"received":1,"delivered":0,"rejected":{"duplicate":1},"# + rest
            let old = #"{"received":3,"delivered":3,"rejected":{},"# + rest
            #expect(
                after.errors.contains(
                    #""inputs":{"more.ndjson":\#(more),"fixes.ndjson":\#(old)}"#),
                "\(after.errors)")
        }

        @Test func regionsThatHaveChangedMeanwhileAreEdits() throws {
            let program = try Program(fixes: first, regions: Scenario.circles("depot", "yard"))
            #expect(try program.run(arguments()).lines.count == 2)
            try program.write(Scenario.circles("depot"), to: "r.geojson")
            let after = try program.run(arguments())
            #expect(after.lines.count == 1)
            #expect(after.output.contains(#""region":"yard""#))
            #expect(after.output.contains(#""reason":"removed""#))
            #expect(after.errors.contains("1 removed"))
            #expect(try program.run(arguments()).lines.isEmpty)
        }

        @Test func aFailureIsToldOnce() throws {
            let program = try Program(
                fixes: first,
                regions: """
                    {"type":"FeatureCollection","features":[\(Scenario.refusedFeature),
                    {"type":"Feature","id":"depot","properties":{"radius":100},
                    "geometry":{"type":"Point","coordinates":[10,0]}}]}
                    """)
            #expect(try program.run(arguments()).output.contains("monitoringDidFail"))
            let again = try program.run(arguments())
            #expect(again.output.isEmpty)
            #expect(again.status == 1)
        }

        @Test func anotherFolderIsRefused() throws {
            let program = try Program(fixes: first)
            let outcome = try program.run(
                Scenario.immediate + ["--state", ".", "fixes.ndjson"])
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("is no state of fencewatch, and not empty"))
            #expect(outcome.output.isEmpty)
        }

        @Test func damageIsRefused() throws {
            let program = try Program(fixes: first)
            _ = try program.run(arguments())
            try program.write("", to: "state/state.db")
            let outcome = try program.run(arguments())
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("state"))
            #expect(outcome.output.isEmpty)
        }

        @Test func theStateCanBeLookedAtAndCopied() throws {
            let program = try Program(fixes: first + second)
            _ = try program.run(arguments())
            let summary = try program.run("state", "state")
            #expect(summary.output.contains("2 devices with 1 visit under way, 1 region"))
            #expect(summary.output.contains("input 'fixes.ndjson': read to byte"))
            #expect(summary.output.contains("sink 'ndjson:-': 0 undelivered"))
            let visits = try program.run("state", "state", "--list", "visits")
            #expect(visits.lines.count == 1)
            #expect(visits.lines.first?.hasPrefix(#"{"device":"b","region":"depot""#) == true)
            #expect(try program.run("state", "state", "--export", "copy").status == 0)
            try program.append(Scenario.fix("b", 5, inside: false), to: "fixes.ndjson")
            let standby = try program.run(
                Scenario.immediate + ["--state", "copy", "fixes.ndjson"])
            #expect(standby.lines.count == 1)
            #expect(try program.run(arguments()).output == standby.output)
            #expect(try program.run("state", "state", "--export", "copy").status == 2)
            #expect(try program.run("state", "nowhere").status == 2)
        }

        @Test func aDeadLetterComesAgainToItsSinkAlone() throws {
            let program = try Program(fixes: first + second)
            let sinks = [
                "--sink", "ndjson:events", "--sink", "exec:sh taker.sh", "--sink-retry-for",
                "0.05s", "--sink", "exec:cat >> others",
            ]
            let arguments =
                Scenario.immediate + ["--state", "state"] + sinks + ["fixes.ndjson"]
            try program.write("exit 1", to: "taker.sh")
            #expect(try program.run(arguments).status == 1)
            let dead = try program.run("state", "state", "--list", "dead").lines
            #expect(dead.count == 3 && dead[0].contains(#""number":1,"#))
            try program.write("cat >> taken", to: "taker.sh")
            #expect(try program.run("state", "state", "--drop", "2").status == 0)
            #expect(try program.run("state", "state", "--retry", "all").status == 0)
            try program.append(Scenario.fix("b", 9, inside: false), to: "fixes.ndjson")
            let outcome = try program.run(arguments)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let events = try program.read("events").split(separator: "\n")
            #expect(events.count == 4 && Set(events).count == 4)
            #expect(try program.read("others").split(separator: "\n") == events)
            #expect(
                try program.read("taken").split(separator: "\n")
                    == [events[0], events[2], events[3]])
            #expect(try program.run("state", "state", "--list", "dead").lines.isEmpty)
        }

        @Test func aSinkThatIsNotNamedAnyMoreIsNotForgotten() throws {
            let program = try Program(fixes: first)
            // The file cannot be written to: the sink fails, and its events stay.
            let broken = try program.run(
                arguments("--sink", "ndjson:-", "--sink", "ndjson:/dev/full"))
            #expect(broken.status == 1)
            let refused = try program.run(arguments())
            #expect(refused.status == 2)
            #expect(refused.errors.contains("--drop-sink 'ndjson:/dev/full'"))
            let undelivered = try program.run("state", "state", "--list", "undelivered")
            #expect(undelivered.lines.count == 1)
            #expect(
                try program.run("state", "state", "--drop-sink", "ndjson:/dev/full").status == 0)
            #expect(try program.run(arguments()).status == 0)
        }
    }
#endif
