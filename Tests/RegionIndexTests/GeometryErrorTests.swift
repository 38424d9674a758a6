import Geodesy
import Testing

@testable import RegionIndex

/// What cannot be a region is refused with a sentence that says why.
struct GeometryErrorTests {
    private func ring(_ vertices: (Double, Double)...) -> [LocationCoordinate2D] {
        vertices.map { LocationCoordinate2D(latitude: $0.1, longitude: $0.0) }
    }

    private func reason(_ shape: RegionShape) -> String? {
        do throws(GeometryError) {
            _ = try RegionGeometry(shape)
            return nil
        } catch {
            return error.reason
        }
    }

    private func reason(_ rings: [LocationCoordinate2D]...) -> String? {
        reason(.polygons([Polygon(exterior: rings[0], holes: Array(rings.dropFirst()))]))
    }

    @Test(arguments: [
        (0.0, "the radius is 0.0 m; it must be finite and greater than 0"),
        (-5, "the radius is -5.0 m; it must be finite and greater than 0"),
        (.nan, "the radius is nan m; it must be finite and greater than 0"),
        (.infinity, "the radius is inf m; it must be finite and greater than 0"),
    ])
    func radius(_ radius: Double, _ expected: String) {
        let center = LocationCoordinate2D(latitude: 0, longitude: 0)
        #expect(reason(.circle(Circle(center: center, radius: radius))) == expected)
    }

    @Test(arguments: [
        (91.0, 0.0, "the centre has latitude 91.0; it must be within -90...90"),
        (0, 541, "the centre has longitude 541.0; it must be within -540...540"),
        (.nan, 0, "the centre has latitude nan; it must be within -90...90"),
        (0, -.infinity, "the centre has longitude -inf; it must be within -540...540"),
    ])
    func center(_ latitude: Double, _ longitude: Double, _ expected: String) {
        let center = LocationCoordinate2D(latitude: latitude, longitude: longitude)
        #expect(reason(.circle(Circle(center: center, radius: 1))) == expected)
    }

    @Test(arguments: [0.0, -1, 20_000.1, .nan, .infinity]) func width(_ width: Double) {
        let line = ring((0, 0), (1, 1))
        #expect(
            reason(.corridor(Corridor(lines: [line], halfWidth: width)))
                == "the half-width is \(width) m; it must be greater than 0 and at most 20000.0 m")
    }

    @Test func lines() {
        func reason(_ lines: [LocationCoordinate2D]...) -> String? {
            self.reason(.corridor(Corridor(lines: lines, halfWidth: 10)))
        }
        #expect(reason() == "the geometry is empty")
        #expect(reason([]) == "line 0 is empty")
        #expect(
            reason(ring((0, 0), (1, 1)), ring((3, 3)))
                == "line 1 has 1 vertex; a line has at least 2")
        #expect(
            reason(ring((3, 4), (3, 4)))
                == "line 0 has no length: all its vertices are (3.0 4.0)")
        #expect(
            reason(ring((0, 0), (1, .nan)))
                == "vertex 1 of line 0 has latitude nan; it must be within -90...90")
    }

    @Test func rings() {
        #expect(reason(.polygons([])) == "the geometry is empty")
        #expect(reason([]) == "ring 0 is empty")
        #expect(
            reason(ring((0, 0), (1, 0), (0, 0)))
                == "ring 0 has 3 vertices; a ring has at least 4, the last equal to the first")
        #expect(
            reason(ring((0, 0), (1, 0), (1, 1), (0, 1)))
                == "ring 0 must end on its first vertex (0.0 0.0); it ends on (0.0 1.0)")
        #expect(
            reason(ring((0, 0), (1, 0), (1, 1), (.infinity, 1), (0, 0)))
                == "vertex 3 of ring 0 has longitude inf; it must be within -540...540")
        let good = Polygon(exterior: ring((0, 0), (1, 0), (1, 1), (0, 0)))
        let open = Polygon(exterior: ring((5, 5), (6, 5), (6, 6), (5, 6)))
        #expect(
            reason(.polygons([good, open]))
                == "polygon 1, ring 0 must end on its first vertex (5.0 5.0); it ends on (5.0 6.0)")
    }

    @Test func invalidPolygonsNameThePlace() {
        #expect(
            reason(ring((0, 0), (2, 2), (2, 0), (0, 2), (0, 0)))
                == "the polygon is invalid: Self-intersection at (1.0 1.0)")
        // In a turn of its own, the place is where people look for it.
        #expect(
            reason(ring((179, 0), (-179, 2), (-179, 0), (179, 2), (179, 0)))
                == "the polygon is invalid: Self-intersection at (-180.0 1.0)")
    }

    @Test func aSecondShellIsNoHole() {
        let first = ring((10, 50), (10.25, 50), (10.25, 50.25), (10, 50.25), (10, 50))
        let second = ring((11, 50), (11.25, 50), (11.25, 50.25), (11, 50.25), (11, 50))
        let found = reason(first, second) ?? ""
        #expect(found.hasPrefix("the polygon is invalid: Hole lies outside shell at (11"))
        #expect(found.hasSuffix("is written as a further polygon of a MultiPolygon"))
    }

    @Test(arguments: [
        // Jumping over ±180°, running up to it, and closed by an edge all around.
        [(-120.0, 70.0), (0, 70), (120, 70), (-120, 70)],
        [(-180, 70), (-90, 75), (0, 70), (90, 75), (180, 70)],
        [(-180, 70), (-90, 75), (0, 70), (90, 75), (180, 70), (-180, 70)],
    ])
    func aRingAroundAPoleMustBeClosedAlongIt(_ vertices: [(Double, Double)]) {
        let ring = vertices.map { LocationCoordinate2D(latitude: $0.1, longitude: $0.0) }
        let found = reason(ring) ?? ""
        #expect(found.hasPrefix("ring 0 winds around a pole without being closed along it"))
        #expect(found.contains("(180 70), (180 90), (-180 90), (-180 70)"))
    }
}
