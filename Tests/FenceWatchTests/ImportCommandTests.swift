import Testing

/// Whole runs of `fencewatch import`, and what becomes of what it writes.
struct ImportCommandTests {
    @Test func whatIsImportedCanBeWatched() throws {
        let program = try Program()
        try program.write(
            "id,name,area\n1,Yard,\"CIRCLE (50 10, 100)\"\n2,Gone,\"CIRCLE (50 10)\"\n",
            to: "t.csv")
        try program.write(
            #"{"device":"a","timestamp":"2026-03-01T12:00:00Z","lat":50,"lon":10}"# + "\n",
            to: "fixes.ndjson")
        let outcome = try program.run("import", "traccar", "t.csv", "-o", "r.geojson")
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("t.csv:3:1: error: fence 'Gone': found ')'"))
        #expect(outcome.errors.contains("1 region written, 1 refused"))
        let check = try program.run("check", "r.geojson")
        #expect(check.status == 0)
        let watch = try program.run(
            "-r", "r.geojson", "--assume", "outside", "fixes.ndjson")
        #expect(watch.output.contains(#""event":"didEnterRegion","device":"a""#))
    }

    @Test func mistakesAreTold() throws {
        let program = try Program()
        try program.write("nonsense", to: "t.csv")
        for (arguments, words) in [
            (["import"], "import from what?"), (["import", "traccar"], "no file to import"),
            (["import", "tracar", "t.csv"], "did you mean 'traccar'"),
            (["import", "traccar", "t.csv"], "t.csv:1:1: error: found 'nonsense'"),
            (["import", "tile38", "none"], "cannot read none"),
            (["import", "traccar", "t.csv", "-o", "t.csv"], "imported and the output at once"),
        ] {
            let outcome = try program.run(arguments)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }
}
