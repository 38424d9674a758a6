import Geodesy
import RegionFiles
import RegionMonitoring
import Testing

@Suite struct RegionFileTests {
    private static let plain = RegionShape.polygons([
        Polygon(exterior: [
            LocationCoordinate2D(latitude: 50, longitude: 10),
            LocationCoordinate2D(latitude: 50, longitude: 10.25),
            LocationCoordinate2D(latitude: 50.25, longitude: 10.25),
            LocationCoordinate2D(latitude: 50.25, longitude: 10),
            LocationCoordinate2D(latitude: 50, longitude: 10),
        ])
    ])

    @Test(arguments: [
        collection(feature()),
        feature(),
        square(10, 50),
        "\u{FEFF}" + feature(),
        " \r\n" + feature() + "\n\n",
        #"{"features":[\#(feature())],"bbox":[10,50,0,10.25,50.25,130],"crs":null,"name":"x","type":"FeatureCollection"}"#,
        #"{"geometry":\#(square(10, 50)),"bbox":[10,50,10.25,50.25],"properties":null,"id":"x","type":"Feature"}"#,
    ])
    func acceptsEachWrapping(_ text: String) {
        let file = read(text, named: "x.geojson")
        #expect(file.isReadable)
        #expect(file.findings.isEmpty)
        #expect(file.identifiers == ["x"])
        #expect(file.regions.first?.shape == Self.plain)
    }

    @Test(arguments: [
        "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::CRS84", "OGC:CRS84", "CRS84",
        "EPSG:4326", "epsg:4326", "urn:ogc:def:crs:EPSG::4326", "urn:ogc:def:crs:EPSG:6.18:4326",
        "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
        "http://www.opengis.net/def/crs/EPSG/0/4326",
        "http://www.opengis.net/gml/srs/epsg.xml#4326",
    ])
    func acceptsTheNamesOfWGS84(_ name: String) {
        let crs = #","crs":{"type":"name","properties":{"name":"\#(name)"}}"#
        #expect(read(feature(and: crs)).findings.isEmpty)
    }

