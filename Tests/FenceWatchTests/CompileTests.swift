import Foundation
import Testing

/// Whole runs of `fencewatch compile`, and of `-r` with what it writes.
struct CompileTests {
    private static let features = #"""
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":"yard","properties":{"name":"Yard","radius":300,"owner":{"no":7}},
         "geometry":{"type":"Point","coordinates":[13.4,52.5]}},
        {"type":"Feature","id":"block","properties":{"notifyOnExit":false,"policy":{"preset":"immediate"}},
         "geometry":{"type":"MultiPolygon","coordinates":[[[[13.39,52.49],[13.41,52.49],[13.41,52.51],
          [13.39,52.51],[13.39,52.49]],[[13.399,52.4995],[13.401,52.4995],[13.401,52.5005],[13.399,52.5005],
          [13.399,52.4995]]],[[[13.5,52.5],[13.51,52.5],[13.51,52.51],[13.5,52.5]]]]}},
        {"type":"Feature","id":"strait","properties":{},
         "geometry":{"type":"Polygon","coordinates":[[[179.9,52],[180.1,52],[180.1,53],[179.9,53],[179.9,52]]]}},
        {"type":"Feature","id":"street","properties":{"width":40},
         "geometry":{"type":"LineString","coordinates":[[13.38,52.5],[13.42,52.5]]}}]}
        """#

    private static let fixes: String = {
        var lines = ""
        for number in 0..<400 {
            let longitude = 13.385 + Double(number * 37 % 400) * 0.0001
            let latitude = 52.485 + Double(number * 101 % 400) * 0.0001
            let minute = 10 + number / 60
            let second = number % 60
            lines +=
                #"{"device":"van-\#(number % 3)","lat":\#(latitude),"lon":\#(longitude),"accuracy":5,"#
            lines +=
                #""timestamp":"2026-03-01T12:\#(minute):\#(second < 10 ? "0" : "")\#(second)Z"}"#
                + "\n"
        }
        lines +=
            #"{"device":"ship","lat":52.5,"lon":-179.95,"timestamp":"2026-03-01T13:00:00Z"}"# + "\n"
        return lines
    }()

    private func prepared() throws -> Program {
        let program = try Program()
        try program.write(Self.features, to: "r.geojson")
        try program.write(Self.fixes, to: "fixes.ndjson")
        return program
    }

    @Test(arguments: [
        ["--preset", "immediate"], ["--preset", "site", "--properties", "name,owner"],
        ["--emit", "fixes"],
    ])
    func aCompiledFileIsWhatItsSourcesAre(_ options: [String]) throws {
        let program = try prepared()
        let compiled = try program.run("compile", "r.geojson", "-o", "r.fwr")
        #expect(compiled.status == 0, "\(compiled.errors)")
        #expect(compiled.errors.contains("r.fwr: 4 regions"))
        let arguments = options + ["--assume", "outside", "fixes.ndjson"]
        let plain = try program.run(["-r", "r.geojson"] + arguments)
        let quick = try program.run(["-r", "r.fwr"] + arguments)
        #expect(plain.lines.count > 20)
        #expect(quick.lines == plain.lines)
        #expect(quick.status == plain.status)
    }

    @Test func otherFilesMayComeBesideIt() throws {
        let program = try prepared()
        try program.write("id,lat,lon,radius\nmore,52.5,13.4,500\nyard,0,0,5\n", to: "more.csv")
        _ = try program.run("compile", "r.geojson", "-o", "r.fwr")
        for files in [["r.fwr", "more.csv"], ["more.csv", "r.fwr"]] {
            let plain = files.map { $0 == "r.fwr" ? "r.geojson" : $0 }
            func run(_ files: [String]) throws -> Program.Outcome {
                try program.run(
                    files.flatMap { ["-r", $0] } + ["--preset", "immediate", "fixes.ndjson"])
            }
            let expected = try run(plain)
            let found = try run(files)
            // Both place the refusal, a compiled file at the feature and not at its identifier.
            func events(_ outcome: Program.Outcome) -> [Substring] {
                outcome.lines.filter { !$0.contains("monitoringDidFail") }
            }
            #expect(events(found) == events(expected))
            #expect(events(found).count > 20)
            #expect(found.status == 1)
            // Where a region stands in its source is known still.
            #expect(
                found.errors.contains("'yard': the identifier has been used before"),
                "\(found.errors)")
        }
    }

    @Test func checkAndLocateReadItToo() throws {
        let program = try prepared()
        _ = try program.run("compile", "r.geojson", "-o", "r.fwr")
        let plain = try program.run("check", "--format", "json", "r.geojson")
        let compiled = try program.run("check", "--format", "json", "r.fwr")
        #expect(compiled.status == 0)
        #expect(plain.lines.count > 3)
        #expect(
            compiled.lines.filter { $0.contains(#""region""#) }
                == plain.lines.filter { $0.contains(#""region""#) })
        let places = "lat,lon\n52.495,13.4\n52.5,180\n"
        let located = try program.run("locate", "-r", "r.fwr", "-", input: places)
        #expect(
            located.output
                == (try program.run("locate", "-r", "r.geojson", "-", input: places)).output)
        #expect(located.output.contains("strait"))
    }

    @Test func whatIsRefusedIsTold() throws {
        let program = try prepared()
        try program.write("id,lat,lon,radius\na,52.5,13.4,500\nb,152.5,13.4,500\n", to: "c.csv")
        let strict = try program.run("compile", "c.csv", "--strict", "-o", "c.fwr")
        #expect(strict.status == 2)
        #expect(
            !FileManager.default.fileExists(
                atPath: program.folder.appendingPathComponent("c.fwr").path))
        let outcome = try program.run("compile", "c.csv", "-o", "c.fwr")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("c.csv:3"))
        #expect(outcome.errors.contains("1 region, 1 refused"))
        for (arguments, words) in [
            (["compile"], "no file to compile"), (["compile", "r.geojson"], "where to?"),
            (["compile", "r.geojson", "-o", "r.geojson"], "compiled and the output at once"),
            (["compile", "none", "-o", "x"], "cannot read none"),
            (["compile", "r.geojson", "-o", "nowhere/x"], "cannot create nowhere/x.part"),
        ] {
            let outcome = try program.run(arguments)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test func damagedFilesAreRefused() throws {
        let program = try prepared()
        _ = try program.run("compile", "r.geojson", "-o", "r.fwr")
        let file = program.folder.appendingPathComponent("r.fwr")
        let whole = try Data(contentsOf: file)
        var changed = whole
        changed[whole.count / 2] ^= 1
        var older = whole
        older[8] = 0
        for (bytes, words) in [
            (changed, "its checksum does not fit"), (whole.prefix(whole.count - 64), "cut off"),
            (older, "version 0; this program reads version 1"),
        ] {
            try bytes.write(to: file)
            let outcome = try program.run("-r", "r.fwr", "fixes.ndjson")
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("compiled regions that cannot be used"))
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test func compiledFilesCanBeCompiledIntoAnother() throws {
        let program = try prepared()
        _ = try program.run("compile", "r.geojson", "-o", "r.fwr")
        try program.write("id,lat,lon,radius\nother,52.5,13.4,500\n", to: "c.csv")
        let again = try program.run("compile", "r.fwr", "c.csv", "-o", "both.fwr")
        #expect(again.errors.contains("both.fwr: 5 regions"))
        let same = try program.run("compile", "r.fwr", "-o", "r.fwr")
        #expect(same.status == 2)
    }
}
