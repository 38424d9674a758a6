import Geodesy
import RegionMonitoring
import Testing

@testable import RegionFiles

/// Geofences of other programs.
struct ImportTests {
    private func traccar(_ text: String) throws -> RegionImport {
        try TraccarImport.read(Array(text.utf8), named: "t")
    }

    private func tile38(_ text: String) throws -> RegionImport {
        try Tile38Import.read(Array(text.utf8), named: "t")
    }

    private func circle(_ latitude: Double, _ longitude: Double, _ radius: Double) -> RegionShape {
        .circle(
            Circle(
                center: LocationCoordinate2D(latitude: latitude, longitude: longitude),
                radius: radius))
    }

    @Test func traccarsAPI() throws {
        let found = try traccar(
            #"""
            [{"id":1,"name":"Yard","description":"","area":"CIRCLE (55.75 37.62, 100)","calendarId":0,
              "attributes":{"color":"#f00"}},
             {"id":2,"name":"Park","area":"POLYGON ((55.1 37.1, 55.2 37.1, 55.2 37.3))","calendarId":7,
              "attributes":{"speedLimit":5.4}},
             {"id":3,"name":"Road","area":"LINESTRING (56.1 60.1, 56.2 60.2)",
              "attributes":{"polylineDistance":40}},
             {"id":4,"name":"Lane","area":"LINESTRING (56.1 60.1, 56.2 60.2)","attributes":{}},
             {"id":5,"name":"Bad","area":"CIRCLE (155.75 37.62, 100)"},
             {"id":1,"name":"Again","area":"CIRCLE (55.75 37.62, 100)"},
             {"name":"None","area":"CIRCLE (55.75 37.62, 100)"}]
            """#)
        #expect(found.entries.map(\.region.identifier.rawValue) == ["1", "2", "3", "4"])
        #expect(found.entries.map(\.region.name) == ["Yard", "Park", "Road", "Lane"])
        #expect(found.entries.allSatisfy { $0.policy == #"{"preset":"immediate"}"# })
        #expect(found.entries[0].region.shape == circle(55.75, 37.62, 100))
        #expect(found.entries[0].region.properties == ["color": "\"#f00\""])
        guard case .polygons(let polygons) = found.entries[1].region.shape,
            case .corridor(let road) = found.entries[2].region.shape,
            case .corridor(let lane) = found.entries[3].region.shape
        else {
            Issue.record("\(found.entries)")
            return
        }
        #expect(polygons[0].exterior.count == 4)
        #expect(road.halfWidth == 40 && lane.halfWidth == 25)
        #expect(found.refusals.count == 3)
        #expect(found.refusals[0].hasPrefix("t:8:2: error: fence 'Bad': the latitude 155.75"))
        #expect(found.notes.contains { $0.contains("calendar 7") })
        #expect(found.notes.contains { $0.contains("'speedLimit' has no effect") })
    }

    /// Patterns that would have to be compared for ever with what they are to remove.
    @Test func patternsTakeBoundedTime() {
        let many = (0..<30_000).map { "SETHOOK h\($0) http://x NEARBY k FENCE POINT 1 2 300\n" }
        let word = String(repeating: "a", count: 200_000)
        for text in [
            many.joined() + (0..<30_000).map { "PDELHOOK *x\($0)\n" }.joined(),
            "SETHOOK \(word) http://x NEARBY k FENCE POINT 1 2 300\nPDELHOOK *\(word.prefix(100_000))b\n",
        ] {
            let error = #expect(throws: RegionFileFinding.self) { _ = try tile38(text).notes.count }
            #expect(error?.description.contains("AOFSHRINK") == true)
        }
    }

    /// Whatever a file holds, a message is one line of text.
    @Test func messagesHoldNoControlCharacters() throws {
        let found = try tile38(
            "SETHOOK \"a\u{1B}\" http://x \u{1B}[2J k FENCE BOUNDS 1 2 3 4\n"
                + "SETHOOK b http://x WITHIN k FENCE \u{9B}2J 1 2 3 4\n"
                + "SETHOOK c http://x WITHIN k FENCE CIRCLE 1 \u{1B} 3\n"
                + "SETHOOK \u{1B}d http://x WITHIN k MATCH \u{1B} FENCE CIRCLE 1 2 3\n")
        #expect(found.refusals.contains { $0.contains(#"'\u{1B}', expected NEARBY"#) })
        for line in found.notes + found.refusals {
            let isPlain = line.unicodeScalars.allSatisfy { !(0x7F..<0xA0).contains($0.value) }
            #expect(isPlain && !line.utf8.contains { $0 < 0x20 }, "\(line)")
        }
        let finding = RegionFileFinding(
            position: SourcePosition(file: "\u{1B}", line: 1, column: 1),
            reason: .unexpected(found: "\u{1B}[2J", expected: "\n"))
        #expect(finding.description.contains(#"found \u{1B}[2J, expected \u{A}"#))
    }

    @Test(arguments: [
        "id,name,description,area,attributes\n1,Yard,,\"CIRCLE (55.75 37.62, 100)\",{}\n",
        "ID\tNAME\tAREA\tCALENDARID\n1\tYard\tCIRCLE (55.75 37.62, 100)\tNULL\n",
        "1\tCIRCLE (55.75 37.62, 100)\n",
        "# fences\n\nCIRCLE (55.75 37.62, 100)\n",
        #"{"id":1,"name":"Yard","area":"CIRCLE (55.75 37.62, 100)"}"#,
    ])
    func traccarsOtherForms(_ text: String) throws {
        let found = try traccar(text)
        #expect(found.refusals.isEmpty)
        #expect(found.entries.map(\.region.shape) == [circle(55.75, 37.62, 100)])
        #expect(found.entries.map(\.region.identifier.rawValue) == ["1"])
    }

    @Test(arguments: ["", "[{]", "[] x", "name,area\na,b\n"])
    func unreadableExports(_ text: String) {
        #expect(throws: RegionFileFinding.self) { try traccar(text) }
    }

    @Test func tile38sCommands() throws {
        let found = try tile38(
            #"""
            SETHOOK yard http://localhost/ NEARBY fleet FENCE DETECT enter,exit POINT 33.5 -112.2 500
            SETCHAN box META owner "A B" EX 60 WITHIN fleet MATCH t* FENCE BOUNDS 10 20 11 22
            SETHOOK gone http://localhost/ NEARBY fleet FENCE POINT 1 2 3
            sethook shape http://localhost/ INTERSECTS fleet FENCE OBJECT {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}
            SETHOOK roam http://localhost/ NEARBY fleet FENCE ROAM people * 5000
            SET areas north OBJECT {"type":"Feature","properties":{"type":"Circle","radius":2,"radius_units":"km"},"geometry":{"type":"Point","coordinates":[5,6]}}
            SETHOOK north http://localhost/ WITHIN fleet FENCE DETECT cross,inside GET areas north
            SETHOOK lost http://localhost/ WITHIN fleet FENCE GET areas south
            SETHOOK plain http://localhost/ WITHIN fleet BOUNDS 10 20 11 22
            DELHOOK gone
            """#)
        #expect(
            found.entries.map(\.region.identifier.rawValue) == ["yard", "box", "shape", "north"])
        #expect(found.entries[0].region.shape == circle(33.5, -112.2, 500))
        #expect(found.entries[0].policy == #"{"preset":"immediate"}"#)
        #expect(found.entries[1].region.properties["owner"] == #""A B""#)
        #expect(found.entries[1].policy == #"{"preset":"immediate","passThrough":true}"#)
        #expect(found.entries[3].region.shape == circle(6, 5, 2000))
        #expect(!found.entries[3].region.notifyOnEntry && !found.entries[3].region.notifyOnExit)
        #expect(found.refusals.count == 3)
        for words in ["moving device", "'south', is not in the file", "FENCE is missing"] {
            #expect(found.refusals.contains { $0.contains(words) }, "\(found.refusals)")
        }
        for words in ["end after 60 s", "MATCH t*", "collection 'fleet'", "'inside'", "endpoints"] {
            #expect(found.notes.contains { $0.contains(words) }, "\(found.notes)")
        }
    }

    @Test func tile38sAppendOnlyFile() throws {
        func frame(_ words: String...) -> String {
            "*\(words.count)\r\n" + words.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()
        }
        let text =
            frame("SET", "fleet", "t1", "POINT", "1", "2")
            + frame("SETHOOK", "a", "http://h", "NEARBY", "fleet", "FENCE", "POINT", "1", "2", "30")
            + frame("SETCHAN", "b1", "NEARBY", "fleet", "FENCE", "POINT", "1", "2", "40")
            + frame("SETCHAN", "b2", "NEARBY", "fleet", "FENCE", "POINT", "1", "2", "50")
            + frame("PDELCHAN", "b*2")
        let found = try tile38(text)
        #expect(found.entries.map(\.region.shape) == [circle(1, 2, 30), circle(1, 2, 40)])
        // A file that was cut while it was written names the place.
        #expect(throws: RegionFileFinding.self) { try tile38(String(text.dropLast(3))) }
        #expect(throws: RegionFileFinding.self) { try tile38("*99999999999\r\n") }
        #expect(throws: RegionFileFinding.self) { try tile38("*1\r\n$-1\r\n") }
    }
}
