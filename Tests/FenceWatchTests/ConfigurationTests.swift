import Testing

/// Options from a file.
struct ConfigurationTests {
    private let fixes = Scenario.fix("a", 1, inside: true) + Scenario.fix("b", 2, inside: true)

    private func program(_ configuration: String) throws -> Program {
        let program = try Program(fixes: fixes)
        try program.write(configuration, to: "c.json")
        return program
    }

    @Test func optionsInputsAndSinksComeFromTheFile() throws {
        let program = try program(
            """
            {"regions": ["r.geojson"], "preset": "immediate", "assume": "outside", "quiet": true,
             "input": "fixes.ndjson", "exit-distance": 2.5, "strict": null, "pass-through": false,
             "sink": [{"sink-events": ["enter", "exit"], "sink": "ndjson:one"}, "ndjson:-"],
             "try": "exit-distance=0,20"}
            """)
        let outcome = try program.run("--config", "c.json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let expected = Scenario.enter("a", 1) + Scenario.enter("b", 2)
        #expect(outcome.output == expected)
        #expect(try program.read("one") == expected)
    }

    @Test func theCommandLineWins() throws {
        let program = try program(
            """
            {"regions": "none.geojson", "quiet": false, "preset": "site", "input": ["none"],
             "assume": "inside", "sink": "ndjson:file"}
            """)
        let outcome = try program.run(
            "--preset", "immediate", "fixes.ndjson", "-q", "--config=c.json", "-r", "r.geojson",
            "--sink", "ndjson:-", "--assume", "outside")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output == Scenario.enter("a", 1) + Scenario.enter("b", 2))
        #expect(throws: (any Error).self) { try program.read("file") }
    }

    @Test(arguments: [
        (
            "{\"regions\": \"r.geojson\",\n \"exit-distanse\": 3}",
            "c.json:2:2: unknown option 'exit-distanse'; did you mean 'exit-distance'?"
        ),
        ("{\"quiet\": \"yes\"}", "c.json:1:11: option '--quiet' must be true or false"),
        ("{\"dwell\": true}", "c.json:1:11: expected a text or a number for DURATION"),
        ("{\"dwell\": [\"1m\", {}]}", "c.json:1:18: expected a text or a number"),
        ("{\"dwell\": \"soon\"}", "c.json:1:11: option '--dwell': the value is 'soon'; "),
        ("{\"dwell\": 3, \"dwell\": 4}", "c.json:1:14: 'dwell' is named twice"),
        ("{\"help\": true}", "c.json:1:2: 'help' is for the command line only"),
        ("{\"config\": \"d.json\"}", "c.json:1:2: a file of options cannot name another"),
        (
            "{\"sink\": [{\"sink-events\": \"enter\"}]}",
            "c.json:1:11: the object has no member 'sink'"
        ),
        ("[1]", "c.json:1:1: found no object, expected one of options"),
        ("{\"dwell\": }", "c.json:1:11: "),
        ("", "c.json:1:1: "),
    ])
    func mistakesHaveAPlace(_ configuration: String, _ expected: String) throws {
        let outcome = try program(configuration).run("--config", "c.json")
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("error: \(expected)"), "\(outcome.errors)")
    }

    @Test func aFileThatIsNotThereIsTold() throws {
        let outcome = try Program().run("--config", "none.json")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("cannot read none.json: No such file"))
    }

    @Test func theFileIsNotWrittenOver() throws {
        let program = try program(
            #"{"regions":"r.geojson","input":"fixes.ndjson","sink":"ndjson:c.json"}"#)
        let outcome = try program.run("--config", "c.json")
        #expect(outcome.status == 2 && outcome.errors.contains("'c.json'"), "\(outcome.errors)")
        #expect(try program.read("c.json").hasPrefix("{"))
    }
}
