import RegionMonitoring
import Testing

// snippet
func moved(_ ring: [LocationCoordinate2D], from system: CoordinateSystem)
    -> [LocationCoordinate2D]
{
    ring.map(system.toWGS84)
}
// end

/// The blocks of the article "Coordinate systems".
@Suite struct CoordinateSystemSnippets {
    @Test func fixes() {
        // snippet
        let reported = LocationCoordinate2D(latitude: 31.175303984, longitude: 121.531541859)
        let fix = Location(
            coordinate: CoordinateSystem.gcj02.toWGS84(reported),
            timestamp: Timestamp(secondsSince1970: 1_772_366_401), horizontalAccuracy: 12)
        // end
        #expect(abs(fix.coordinate.latitude - 31.1774276) < 1e-8)
        #expect(abs(fix.coordinate.longitude - 121.5272106) < 1e-8)
    }

    @Test func regions() throws {
        let ring = [LocationCoordinate2D(latitude: 45, longitude: 123)]
        let vertex = try #require(moved(ring, from: .gcj02).first)
        #expect(abs(vertex.latitude - 44.998040618) < 1e-8)
        #expect(abs(vertex.longitude - 122.993955811) < 1e-8)
    }

    @Test func maps() {
        let center = LocationCoordinate2D(latitude: 39.911954, longitude: 116.377817)
        let event = RegionEvent(
            kind: .didEnterRegion, device: "van", region: "depot", sequence: 1,
            timestamp: Timestamp(secondsSince1970: 0), decidedAt: Timestamp(secondsSince1970: 0),
            state: .inside)
        // snippet
        let pin = CoordinateSystem.bd09.fromWGS84(event.fix?.coordinate ?? center)
        // end
        let back = CoordinateSystem.bd09.toWGS84(pin)
        #expect(Geodesic.distance(from: back, to: center) < 1e-4)
        #expect(Geodesic.distance(from: pin, to: center) > 500)
    }
}
