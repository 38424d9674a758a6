import Foundation
import Testing

/// What `--forget-after` does.
@Suite(.timeLimit(.minutes(1)))
struct ForgettingTests {
    /// a and b go in, and only b is heard again: a is told as removed, and begins anew.
    private let fixes =
        Scenario.fix("a", 1, inside: true) + Scenario.fix("b", 2, inside: true)
        + Scenario.fix("c", 3, inside: false) + Scenario.fix("b", 9, inside: true)
        + Scenario.fix("b", 12, inside: true) + Scenario.fix("a", 13, inside: true)

    private let removal =
        #"{"event":"didDetermineState","device":"a","sequence":2,"visit":1,"region":"depot","#
        + #""timestamp":"2026-03-01T12:00:09Z","decidedAt":"2026-03-01T12:00:09Z","#
        + #""state":"unmonitored","reason":"deviceRemoved","enteredAt":"2026-03-01T12:00:01Z","#
        + #""duration":8}"# + "\n"

    private var expected: String {
        Scenario.enter("a", 1) + Scenario.enter("b", 2) + removal
            + Scenario.enter("a", 13, sequence: 3)
    }

    @Test(arguments: [1, 2, 3])
    func aDeviceIsForgottenAndToldOfAsRemoved(threads: Int) throws {
        let program = try Program(fixes: fixes)
        let outcome = try program.run(
            Scenario.immediate
                + [
                    "--forget-after", "8s", "--threads", "\(threads)", "--summary", "json",
                    "fixes.ndjson",
                ])
        #expect(outcome.output == expected)
        #expect(outcome.errors.contains(#""devices":2"#), "c is forgotten, too")
        let plain = try program.run(Scenario.immediate + ["fixes.ndjson"])
        #expect(!plain.output.contains("deviceRemoved"))
    }

    @Test func shortLivesAreRefused() throws {
        let program = try Program(fixes: fixes)
        let outcome = try program.run(
            Scenario.immediate + ["--forget-after", "10ms", "fixes.ndjson"])
        #expect(outcome.status == 2)
    }

    #if SQLite
        /// The time that has been reached is a part of the state, wherever the run is cut.
        @Test(arguments: 1...5)
        func restartsForgetAlike(cut: Int) throws {
            let lines = fixes.split(separator: "\n").map { $0 + "\n" }
            let program = try Program(fixes: lines[..<cut].joined())
            let arguments =
                Scenario.immediate + ["--forget-after", "8s", "--state", "state", "fixes.ndjson"]
            var output = try program.run(arguments).output
            try program.append(lines[cut...].joined(), to: "fixes.ndjson")
            output += try program.run(arguments).output
            #expect(
                output.replacingOccurrences(
                    of: #""epoch":[0-9]+,"#, with: "", options: .regularExpression) == expected)
        }
    #endif
}
