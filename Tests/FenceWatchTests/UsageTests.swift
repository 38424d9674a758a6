import Testing

/// What the program says about itself and about command lines it cannot run.
struct UsageTests {
    @Test(arguments: [
        ["--help"], ["-h"], ["watch", "--help"], ["help"], ["check", "--help"], ["explain", "-h"],
    ])
    func helpFitsOnATerminal(_ arguments: [String]) throws {
        let outcome = try Program().run(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("usage: fencewatch "))
        for line in outcome.lines { #expect(line.count < 80, "too long: \(line)") }
    }

    @Test func theVersionIsOneLine() throws {
        let outcome = try Program().run("--version")
        #expect(outcome.status == 0 && outcome.lines.count == 1)
        #expect(outcome.output.hasPrefix("fencewatch 0."))
    }

    @Test(arguments: ["help sink", "help --sink", "help -r", "help no-follow"])
    func helpTellsMoreAboutAnOption(_ line: String) throws {
        let outcome = try Program().run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("-"))
        #expect(outcome.output.contains("(watch"))
    }

    @Test(arguments: [
        ("--exit-distanse 3", "unknown option '--exit-distanse'; did you mean '--exit-distance'?"),
        (
            "--no-pass-trough",
            "unknown option '--no-pass-trough'; did you mean '--no-pass-through'?"
        ),
        ("chek r.geojson", "there is no subcommand and no file 'chek'; did you mean 'check'?"),
        ("explane -r x", "did you mean 'explain'?"),
        ("--xyzzy", "unknown option '--xyzzy'"),
        ("-x", "unknown option '-x'"),
        ("check --follow", "option '--follow' does not belong to 'check', only to 'watch'"),
        ("check -f", "option '-f' does not belong to 'check', only to 'watch'"),
        ("--quiet=3", "option '--quiet' takes no value; found '3'"),
        ("--rejects", "option '--rejects' needs a value: --rejects PATH"),
        ("-r", "option '-r' needs a value: -r FILE"),
        ("--on-error sto", "option '--on-error': unknown value 'sto'; did you mean 'stop'?"),
        ("--on-error=x", "option '--on-error': unknown value 'x'; it must be skip or stop"),
        ("--reorder 5x", "option '--reorder': '5x' is no duration, such as 20, 20s, 5m or 2h"),
        ("--reorder -5", "option '--reorder': '-5' is no duration, such as 20, 20s, 5m or 2h"),
        ("--maximum-speed fast", "'fast' is no speed in metres per second"),
        ("--sink kafka://h/t", "sink 'kafka://h/t' needs the trait Kafka, which is not built in"),
        ("--preset fleat", "option '--preset': the value is 'fleat'; it must be one of immediate"),
        ("help sunk", "there is no subcommand or option 'sunk'; did you mean 'sink'?"),
    ])
    func mistakesAreNamed(_ line: String, _ expected: String) throws {
        let outcome = try Program().run(line.split(separator: " ").map(String.init))
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.errors.hasPrefix("fencewatch: error: "), "found: \(outcome.errors)")
        #expect(outcome.errors.contains(expected), "found: \(outcome.errors)")
    }
}
