import Geodesy
import Testing
import _MonitoringTestSupport

@Suite struct CoordinateSystemTests {
    /// WGS 84 latitude, longitude → GCJ-02 latitude, longitude: published reference values.
    @Test(arguments: [
        (31.1774276, 121.5272106, 31.17530398364597, 121.531541859215),
        (22.543847, 113.912316, 22.540796131694766, 113.9171764808363),
        (39.911954, 116.377817, 39.91334545536069, 116.38404722455657),
    ])
    func gcj02(_ lat: Double, _ lon: Double, _ shiftedLat: Double, _ shiftedLon: Double) {
        let shifted = CoordinateSystem.gcj02.fromWGS84(
            LocationCoordinate2D(latitude: lat, longitude: lon))
        #expect(abs(shifted.latitude - shiftedLat) < 1e-9)
        #expect(abs(shifted.longitude - shiftedLon) < 1e-9)
    }

    @Test func inverseOfGCJ02() {
        let place = CoordinateSystem.gcj02.toWGS84(
            LocationCoordinate2D(latitude: 45, longitude: 123))
        #expect(abs(place.latitude - 44.99804061843881) < 1e-9)
        #expect(abs(place.longitude - 122.99395581007795) < 1e-9)
    }

    @Test(arguments: [CoordinateSystem.gcj02, .bd09])
    func thereAndBackIsWithin3Micrometres(_ system: CoordinateSystem) {
        let seed: UInt64 = 17
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let place = LocationCoordinate2D(
                latitude: .random(in: 3...53, using: &random),
                longitude: .random(in: 74...135, using: &random))
            let back = system.toWGS84(system.fromWGS84(place))
            // 3 µm are 2.7e-11 degrees of latitude; a degree of longitude is shorter.
            #expect(
                abs(back.latitude - place.latitude) < 2.7e-11
                    && abs(back.longitude - place.longitude) < 2.7e-11,
                "seed \(seed), \(place)")
        }
    }

    @Test func nothingIsShiftedOutsideTheBox() {
        let berlin = LocationCoordinate2D(latitude: 52.52, longitude: 13.4)
        #expect(CoordinateSystem.gcj02.fromWGS84(berlin) == berlin)
        #expect(CoordinateSystem.gcj02.toWGS84(berlin) == berlin)
        #expect(CoordinateSystem.wgs84.toWGS84(berlin) == berlin)
    }
}
