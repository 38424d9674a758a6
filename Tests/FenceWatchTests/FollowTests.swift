import Foundation
import Testing

/// Runs that wait for more input, and what signals do to them.
@Suite(.timeLimit(.minutes(1)))
struct FollowTests {
    private let first = Scenario.fix("a", 1, inside: true)
    private let second = Scenario.fix("b", 2, inside: true)

    @Test func whatIsAppendedIsRead() throws {
        let run = try LiveRun(fixes: first, ["--follow", "--quiet", "fixes.ndjson"])
        #expect(run.output.next() == Scenario.enter("a", 1))
        try run.program.append(second, to: "fixes.ndjson")
        #expect(run.output.next() == Scenario.enter("b", 2))
        #expect(run.end(SIGTERM) == 0)
        #expect(run.output.rest().isEmpty)
    }

    @Test func anUnfinishedLineWaitsForItsEnd() throws {
        let half = second.index(second.startIndex, offsetBy: 30)
        let run = try LiveRun(
            fixes: first + second[..<half], ["-f", "--quiet", "fixes.ndjson"])
        #expect(run.output.next() == Scenario.enter("a", 1))
        try run.program.append(String(second[half...]), to: "fixes.ndjson")
        #expect(run.output.next() == Scenario.enter("b", 2))
        #expect(run.end(SIGINT) == 0)
    }

    /// A line is one when its line feed has arrived, wherever the bytes before it are cut.
    @Test func linesCutAnywhereAreWhole() throws {
        let text = Scenario.fix("é🚚", 1, inside: true).replacing("\n", with: "\r\n")
        let bytes = Array((text + second).utf8)
        let run = try LiveRun(fixes: "", ["-f", "--summary", "json", "--quiet", "fixes.ndjson"])
        let path = run.program.folder.appendingPathComponent("fixes.ndjson")
        let file = try FileHandle(forWritingTo: path)
        // Within each character, and between the carriage return and the line feed.
        for byte in bytes.dropLast() { try file.write(contentsOf: Data([byte])) }
        #expect(run.output.next() == Scenario.enter("é🚚", 1))
        // Complete but for its line feed, which is still to come.
        try file.write(contentsOf: Data([bytes[bytes.count - 1]]))
        #expect(run.output.next() == Scenario.enter("b", 2))
        try file.write(contentsOf: Data(second.utf8.dropLast()))
        #expect(run.end(SIGTERM) == 0)
        #expect(run.output.rest().isEmpty)
        #expect(run.errors.rest().contains(#"{"received":2,"delivered":2,"#))
        // Where the input is not followed, its end is the end of the line.
        let outcome = try run.program.watch("--summary", "json", "fixes.ndjson")
        #expect(outcome.errors.contains(#"{"received":3,"delivered":2,"rejected":{"duplicate":1}"#))
    }

    @Test func whatIsThereCanBeSkipped() throws {
        let run = try LiveRun(
            fixes: first, ["-f", "--from-end", "--sink", "ndjson:-", "fixes.ndjson"])
        // Told once the inputs are open.
        while let line = run.errors.next(), !line.contains("following") {}
        try run.program.append(second, to: "fixes.ndjson")
        #expect(run.output.next() == Scenario.enter("b", 2))
        #expect(run.end(SIGINT) == 0)
    }

    @Test func endedRunsSettleTheirAccounts() throws {
        let run = try LiveRun(
            fixes: first + "?\n" + second,
            ["-f", "--reorder", "1h", "--summary", "json", "--rejects", "rejects", "fixes.ndjson"])
        // Both fixes are held back; the defect is told at once.
        while let line = run.errors.next(), !line.contains("fixes.ndjson:2:") {}
        #expect(run.end(SIGTERM) == 1)
        #expect(run.output.rest() == Scenario.enter("a", 1) + Scenario.enter("b", 2))
        #expect(
            run.errors.rest().contains(#"{"received":3,"delivered":2,"rejected":{"malformed":1}"#))
        #expect(try run.program.read("rejects").split(separator: "\n").count == 1)
    }

    @Test func aSecondSignalEndsAtOnce() throws {
        var fixes = ""
        for device in 0..<20_000 { fixes += Scenario.fix("d\(device)", 1, inside: true) }
        // The pipe is full after some 64 KiB, and nobody reads on: the run cannot drain.
        let run = try LiveRun(fixes: fixes, ["-f", "fixes.ndjson"])
        #expect(run.output.next() == Scenario.enter("d0", 1))
        while run.process.isRunning { kill(run.process.processIdentifier, SIGTERM) }
        run.process.waitUntilExit()
        #expect(run.process.terminationReason == .exit)
        #expect(run.process.terminationStatus == 128 + SIGTERM)
    }

    @Test func hangUpReadsTheRegionsAgain() throws {
        let run = try LiveRun(
            fixes: first, regions: Scenario.circles("depot"), ["-f", "fixes.ndjson"])
        #expect(run.output.next() == Scenario.enter("a", 1))
        try run.program.write(
            Scenario.circles("yard").replacing("\n]}", with: ",\n\(Scenario.refusedFeature)]}"),
            to: "r.geojson")
        kill(run.process.processIdentifier, SIGHUP)
        #expect(run.output.next()?.contains(#""state":"unmonitored","reason":"removed""#) == true)
        try run.program.append(second, to: "fixes.ndjson")
        #expect(run.output.next() == Scenario.enter("b", 2, region: "yard"))
        #expect(run.end(SIGTERM) == 1, "a region is refused")
        let notes = run.errors.rest()
        #expect(
            notes.contains("reloaded: 1 region added, 0 changed, 1 removed, 1 refused"), "\(notes)")
    }

