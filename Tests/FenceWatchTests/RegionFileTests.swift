import Foundation
import Testing

/// What region files do to a run: good, refused, unreadable.
struct RegionFileTests {
    private let fixes = Scenario.fix("a", 1, inside: true)

    private var mixed: String {
        Scenario.circles("depot").replacing("\n]}", with: ",\n\(Scenario.refusedFeature)]}")
    }

    @Test func aRefusedRegionIsToldAndTheOthersWork() throws {
        let outcome = try Program(fixes: fixes, regions: mixed).watch("fixes.ndjson")
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == 2)
        #expect(
            outcome.lines.first?.hasPrefix(
                #"{"event":"monitoringDidFail","region":"bad","reason":"#)
                == true)
        #expect(outcome.output.hasSuffix(Scenario.enter("a", 1)))
        #expect(outcome.errors.contains("fencewatch: r.geojson:3:"))
        #expect(outcome.errors.contains("radius"))
    }

    @Test func whereAllRegionsAreRefusedTheStatusIs1() throws {
        let outcome = try Program(fixes: fixes, regions: Scenario.refusedFeature).watch(
            "fixes.ndjson")
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == 1 && outcome.output.contains("monitoringDidFail"))
    }

    @Test func strictRunsWithAllRegionsOrNot() throws {
        let outcome = try Program(fixes: fixes, regions: mixed).watch("--strict", "fixes.ndjson")
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("fencewatch: r.geojson:3:"))
    }

    @Test func identifiersAreUniqueOverAllFiles() throws {
        let program = try Program(fixes: fixes)
        try program.write(Scenario.circles("yard", "depot"), to: "more.geojson")
        let outcome = try program.watch("-r", "more.geojson", "--summary", "json", "fixes.ndjson")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("fencewatch: more.geojson:3:"))
        #expect(outcome.errors.contains(#""regions":2,"refusedRegions":1,"#))
    }

    @Test(arguments: [
        ("", "no regions: name a file with --regions"),
        ("-r missing.geojson fixes.ndjson", "missing.geojson"),
        ("-r broken.geojson fixes.ndjson", "broken.geojson:2:"),
        ("-r r.geojson -r missing.geojson fixes.ndjson", "missing.geojson"),
        ("-r empty.geojson fixes.ndjson", "there is no usable region"),
        ("-r r.geojson missing.ndjson", "missing.ndjson"),
        ("-r r.geojson fixes.ndjson .", "."),
        ("-r r.geojson --rejects no/such/folder fixes.ndjson", "no/such/folder"),
        ("-r r.geojson --sink ndjson:no/such/folder fixes.ndjson", "no/such/folder"),
        ("-r r.geojson --enter-accuracy-factor -1 --exit-accuracy-factor -1 fixes.ndjson", "gates"),
        (
            "-r r.geojson --exit-distance 30000 fixes.ndjson",
            "'30000'; it must be a number of metres, 0 to 20000"
        ),
        ("-r r.geojson --from-end fixes.ndjson", "--from-end"),
        ("-r r.geojson --sink ndjson:x --sink ndjson:x fixes.ndjson", "twice"),
    ])
    func whatCannotRunSaysWhy(_ line: String, _ expected: String) throws {
        let program = try Program(fixes: fixes)
        try program.write("{\"type\":\n}", to: "broken.geojson")
        try program.write(
            #"{"type":"FeatureCollection","features":[]}"#, to: "empty.geojson")
        let outcome = try program.run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 2)
        #expect(!outcome.output.contains("didEnterRegion"))
        #expect(outcome.errors.contains(expected), "found: \(outcome.errors)")
    }
}
