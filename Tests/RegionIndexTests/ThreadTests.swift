import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// Geometries shared between threads: prepared geometries build their own index while asked.
struct ThreadTests {
    @Test func manyThreadsAskOneColdPolygon() async throws {
        var random = SeededGenerator(seed: 21)
        let corners = 20_000
        var ring = (0..<corners).map { corner -> LocationCoordinate2D in
            let t = 4 * Double(corner) / Double(corners)
            let f = t - t.rounded(.down)
            let radius = Double.random(in: 0.9...1, using: &random)
            let (x, y) = [(1 - 2 * f, 1.0), (-1, 1 - 2 * f), (-1 + 2 * f, -1), (1, -1 + 2 * f)][
                Int(t)]
            return LocationCoordinate2D(latitude: y * radius, longitude: x * radius)
        }
        ring.append(ring[0])
        let places = (0..<2000).map { _ in
            LocationCoordinate2D(
                latitude: .random(in: -1.1...1.1, using: &random),
                longitude: .random(in: -1.1...1.1, using: &random))
        }
        let oracle = try PlainOracle([Polygon(exterior: ring)])
        let expected = places.prefix(100).map { oracle.exactlyCovers($0) }
        for _ in 0..<3 {
            let geometry = try RegionGeometry(.polygons([Polygon(exterior: ring)]))
            let answers = await withTaskGroup(of: [Bool].self) { group in
                for _ in 0..<8 {
                    group.addTask { places.map { geometry.contains($0) } }
                }
                return await group.reduce(into: Set<[Bool]>()) { $0.insert($1) }
            }
            #expect(answers.count == 1)
            #expect(answers.first.map { Array($0.prefix(100)) } == expected)
        }
    }
}
