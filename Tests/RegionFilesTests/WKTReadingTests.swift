import Geodesy
import RegionFiles
import RegionMonitoring
import Testing

/// Region files of well-known text.
struct WKTReadingTests {
    private let square = "10 50, 10.25 50, 10.25 50.25, 10 50.25, 10 50"

    private func read(
        _ text: String, named file: String = "a.wkt", _ options: RegionFileOptions = .init()
    ) -> RegionFile {
        var reader = RegionFileReader(options: options)
        return reader.read(Array(text.utf8), named: file)
    }

    private func readTraccar(_ text: String) -> RegionFile {
        read(text, RegionFileOptions(wktOrder: .latitudeFirst))
    }

    @Test(arguments: [
        "POLYGON((10 50,10.25 50,10.25 50.25,10 50.25,10 50))",
        "polygon (( 10 50 ,\t10.25 50, 10.25 50.25, 10 50.25, 10 50 )) ",
        "POLYGON Z((10 50 5,10.25 50 5,10.25 50.25 5,10 50.25 5,10 50 5))",
        "PolygonZ((10 50 5,10.25 50 5,10.25 50.25 5,10 50.25 5,10 50 5))",
        "POLYGON M ((10 50 5,10.25 50 5,10.25 50.25 5,10 50.25 5,10 50 5))",
        "POLYGONZM((10 50 5 1,10.25 50 5 1,10.25 50.25 5 1,10 50.25 5 1,10 50 5 1))",
        "POLYGON((10 50 5,10.25 50 5,10.25 50.25 5,10 50.25 5,10 50 5))",
        "SRID=4326;POLYGON((10 50,10.25 50,10.25 50.25,10 50.25,10 50))",
        "srid=4326 ; POLYGON((1e1 +5.0E1,10.25 50.,010.25 50.25,10 50.25,10.0 50))",
        "MULTIPOLYGON(((10 50,10.25 50,10.25 50.25,10 50.25,10 50)))",
        "SRID = 4326;polygon\tz((10 50 5,10.25 50 5,10.25 50.25 5,10 50.25 5,10 50 5))",
        "MultiPolygon ZM (((10 50 5 1,10.25 50 5 1,10.25 50.25 5 1,10 50.25 5 1,10 50 5 1)))",
        "SRID=4326;MULTIPOLYGONM(((10 50 -1,10.25 50 -1,10.25 50.25 0,10 50.25 0,10 50 0)))",
    ])
    func spellings(_ text: String) {
        let file = read("x\t\(text)\n")
        #expect(file.findings.isEmpty)
        let ring = [(50.0, 10.0), (50, 10.25), (50.25, 10.25), (50.25, 10), (50, 10)].map {
            LocationCoordinate2D(latitude: $0.0, longitude: $0.1)
        }
        #expect(file.regions.map(\.shape) == [.polygons([Polygon(exterior: ring)])])
    }

