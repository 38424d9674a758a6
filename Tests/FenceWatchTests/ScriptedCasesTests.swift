import Foundation
import Testing

/// The shared cases that a plain run cannot check, by the scripts that they bring, where
/// `FENCEWATCH_SHARED` says that they are.
@Suite(.enabled(if: ScriptedCase.root != nil, "FENCEWATCH_SHARED is not set"))
struct ScriptedCasesTests {
    @Test func wellKnownTextAsItIsFound() throws {
        let it = try ScriptedCase("057-wkt-variants")
        let outcome = try it.program.run(
            ["-r", "regions.wkt.tsv"] + ScriptedCase.immediate + ["fixes.ndjson"])
        #expect(it.crossings(outcome.output) == it.expected("lenient"))
        #expect(outcome.status == 1)
        for (region, line) in [("w6", 7), ("w7", 8), ("w8", 9), ("w9", 10), ("w12", 13)] {
            #expect(
                outcome.errors.contains("regions.wkt.tsv:\(line):")
                    && outcome.errors.contains("error: region '\(region)': "), "\(outcome.errors)")
        }
        // The choice left open: a product's own form, and its order.
        let text = try it.program.read("regions.wkt.tsv").split(separator: "\n")
        let circle = try #require(text.first { $0.hasPrefix("w7\t") })
        try it.program.write(circle + "\n", to: "circle.wkt")
        let checked = try it.program.run("check", "--wkt-order", "latlon", "circle.wkt")
        #expect(checked.status == 0, "\(checked.output)")
    }

    @Test func aPolygonOfHalfAMillionVertices() throws {
        let it = try ScriptedCase("059-very-large-polygon")
        let script = try it.process("/usr/bin/env", "python3", "make-big.py")
        script.waitUntilExit()
        let outcome = try it.program.run(
            ["-r", "big.geojson"] + ScriptedCase.immediate + ["fixes.ndjson"])
        #expect(it.crossings(outcome.output) == it.expected("default"))
        #expect(outcome.status == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func aLineStillBeingWritten() throws {
        let it = try ScriptedCase("066-follow-partial-line")
        try it.program.write("", to: "fixes.ndjson")
        try it.program.write("", to: "other.ndjson")
        let run = try LiveRun(
            it.program,
            ["-r", "regions.geojson", "-f", "--summary", "json"] + ScriptedCase.immediate
                + ["fixes.ndjson", "other.ndjson"])
        let script = try it.process("/bin/sh", "steps.sh", "fixes.ndjson")
        var seen = ""
        for _ in 0..<2 { seen += run.output.next() ?? "" }
        #expect(it.crossings(seen) == it.expected("follow"))
        script.waitUntilExit()
        // The last piece is there when this comes, and is in front of it.
        try it.program.append(ScriptedCase.inside("later"), to: "other.ndjson")
        #expect(it.crossings(run.output.next() ?? "") == ["enter later z"])
        #expect(run.end(SIGTERM) == 0)
        #expect(run.output.rest().isEmpty)
        #expect(run.errors.rest().contains(#"{"received":3,"delivered":3,"#))

        let whole = try it.program.run(
            ["-r", "regions.geojson"] + ScriptedCase.immediate + ["fixes.ndjson"])
        #expect(it.crossings(whole.output) == it.expected("file-at-eof"))
        #expect(whole.status == 0)
    }
}

/// A copy of a case's folder, and what it owes.
private struct ScriptedCase {
    static let root = ProcessInfo.processInfo.environment["FENCEWATCH_SHARED"].map {
        URL(fileURLWithPath: $0).appendingPathComponent("cases")
    }

    static let immediate = ["--preset", "immediate", "--assume", "outside"]

    let program: Program

    init(_ name: String) throws {
        program = try Program()
        let folder = try #require(Self.root).appendingPathComponent(name)
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent(file),
                to: program.folder.appendingPathComponent(file))
        }
    }

    /// A fix on the centre of the last case's circle.
    static func inside(_ device: String) -> String {
        #"{"device":"\#(device)","ts":"2026-03-01T10:00:00Z","lat":50,"lon":10}"# + "\n"
    }

    /// Starts a script in the folder.
    func process(_ executable: String, _ arguments: String...) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.currentDirectoryURL = program.folder
        try process.run()
        return process
    }

    /// The crossings that a section of `expected.md` lists: `enter p0 w1`.
    func expected(_ section: String) -> [String] {
        let text = (try? program.read("expected.md")) ?? ""
        let part = text.components(separatedBy: "\n## ").first { $0.hasPrefix(section) } ?? ""
        return part.split(separator: "\n").filter { $0.hasPrefix("- ") }
            .map { String($0.dropFirst(2)) }
    }

    /// The crossings of an output, in the same words.
    func crossings(_ output: String) -> [String] {
        output.split(separator: "\n").compactMap { line in
            guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
                let event = object as? [String: Any], let device = event["device"],
                let region = event["region"]
            else { return nil }
            let kind =
                switch event["event"] as? String {
                case "didEnterRegion": "enter"
                case "didExitRegion": "exit"
                default: "other"
                }
            return "\(kind) \(device) \(region)"
        }
    }
}