    @Test func anUnreadableFileLeavesItsRegionsInForce() throws {
        let run = try LiveRun(fixes: first, ["-f", "fixes.ndjson"])
        #expect(run.output.next() == Scenario.enter("a", 1))
        try run.program.write("{", to: "r.geojson")
        kill(run.process.processIdentifier, SIGHUP)
        while let line = run.errors.next(), !line.contains("reloaded: ") {}
        try run.program.append(second, to: "fixes.ndjson")
        #expect(run.output.next() == Scenario.enter("b", 2))
        #expect(run.end(SIGTERM) == 0)
    }

    @Test func changedRegionFilesAreReadAgain() throws {
        let run = try LiveRun(fixes: first, ["-f", "--reload", "fixes.ndjson"])
        #expect(run.output.next() == Scenario.enter("a", 1))
        try run.program.write(Scenario.circles("yard"), to: "r.geojson")
        #expect(run.output.next()?.contains(#""state":"unmonitored","reason":"removed""#) == true)
        try run.program.append(second, to: "fixes.ndjson")
        #expect(run.output.next() == Scenario.enter("b", 2, region: "yard"))
        // A file that is gone is unreadable, and one that is replaced has changed.
        let path = run.program.folder.appendingPathComponent("r.geojson")
        try FileManager.default.removeItem(at: path)
        while let line = run.errors.next(), !line.contains("1 unreadable, whose regions are kept") {
        }
        try run.program.write(Scenario.circles("yard", "depot"), to: "new.geojson")
        let new = run.program.folder.appendingPathComponent("new.geojson")
        try FileManager.default.moveItem(at: new, to: path)
        while let line = run.errors.next(), !line.contains("reloaded: 1 region added") {}
        #expect(run.end(SIGTERM) == 0)
    }

    @Test func theWallClockTellsWhatComesDue() throws {
        // A minute ago, so that the dwell is due at the first tick of the clock.
        let then = Int(Date().timeIntervalSince1970) - 60
        let fix = #"{"device":"a","timestamp":\#(then),"lat":0,"lon":10}"# + "\n"
        let run = try LiveRun(fixes: fix, ["-f", "-q", "--dwell", "10", "fixes.ndjson"])
        #expect(run.output.next()?.contains("didEnterRegion") == true)
        #expect(run.output.next()?.contains("didDwellInRegion") == true)
        #expect(run.end(SIGTERM) == 0)
    }

    @Test func standardInputEndsAFollow() throws {
        let outcome = try Program(fixes: "").watch("-f", input: first)
        #expect(outcome.output == Scenario.enter("a", 1))
        #expect(outcome.status == 0)
    }
}

/// A run whose output can be read while it goes on.
final class LiveRun {
    let program: Program
    let process: Process
    let output: PipeLines
    let errors: PipeLines

    convenience init(
        fixes: String, regions: String = Scenario.circles("depot"), _ arguments: [String]
    ) throws {
        try self.init(Program(fixes: fixes, regions: regions), Scenario.immediate + arguments)
    }

    /// Starts a run in the folder of a program.
    ///
    /// - Parameter environment: What is added to that of the tests.
    init(
        _ program: Program, _ arguments: [String], environment: [String: String] = [:]
    ) throws {
        self.program = program
        process = try program.prepared(arguments)
        if !environment.isEmpty {
            process.environment = ProcessInfo.processInfo.environment
                .merging(environment) { $1 }
            // libfaketime adds to the environment when it is loaded first, and Swift's runtime, which finds
            // the arguments before the environment, then finds none: it is loaded into `env` first.
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [Program.executable.path] + arguments
        }
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        self.output = PipeLines(output.fileHandleForReading)
        self.errors = PipeLines(errors.fileHandleForReading)
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Sends a signal, waits for the end and gives back the exit status.
    func end(_ signal: Int32) -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// The lines that come through a pipe.
final class PipeLines {
    private let handle: FileHandle
    private var bytes = Data()

    init(_ handle: FileHandle) { self.handle = handle }

    /// The next line with its end; waits for it, and is `nil` at the end of the pipe.
    func next() -> String? {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let line = bytes[...end]
                bytes.removeSubrange(...end)
                return String(decoding: line, as: UTF8.self)
            }
            let more = handle.availableData
            if more.isEmpty { return nil }
            bytes += more
        }
    }

    /// Everything up to the end of the pipe.
    func rest() -> String {
        bytes += handle.readDataToEndOfFile()
        defer { bytes = Data() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