    @Test func identifiersAndNames() {
        let line = "POLYGON((\(square)))"
        let text = "\u{FEFF}# a comment\n\(line)\r\n\r\nyard 7\t\(line)\r\(line)\n #\n\(line)"
        let file = read(text, named: "sites/yards.v2.wkt")
        #expect(
            file.regions.map(\.identifier.rawValue)
                == ["yards.v2", "yard 7", "yards.v2#2", "yards.v2#3"])
        #expect(file.entries.map(\.position.line) == [2, 4, 5, 7])
        #expect(file.findings.allSatisfy { $0.severity == .warning })
    }

    @Test func holesAndParts() {
        let file = read(
            """
            h\tPOLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,2 2,1 1),(3 3,4 3,4 4,3 3))
            m\tMULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,9 5,9 9,5 5),(7 6,8 6,8 7,7 6)))
            """)
        #expect(file.findings.isEmpty)
        guard case .polygons(let holed) = file.regions[0].shape,
            case .polygons(let parts) = file.regions[1].shape
        else {
            Issue.record("not polygons")
            return
        }
        #expect(holed[0].holes.map(\.count) == [4, 4])
        #expect(parts.map(\.holes.count) == [0, 1])
    }

    @Test(arguments: [
        ("POLYGON(15 50,15.25 50,15 50)", 11, "found '15', expected '('"),
        ("CIRCLE(50 16, 250)", 3, "type CIRCLE"),
        ("POLYGON EMPTY", 11, "empty"),
        ("MULTIPOLYGON(((0 0,1 0,1 1,0 0)), EMPTY)", 37, "empty"),
        ("POLYGON Z EMPTY", 13, "empty"), ("multipolygonzm empty", 18, "empty"),
        ("POLYGON((0 0,1 0,1 1,0 0),EMPTY)", 29, "empty"), ("POLYGON ()", 12, "expected '('"),
        ("POLYGON(())", 12, "expected a longitude"),
        ("GEOMETRYCOLLECTION Z EMPTY", 3, "type GEOMETRYCOLLECTION"),
        (
            "GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POLYGON((0 0,1 0,1 1,0 0))))", 3,
            "type GEOMETRYCOLLECTION"
        ),
        ("POLYGON ZZ((0 0,1 0,1 1,0 0))", 11, "found 'ZZ', expected '('"),
        ("SRID=4326", 12, "expected ';'"), ("SRID=4326;", 13, "the name of a geometry"),
        ("SRID=4326;SRID=4326;POINT(1 1)", 13, "the name of a geometry"),
        (
            "POLYGON((0 0,1 0,1 1,0 0)) trailing", 30,
            "found 'trailing', expected the end of the line"
        ),
        ("POLYGON((0 0,1 0,1 1,0 0)),", 29, "found ',', expected the end"),
        ("POLYGON((nan 50,21 50,21 51,nan 50))", 12, "found 'nan', expected a longitude"),
        ("POLYGON((0x1p3 50,21 50,21 51,8 50))", 12, "found '0x1p3', expected a longitude"),
        ("POLYGON((1e999 50,21 50,21 51,1 50))", 12, "found '1e999'"),
        ("POLYGON((0 0,1 0,1 1))", 11, "3 positions"),
        ("POLYGON((0 0,1 0,1 1,0 1))", 11, "not closed"),
        ("POLYGON((0 0,1 0,1 1,0 0)", 28, "found the end of the line, expected ',' or ')'"),
        ("POLYGON((0 0,1 0,1", 21, "found the end of the line, expected a latitude"),
        ("POLYGON Z((0 0,1 0,1 1,0 0))", 17, "expected 3 numbers a position"),
        ("POLYGON((0 0 1 2 3,1 0,1 1,0 0))", 20, "found '3', expected ',' or ')'"),
        ("POLYGON((0 91,1 0,1 1,0 91))", 14, "latitude 91"),
        ("POLYGON((541 0,1 0,1 1,541 0))", 12, "longitude 541"),
        ("SRID=3857;POLYGON((0 0,1 0,1 1,0 0))", 3, "EPSG:3857"),
        ("SRID=;POLYGON((0 0,1 0,1 1,0 0))", 8, "number of a reference system"),
        ("GEOMETRYCOLLECTION(POINT(1 1))", 3, "type GEOMETRYCOLLECTION"),
        ("CURVEPOLYGON(CIRCULARSTRING(0 0,1 1,2 0))", 3, "type CURVEPOLYGON"),
        ("LINESTRING(0 0,1 1)", 3, "'width' is missing"),
        ("POINT(0 0)", 3, "'radius' is missing"),
        ("POLYGONS((0 0,1 0,1 1,0 0))", 3, "found 'POLYGONS', expected the name of a geometry"),
        ("", 3, "found the end of the line, expected the name of a geometry"),
        ("POLYGON((0 0,2 2,2 0,0 2,0 0))", 3, "Self-intersection at (1.0 1.0)"),
    ])
    func refusals(_ text: String, _ column: Int, _ words: String) {
        let file = read("good\tPOLYGON((\(square)))\nx\t\(text)\nlast\tPOLYGON((0 0,1 0,1 1,0 0))")
        #expect(file.isReadable)
        #expect(file.regions.map(\.identifier.rawValue) == ["good", "last"])
        #expect(file.findings.count == 1)
        #expect(file.findings.first?.region == RegionID("x"))
        #expect(file.findings.first?.position.line == 2)
        #expect(file.findings.first?.position.column == column)
        #expect(file.findings.first?.description.contains(words) == true, "\(file.findings)")
    }

    @Test func latitudeFirst() {
        let file = readTraccar(
            """
            circle\tCIRCLE (55.75414 37.6204, 100)
            area\tPOLYGON ((55.75474 37.61823, 55.75513 37.61888, 55.7535 37.6222, 55.75474 37.61823))
            none\tCIRCLE (55.75414 37.6204, 0)
            text\tCIRCLE (55.75414 37.6204, 100 m)
            swapped\tCIRCLE (148.7 37.6204, 100)
            """)
        #expect(file.regions.map(\.identifier.rawValue) == ["circle", "area"])
        let center = LocationCoordinate2D(latitude: 55.75414, longitude: 37.6204)
        #expect(file.regions[0].shape == .circle(Circle(center: center, radius: 100)))
        #expect(file.findings.map(\.position.line) == [3, 4, 5])
    }

    @Test func pointsTakeTheGivenRadius() {
        let file = read("p\tPOINT Z(10 50 3)", RegionFileOptions(pointRadius: 40))
        let center = LocationCoordinate2D(latitude: 50, longitude: 10)
        #expect(file.regions.map(\.shape) == [.circle(Circle(center: center, radius: 40))])
    }

    @Test func unusableIdentifiers() {
        let line = "POLYGON((\(square)))"
        let file = read("\t\(line)\nx\t\(line)\nx\t\(line)\n#7\t\(line)")
        #expect(file.regions.map(\.identifier.rawValue) == ["x", "#7"])
        let errors = file.findings.filter { $0.severity == .error }
        #expect(errors.map(\.position.line) == [1, 3])
        var reader = RegionFileReader()
        let damaged = reader.read([0xFF, 0xFE, 0x09] + Array(line.utf8), named: "a.wkt")
        #expect(damaged.findings.first?.reason.description.contains("UTF-8") == true)
    }

    @Test(arguments: [
        ("a.WKT", "x\tPOLYGON((0 0,1 0,1 1,0 0))", 1),
        ("a.tsv", "# zones\nx\tPOLYGON((0 0,1 0,1 1,0 0))", 1),
        ("a", "SRID=4326;POLYGON((0 0,1 0,1 1,0 0))", 1),
        ("a.tsv", "x\tno geometry", 0),
        ("a.json", "x\tPOLYGON((0 0,1 0,1 1,0 0))", 0),
        (".wkt/a", #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#, 1),
    ])
    func theFormatIsFound(_ name: String, _ text: String, _ count: Int) {
        let file = read(text, named: name)
        #expect(file.regions.count == count)
        #expect(file.isReadable == (count > 0))
    }

    /// What shows no format is not called broken GeoJSON.
    @Test(arguments: [
        ("a.dat", "1,\"Goroka\",-6.08,145.39\n", "1,\"Goroka\",-6.08,145.39"),
        ("a", "\n  name;x;y\n", "name;x;y"), ("a.txt", "true", "true"),
    ])
    func anUnknownFormatIsCalledSo(_ name: String, _ text: String, _ found: String) {
        let file = read(text, named: name)
        #expect(!file.isReadable)
        let message = file.findings.first?.description ?? ""
        #expect(message.contains("'\(found)', shows its format; name it with --regions-format"))
    }

    @Test func timeIsLinear() {
        // Half a million positions in one line; minutes if each asked for all before it.
        let count = 500_000
        var text = "big\tPOLYGON(("
        for index in 0...count {
            // A parabola's arc and its chord: convex, so that the check for validity is quick too.
            let x = Double(index % count) / Double(count)
            text += (index == 0 ? "" : ",") + "\(x) \(x * x)"
        }
        let file = read(text + "))")
        #expect(file.regions.count == 1, "\(file.findings)")
    }
}
