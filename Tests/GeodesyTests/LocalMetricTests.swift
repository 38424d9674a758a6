import Geodesy
import Testing
import _MonitoringTestSupport

/// What a degree is worth, and how far the planar distance may be trusted.
struct LocalMetricTests {
    @Test func degreesAtKnownLatitudes() {
        let equator = LocalMetric(latitude: 0)
        #expect(abs(equator.metersPerDegreeOfLatitude - 110_574.276) < 1e-3)
        #expect(abs(equator.metersPerDegreeOfLongitude - 111_319.491) < 1e-3)
        let middle = LocalMetric(latitude: 45)
        #expect(abs(middle.metersPerDegreeOfLatitude - 111_131.777) < 1e-3)
        #expect(abs(middle.metersPerDegreeOfLongitude - 78_846.835) < 1e-3)
        for pole in [-90.0, 90] {
            let metric = LocalMetric(latitude: pole)
            #expect(abs(metric.metersPerDegreeOfLatitude - 111_693.980) < 1e-3)
            #expect(metric.metersPerDegreeOfLongitude >= 0)
            #expect(metric.metersPerDegreeOfLongitude < 1e-9)
        }
        // Right to the last digits beside a pole, where sin φ alone no longer tells.
        let beside = LocalMetric(latitude: 89.999_99)
        #expect(abs(beside.metersPerDegreeOfLongitude / 0.019_494_277 - 1) < 1e-6)
    }

    /// The promise of the documentation: 1 mm at 1 km, 4 cm at 10 km, up to 80°.
    @Test(arguments: [1000.0, 10_000]) func planarDistancesAreClose(distance: Double) {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<2000 {
            let start = LocationCoordinate2D(
                latitude: .random(in: -79.9...79.9, using: &random),
                longitude: .random(in: -180..<180, using: &random))
            let end = Geodesic.destination(
                from: start, bearing: .random(in: -180...180, using: &random), distance: distance)
            let metric = LocalMetric(latitude: (start.latitude + end.latitude) / 2)
            let planar = metric.distance(
                latitude: end.latitude - start.latitude,
                longitude: (end.longitude - start.longitude).remainder(dividingBy: 360))
            #expect(abs(planar - distance) < (distance == 1000 ? 1e-3 : 0.04), "\(start) \(end)")
        }
    }
}
