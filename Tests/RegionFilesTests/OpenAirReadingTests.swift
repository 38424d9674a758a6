import Geodesy
import RegionFiles
import RegionMonitoring
import Testing

/// Region files of airspaces.
struct OpenAirReadingTests {
    private func read(_ lines: String..., findsDoubts: Bool = false) -> RegionFile {
        var reader = RegionFileReader(options: RegionFileOptions(findsDoubts: findsDoubts))
        return reader.read(Array(lines.joined(separator: "\n").utf8), named: "a.txt")
    }

    private func ring(_ file: RegionFile) -> [LocationCoordinate2D] {
        guard case .polygons(let polygons) = file.regions.first?.shape else { return [] }
        return polygons.first?.exterior ?? []
    }

    private let triangle =
        "DP 50:00:00 N 010:00:00 E\nDP 50:30:00 N 010:00:00 E\nDP 50:30:00 N 011:00:00 E"

    @Test func circlesArePrecise() {
        let file = read(
            "* a comment", "", "AC R", "AN ED-R3 Geesthacht * H24", "V X=53:24:25 N 010:25:10 E",
            "DC 1.10")
        #expect(file.findings.isEmpty)
        #expect(file.identifiers == ["ED-R3 Geesthacht"])
        guard case .circle(let circle) = file.regions[0].shape else {
            Issue.record("no circle")
            return
        }
        #expect(abs(circle.center.latitude - (53 + 24 / 60.0 + 25 / 3600.0)) < 1e-12)
        #expect(abs(circle.center.longitude - (10 + 25 / 60.0 + 10 / 3600.0)) < 1e-12)
        #expect(abs(circle.radius - 1.1 * 1852) < 1e-9)
    }

    @Test(arguments: [
        "52:30:00 N 013:15:00 E", "52:30:00N 013:15:00E", "52:30.000 N 013:15.0 E",
        "523000N 0131500E", "523000.00 N 0131500.0 E", "52.5 N 13.25 E", "52:29:60 N 13:14:60 E",
        "52:30 n 13:15 e",
    ])
    func positions(_ text: String) {
        let file = read("AC R", "AN x", "V X=\(text)", "DC 1")
        guard case .circle(let circle) = file.regions.first?.shape else {
            Issue.record("no circle: \(file.findings)")
            return
        }
        #expect(abs(circle.center.latitude - 52.5) < 1e-9)
        #expect(abs(circle.center.longitude - 13.25) < 1e-9)
    }

    @Test func southAndWestAreNegative() {
        let file = read("AC R", "AN x", "V X=52:30:00 S 013:15:00 W", "DC 1")
        guard case .circle(let circle) = file.regions.first?.shape else { return }
        #expect(circle.center.latitude < -52 && circle.center.longitude < -13)
    }

    @Test func polygonsAreClosed() {
        let file = read("AC R", "AN x", triangle)
        #expect(file.findings.isEmpty)
        #expect(ring(file).count == 4)
        #expect(ring(file).first == ring(file).last)
    }

    /// Every place of an arc is as far from the centre as the radius says, and on the side that the
    /// direction says.
    @Test(arguments: [("+", true), ("-", false)])
    func arcsByAngles(_ sign: String, _ isClockwise: Bool) {
        let file = read("AC R", "AN x", "V D=\(sign)", "V X=50:00:00 N 010:00:00 E", "DA 10,0,90")
        let center = LocationCoordinate2D(latitude: 50, longitude: 10)
        let arc = ring(file).dropLast()
        #expect(file.findings.isEmpty && arc.count > 20)
        for (a, b) in zip(arc, arc.dropFirst()) {
            #expect(abs(Geodesic.distance(from: center, to: a) - 18520) < 1e-3)
            // The chord leaves the arc by a metre at most.
            let middle = LocationCoordinate2D(
                latitude: (a.latitude + b.latitude) / 2, longitude: (a.longitude + b.longitude) / 2)
            #expect(abs(Geodesic.distance(from: center, to: middle) - 18520) < 1.1)
            let bearing = Geodesic.bearing(from: center, to: middle)
            #expect((bearing > 0 && bearing < 90) == isClockwise)
        }
        #expect(abs(Geodesic.bearing(from: center, to: arc[0])) < 1e-6)
        #expect(abs(Geodesic.bearing(from: center, to: arc[arc.count - 1]) - 90) < 1e-6)
    }