    @Test(arguments: [
        (
            #"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}"#,
            "\"urn:ogc:def:crs:EPSG::3857\""
        ),
        (#"{"type":"name","properties":{"name":"4326"}}"#, "\"4326\""),
        (#"{"type":"name","properties":{"name":null}}"#, "an object"),
        (#"{"type":"link","properties":{"href":"http://example.com/crs/42"}}"#, "an object"),
        (#"{"type":"EPSG","properties":{"code":28992}}"#, "\"EPSG:28992\""),
        (#""EPSG:2056""#, "\"EPSG:2056\""), ("4326", "4326"), ("{}", "an object"),
    ])
    func refusesOtherReferenceSystems(_ crs: String, _ found: String) {
        let expected =
            "the reference system is \(found); it must be CRS84 or EPSG:4326, or be left out; transform the "
            + "coordinates to degrees of WGS 84"
        let whole = read(#"{"type":"FeatureCollection","crs":\#(crs),"features":[\#(feature())]}"#)
        #expect(!whole.isReadable)
        #expect(whole.entries.isEmpty)
        #expect(whole.findings.map(\.description) == ["a.geojson:1:35: error: \(expected)"])
        let one = read(
            collection(
                feature(id: "1", and: ",\"crs\":\(crs)"), feature(id: "2", geometry: square(11, 50))
            ))
        #expect(one.identifiers == ["2"])
        #expect(
            one.findings.map(\.description) == ["a.geojson:2:148: error: region '1': \(expected)"])
    }

    @Test(arguments: [
        ("", "1:1: error: not JSON: found the end of the text, expected a value"),
        (
            "{",
            "1:2: error: not JSON: found the end of the text, expected a member's name in double quotes or '}'"
        ),
        (
            "{\n \"type\": \"Point\"\n \"a\": 1}",
            "3:2: error: not JSON: found '\"', expected ',' or '}'"
        ),
        (
            "{\"type\":\"Feature\"}\n{\"type\":\"Feature\"}",
            "2:1: error: not JSON: found '{', expected nothing after the value; put several features into one FeatureCollection"
        ),
        (
            "\u{1E}{\"type\":\"Feature\"}",
            "1:1: error: not JSON: found control character 001E, expected a value; put several features into one FeatureCollection"
        ),
        ("{\"a\":NaN}", "1:6: error: not JSON: found 'N', expected a value"),
        (
            "[]",
            "1:1: error: found an array; a region file is one GeoJSON object: a FeatureCollection, a Feature or a geometry; write {\"type\":\"FeatureCollection\",\"features\":[...]} around the array"
        ),
        (
            "null",
            "1:1: error: found null; a region file is one GeoJSON object: a FeatureCollection, a Feature or a geometry"
        ),
        ("[1,]", "1:4: error: not JSON: found ']', expected a value"),
        (
            "{}",
            "1:1: error: 'type' is missing; it must be FeatureCollection, Feature or a geometry's type"
        ),
        (
            "{\"type\":{}}",
            "1:9: error: 'type' is an object; it must be FeatureCollection, Feature or a geometry's type"
        ),
        (
            "{\"type\":\"FooBar\"}",
            "1:9: error: 'type' is \"FooBar\"; it must be FeatureCollection, Feature or a geometry's type"
        ),
        (
            "{\"type\":\"Topology\"}",
            "1:9: error: 'type' is \"Topology\"; it must be FeatureCollection, Feature or a geometry's type; convert TopoJSON to GeoJSON"
        ),
        (
            "{\"type\":\"FeatureCollection\"}",
            "1:1: error: 'features' is missing; it must be an array of features"
        ),
        (
            "{\"type\":\"FeatureCollection\",\"features\":{}}",
            "1:40: error: 'features' is an object; it must be an array of features"
        ),
        (
            "{\"type\":\"FeatureCollection\",\"coordinates\":\"mars\",\"features\":[]}",
            "1:43: error: 'coordinates' is \"mars\"; it must be the system of the file's coordinates, \"wgs84\", \"gcj02\" or \"bd09\""
        ),
    ])
    func refusesUnreadableFiles(_ text: String, _ expected: String) {
        let file = read(text)
        #expect(!file.isReadable)
        #expect(file.entries.isEmpty)
        #expect(file.refusedCount == 0)
        #expect(file.findings.map(\.description) == ["a.geojson:\(expected)"])
    }

    @Test(
        arguments: [
            (
                [0x1F, 0x8B, 0x08],
                "found control character 001F, expected a value; the file may be compressed: unpack it"
            ),
            (
                [0xFF, 0xFE, 0x7B, 0x00],
                "found byte 0xFF, expected a value; the file may be UTF-16: save it as UTF-8"
            ),
            (
                [0x7B, 0x00],
                "found control character 0000, expected a member's name in double quotes or '}'; the file may be UTF-16: save it as UTF-8"
            ),
            ([0x22, 0xE9, 0x22], "found byte 0xE9, expected UTF-8; save the file as UTF-8"),
        ] as [([UInt8], String)])
    func guessesAtForeignEncodings(_ bytes: [UInt8], _ expected: String) throws {
        var reader = RegionFileReader()
        let finding = try #require(reader.read(bytes, named: "a").findings.first)
        #expect(finding.description.hasSuffix(": error: not JSON: \(expected)"))
    }

    @Test func takesNothingOfAFileCutShort() {
        let text = collection(feature(id: "1"), feature(id: "2", geometry: square(11, 50)))
        for count in 0..<text.utf8.count {
            let file = read(String(text.prefix(count)))
            #expect(!file.isReadable && file.entries.isEmpty && file.findings.count == 1)
        }
        #expect(read(text).entries.count == 2)
    }

    @Test func refusesDeepNesting() {
        let deep = String(repeating: "[", count: 10_000)
        let file = read("{\"type\":\"Polygon\",\"coordinates\":\(deep)")
        #expect(
            file.findings.map(\.description) == [
                "a.geojson:1:160: error: not JSON: found '[', expected fewer arrays and objects "
                    + "within each other"
            ])
    }

    @Test func badFeaturesNeverStopTheOthers() {
        let file = read(
            collection(
                feature(id: "1"), "null", feature(id: "3", geometry: "null"), "[]",
                feature(id: nil), feature(id: "6", geometry: square(11, 50)), square(12, 50),
                "{\"type\":\"Featre\",\"id\":8}", "{\"id\":9}",
                feature(id: "10", geometry: square(13, 50))))
        #expect(file.isReadable)
        #expect(file.identifiers == ["1", "6", "10"])
        #expect(
            file.entries.map(\.position.description) == [
                "a.geojson:2:1", "a.geojson:7:1", "a.geojson:11:1",
            ])
        #expect(file.refusedCount == 7)
        #expect(
            file.findings.map(\.description) == [
                "a.geojson:3:1: error: features[1]: 'feature' is null; it must be an object",
                "a.geojson:4:53: error: region '3': 'geometry' is null; it must be a geometry",
                "a.geojson:5:1: error: features[3]: 'feature' is an array; it must be an object",
                "a.geojson:6:1: error: features[4]: 'id' is missing; it must be a text or a number, "
                    + "here or as 'id' or 'identifier' of the properties, or as what --id-property names",
                "a.geojson:8:9: error: features[6]: 'type' is \"Polygon\"; it must be \"Feature\"; "
                    + "write a Feature with an 'id' around the geometry",
                "a.geojson:9:9: error: region '8': 'type' is \"Featre\"; it must be \"Feature\"",
                "a.geojson:10:1: error: region '9': 'type' is missing; it must be \"Feature\"",
            ])
        #expect(file.findings.map(\.feature) == [1, 2, 3, 4, 6, 7, 8])
        #expect(file.findings.map(\.region?.rawValue) == [nil, "3", nil, nil, nil, "8", "9"])
    }

    @Test func warnsOfARegionTwice() {
        var reader = RegionFileReader()
        let first = reader.read(Array(feature(id: "1").utf8), named: "a.geojson")
        let second = reader.read(
            Array(collection(feature(id: "2"), feature(id: "3", geometry: square(11, 50))).utf8),
            named: "b.geojson")
        #expect(first.findings.isEmpty)
        #expect(second.identifiers == ["2", "3"])
        #expect(
            second.findings.map(\.description) == [
                "b.geojson:2:1: warning: region '2': covers exactly what region '1' covers; one of "
                    + "the two may be a copy left behind"
            ])
        #expect(second.refusedCount == 0)
    }

    @Test func convertsFromTheSystemTheFileDeclares() throws {
        let shanghai = LocationCoordinate2D(latitude: 31.1774276, longitude: 121.5272106)
        let given = CoordinateSystem.gcj02.fromWGS84(shanghai)
        let point = """
            {"type":"Feature","id":"p","properties":{"radius":5},"geometry":{"type":"Point",\
            "coordinates":[\(given.longitude),\(given.latitude)]}}
            """
        let text =
            "{\"type\":\"FeatureCollection\",\"coordinates\":\"gcj02\",\"features\":[\(point)]}"
        guard case .circle(let circle)? = read(text).regions.first?.shape else {
            Issue.record("no circle")
            return
        }
        #expect(abs(circle.center.latitude - shanghai.latitude) < 1e-9)
        #expect(abs(circle.center.longitude - shanghai.longitude) < 1e-9)
        // A single feature is the top of its file too.
        let single = feature(
            geometry: #"{"type":"Polygon","coordinates":[[[121,31],[122,31],[122,32],[121,31]]]}"#,
            and: ",\"coordinates\":\"bd09\"")
        guard case .polygons(let polygons)? = read(single).regions.first?.shape else {
            Issue.record("no polygon")
            return
        }
        #expect(polygons[0].exterior.first == polygons[0].exterior.last)
        #expect(
            polygons[0].exterior.first
                == CoordinateSystem.bd09.toWGS84(
                    LocationCoordinate2D(latitude: 31, longitude: 121)))
    }

