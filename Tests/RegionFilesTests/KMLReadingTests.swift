import Geodesy
import RegionFiles
import RegionMonitoring
import Testing

/// Region files in KML.
struct KMLReadingTests {
    private func read(
        _ placemarks: String, namespace: String = "http://www.opengis.net/kml/2.2",
        radius: Double? = nil, doubts: Bool = false
    ) -> RegionFile {
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kml xmlns=\"\(namespace)\"><Document>\n"
            + placemarks + "\n</Document></kml>\n"
        var reader = RegionFileReader(
            options: RegionFileOptions(pointRadius: radius, findsDoubts: doubts))
        return reader.read(Array(text.utf8), named: "a.kml")
    }

    private let ring = "<LinearRing><coordinates>0,0 9,0 9,9 0,9 0,0</coordinates></LinearRing>"
    private var square: String { "<Polygon><outerBoundaryIs>\(ring)</outerBoundaryIs></Polygon>" }

    @Test(arguments: [
        "http://www.opengis.net/kml/2.2", "http://earth.google.com/kml/2.1", "",
    ])
    func polygonsWithHoles(_ namespace: String) {
        let file = read(
            """
            <Folder><name>folder</name>
            <Placemark id="a"><name> Zone &amp; more </name>
              <ExtendedData>
                <Data name="kind"><displayName>Kind</displayName><value>toll</value></Data>
                <SchemaData schemaUrl="#s"><SimpleData name="n">7</SimpleData></SchemaData>
              </ExtendedData>
              <Polygon><tessellate>1</tessellate>
                <outerBoundaryIs>\(ring)</outerBoundaryIs>
                <innerBoundaryIs><LinearRing><coordinates>
                  1,1,5
                  2,1,5 2,2,5
                  1,1,5
                </coordinates></LinearRing></innerBoundaryIs>
                <innerBoundaryIs><LinearRing><coordinates>3,3 4,3 4,4 3,3</coordinates></LinearRing>
                </innerBoundaryIs>
              </Polygon>
            </Placemark></Folder>
            """, namespace: namespace)
        #expect(file.findings.isEmpty)
        #expect(file.identifiers == ["a"])
        #expect(file.regions[0].name == "Zone & more")
        #expect(file.regions[0].properties == ["kind": #""toll""#, "n": #""7""#])
        guard case .polygons(let polygons) = file.regions[0].shape else { return }
        #expect(polygons.map(\.holes.count) == [2])
        #expect(polygons[0].exterior[1] == LocationCoordinate2D(latitude: 0, longitude: 9))
    }

    @Test func severalPolygonsAreOneRegion() {
        let far = square.replacing("0,0 9,0 9,9 0,9 0,0", with: "20,0 21,0 21,1 20,0")
        let file = read(
            "<Placemark><name>m</name><MultiGeometry>\(square)<MultiGeometry>\(far)</MultiGeometry>"
                + "</MultiGeometry></Placemark>")
        #expect(file.identifiers == ["m"])
        guard case .polygons(let polygons) = file.regions[0].shape else { return }
        #expect(polygons.count == 2)
    }

    @Test func pointsAndLinesNeedASize() {
        func placemark(_ name: String, _ data: String, _ geometry: String) -> String {
            "<Placemark><name>\(name)</name><ExtendedData>\(data)</ExtendedData>\(geometry)</Placemark>\n"
        }
        let point = "<Point><coordinates>10,50,0</coordinates></Point>"
        let line = "<LineString><coordinates>10,50 11,50</coordinates></LineString>"
        let radius = "<Data name=\"radius\"><value>40</value></Data>"
        let width = "<Data name=\"width\"><value>3</value></Data>"
        let text =
            placemark("a", radius, point) + placemark("b", width, line) + placemark("c", "", point)
            + placemark("d", "", line)
            + placemark("e", radius.replacing("40", with: "40 m"), point)
        let file = read(text)
        #expect(file.identifiers == ["a", "b"])
        #expect(file.findings.map(\.region) == [RegionID("c"), RegionID("d"), RegionID("e")])
        #expect(read(text, radius: 5).identifiers == ["a", "b", "c"])
    }

    @Test(arguments: [
        ("<Polygon></Polygon>", "empty"),
        ("", "empty"),
        ("<Point><coordinates></coordinates></Point>", "empty"),
        (
            "<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon>",
            "3 positions"
        ),
        (
            "<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,1</coordinates></LinearRing></outerBoundaryIs></Polygon>",
            "not closed"
        ),
        (
            "<Polygon><outerBoundaryIs><LinearRing><coordinates>0, 0 1, 0 1, 1 0, 0</coordinates></LinearRing></outerBoundaryIs></Polygon>",
            "found '0,'"
        ),
        (
            "<Polygon><outerBoundaryIs><LinearRing><coordinates>0,91 1,0 1,1 0,91</coordinates></LinearRing></outerBoundaryIs></Polygon>",
            "latitude 91"
        ),
        (
            "<Polygon><outerBoundaryIs><LinearRing><coordinates>0,nan 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon>",
            "found '0,nan'"
        ),
        ("<Track xmlns=\"http://www.google.com/kml/ext/2.2\"></Track>", "type Track"),
        ("<Model></Model>", "type Model"),
        (
            "<MultiGeometry><Point><coordinates>1,1</coordinates></Point><Point><coordinates>2,2</coordinates></Point></MultiGeometry>",
            "type MultiGeometry"
        ),
    ])
    func refusals(_ geometry: String, _ words: String) {
        let file = read(
            "<Placemark id=\"x\">\(geometry)</Placemark>\n<Placemark id=\"z\">\(square)</Placemark>"
        )
        #expect(file.identifiers == ["z"])
        #expect(file.findings.map(\.region) == [RegionID("x")])
        #expect(file.findings.first?.position.line == 3)
        #expect(file.findings.first?.description.contains(words) == true, "\(file.findings)")
    }

    @Test func namesAreNeededAndUnique() {
        let file = read(
            "<Placemark>\(square)</Placemark>\n<Placemark><name>a</name>\(square)</Placemark>\n"
                + "<Placemark id=\"a\">\(square)</Placemark>")
        #expect(file.identifiers == ["a"])
        #expect(file.findings.map(\.position.line) == [3, 5])
    }

    @Test(arguments: [
        "", "{}", "<kml>", "<gpx></gpx>", "<kml></kml><kml></kml>", "<kml><Placemark></kml>",
        "<!DOCTYPE kml [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><kml>&b;</kml>",
        String(repeating: "<kml>", count: 5000),
    ])
    func whatIsNoKML(_ text: String) {
        var reader = RegionFileReader()
        let file = reader.read(Array(text.utf8), named: "a.kml")
        #expect(!file.isReadable)
        #expect(file.findings.count == 1 && file.entries.isEmpty)
    }

    @Test func aFileThatBreaksOffGivesNoRegion() {
        let text =
            "<kml>"
            + String(
                repeating: "<Placemark id=\"x\">\(square)</Placemark>\n", count: 1000)
        var reader = RegionFileReader()
        let file = reader.read(Array(text.utf8), named: "a.kml")
        #expect(file.entries.isEmpty)
        #expect(file.findings.count == 1)
    }

    @Test func linksAreToldOf() {
        let file = read("<NetworkLink><Link/></NetworkLink>", doubts: true)
        #expect(file.findings.map(\.severity) == [.warning])
    }
}
