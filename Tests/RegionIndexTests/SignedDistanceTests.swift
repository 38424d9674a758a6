import GEOSBridge
import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// s of polygons and corridors against the shortest geodesic, and its sign against membership.
struct SignedDistanceTests {
    /// What the contract allows: 1 mm at 1 km, 4 cm at 10 km.
    private func tolerance(_ distance: LocationDistance) -> LocationDistance {
        distance <= 1000 ? 1e-3 : distance <= 10_000 ? 0.04 : distance * 1e-5 + 0.04
    }

    @Test(arguments: [0.0, 33, -52, 68, 79.5, -80.4, 86, 89.5])
    func agreesWithTheGeodesic(latitude: LocationDegrees) throws {
        var random = SeededGenerator(seed: UInt64(bitPattern: Int64(latitude * 10)))
        for round in 0..<60 {
            let size = [0.001, 0.01, 0.1, 1][round % 4]
            let longitude =
                round % 3 == 0 ? 179.9995 : Double.random(in: -180...180, using: &random)
            func vertex() -> LocationCoordinate2D {
                LocationCoordinate2D(
                    latitude: min(
                        max(latitude + .random(in: -size...size, using: &random), -90), 90),
                    longitude: longitude + .random(in: -3 * size...3 * size, using: &random))
            }
            let a = vertex()
            let ring = [a, vertex(), vertex(), a]
            guard let geometry = try? RegionGeometry(.polygons([Polygon(exterior: ring)])) else {
                continue
            }
            let line = Corridor(lines: [[vertex(), vertex(), vertex()]], halfWidth: 100)
            let corridor = try RegionGeometry(.corridor(line))
            let rings = try PlanarRings(checking: [Polygon(exterior: ring)])
            for _ in 0..<6 {
                let spread = size * [0.3, 1, 3][Int.random(in: 0..<3, using: &random)]
                let place = LocationCoordinate2D(
                    latitude: min(
                        max(latitude + .random(in: -spread...spread, using: &random), -90), 90),
                    longitude: longitude + .random(in: -4 * spread...4 * spread, using: &random)
                ).normalized
                let s = geometry.signedDistance(to: place)
                let truth = bruteForceDistance(from: place, to: rings.allEdges)
                #expect(
                    abs(abs(s) - truth) <= tolerance(truth),
                    "round \(round) at \(place): \(s) for \(truth), ring \(ring)")
                let vertices = UnwrappedRing(line: line.lines[0]).vertices
                let lineTruth = bruteForceDistance(
                    from: place, to: Array(zip(vertices, vertices.dropFirst())))
                let lineDistance = corridor.signedDistance(to: place) + 100
                #expect(
                    abs(lineDistance - lineTruth) <= tolerance(lineTruth),
                    "round \(round) at \(place): \(lineDistance) for \(lineTruth), \(line.lines)")
            }
        }
    }

    /// Far away, over a pole and beyond the horizon.
    @Test func farPlacesAreMeasuredToo() throws {
        var random = SeededGenerator(seed: 5)
        let ring = [(0.0, 40.0), (60, 40), (60, 50), (0, 50), (0, 40)].map {
            LocationCoordinate2D(latitude: $0.1, longitude: $0.0)
        }
        let geometry = try RegionGeometry(.polygons([Polygon(exterior: ring)]))
        let rings = try PlanarRings(checking: [Polygon(exterior: ring)])
        for _ in 0..<200 {
            let place = LocationCoordinate2D(
                latitude: .random(in: -90...90, using: &random),
                longitude: .random(in: -180..<180, using: &random))
            let s = geometry.signedDistance(to: place)
            let truth = bruteForceDistance(from: place, to: rings.allEdges)
            #expect(abs(abs(s) - truth) <= 1e-4 * truth + 1, "\(place): \(s) for \(truth)")
        }
    }

    /// Inside means s ≤ 0, at every place, for every kind of region.
    @Test(arguments: 1...30) func signIsMembership(seed: UInt64) {
        var shapes = RandomShapes(seed: seed)
        for _ in 0..<6 {
            let geometry = shapes.geometry()
            let boxes = geometry.boxes(margin: 10)
            for number in 0..<60 {
                var place = randomPlace(
                    around: boxes[number % boxes.count], &shapes.random)
                if number % 3 == 0, let edge = self.place(onBoundaryOf: geometry, &shapes.random) {
                    place = edge
                }
                let s = geometry.signedDistance(to: place)
                #expect(
                    geometry.contains(place) == (s <= 0),
                    "seed \(seed) at \(place): s \(s), \(geometry.shape)")
                #expect(s.isFinite)
            }
        }
    }

    private func place(
        onBoundaryOf geometry: RegionGeometry, _ random: inout SeededGenerator
    ) -> LocationCoordinate2D? {
        switch geometry.shape {
        case .circle(let circle):
            return Geodesic.destination(
                from: circle.center, bearing: .random(in: 0..<360, using: &random),
                distance: circle.radius)
        case .corridor(let corridor):
            return Geodesic.destination(
                from: corridor.lines[0][0], bearing: .random(in: 0..<360, using: &random),
                distance: corridor.halfWidth)
        case .polygons(let polygons):
            return (try? PlanarRings(checking: polygons))
                .map { AdversarialPoints(rings: $0).next(&random) }
        }
    }

    @Test func boundaryIsZero() throws {
        let ring = [(10.0, 50.0), (10.25, 50), (10.25, 50.25), (10, 50.25), (10, 50)].map {
            LocationCoordinate2D(latitude: $0.1, longitude: $0.0)
        }
        let geometry = try RegionGeometry(.polygons([Polygon(exterior: ring)]))
        #expect(geometry.signedDistance(to: ring[0]) == 0)
        let middle = LocationCoordinate2D(latitude: 50.125, longitude: 10.25)
        #expect(geometry.signedDistance(to: middle) == 0)
        let beside = LocationCoordinate2D(latitude: 50.125, longitude: 10.25.nextUp)
        #expect(geometry.signedDistance(to: beside) > 0)
    }
}