    @Test func refusesASystemWhereItWouldBeOverlooked() {
        #expect(
            refusals(feature(and: ",\"coordinates\":\"gcj02\"")) == [
                "a.geojson:2:158: error: region 'x': 'coordinates' is \"gcj02\"; it must be a member "
                    + "of the collection, where it holds for all features"
            ])
        #expect(refusals(feature(and: ",\"coordinates\":null")).isEmpty)
    }

    @Test func printsNoControlCharacters() {
        let file = read(
            collection(feature(id: "\"a\\u001b[31m\\nb\"", geometry: "null")), named: "x\n.geojson")
        #expect(
            file.findings.map(\.description) == [
                "x\\u{A}.geojson:2:68: error: region 'a\\u{1B}[31m\\u{A}b': 'geometry' is null; it "
                    + "must be a geometry"
            ])
    }

    @Test func cutsLongValuesInMessages() {
        let long = String(repeating: "\u{E9}", count: 10_000)
        #expect(
            refusals(feature(properties: "{\"notifyOnEntry\":\"\(long)\"}")) == [
                "a.geojson:2:58: error: region 'x': 'properties.notifyOnEntry' is "
                    + "\"\(String(repeating: "\u{E9}", count: 39))...; it must be true or false"
            ])
    }
}

@Suite struct RegionFeatureTests {
    private let start = SourcePosition(file: "fixes.ndjson", line: 12, column: 35)

    @Test func readsOneFeature() throws {
        let region = try RegionFileReader.readFeature(
            Array(feature(id: "8.0", properties: #"{"name":"a"}"#).utf8), at: start)
        #expect(region.identifier == "8")
        #expect(region.name == "a")
        #expect(region.shape == read(square(10, 50)).regions.first?.shape)
    }

    @Test func countsFromWhereItStands() {
        #expect(throws: RegionFileFinding.self) {
            try RegionFileReader.readFeature(Array(square(10, 50).utf8), at: start)
        }
        for (text, expected) in [
            (
                feature(id: "null"),
                "12:58: error: 'id' is null; it must be a text that is not empty, or a number"
            ),
            (
                square(10, 50),
                "12:43: error: 'type' is \"Polygon\"; it must be Feature; write a Feature with an 'id' around the geometry"
            ),
            ("[1", "12:37: error: not JSON: found the end of the text, expected ',' or ']'"),
            ("{\n\"a\"}", "13:4: error: not JSON: found '}', expected ':'"),
            (
                feature(geometry: "null"),
                "12:89: error: region 'x': 'geometry' is null; it must be a geometry"
            ),
        ] {
            do throws(RegionFileFinding) {
                _ = try RegionFileReader.readFeature(Array(text.utf8), at: start)
                Issue.record("accepted: \(text)")
            } catch {
                #expect(error.description == "fixes.ndjson:\(expected)")
            }
        }
    }
}
