import Geodesy
import RegionFiles
import RegionMonitoring
import Testing

/// Region files that are tables of circles.
struct CSVReadingTests {
    private func read(
        _ text: String, named file: String = "a.csv", _ options: RegionFileOptions = .init()
    ) -> RegionFile {
        var reader = RegionFileReader(options: options)
        return reader.read(Array(text.utf8), named: file)
    }

    private func circle(_ latitude: Double, _ longitude: Double, _ radius: Double) -> RegionShape {
        .circle(
            Circle(
                center: LocationCoordinate2D(latitude: latitude, longitude: longitude),
                radius: radius))
    }

    @Test(arguments: [
        "id,lat,lon,radius\nx,50,10,40\n",
        "\u{FEFF}ID, Latitude ,LNG,Radius\r\n\r\nx,50,10,40\r\n",
        "radius;id;lon;lat\n40;x;10,0;5,0e1",
        "lon\tlat\tradius\tid\r10\t50\t40.0\tx\r",
        "id|lat|lon|radius\n\"x\"|50|10|40",
    ])
    func spellings(_ text: String) {
        let file = read(text)
        #expect(file.findings.isEmpty)
        #expect(file.regions.map(\.shape) == [circle(50, 10, 40)])
        #expect(file.identifiers == ["x"])
    }

    @Test func otherColumnsAreProperties() {
        let file = read(
            #"""
            id,name,lat,lon,radius,zone,,note
            "a ""1""",Yard,50,10,40,007,ignored,"two
            lines"
            b,,50,11,40,,,
            """#)
        #expect(file.findings.isEmpty)
        #expect(file.identifiers == [#"a "1""#, "b"])
        #expect(file.regions.map(\.name) == ["Yard", nil])
        #expect(file.regions[0].properties == ["zone": #""007""#, "note": #""two\nlines""#])
        #expect(file.regions[1].properties == ["zone": "\"\"", "note": "\"\""])
        #expect(file.entries.map(\.position.line) == [2, 4])
    }

    @Test(arguments: [
        ("x,50,10", 1, "3 cells, expected 4"),
        ("x,50,10,40,5", 1, "5 cells, expected 4"),
        (",50,10,40", 1, "'id' is missing"),
        ("x,,10,40", 3, "'lat' is empty"),
        ("x,nan,10,40", 3, "'lat' is 'nan'"),
        ("x,50,10,40 m", 9, "'radius' is '40 m'; it must be a number of metres above 0"),
        ("x,50,10,0", 9, "'radius' is '0'"),
        ("x,50,10,", 9, "'radius' is empty"),
        ("x,50,10,inf", 9, "'radius' is 'inf'"),
        ("x,95,10,40", 3, "latitude 95"),
        ("x,\"50\"1,10,40", 7, "after the quotation mark"),
        ("x,\"50,10,40", 3, "quotation mark without a partner"),
    ])
    func refusals(_ row: String, _ column: Int, _ words: String) {
        let file = read("id,lat,lon,radius\na,50,10,40\n\(row)\nz,50,11,40\n")
        #expect(file.identifiers == ["a", "z"])
        #expect(file.findings.map(\.position.line) == [3])
        #expect(file.findings.first?.position.column == column)
        #expect(file.findings.first?.description.contains(words) == true, "\(file.findings)")
    }

    @Test(arguments: [
        ("", "no line"),
        ("x,50,10,40\n", "'lat' is missing"),
        ("id,lat,lon\nx,50,10\n", "'radius' is missing"),
        ("lat,lon,radius\n50,10,5\n", "'id' is missing"),
        ("id,lat,latitude,lon,radius\n", "a second column 'latitude'"),
        ("id,lat,lon,radius,zone,zone\n", "a second column 'zone'"),
        ("{\"type\":\"Feature\"}", "found '{\"type\":\"Feature\"}'"),
    ])
    func headersThatMakeTheFileUnreadable(_ text: String, _ words: String) {
        let file = read(text)
        #expect(!file.isReadable)
        #expect(file.findings.first?.description.contains(words) == true, "\(file.findings)")
    }

    @Test func aGivenRadiusFillsGaps() {
        let options = RegionFileOptions(pointRadius: 25)
        let file = read("id,lat,lon,radius\nx,50,10,\ny,50,11,40\n", options)
        #expect(file.regions.map(\.shape) == [circle(50, 10, 25), circle(50, 11, 40)])
        let without = read("id,lat,lon\nx,50,10\n", named: "places.tsv", options)
        #expect(without.regions.map(\.shape) == [circle(50, 10, 25)])
    }

    @Test func lonelyQuotesTakeLinearTime() {
        let rows = String(repeating: "\"a,1,2,3\n", count: 200_000)
        let file = read("id,lat,lon,radius\n" + rows + "z,50,10,40")
        #expect(file.identifiers == ["z"])
        #expect(file.findings.count == 200_000)
    }
}
