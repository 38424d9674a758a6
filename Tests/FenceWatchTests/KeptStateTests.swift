import Foundation
import Testing

/// What former releases have left on disk, in `Tests/Kept`, is read for ever and goes on as it should.
@Suite(.timeLimit(.minutes(1)))
struct KeptStateTests {
    private static let kept = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Kept")

    /// A program in a folder with the files of a release.
    private func program(_ format: Int) throws -> Program {
        let program = try Program()
        let folder = Self.kept.appending(path: "format-\(format)")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.copyItem(
                at: folder.appending(path: name), to: program.folder.appending(path: name))
        }
        return program
    }

    #if SQLite
        /// - Parameter isImported: Whether the export is imported, or used as it is.
        @Test(arguments: [1], [true, false])
        func aStateGoesOn(format: Int, isImported: Bool) throws {
            let program = try program(format)
            if isImported {
                let outcome = try program.run("state", "state", "--import", "export")
                #expect(outcome.status == 0, "\(outcome.errors)")
            } else {
                try FileManager.default.moveItem(
                    at: program.folder.appending(path: "export"),
                    to: program.folder.appending(path: "state"))
            }
            #expect(
                try program.run("state", "state").output == program.read("listed/summary"))
            for list in ["devices", "visits", "undelivered", "dead"] {
                let outcome = try program.run("state", "state", "--list", list)
                #expect(try outcome.output == program.read("listed/\(list)"), "\(list)")
            }
            #expect(try program.run("state", "state", "--retry", "all").status == 0)
            try program.write("cat >> taken", to: "taker.sh")
            try program.write("cat >> retaken", to: "refuser.sh")
            let outcome = try program.run("--config", "run.json")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let expected = try program.read("expected.ndjson")
            #expect(try program.read("events.ndjson") == expected)
            #expect(try program.read("taken") == expected)
            #expect(try program.read("retaken") == expected)
        }
    #endif

    /// A compiled file gives what the regions that it was made of give. Should a release stop reading this
    /// format, it must say so and how to compile anew.
    @Test(arguments: [1])
    func compiledRegionsAreRead(format: Int) throws {
        let program = try program(format)
        let arguments = ["--dwell", "60", "--reorder", "5s", "fixes.ndjson"]
        let plain = try program.run(["-r", "regions.geojson"] + arguments)
        let compiled = try program.run(["-r", "regions.fwr"] + arguments)
        #expect(plain.lines.count > 15)
        #expect(compiled.output == plain.output && compiled.status == plain.status)
    }
}
