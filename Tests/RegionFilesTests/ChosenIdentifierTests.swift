import RegionFiles
import RegionMonitoring
import Testing

/// Features that are identified by a property of the caller's choice.
struct ChosenIdentifierTests {
    @Test func thePropertyTakesTheIdentifiersPlace() {
        let text = collection(
            feature(id: "5", properties: #"{"zone":"a","id":"q"}"#),
            feature(id: nil, properties: #"{"zone":8.0}"#, geometry: square(20, 50)),
            feature(id: "7", properties: #"{"id":"q"}"#),
            feature(id: "9", properties: #"{"zone":null}"#))
        var reader = RegionFileReader(options: RegionFileOptions(identifierProperty: "zone"))
        let file = reader.read(Array(text.utf8), named: "a.geojson")
        #expect(file.identifiers == ["a", "8"])
        #expect(file.regions[0].properties["zone"] == #""a""#)
        #expect(file.findings.map(\.feature) == [2, 3])
        #expect(file.findings[0].description.contains("'properties.zone' is missing"))
        #expect(file.findings[1].description.contains("'properties.zone' is null"))
    }
}
