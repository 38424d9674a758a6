import RegionFiles
import RegionMonitoring
import Testing

/// Warnings about regions that are read and may not be meant.
struct RegionDoubtTests {
    private func warnings(_ text: String, named file: String = "a.wkt") -> [RegionFileFinding] {
        var reader = RegionFileReader(
            options: RegionFileOptions(pointRadius: 50, findsDoubts: true))
        let read = reader.read(Array(text.utf8), named: file)
        #expect(read.refusedCount == 0 && read.isReadable, "\(read.findings)")
        return read.findings
    }

    @Test func soundRegionsRaiseNone() {
        #expect(
            warnings(
                """
                a\tPOLYGON((0 0,1 0,1 1,0 0))
                cut\tMULTIPOLYGON(((179 0,180 0,180 1,179 0)),((-180 0,-179 0,-180 1,-180 0)))
                beyond\tPOLYGON((179 5,181 5,181 6,179 5))
                pole\tPOLYGON((-180 -60,180 -60,180 -90,-180 -90,-180 -60))
                world\tPOLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90))
                """) == [])
    }

    @Test(arguments: [
        ("x\tPOLYGON((10 50,11 50,11 50.000001,10 50))", "is a sliver, 0.0"),
        (
            "x\tMULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 5.000001,5 5)))",
            "polygon 1 is a sliver"
        ),
        ("x\tPOLYGON((179 0,-179 0,-179 1,179 0))", "from longitude 179.0 to -179.0 is taken"),
        ("x\tPOLYGON((-170 0,0 -1,170 0,170 5,0 6,-170 5,-170 0))", "spans 340.0 degrees"),
    ])
    func doubtfulAreas(_ text: String, _ words: String) {
        let found = warnings(text)
        #expect(found.count == 1)
        #expect(found.first?.severity == .warning)
        #expect(found.first?.position.column == 3)
        #expect(found.first?.description.contains(words) == true, "\(found)")
    }

    @Test func tinyRadii() {
        let found = warnings("id,lat,lon,radius\na,50,10,0.5\nb,50,10,5\n", named: "a.csv")
        #expect(found.map(\.region) == [RegionID("a")])
        #expect(found.first?.description.contains("a size of 0.5 m") == true)
    }

    @Test func swappedPlacesStandOut() {
        let points = [
            (13.4, 52.5), (13.5, 52.4), (52.45, 13.45), (13.6, 52.6), (13.4, 52.7), (2.3, 48.9),
        ]
        let text = points.enumerated().map { "r\($0)\tPOINT(\($1.0) \($1.1))" }
        let found = warnings(text.joined(separator: "\n"))
        #expect(found.map(\.region) == [RegionID("r2")])
        #expect(found.first?.description.contains("exchanged") == true)
        // Three are too few to say which is the odd one.
        #expect(warnings(text[1...3].joined(separator: "\n")).isEmpty)
    }

    @Test func theSameOutlineIsKnownAgain() {
        let found = warnings(
            """
            a\tPOLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,2 2,1 1),(3 3,4 3,4 4,3 3))
            turned\tPOLYGON((9 0,9 9,0 9,0 0,9 0),(3 3,4 3,4 4,3 3),(1 1,2 1,2 2,1 1))
            back\tPOLYGON((9 0,0 0,0 9,9 9,9 0),(3 3,4 4,4 3,3 3),(1 1,2 1,2 2,1 1))
            other\tPOLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,2 2,1 1))
            """)
        #expect(found.map(\.region) == [RegionID("turned"), RegionID("back")])
        #expect(found.allSatisfy { $0.reason == .sameGeometry(as: "a") })
    }
}
