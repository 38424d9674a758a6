import Geodesy
import RegionIndex
import RegionMonitoring
import Testing

@testable import RegionFiles

/// Polygons that are mended where that is asked for.
struct RepairTests {
    private func read(_ text: String, named file: String = "a.wkt") -> RegionFile {
        var options = RegionFileOptions()
        options.repairs = true
        var reader = RegionFileReader(options: options)
        return reader.read(Array(text.utf8), named: file)
    }

    private func contains(_ file: RegionFile, _ latitude: Double, _ longitude: Double) -> Bool {
        file.entries.first?.geometry.contains(
            LocationCoordinate2D(latitude: latitude, longitude: longitude)) == true
    }

    @Test func aBowTieKeepsBothWings() {
        let file = read("x\tPOLYGON((0 0,2 2,2 0,0 2,0 0))")
        #expect(file.entries.map(\.isRepaired) == [true])
        #expect(contains(file, 1, 0.2) && contains(file, 1, 1.8) && !contains(file, 0.2, 1))
        #expect(file.findings.map(\.severity) == [.error, .warning])
        #expect(file.refusedCount == 1)
        guard case .repaired(let before, let after, 2) = file.findings[1].reason else {
            Issue.record("\(file.findings)")
            return
        }
        #expect(abs(before) < 1e6)
        #expect(abs(after / 24.6e9 - 1) < 0.01)
    }

    @Test func overlappingPartsAreUnited() {
        let file = read(
            "x\tMULTIPOLYGON(((0 0,2 0,2 2,0 2,0 0)),((1 1,3 1,3 3,1 3,1 1)))")
        #expect(contains(file, 1.5, 1.5) && contains(file, 0.5, 0.5) && contains(file, 2.5, 2.5))
        #expect(!contains(file, 0.5, 2.5))
        #expect(file.findings.last?.description.contains("in 1 polygon") == true)
    }

    @Test func aSecondShellGivenAsAHoleIsInside() {
        let file = read("x\tPOLYGON((0 0,1 0,1 1,0 1,0 0),(5 5,6 5,6 6,5 6,5 5))")
        #expect(contains(file, 0.5, 0.5) && contains(file, 5.5, 5.5))
    }

    @Test func acrossTheAntimeridian() {
        let file = read("x\tPOLYGON((179 0,-179 2,-179 0,179 2,179 0))")
        #expect(contains(file, 1, 179.1) && contains(file, 1, -179.1) && !contains(file, 0.2, 180))
    }

    @Test func whatEnclosesNothingIsNotRepaired() {
        let file = read("x\tPOLYGON((0 0,1 1,2 2,0 0))\ny\tPOLYGON((0 0,1 0,1 1,0 0))")
        #expect(file.identifiers == ["y"])
        #expect(file.findings.map(\.reason.description).last?.hasPrefix("not repaired: ") == true)
    }

    @Test func whatIsWrittenIsReadAgain() {
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"a \\"b\\"","properties":{"name":"A\\n","n":1.50,"policy":{"preset":"site"},
              "notifyOnExit":false,"list":[1,{"x":null}]},
             "geometry":{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}},
            {"type":"Feature","id":7,"properties":{"radius":12.5},
             "geometry":{"type":"Point","coordinates":[1e-7,-0.1]}},
            {"type":"Feature","id":"w","properties":{"width":3},
             "geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}},
            {"type":"Feature","id":"m","properties":null,
             "geometry":{"type":"MultiPolygon","coordinates":[
              [[[0,0],[9,0],[9,9],[0,0]],[[5,1],[6,1],[6,2],[5,1]]],[[[20,20],[21,20],[21,21],[20,20]]]]}}
            ]}
            """
        let file = read(text, named: "a.geojson")
        #expect(file.entries.count == 4)
        var bytes = Array(RegionGeoJSON.start.utf8)
        for (index, entry) in file.entries.enumerated() {
            RegionGeoJSON.append(
                entry.region, policy: entry.policyText, isFirst: index == 0, to: &bytes)
        }
        bytes += Array(RegionGeoJSON.end.utf8)
        var reader = RegionFileReader()
        let again = reader.read(bytes, named: "b.geojson")
        #expect(again.findings.isEmpty)
        var expected = file.regions
        // A line comes back as one of several lines.
        expected[1].properties["radius"] = "12.5"
        expected[2].properties["width"] = "3.0"
        #expect(again.regions == expected)
    }
}
