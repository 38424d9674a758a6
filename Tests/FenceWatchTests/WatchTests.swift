import Foundation
import Testing

/// Whole runs of `fencewatch watch` on finite inputs.
struct WatchTests {
    private let twoEnters =
        Scenario.fix("a", 1, inside: true) + Scenario.fix("b", 2, inside: true)

    @Test func eventsAreAllThatStandardOutputCarries() throws {
        let outcome = try Program(fixes: twoEnters).watch("fixes.ndjson")
        #expect(outcome.output == Scenario.enter("a", 1) + Scenario.enter("b", 2))
        #expect(outcome.status == 0)
        for line in outcome.errors.split(separator: "\n") {
            #expect(line.hasPrefix("fencewatch: "))
        }
    }

    @Test(arguments: [[], ["-"], ["--", "-"]])
    func standardInputIsTheDefault(_ arguments: [String]) throws {
        let outcome = try Program(fixes: "").run(
            Scenario.immediate + arguments, input: twoEnters)
        #expect(outcome.output == Scenario.enter("a", 1) + Scenario.enter("b", 2))
        #expect(outcome.status == 0)
    }

    @Test func inputsAreReadOneAfterTheOther() throws {
        let program = try Program(fixes: Scenario.fix("a", 1, inside: true))
        try program.write(Scenario.fix("b", 2, inside: true), to: "more.ndjson")
        let outcome = try program.watch(
            "fixes.ndjson", "-", "more.ndjson", input: Scenario.fix("c", 3, inside: true))
        #expect(
            outcome.output == Scenario.enter("a", 1) + Scenario.enter("c", 3)
                + Scenario.enter("b", 2))
    }

    @Test func tablesAreRead() throws {
        let program = try Program(fixes: "")
        try program.write(
            "car;when;y;x\nb;2026-03-01T12:00:02Z;0;10\n", to: "fixes.csv")
        let outcome = try program.watch(
            "--fields", "device=car,time=when,lat=y,lon=x", "fixes.csv")
        let expected = Scenario.enter("b", 2).replacing(#","accuracy":5"#, with: "")
        #expect(outcome.output == expected)
        #expect(outcome.status == 0)
    }

    @Test func coordinatesOfAnotherSystemAreConverted() throws {
        // Shanghai in GCJ-02: half a kilometre from where WGS 84 has these numbers.
        let fix =
            #"{"id":"a","ts":1772366401,"lat":31.17530398364597,"lon":121.531541859215}"# + "\n"
        let region =
            #"{"type":"Feature","id":"z","properties":{"radius":10},"#
            + #""geometry":{"type":"Point","coordinates":[121.5272106,31.1774276]}}"#
        let program = try Program(fixes: fix, regions: region)
        #expect(try program.watch("fixes.ndjson").output.isEmpty)
        let outcome = try program.watch("--coordinates", "gcj02", "fixes.ndjson")
        #expect(outcome.output.contains("didEnterRegion"))
    }

    @Test func watchMayBeNamed() throws {
        let outcome = try Program(fixes: twoEnters).run(
            ["watch"] + Scenario.immediate + ["--quiet", "fixes.ndjson"])
        #expect(outcome.output == Scenario.enter("a", 1) + Scenario.enter("b", 2))
        #expect(outcome.errors.isEmpty)
    }

    @Test func sinksAreFilesToo() throws {
        let program = try Program(fixes: twoEnters)
        try program.write("before\n", to: "all")
        let outcome = try program.watch(
            "--sink", "ndjson:+all", "--sink", "ndjson:exits", "--sink-events", "exit", "--sink",
            "ndjson:-", "--sink-regions", "d?pot", "fixes.ndjson")
        #expect(outcome.status == 0)
        #expect(outcome.output == Scenario.enter("a", 1) + Scenario.enter("b", 2))
        #expect(try program.read("all") == "before\n" + outcome.output)
        #expect(try program.read("exits").isEmpty)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func aFullDiskIsNamedAndMakesTheStatus1() throws {
        let outcome = try Program(fixes: twoEnters).watch(
            "--sink", "ndjson:/dev/full", "--sink", "ndjson:-", "--summary", "json",
            "fixes.ndjson")
        #expect(outcome.status == 1)
        #expect(outcome.output == Scenario.enter("a", 1) + Scenario.enter("b", 2))
        #expect(outcome.errors.contains("cannot write to /dev/full: No space left on device"))
        #expect(outcome.errors.contains(#""undelivered":{"ndjson:/dev/full":2,"ndjson:-":0}"#))
    }

    @Test func aReaderThatHasGoneIsANormalEnd() throws {
        var fixes = ""
        for device in 0..<20_000 { fixes += Scenario.fix("d\(device)", 1, inside: true) }
        let program = try Program(fixes: fixes)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let command = ([Program.executable.path] + Scenario.immediate).joined(separator: " ")
        process.arguments = [
            "-c", "{ \(command) --quiet fixes.ndjson; echo $? > status; } | head -n 1 > first",
        ]
        process.currentDirectoryURL = program.folder
        try process.run()
        process.waitUntilExit()
        #expect(try program.read("status") == "0\n")
        #expect(try program.read("first") == Scenario.enter("d0", 1))
    }
}