    @Test func arcsByPlacesBeginAndEndThere() {
        let file = read(
            "AC R", "AN x", "DP 50:00:00 N 010:00:00 E", "V X=50:00:00 N 010:00:00 E",
            "DB 50:10:00 N 010:00:00 E, 50:00:00 N 010:15:33 E")
        let points = ring(file)
        #expect(file.findings.isEmpty)
        #expect(points.contains(LocationCoordinate2D(latitude: 50 + 10 / 60.0, longitude: 10)))
        #expect(points[points.count - 2].latitude == 50)
        #expect(points.allSatisfy { $0.longitude >= 10 && $0.latitude >= 50 })
    }

    @Test func airwaysAreCorridors() {
        let file = read(
            "AC P", "AN Axe 1", "V W=2.5", "DY 44:17:00 N 004:59:00 E", "DY 44:19:30 N 005:05:00 E")
        guard case .corridor(let corridor) = file.regions.first?.shape else {
            Issue.record("no corridor: \(file.findings)")
            return
        }
        #expect(corridor.lines.map(\.count) == [2])
        #expect(corridor.halfWidth == 2315)
    }

    @Test func heightsAreKeptAndDoubted() {
        let lines = "AC D\nAN x\nAH FL100\nAL GND\nAS by NOTAM\n\(triangle)"
        let file = read(lines, findsDoubts: true)
        #expect(
            file.regions[0].properties == [
                "AC": #""D""#, "AH": #""FL100""#, "AL": #""GND""#, "AS": #""by NOTAM""#,
            ])
        #expect(file.findings.map(\.severity) == [.warning, .warning, .warning])
        #expect(file.findings.map(\.position.line) == [3, 4, 5])
        #expect(file.findings[0].description.contains("AH 'FL100' has no effect"))
        #expect(read(lines).findings.isEmpty)
    }

    @Test(arguments: [
        ("DP 50:00:00 N 010:00:00 E", 3, "1 position"),
        ("DP 50:00:00 N 010:00", 3, "found '50:00:00 N 010:00'"),
        ("DP 50:61:00 N 010:00:00 E", 3, "expected a position"),
        ("DP 50:00:00 N 190:00:00 E", 3, "longitude 190"),
        ("DP 95:00:00 N 010:00:00 E", 3, "latitude 95"),
        ("DP -50:00:00 N 010:00:00 E", 3, "expected a position"),
        ("DC 5", 3, "'V X=' is missing"),
        ("V X=50:00:00 N 010:00:00 E\nDC -5", 4, "above 0"),
        ("V X=50:00:00 N 010:00:00 E\nDC 5\nDC 6", 5, "a second DC"),
        ("V X=50:00:00 N 010:00:00 E\nDC 5\nDP 50:00:00 N 010:00:00 E", 3, "several kinds"),
        ("V X=50:00:00 N 010:00:00 E\nDA 5,0", 4, "two angles"),
        ("V X=50:00:00 N 010:00:00 E\nDA 1e300,0,90", 4, "at most 10800"),
        ("V X=50:00:00 N 010:00:00 E\nDC 1e300", 4, "at most 10800"),
        ("V X=50:00:00 N 010:00:00 E\nDA 5,0,1e9", 4, "an angle"),
        ("V D=x", 3, "'+' for clockwise"),
        ("V Q=5", 3, "variable X, D or W"),
        ("DY 44:17:00 N 004:59:00 E\nDY 44:19:30 N 005:05:00 E", 3, "'V W=' is missing"),
        ("DQ 5", 3, "expected a record of OpenAir"),
        ("hello world", 3, "found 'HELLO'"),
        ("AN y", 3, "a second AN"),
        ("", 1, "empty"),
    ])
    func refusals(_ text: String, _ line: Int, _ words: String) {
        let file = read("AC R", "AN x", text, "AC R", "AN z", triangle)
        #expect(file.identifiers == ["z"])
        #expect(file.findings.map(\.region) == [RegionID("x")])
        #expect(file.findings.first?.position.line == line)
        #expect(file.findings.first?.description.contains(words) == true, "\(file.findings)")
    }

    @Test func namesAreNeededAndUnique() {
        let file = read(
            "AN a", triangle, "AC R", triangle, "AC R", "AN a", triangle, "AC", "AN b", triangle)
        #expect(file.identifiers == ["a", "b"])
        let errors = file.findings.filter { $0.severity == .error }
        #expect(errors.map(\.position.line) == [5, 10])
        #expect(errors[0].description.contains("'AN' is missing"))
    }
}
