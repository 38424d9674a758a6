import Geodesy
import RegionFiles
import RegionMonitoring
import Testing

/// Waypoints of GPX files as circles.
struct GPXReadingTests {
    private func read(_ waypoints: String, radius: Double? = nil) -> RegionFile {
        let text =
            "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n\(waypoints)\n</gpx>"
        var reader = RegionFileReader(options: RegionFileOptions(pointRadius: radius))
        return reader.read(Array(text.utf8), named: "a.gpx")
    }

    @Test func waypoints() {
        let file = read(
            """
            <wpt lat="50.5" lon="-10"><ele>5</ele><name>Hut &lt;1&gt;</name><desc>cold</desc></wpt>
            <wpt lon="11" lat="50"><name>B</name><extensions><radius>12.5</radius></extensions></wpt>
            <wpt lat="51" lon="11"><name>C</name><extensions>
              <x:WaypointExtension xmlns:x="http://www.garmin.com/xmlschemas/GpxExtensions/v3">
                <x:Proximity>80</x:Proximity></x:WaypointExtension></extensions></wpt>
            <trk><name>T</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>
            """, radius: 30)
        #expect(file.findings.isEmpty)
        #expect(file.identifiers == ["Hut <1>", "B", "C"])
        let circles = file.regions.compactMap { region -> Circle? in
            if case .circle(let circle) = region.shape { circle } else { nil }
        }
        #expect(circles.map(\.radius) == [30, 12.5, 80])
        #expect(circles[0].center == LocationCoordinate2D(latitude: 50.5, longitude: -10))
        #expect(file.regions[0].properties == ["ele": #""5""#, "desc": #""cold""#])
    }

    @Test(arguments: [
        ("<wpt lat=\"50\" lon=\"10\"><name>x</name></wpt>", "'radius' is missing"),
        ("<wpt lat=\"50\" lon=\"10\"><radius>5</radius></wpt>", "'name' is missing"),
        ("<wpt lat=\"50\"><name>x</name><radius>5</radius></wpt>", "'lon' is missing"),
        ("<wpt lat=\"50\" lon=\"\"><name>x</name><radius>5</radius></wpt>", "'lon' is ''"),
        ("<wpt lat=\"95\" lon=\"1\"><name>x</name><radius>5</radius></wpt>", "latitude 95"),
        ("<wpt lat=\"5\" lon=\"1\"><name>x</name><radius>-5</radius></wpt>", "'radius' is '-5'"),
    ])
    func refusals(_ waypoint: String, _ words: String) {
        let file = read(
            "\(waypoint)\n<wpt lat=\"50\" lon=\"10\"><name>z</name><radius>5</radius></wpt>")
        #expect(file.identifiers == ["z"])
        #expect(file.findings.map(\.position.line) == [2])
        #expect(file.findings.first?.description.contains(words) == true, "\(file.findings)")
    }
}
