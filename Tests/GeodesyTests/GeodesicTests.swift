import Geodesy
import Testing
import _MonitoringTestSupport

/// Geodesics on WGS 84 against published and derived figures.
struct GeodesicTests {
    private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate2D {
        LocationCoordinate2D(latitude: latitude, longitude: longitude)
    }

    @Test func distances() {
        // JFK to LHR, the example of C. F. F. Karney's paper and library.
        let jfk = place(40.6, -73.8)
        let lhr = place(51.6, -0.5)
        #expect(abs(Geodesic.distance(from: jfk, to: lhr) - 5_551_759.400) < 1e-3)
        #expect(Geodesic.distance(from: jfk, to: jfk) == 0)
        // A degree of longitude along the equator is a π/180.
        let degree = Geodesic.distance(from: place(0, 10), to: place(0, 11))
        #expect(abs(degree - EarthModel.equatorialRadius * .pi / 180) < 1e-8)
        // Half a meridian, and the nearly antipodal pair that defeats Vincenty's iteration.
        let meridian = Geodesic.distance(from: place(-90, 0), to: place(90, 0))
        #expect(abs(meridian - EarthModel.longestDistance) < 1e-7)
        let antipodal = Geodesic.distance(from: place(0, 0), to: place(0.5, 179.5))
        #expect(abs(antipodal - 19_936_288.579) < 1e-3)
    }

    @Test func holdsOverTheMeridianAndAtThePoles() {
        let across = Geodesic.distance(from: place(-17, 179.999), to: place(-17, -179.999))
        #expect(abs(across - 213.0) < 0.1)
        #expect(Geodesic.distance(from: place(10, 180), to: place(10, -180)) == 0)
        #expect(Geodesic.distance(from: place(90, 12), to: place(90, -140)) < 1e-8)
        let turns = Geodesic.distance(from: place(5, 540), to: place(5, -180))
        #expect(turns == 0)
    }

    @Test func thereAndBack() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<500 {
            let start = place(
                .random(in: -89...89, using: &random), .random(in: -180..<180, using: &random))
            let bearing = Double.random(in: -180...180, using: &random)
            let distance = Double.random(in: 1...15_000_000, using: &random)
            let end = Geodesic.destination(from: start, bearing: bearing, distance: distance)
            #expect(end.longitude >= -180 && end.longitude < 180)
            #expect(abs(Geodesic.distance(from: start, to: end) - distance) < 1e-6)
            let found = Geodesic.bearing(from: start, to: end)
            #expect(abs((found - bearing).remainder(dividingBy: 360)) < 1e-6, "\(start) \(end)")
        }
    }
}
