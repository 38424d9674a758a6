import Testing

/// Dwells count the time of the data, whatever the clocks that made it did.
struct DwellTests {
    /// In at second 1, once with a clock that is an hour slow, and in again at 20 and 40.
    private func fixes(_ middle: String = "") -> String {
        Scenario.fix("a", 1, inside: true) + Scenario.fix("a", 20, inside: true)
            + Scenario.fix("a", 30, inside: true).replacing("T12:", with: "T11:") + middle
            + Scenario.fix("a", 40, inside: true)
    }

    private func dwell(decidedAt second: Int) -> String {
        let decided = "2026-03-01T12:00:\(second)Z"
        let head =
            #"{"event":"didDwellInRegion","device":"a","sequence":2,"visit":1,"region":"depot","#
            + #""timestamp":"2026-03-01T12:00:31Z","decidedAt":"\#(decided)","state":"inside""#
        if second == 31 { return head + "}\n" }
        return head + #","fix":{"timestamp":"\#(decided)","lat":0,"lon":10,"accuracy":5}}"# + "\n"
    }

    @Test func aClockThatStepsBackChangesNothing() throws {
        let outcome = try Program(fixes: fixes()).watch(
            "--dwell", "30", "--summary", "json", "fixes.ndjson")
        #expect(outcome.output == Scenario.enter("a", 1) + dwell(decidedAt: 40))
        #expect(outcome.errors.contains(#""rejected":{"late":1}"#))
    }

    @Test func theClockOfTheDataTellsItEarlier() throws {
        let advance = #"{"control":"advance","to":"2026-03-01T12:00:31Z"}"# + "\n"
        let outcome = try Program(fixes: fixes(advance)).watch(
            "--dwell", "30", "--control", "fixes.ndjson")
        #expect(outcome.output == Scenario.enter("a", 1) + dwell(decidedAt: 31))
    }
}
