import GEOSBridge
import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// The largest circle within polygons against GEOS's.
struct InradiusTests {
    /// GEOS's answer in the plane the contract names: metres at the centroid's latitude, the best
    /// polygon of several.
    private func geosRadius(_ polygons: [Polygon], expected: Double) throws -> Double {
        let rings = try PlanarRings(checking: polygons)
        return try (0..<rings.polygonCount).map { polygon in
            let moments = PlanarMoments(rings, polygon: polygon)
            let metric = LocalMetric(latitude: moments.centroid.y)
            let scale = PlanarPoint(
                metric.metersPerDegreeOfLongitude, metric.metersPerDegreeOfLatitude)
            var scaled = PlanarRings()
            scaled.append(
                polygon: rings.rings(ofPolygon: polygon).map { ring in
                    rings.vertexRange(ofRing: ring).map {
                        (rings.vertices[$0] - moments.centroid) * scale
                    }
                })
            return try PlainArea(scaled).inscribedRadius(tolerance: expected / 1000)
        }.max() ?? 0
    }

    @Test(arguments: 1...12) func agreesWithGEOS(seed: UInt64) throws {
        var shapes = RandomShapes(seed: seed)
        for _ in 0..<5 {
            let polygons = shapes.validPolygons()
            let geometry = try RegionGeometry(.polygons(polygons))
            let radius = geometry.inradius
            #expect(radius > 0)
            let bounds = geometry.inradiusBounds
            #expect(bounds.contains(radius), "seed \(seed): \(bounds)")
            // GEOS needs a square each radius along a sliver: too many for the thinnest.
            let box = try PlainOracle(polygons).box
            let size = max(box.north - box.south, box.east - box.west) * 1e5
            if size / radius > 60 { continue }
            let geos = try geosRadius(polygons, expected: radius)
            #expect(bounds.lowerBound <= geos * 1.001 && bounds.upperBound >= geos * 0.999)
            #expect(
                radius >= geos * 0.989 && radius <= geos * 1.0101,
                "seed \(seed): \(radius) for \(geos), \(polygons)")
        }
    }

    private func rectangle(_ width: Double, _ height: Double, turn: Double = 0) -> Polygon {
        let corners = [(0.0, 0.0), (width, 0), (width, height), (0, height), (0, 0)]
        return Polygon(
            exterior: corners.map { x, y in
                // A shear, so that the strip is slanted.
                LocationCoordinate2D(latitude: y + turn * x, longitude: x)
            })
    }

    /// A degree long, from 100 m down to a hundredth of a millimetre wide.
    @Test(arguments: [1e-3, 1e-6, 1e-8, 1e-10], [0, 0.5, 1])
    func sliversAreMeasuredAtOnce(width: Double, turn: Double) throws {
        let polygon = rectangle(1, width, turn: turn)
        let geometry = try RegionGeometry(.polygons([polygon]))
        let metric = LocalMetric(latitude: turn / 2)
        let m = metric.metersPerDegreeOfLatitude
        let k = metric.metersPerDegreeOfLongitude
        let slope = turn * m / k
        let expected = width * m / (1 + slope * slope).squareRoot() / 2
        #expect(abs(geometry.inradius / expected - 1) < 0.011)
        #expect(try squares(in: polygon) < 1000)
    }

    /// How many squares the search needs.
    private func squares(in polygon: Polygon) throws -> Int {
        let rings = try PlanarRings(checking: [polygon])
        let moments = PlanarMoments(rings, polygon: 0)
        let metric = LocalMetric(latitude: moments.centroid.y)
        var search = InscribedCircleSearch(
            rings, polygon: 0, around: moments.centroid,
            scale: PlanarPoint(
                metric.metersPerDegreeOfLongitude, metric.metersPerDegreeOfLatitude),
            atLeast: 0)
        _ = search.run()
        return search.squares
    }

    /// A comb: many teeth of one width, the worst for a search by squares.
    @Test func combsAreMeasured() throws {
        var ring: [LocationCoordinate2D] = [.init(latitude: 0, longitude: 0)]
        for tooth in 0..<100 {
            let x = Double(tooth) * 1e-4
            ring += [(x, 0.1), (x + 5e-5, 0.1), (x + 5e-5, 1e-5), (x + 1e-4, 1e-5)].map {
                LocationCoordinate2D(latitude: $0.1, longitude: $0.0)
            }
        }
        ring.append(.init(latitude: 0, longitude: 100e-4))
        ring.append(ring[0])
        let geometry = try RegionGeometry(.polygons([Polygon(exterior: ring)]))
        #expect(abs(geometry.inradius / (2.5e-5 * 111_319) - 1) < 0.02)
        let needed = try squares(in: Polygon(exterior: ring))
        #expect(needed < 10_000)
    }

    @Test func holesAreCut() throws {
        func square(_ half: Double) -> [LocationCoordinate2D] {
            [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)].map {
                LocationCoordinate2D(latitude: $0.1, longitude: $0.0)
            }
        }
        let polygon = Polygon(exterior: square(0.02), holes: [square(0.01)])
        let geometry = try RegionGeometry(.polygons([polygon]))
        let geos = try geosRadius([polygon], expected: 600)
        #expect(abs(geometry.inradius / geos - 1) < 0.011)
        #expect(geometry.inradius < 0.012 * 111_319)
    }

    @Test func theBestOfSeveralCounts() throws {
        let small = rectangle(0.001, 0.001)
        var large = rectangle(0.01, 0.01)
        large.exterior = large.exterior.map {
            LocationCoordinate2D(latitude: $0.latitude + 1, longitude: $0.longitude)
        }
        let geometry = try RegionGeometry(.polygons([small, large]))
        #expect(abs(geometry.inradius / (0.005 * 110_576) - 1) < 0.011)
    }

    @Test func manyThreadsGetOneAnswer() async throws {
        let geometry = try RegionGeometry(.polygons([rectangle(0.01, 0.02)]))
        let answers = await withTaskGroup(of: Double.self) { group in
            for _ in 0..<8 { group.addTask { geometry.inradius } }
            return await group.reduce(into: Set<Double>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
    }

    /// A zigzag of which each square's centre sees nearly all edges: the search looks at a number of edges
    /// that is linear in the vertices, and what it finds is inscribed.
    @Test(arguments: [2000, 8000]) func theWorkIsLinear(_ count: Int) throws {
        var line = (0..<count / 2).map { PlanarPoint(Double($0) / Double(count), Double($0 % 2)) }
        line += line.reversed().map { $0 + PlanarPoint(0, 0.5) }
        let polygon = Polygon(
            exterior: (line + line.prefix(1)).map {
                LocationCoordinate2D(latitude: $0.y, longitude: $0.x)
            })
        let rings = try PlanarRings(checking: [polygon])
        let moments = PlanarMoments(rings, polygon: 0)
        var search = InscribedCircleSearch(
            rings, polygon: 0, around: moments.centroid, scale: PlanarPoint(1, 1), atLeast: 0)
        let radius = search.run()
        // One square more than the limit at most.
        #expect(search.visits <= search.mostVisits + 8 * count)
        #expect(search.mostVisits <= 4_000_000 + 1100 * count)
        // The strip between two edges is less than 1 / count wide.
        #expect(radius > 0 && radius < 1 / Double(count))
    }
}
