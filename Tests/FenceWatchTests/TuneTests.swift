import Foundation
import Testing

/// Whole runs of `fencewatch tune`.
struct TuneTests {
    /// A track that comes in, is carried over the line once, and leaves: metres north of the centre,
    /// every 20 s.
    private static let track = [-300, -95, 95, 108, 95, 95, 300, 500, 700].enumerated().map {
        index, north in
        """
        {"device":"van","timestamp":\(1_772_366_400 + 20 * index),"lat":\(Double(north) / 110_574),\
        "lon":10,"accuracy":5}

        """
    }.joined()

    private func tune(_ arguments: String..., track: String = track) throws -> Program.Outcome {
        try Program(fixes: track).run(
            ["tune", "-r", "r.geojson", "--assume", "outside"] + arguments + ["fixes.ndjson"])
    }

    @Test func theTableRecommends() throws {
        let outcome = try tune("--try", "preset=immediate", "--try", "exit-distance=0,20")
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                9 fixes of 1 device, 1 region, 2 policies

                 no.  events  visits  lost  flaps    median      90 %  policy
                   1       4       2     0      3     7.7 s    19.5 s  --preset immediate \
                --exit-distance 0
                   2       2       1     0      1     0.5 s    19.5 s  --preset immediate \
                --exit-distance 20

                flaps: opposite crossings of a pair within 5 min. median, 90 %: the delay from a \
                crossing to its decision.
                lost: visits of no. 2, the smoothest, that no visit of the policy overlaps.

                recommended: no. 2, no policy is without flaps; this has the fewest, 1 flap, without \
                losing visits:
                    --preset immediate --exit-distance 20

                """)
    }

    @Test func withoutCrossingsNothingIsRecommended() throws {
        let track = Scenario.fix("van", 1, inside: false)
        let text = try tune("--svg", "p.svg", track: track)
        #expect(text.status == 0)
        #expect(
            text.output.hasSuffix(
                "\nrecommended: none, since no policy tells an enter or exit on these fixes\n"))
        let json = try tune("--format", "json", track: track)
        #expect(json.lines.last == #"{"recommended":null}"#)
    }

    @Test func jsonAndThePlotAreForPrograms() throws {
        let program = try Program(fixes: Self.track)
        let outcome = try program.run(
            "tune", "-r", "r.geojson", "--format", "json", "--svg", "p.svg", "fixes.ndjson")
        let objects = try outcome.lines.map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        #expect(objects.count == 19)
        #expect(objects.first?["policy"] as? String == "--preset immediate")
        #expect(objects.last?["recommended"] is Int)
        #expect(try program.read("p.svg").hasPrefix("<svg "))
    }

    @Test func aPolicyOfAFileIsCompared() throws {
        let program = try Program(fixes: Self.track)
        try program.write(
            #"{"preset":"immediate","assume":"outside","exitDistance":20}"#, to: "p.json")
        let outcome = try program.run(
            ["tune"] + Scenario.immediate + ["--compare", "p.json", "fixes.ndjson"])
        #expect(outcome.errors.isEmpty)
        let lines = outcome.lines
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("removed  van depot didExitRegion 2026-03-01T12:00:4"))
        #expect(lines[1].hasPrefix("removed  van depot didEnterRegion 2026-03-01T12:01:1"))
        #expect(
            lines[2] == "4 events before, 2 after: 2 the same, 0 added, 2 removed, 0 moved")
    }

    @Test func regionsOfAFileAreCompared() throws {
        let program = try Program(fixes: Self.track)
        let larger = Scenario.circles("depot").replacing("\"radius\":100", with: "\"radius\":120")
        try program.write(larger, to: "larger.geojson")
        let outcome = try program.run(
            ["tune"] + Scenario.immediate + [
                "--compare", "larger.geojson", "--format", "json", "fixes.ndjson",
            ])
        let objects = try outcome.lines.map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        #expect(
            objects.compactMap { $0["change"] as? String } == [
                "moved", "removed", "removed", "moved",
            ])
        #expect(
            objects.last as? [String: Int] == [
                "before": 4, "after": 2, "same": 0, "redecided": 0, "added": 0, "removed": 2,
                "moved": 2,
            ])
    }

    @Test(arguments: [
        (["--try", "exit-distanse=1"], "there is no policy option 'exit-distanse'; did you mean"),
        (["--try", "exit-distance"], "is not of the form name=value,value,..."),
        (["--try", "exit-distance=x"], "exit-distance is 'x'; it must be a number of metres"),
        (["--try", "exit-fixes=1,1"], "'1' is named twice"),
        (["--compare", "missing.json"], "cannot read missing.json"),
        (["--compare", "r.geojson", "--svg", "p.svg"], "--compare tries no grid"),
    ])
    func mistakesAreNamed(_ arguments: [String], _ message: String) throws {
        let outcome = try Program(fixes: Self.track).run(
            ["tune", "-r", "r.geojson"] + arguments + ["fixes.ndjson"])
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(message), "found: \(outcome.errors)")
    }

    @Test func contradictionsAreLeftOut() throws {
        let outcome = try tune(
            "--try", "enter-accuracy-factor=-1,0", "--try", "exit-accuracy-factor=-1")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("left out: --enter-accuracy-factor -1"))
        #expect(outcome.errors.contains("no policy of the grid can be used"))
        #expect(try tune(track: "").status == 2)
    }
}
