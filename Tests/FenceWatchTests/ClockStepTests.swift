#if SQLite && os(Linux)
    import Foundation
    import Testing

    /// A clock of the machine that steps while runs are under way and between them.
    @Suite(
        .enabled(if: FakeClock.library != nil, "libfaketime is not installed"),
        .timeLimit(.minutes(5)))
    struct ClockStepTests {
        private static let hour = 3600.0

        private func arguments(_ more: String...) -> [String] {
            Scenario.immediate
                + [
                    "--quiet", "--follow", "--clock", "wall", "--clock-lag", "0", "--dwell", "50s",
                    "--silence", "100s",
                ] + more + ["fixes.ndjson"]
        }

        private func fix(_ device: String, _ clock: FakeClock, inside: Bool = true) -> String {
            let time = Date.now.timeIntervalSince1970 + clock.offset - 1
            return
                #"{"device":"\#(device)","timestamp":\#(time),"lat":\#(inside ? 0 : 1),"lon":10}"#
                + "\n"
        }

        @Test func dwellsAndSilencesWaitForTheClockAndComeOnce() throws {
            let program = try Program(fixes: "")
            let clock = try FakeClock(program)
            let run = try LiveRun(program, arguments(), environment: clock.environment)
            try program.append(fix("a", clock), to: "fixes.ndjson")
            #expect(run.output.next()?.contains(#"Region","device":"a","sequence":1"#) == true)
            // An hour back: nothing comes due, and whoever reports by this clock is heard.
            try clock.step(to: -Self.hour)
            try program.append(fix("b", clock), to: "fixes.ndjson")
            #expect(run.output.next()?.contains(#"Region","device":"b","sequence":1"#) == true)
            // Forward again: all that has come due meanwhile, once.
            try clock.step(to: Self.hour)
            var lines = Set<String>()
            for _ in 0..<4 { lines.insert(try #require(run.output.next())) }
            for device in ["a", "b"] {
                #expect(
                    lines.contains {
                        $0.contains(#"didDwellInRegion","device":"\#(device)","sequence":2"#)
                    })
                #expect(
                    lines.contains {
                        $0.contains(#""device":"\#(device)","sequence":3"#)
                            && $0.contains("silent")
                    })
            }
            // Back to the right time: those who were thought silent are heard.
            try clock.step(to: 0)
            try program.append(fix("a", clock, inside: false), to: "fixes.ndjson")
            #expect(
                run.output.next()?.contains(#"didExitRegion","device":"a","sequence":4"#) == true)
            #expect(run.end(SIGTERM) == 0)
            #expect(run.output.rest().isEmpty)
        }

        @Test func killedRunsWithASteppingClockRepeatNothing() throws {
            let program = try Program(fixes: "")
            let clock = try FakeClock(program)
            let arguments = arguments(
                "--state", "state", "--sink", "ndjson:once", "--sink", "ndjson:-")
            let steps = [0, 2, -1, 3, -3, 0, 5].map { $0 * Self.hour }
            var told: [String] = []
            for (number, offset) in steps.enumerated() {
                let run = try LiveRun(program, arguments, environment: clock.environment)
                for _ in 0..<2 {
                    for device in 0..<5 {
                        try program.append(
                            fix("d\(device)", clock, inside: .random()), to: "fixes.ndjson")
                    }
                    try clock.step(to: offset)
                }
                // Told once the step has been seen.
                try program.append(fix("n\(number)", clock), to: "fixes.ndjson")
                var awaited = [#""device":"n\#(number)""#]
                // Later than ever: who is inside has been silent for hours.
                if let last = steps[..<number].max(), offset > last { awaited.append("silent") }
                while !awaited.isEmpty {
                    let line = try #require(run.output.next(), "round \(number)")
                    told.append(line)
                    awaited.removeAll { line.contains($0) }
                }
                kill(run.process.processIdentifier, number == steps.count - 1 ? SIGTERM : SIGKILL)
                told += PipeLines.lines(run.output.rest())
                run.process.waitUntilExit()
            }
            let once = try program.read("once").split(separator: "\n").map { "\($0)\n" }
            #expect(Set(once) == Set(told), "what was told is what there is")
            #expect(Set(once).count == once.count)
            var sequences: [String: [Int]] = [:]
            for line in once {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                let event = try #require(object as? [String: Any])
                let device = try #require(event["device"] as? String)
                sequences[device, default: []].append(try #require(event["sequence"] as? Int))
            }
            for (device, numbers) in sequences {
                #expect(numbers == Array(1...numbers.count), "\(device)")
            }
            #expect(once.contains { $0.contains("silent") } && once.count > steps.count)
        }
    }

    /// A clock for one program that a test sets.
    final class FakeClock {
        private let file: URL
        private(set) var offset = 0.0

        /// The library that makes a program believe in it; `nil` where it is not installed.
        static let library: String? = {
            let root = "/usr/lib"
            let folders = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
            return ([""] + folders).map { "\(root)/\($0)/faketime/libfaketimeMT.so.1" }
                .first { FileManager.default.fileExists(atPath: $0) }
        }()

        /// A clock that is right.
        init(_ program: Program) throws {
            file = program.folder.appendingPathComponent("clock")
            try step(to: 0)
        }

        /// Sets how many seconds the clock is ahead.
        func step(to offset: Double) throws {
            self.offset = offset
            let text = "\(offset < 0 ? "" : "+")\(Int(offset))\n"
            try Data(text.utf8).write(to: file, options: .atomic)
        }

        /// What a program has to have in its environment.
        var environment: [String: String] {
            [
                "LD_PRELOAD": Self.library ?? "", "FAKETIME_TIMESTAMP_FILE": file.path,
                "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            ]
        }
    }

    extension PipeLines {
        /// The lines of a text, each with its end; without one that has none.
        static func lines(_ text: String) -> [String] {
            let end = text.lastIndex(of: "\n") ?? text.startIndex
            return text[..<end].split(separator: "\n").map { "\($0)\n" }
        }
    }
#endif
