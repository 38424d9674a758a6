import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// The trie's circle test against the geodesic, at the rim and at every latitude.
struct CircleTestTests {
    /// Offsets from the rim in metres: far, near, and within the band.
    private static let offsets = [
        0, 1e-9, 1e-7, 1e-6, 3e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.3, 0.6, 1, 5, 50, 500,
    ]

    @Test(arguments: [1e-3, 0.5, 20, 150, 499, 2_000, 7_500, 20_000])
    func nothingIsDecidedWrongly(radius: Double) throws {
        var open = 0
        var near = 0
        for step in -80...80 {
            for longitude in [-120.25, 0, 13.7] {
                let circle = Circle(
                    center: LocationCoordinate2D(latitude: Double(step), longitude: longitude),
                    radius: radius)
                let test = try #require(CircleTest(circle))
                for (number, offset) in Self.offsets.enumerated() {
                    for sign in [-1.0, 1] {
                        let distance = radius + sign * offset
                        if distance < 0 { continue }
                        let bearing = Double((number * 67 + step * 31) % 360) + sign
                        let place = Geodesic.destination(
                            from: circle.center, bearing: bearing, distance: distance)
                        let isInside = Geodesic.distance(from: circle.center, to: place) <= radius
                        let answer = test.answer(at: SIMD2(place.longitude, place.latitude))
                        if answer == (isInside ? .outside : .inside) {
                            Issue.record("\(circle) at \(place): \(answer)")
                        }
                        if offset > 0.6 || radius <= 500 && offset >= 1e-4 {
                            near += 1
                            if answer == .open { open += 1 }
                        }
                    }
                }
            }
        }
        // Only what is very near the rim may be left open.
        #expect(open == 0, "of \(near)")
    }

    @Test func boxesAreClassifiedAsTheirPlaces() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<3000 {
            let circle = Circle(
                center: LocationCoordinate2D(
                    latitude: Double.random(in: -80...80, using: &random),
                    longitude: Double.random(in: -170...170, using: &random)),
                radius: [3, 300, 19_000][Int.random(in: 0..<3, using: &random)])
            let test = try #require(CircleTest(circle))
            let size = circle.radius / 111_000
            let center = SIMD2(circle.center.longitude, circle.center.latitude)
            let low =
                center
                + SIMD2(
                    Double.random(in: -3...2, using: &random),
                    Double.random(in: -1.5...1, using: &random)) * size
            let high = low + size * Double.random(in: 0.01...3, using: &random)
            let relation = test.relation(toBox: low, high)
            for _ in 0..<30 {
                let p = SIMD2(
                    Double.random(in: low.x...high.x, using: &random),
                    Double.random(in: low.y...high.y, using: &random))
                let place = LocationCoordinate2D(latitude: p.y, longitude: p.x)
                let isInside =
                    Geodesic.distance(from: circle.center, to: place) <= circle.radius
                switch relation {
                case .covers: #expect(isInside, "\(circle) does not cover \(low) to \(high)")
                case .isApart: #expect(!isInside, "\(circle) reaches \(low) to \(high)")
                case .mayCross: break
                }
            }
        }
    }

    @Test func whatTheBoundsDoNotReachHasNoTest() {
        func test(_ latitude: Double, _ longitude: Double, _ radius: Double) -> CircleTest? {
            CircleTest(
                Circle(
                    center: LocationCoordinate2D(latitude: latitude, longitude: longitude),
                    radius: radius))
        }
        #expect(test(80.1, 0, 10) == nil)
        #expect(test(0, 180, 10) == nil)
        #expect(test(0, 179.9, 19_000) == nil)
        #expect(test(0, 0, 20_001) == nil)
        #expect(test(-80, 179, 100) != nil)
    }
}
