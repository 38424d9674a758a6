import Testing

/// Whole runs of `fencewatch locate`.
struct LocateTests {
    /// Circles of 100 m and 150 m around 0, 10 and one, `east`, a kilometre east of them.
    private static let regions = Scenario.circles("depot").replacing(
        "]}\n",
        with: """
            ,{"type":"Feature","id":"annex","properties":{"radius":150},\
            "geometry":{"type":"Point","coordinates":[10,0]}},\
            {"type":"Feature","id":"east","properties":{"radius":100},\
            "geometry":{"type":"Point","coordinates":[10.009,0]}}]}
            """)

    private func locate(_ arguments: String..., input: String = "") throws -> Program.Outcome {
        try Program(fixes: "", regions: Self.regions).run(
            ["locate", "-r", "r.geojson"] + arguments, input: input)
    }

    @Test func placesMayBeNamed() throws {
        let outcome = try locate("0,10", "-0.5,10", "0,370", "0, 10.009")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(
            outcome.output == """
                {"lat":0,"lon":10,"regions":["annex","depot"]}
                {"lat":-0.5,"lon":10,"regions":[]}
                {"lat":0,"lon":10,"regions":["annex","depot"]}
                {"lat":0,"lon":10.009,"regions":["east"]}

                """)
    }

    @Test func distancesAreToldWhenAskedFor() throws {
        let outcome = try locate("--distance", "0,10", "0,10.0045")
        #expect(
            outcome.output == """
                {"lat":0,"lon":10,"regions":["annex","depot"],"distances":{"annex":-150,"depot":-100}}
                {"lat":0,"lon":10.0045,"regions":[],"nearest":{"region":"annex","distance":350.938}}

                """)
    }

    @Test(arguments: [
        "0,10\n\n0.5,10\n", "0;10\n\n0,5;10\n", "lon,lat\n10,0\n\n10,0.5",
        #"{"lat":0,"lon":10}"# + "\n\n" + #"{"lat":"0.5","lng":10}"#,
    ])
    func pointsNeedNoMoreThanAPlace(_ input: String) throws {
        let outcome = try locate(input: input)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                {"lat":0,"lon":10,"regions":["annex","depot"]}
                {"lat":0.5,"lon":10,"regions":[]}

                """)
    }

    @Test func whatNamesAPointGoesAlong() throws {
        let outcome = try locate(
            "-",
            input: """
                id,time,lat,lon
                a,2026-03-01T12:00:00.50Z,0,10
                ,,0,10
                b,yesterday,0,10
                """)
        #expect(outcome.status == 1)
        #expect(
            outcome.output == """
                {"device":"a","timestamp":"2026-03-01T12:00:00.5Z","lat":0,"lon":10,\
                "regions":["annex","depot"]}
                {"lat":0,"lon":10,"regions":["annex","depot"]}

                """)
        #expect(outcome.errors.hasPrefix("fencewatch: -:4:3: invalid: "))
    }

    @Test func whatCannotBeReadMakesTheStatus2() throws {
        #expect(try locate("missing.csv").status == 2)
        #expect(try Program(fixes: "").run("locate", "0,10").status == 2)
        #expect(try locate("91,10").errors.contains("cannot open 91,10"))
    }
}
