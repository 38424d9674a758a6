import Foundation
import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// Circles: the quick bounds against the geodesic that they stand for.
struct CircleTests {
    /// Places of all bearings, on the rim, within micrometres, and anywhere. The long differential
    /// run asks more of them.
    @Test func membershipIsTheGeodesicDistance() throws {
        let count = max(ContainmentDifferentialTests.points / 4, 20_000)
        var random = SeededGenerator(seed: 11)
        for number in 0..<count {
            // 1 m to 5,000 km, evenly by order of magnitude, and a few beyond.
            var radius = 1.0
            for _ in 0..<Int.random(in: 0...67, using: &random) { radius *= 1.2589 }
            radius = min(radius * .random(in: 0.9...1.1, using: &random), 20_100_000)
            let latitude =
                [90, -90, 0, Double.random(in: -90...90, using: &random), 89.999_99][number % 5]
            let longitude =
                [180, -180, 540, Double.random(in: -180...180, using: &random)][number % 4]
            let circle = Circle(
                center: LocationCoordinate2D(latitude: latitude, longitude: longitude),
                radius: radius)
            let geometry = try RegionGeometry(.circle(circle))
            let distance: Double =
                switch number % 6 {
                case 0: radius
                case 1: radius + .random(in: -3e-6...3e-6, using: &random)
                case 2: radius * .random(in: 0.999...1.001, using: &random)
                default: radius * .random(in: 0...2, using: &random)
                }
            let place = Geodesic.destination(
                from: circle.center, bearing: .random(in: -180...180, using: &random),
                distance: min(distance, 19_900_000))
            let s = Geodesic.distance(from: circle.center, to: place) - radius
            #expect(geometry.contains(place) == (s <= 0), "\(number): \(circle), \(place), s \(s)")
            #expect(geometry.signedDistance(to: place) == s)
        }
    }

    @Test func reachesOverTheMeridianAndThePole() throws {
        let reef = try RegionGeometry(
            .circle(
                Circle(
                    center: LocationCoordinate2D(latitude: -17, longitude: 179.999), radius: 500)))
        for (longitude, isInside) in [(-179.999, true), (-179.994, false), (179.995, true)] {
            let place = LocationCoordinate2D(latitude: -17, longitude: longitude)
            #expect(reef.contains(place) == isInside, "at \(longitude)")
        }
        let pole = try RegionGeometry(
            .circle(
                Circle(center: LocationCoordinate2D(latitude: 89.9, longitude: 10), radius: 20_000))
        )
        #expect(pole.contains(LocationCoordinate2D(latitude: 89.95, longitude: -170)))
        #expect(pole.contains(LocationCoordinate2D(latitude: 90, longitude: 77)))
        #expect(!pole.contains(LocationCoordinate2D(latitude: 89.9, longitude: -170)))
    }

    @Test func areaAndInradius() throws {
        let center = LocationCoordinate2D(latitude: 10, longitude: 20)
        let geometry = try RegionGeometry(.circle(Circle(center: center, radius: 100)))
        #expect(geometry.area == .pi * 10_000)
        #expect(geometry.inradius == 100)
        #expect(geometry.inradiusBounds == 100...100)
    }
}
