import Foundation
import Testing

/// What `fencewatch check` writes into files, and what it does where it cannot.
struct CheckOutputTests {
    private let bowTie = "bow\tPOLYGON((10 50,10.2 50.2,10.2 50,10 50.2,10 50))\n"

    @Test func mendedRegionsPassTheCheck() throws {
        let program = try Program()
        try program.write(bowTie + "ok\tPOLYGON((0 0,1 0,1 1,0 0))\n", to: "a.wkt")
        let outcome = try program.run("check", "--repair", "-o", "b.geojson", "a.wkt")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("warning: region 'bow': repaired: the area was 0"))
        let again = try program.run("check", "b.geojson")
        #expect(again.status == 0)
        #expect(again.output.contains("1 file: 2 sound regions, 0 errors, 0 warnings"))
    }

    @Test func theMapNeedsNoNetwork() throws {
        let program = try Program()
        try program.write(bowTie + "</script><b>\tPOLYGON((0 0,1 0,1 1,0 0))\n", to: "a.wkt")
        let outcome = try program.run("check", "--map", "m.html", "a.wkt")
        #expect(outcome.status == 1)
        let page = try program.read("m.html")
        #expect(page.contains(#""id":"bow","state":"refused""#))
        #expect(page.contains(#"\u003c/script>\u003cb>"#))
        #expect(page.components(separatedBy: "</script>").count == 2)
        #expect(!page.contains("http:") && !page.contains("https:") && !page.contains("src="))
    }

    @Test(arguments: [
        ["--repair", "a.wkt"], ["-o", "x", "a.wkt"], ["--repair", "-o", "a.wkt", "a.wkt"],
        ["--map", "a.wkt", "a.wkt"], ["--repair", "-o", "x", "--map", "x", "a.wkt"],
        ["--map", "no/such/folder", "a.wkt"], ["--map", "/dev/full", "a.wkt"],
        ["--repair", "-o", "/dev/full", "a.wkt"],
    ])
    func outputsThatCannotBe(_ arguments: [String]) throws {
        let program = try Program()
        try program.write(bowTie, to: "a.wkt")
        let outcome = try program.run(["check"] + arguments)
        #expect(outcome.status == 2)
        #expect(!outcome.errors.isEmpty)
        #expect(try program.read("a.wkt") == bowTie)
    }

    @Test func aFullDiskIsNoticed() throws {
        let program = try Program()
        try program.write(bowTie, to: "a.wkt")
        let process = try program.prepared(["check", "a.wkt"])
        process.standardOutput = try FileHandle(
            forWritingTo: URL(filePath: "/dev/full"))
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
    }

    @Test func aRunTellsTheFirstFindingsOnly() throws {
        let program = try Program()
        let bad = (0..<10_000).map { "r\($0)\tPOLYGON EMPTY\n" }.joined()
        try program.write(bad + "ok\tPOLYGON((0 0,1 0,1 1,0 0))\n", to: "a.wkt")
        try program.write("", to: "fixes.ndjson")
        let outcome = try program.run("-r", "a.wkt", "fixes.ndjson")
        #expect(outcome.status == 1)
        #expect(outcome.errors.split(separator: "\n").count < 30)
        #expect(outcome.errors.contains("9980 more findings in the region files"))
    }

    /// What a file holds must not do anything to a terminal.
    @Test func controlCharactersAreSpelledOut() throws {
        let program = try Program(
            fixes: #"{"device":"\u001b[2J","timestamp":"\u001b[31mx","lat":0,"lon":10}"# + "\n",
            regions: #"{"type":"Feature","id":"\u001b[2J\u009b1A","properties":{"radius":100},"#
                + #""geometry":{"type":"Point","coordinates":[10,0]}}"#)
        try program.write("\u{1B}[2J\n", to: "\u{1B}x.ndjson")
        let check = try program.run("check", "r.geojson")
        #expect(check.output.contains(#"region '\u{1B}[2J\u{9B}1A': circle"#))
        let watch = try program.watch("fixes.ndjson", "\u{1B}x.ndjson")
        #expect(watch.errors.contains(#"'\u{1B}x.ndjson': 1 record"#), "\(watch.errors)")
        let explain = try program.watch("--preset", "immediate", "fixes.ndjson")
        for text in [check.output, check.errors, watch.errors, explain.errors] {
            let isPlain = text.unicodeScalars.allSatisfy { !(0x7F..<0xA0).contains($0.value) }
            #expect(isPlain && !text.utf8.contains { $0 < 0x20 && $0 != 0x0A }, "\(text)")
        }
    }
}
