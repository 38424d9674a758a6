import Foundation
import Testing

/// What surrounds a run and must not harm it: closed descriptors, files used twice, sizes beyond sense.
struct SurroundingsTests {
    private let fixes = Scenario.fix("a", 5, inside: true) + Scenario.fix("a", 9, inside: true)

    /// Runs the program by a shell command, in which it is `$0`; killed where it does not end.
    private func shell(_ command: String, _ program: Program) throws -> (Int32, String) {
        let process = try program.prepared([])
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command, Program.executable.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let watchdog = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: watchdog)
        let told = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        watchdog.cancel()
        return (process.terminationStatus, String(decoding: told, as: UTF8.self))
    }

    @Test func aClosedStandardInputIsUnreadable() throws {
        let program = try Program(fixes: fixes)
        let (status, errors) = try shell("exec \"$0\" -r r.geojson <&-", program)
        #expect(status == 2)
        #expect(errors.contains("standard input"), "\(errors)")
    }

    @Test func aClosedStandardOutputLosesNothingSilently() throws {
        let program = try Program(fixes: fixes)
        let (status, errors) = try shell(
            "exec \"$0\" -r r.geojson --preset immediate --assume outside fixes.ndjson >&-",
            program)
        #expect(status == 1)
        #expect(errors.contains("standard output"), "\(errors)")
    }

    @Test func aClosedStandardErrorIsNoOtherFile() throws {
        let program = try Program(fixes: fixes)
        let (status, _) = try shell(
            "exec \"$0\" -r r.geojson --summary json --sink ndjson:events fixes.ndjson 2>&-",
            program)
        #expect(status == 0)
        #expect(try !program.read("events").contains("received"))
    }

    @Test(arguments: [
        ["--sink", "ndjson:fixes.ndjson"], ["--sink", "ndjson:+./fixes.ndjson"],
        ["--sink", "ndjson:link"], ["--rejects", "fixes.ndjson"],
        ["--sink", "ndjson:r.geojson"],
        ["--sink", "ndjson:out", "--rejects", "out"],
    ])
    func noFileIsInputAndOutputAtOnce(_ options: [String]) throws {
        let program = try Program(fixes: fixes)
        try FileManager.default.createSymbolicLink(
            at: program.folder.appendingPathComponent("link"),
            withDestinationURL: program.folder.appendingPathComponent("fixes.ndjson"))
        let regions = try program.read("r.geojson")
        let outcome = try program.run(["-r", "r.geojson"] + options + ["fixes.ndjson"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("at once"), "\(outcome.errors)")
        #expect(try program.read("fixes.ndjson") == fixes)
        #expect(try program.read("r.geojson") == regions)
    }

    @Test(arguments: ["text", "json"])
    func aCircleOfAnySizeIsDescribed(_ format: String) throws {
        let program = try Program()
        try program.write(
            """
            {"type":"Feature","id":"z","properties":{"radius":1e308},
             "geometry":{"type":"Point","coordinates":[0,0]}}
            """, to: "huge.geojson")
        let outcome = try program.run("check", "huge.geojson", "--format", format)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("1e+308") || outcome.output.contains("1e+305"))
    }

    @Test func aTableWithLoneCarriageReturnsIsNoHeader() throws {
        let program = try Program(fixes: "")
        try program.write(
            "device,time,lat,lon\ra,1772366405,0,10\ra,1772366406,0,10\r", to: "mac.csv")
        let outcome = try program.run("-r", "r.geojson", "mac.csv")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("mac.csv: the header holds a lone carriage return"))
    }
}
