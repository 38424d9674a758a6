import RegionFiles
import RegionMonitoring
import Testing

@Suite struct RegionIdentifierTests {
    @Test(arguments: [
        ("\"depot\"", "depot"), ("7", "7"), ("8.0", "8"), ("80e-1", "8"), ("\"007\"", "007"),
        ("9007199254740993", "9007199254740993"), ("-1.50", "-1.5"), ("\"a\\u0062\"", "ab"),
        ("\" \"", " "),
    ])
    func takesTextsAndNumbers(_ id: String, _ expected: String) {
        let file = read(collection(feature(id: id)))
        #expect(file.identifiers == [expected])
        #expect(file.findings.isEmpty)
    }

    @Test func looksAmongTheProperties() {
        let file = read(
            collection(
                feature(id: nil, properties: #"{"id":"a"}"#),
                feature(id: nil, properties: #"{"identifier":8.0}"#, geometry: square(11, 50)),
                feature(
                    id: nil, properties: #"{"identifier":"no","id":"b"}"#, geometry: square(12, 50)),
                feature(id: "\"c\"", properties: #"{"id":"no"}"#, geometry: square(13, 50))))
        #expect(file.identifiers == ["a", "8", "b", "c"])
        #expect(file.findings.isEmpty)
    }

    @Test(arguments: [
        ("null", "null"), ("{\"a\":1}", "an object"), ("[1]", "an array"), ("true", "true"),
        ("\"\"", "\"\""), ("1e300", "1e300"),
    ])
    func refusesUnusableOnes(_ id: String, _ found: String) {
        // What is there but cannot be used is an error, not a reason to look further.
        #expect(
            refusals(feature(id: id, properties: #"{"id":"other"}"#)) == [
                "a.geojson:2:24: error: features[0]: 'id' is \(found); it must be a text that is "
                    + "not empty, or a number"
            ])
        #expect(
            refusals(feature(id: nil, properties: "{\"id\":\(id),\"identifier\":\"other\"}")) == [
                "a.geojson:2:38: error: features[0]: 'properties.id' is \(found); it must be a text "
                    + "that is not empty, or a number"
            ])
    }

    @Test func refusesAFeatureWithoutOne() {
        #expect(
            refusals(feature(id: nil, properties: #"{"name":"anon"}"#)) == [
                "a.geojson:2:1: error: features[0]: 'id' is missing; it must be a text or a number, "
                    + "here or as 'id' or 'identifier' of the properties, or as what --id-property names"
            ])
    }

    @Test func givesARepeatedOneToTheFirst() {
        var reader = RegionFileReader()
        let first = reader.read(
            Array(
                collection(
                    feature(id: "7", geometry: square(10, 50)),
                    feature(id: "\"7\"", geometry: square(11, 50))
                ).utf8), named: "a.geojson")
        let second = reader.read(
            Array(feature(id: "7.0", geometry: square(12, 50)).utf8), named: "b/c.geojson")
        #expect(first.identifiers == ["7"])
        #expect(
            first.regions.first?.shape
                == read(feature(geometry: square(10, 50))).regions.first?.shape)
        #expect(
            first.findings.map(\.description) == [
                "a.geojson:3:24: error: region '7': the identifier has been used before, at "
                    + "a.geojson:2:24; it must be unique over all files"
            ])
        #expect(
            second.findings.map(\.description) == [
                "b/c.geojson:1:24: error: region '7': the identifier has been used before, at "
                    + "a.geojson:2:24; it must be unique over all files"
            ])
        #expect(second.entries.isEmpty)
        #expect(second.isReadable)
        #expect(second.refusedCount == 1)
    }

    @Test func comparesByBytes() {
        // An accented letter as one scalar and as two: two identifiers.
        let file = read(
            collection(
                feature(id: "\"\u{E9}\"", geometry: square(10, 50)),
                feature(id: "\"e\u{301}\"", geometry: square(11, 50))))
        #expect(file.entries.count == 2)
    }

    @Test(arguments: [
        ("bare-polygon.geojson", "bare-polygon"), ("/data/depots.v2.json", "depots.v2"),
        ("plain", "plain"), (".geojson", ".geojson"), ("a/b/c.d/e", "e"), ("-", "-"),
    ])
    func namesABareGeometryAfterItsFile(_ file: String, _ expected: String) {
        #expect(read(square(10, 50), named: file).identifiers == [expected])
    }

    @Test func refusesABareGeometryWithoutAName() {
        #expect(
            read(square(10, 50), named: "").findings.map(\.description) == [
                ":1:1: error: 'id' is missing; it must be a feature's 'id', as the file has no name"
            ])
    }
}
