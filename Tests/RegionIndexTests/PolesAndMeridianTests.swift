import GEOSBridge
import Geodesy
import Testing

@testable import RegionIndex

/// ±180° and the poles: unwrapping, turns, seams.
struct PolesAndMeridianTests {
    private func polygon(
        _ exterior: [(Double, Double)], _ holes: [(Double, Double)]...
    ) -> Polygon {
        func ring(_ vertices: [(Double, Double)]) -> [LocationCoordinate2D] {
            vertices.map { LocationCoordinate2D(latitude: $0.1, longitude: $0.0) }
        }
        return Polygon(exterior: ring(exterior), holes: holes.map(ring))
    }

    private func box(
        _ west: Double, _ south: Double, _ east: Double, _ north: Double
    ) -> [(Double, Double)] {
        [(west, south), (east, south), (east, north), (west, north), (west, south)]
    }

    private func place(_ longitude: Double, _ latitude: Double) -> LocationCoordinate2D {
        LocationCoordinate2D(latitude: latitude, longitude: longitude).normalized
    }

    /// The same strip of 2°, in every way a file may write it.
    @Test(arguments: [
        (179.0, -179.0), (179, 181), (-181, -179), (-179, 179), (539, -179), (-179, -181),
    ])
    func oneStripManySpellings(_ west: Double, _ east: Double) throws {
        let geometry = try RegionGeometry(.polygons([polygon(box(west, -17, east, -16))]))
        for (longitude, isInside) in [
            (179.5, true), (-179.5, true), (180, true), (-180, true), (179, true), (-179, true),
            (0, false), (178.9, false), (-178.9, false), (540, true),
        ] {
            #expect(geometry.contains(place(longitude, -16.5)) == isInside, "at \(longitude)")
        }
        // The sides are a degree away, the bottom half of one: the meridian is no boundary.
        let s = geometry.signedDistance(to: place(180, -16.5))
        #expect(abs(s + 0.5 * 110_648) < 60)
    }

    @Test func unwrappingRoundsOnce() {
        let coordinates = [place(179.3, 0), place(-179.7, 1), place(-179.9, 2), place(179.3, 0)]
        let unwrapped = UnwrappedRing(ring: coordinates)
        #expect(unwrapped.vertices.map(\.x) == [179.3, -179.7 + 360, -179.9 + 360, 179.3])
        #expect(unwrapped.turns == 0)
        // An edge of exactly 360° stays, one of exactly 180° too.
        let around = [place(-179, 0), .init(latitude: 0, longitude: 181)]
        #expect(UnwrappedRing(line: around).vertices.map(\.x) == [-179, 181])
        let half = [place(-90, 0), place(90, 0)]
        #expect(UnwrappedRing(line: half).vertices.map(\.x) == [-90, 90])
    }

    @Test func aHoleFollowsItsShell() throws {
        // The shell goes on past 180, the hole is written on the other side, and the reverse.
        let eastern = polygon(box(170, 0, 190, 10), box(-178, 4, -176, 6))
        let western = polygon(box(-190, 0, -170, 10), box(176, 4, 178, 6))
        for (polygon, hole) in [(eastern, -177.0), (western, 177.0)] {
            let geometry = try RegionGeometry(.polygons([polygon]))
            #expect(!geometry.contains(place(hole, 5)))
            #expect(geometry.contains(place(hole, 4)), "the hole's edge is inside")
            #expect(geometry.contains(place(-hole, 5)))
        }
    }

    @Test func aCutRegionIsWhole() throws {
        let parts = [polygon(box(170, -10, 180, 10)), polygon(box(-180, -10, -170, 10))]
        let cut = try RegionGeometry(.polygons(parts))
        let whole = try RegionGeometry(.polygons([polygon(box(170, -10, 190, 10))]))
        for longitude in stride(from: 165.0, through: 195, by: 0.37) {
            for latitude in stride(from: -12.0, through: 12, by: 1.9) {
                let p = place(longitude, latitude)
                #expect(cut.contains(p) == whole.contains(p))
                let a = cut.signedDistance(to: p)
                let b = whole.signedDistance(to: p)
                #expect(abs(a - b) < 1e-3, "at \(p): \(a) and \(b)")
            }
        }
    }

    /// Where only one side belongs to the region, the meridian is its boundary.
    @Test func aSeamEndsWhereTheRegionDoes() throws {
        let parts = [polygon(box(170, -10, 180, 10)), polygon(box(-180, -10, -170, 2))]
        let geometry = try RegionGeometry(.polygons(parts))
        let beside = geometry.signedDistance(to: place(179.9, 6))
        #expect(abs(beside + 0.1 * 110_717) < 20, "\(beside)")
        let within = geometry.signedDistance(to: place(179.9, -6))
        #expect(within < -400_000, "\(within)")
        // The nearest boundary across the seam is the lower part's top.
        let corner = geometry.signedDistance(to: place(-179.9, 1.9))
        #expect(abs(corner + 0.1 * 110_576) < 20, "\(corner)")
    }

    @Test func polarCapsHoldThePole() throws {
        let cap = try RegionGeometry(.polygons([polygon(box(-180, 80, 180, 90))]))
        #expect(cap.contains(place(12, 90)))
        #expect(cap.contains(place(-180, 85)))
        #expect(!cap.contains(place(12, 79.9)))
        #expect(!cap.contains(place(12, -90)))
        // The pole is ten degrees from the boundary, which is the parallel alone.
        let s = cap.signedDistance(to: place(12, 90))
        let expected = Geodesic.distance(from: place(0, 90), to: place(0, 80))
        #expect(abs(s + expected) < 1)
        for longitude in [-180, -179.999, 179.999, 0] {
            let s = cap.signedDistance(to: place(longitude, 81))
            #expect(abs(s + 111_659) < 30, "at \(longitude): \(s)")
        }
    }

    @Test func aSectorTouchesThePoleUnderAllLongitudes() throws {
        let sector = try RegionGeometry(.polygons([polygon(box(0, 80, 10, 90))]))
        #expect(sector.contains(place(5, 90)))
        #expect(sector.contains(place(-120, 90)))
        #expect(!sector.contains(place(-120, 89.999)))
        #expect(sector.signedDistance(to: place(-120, 90)) <= 0)
        var lookup = RegionLookup()
        lookup.insert(0, sector)
        var found: [Int32] = []
        lookup.candidates(near: place(-120, 90), within: 0, into: &found)
        #expect(found == [0])
    }

    @Test func theWholeEarthHasNoBoundary() throws {
        let world = try RegionGeometry(.polygons([polygon(box(-180, -90, 180, 90))]))
        for p in [place(0, 0), place(-180, 45), place(7, 90), place(7, -90)] {
            #expect(world.contains(p))
            #expect(world.signedDistance(to: p) == -EarthModel.longestDistance)
        }
        #expect(world.insideIntervals(from: place(170, 0), to: place(-170, 0)) == [0...1])
    }

    @Test func aBeltRunsAroundTheParallel() throws {
        let belt = try RegionGeometry(.polygons([polygon(box(-180, 10, 180, 20))]))
        #expect(belt.contains(place(-180, 15)))
        #expect(belt.contains(place(77, 10)))
        #expect(!belt.contains(place(77, 9.999)))
        #expect(abs(belt.signedDistance(to: place(180, 10.001)) + 110.6) < 0.2)
        #expect(belt.insideIntervals(from: place(179, 15), to: place(-179, 15)) == [0...1])
    }

    @Test func corridorsCrossTheMeridian() throws {
        let line = [place(179.9, 0), place(-179.9, 0)]
        let corridor = try RegionGeometry(.corridor(Corridor(lines: [line], halfWidth: 1000)))
        #expect(corridor.contains(place(180, 0.005)))
        #expect(!corridor.contains(place(180, 0.01)))
        #expect(!corridor.contains(place(0, 0)))
        // Round ends: a kilometre beyond the end is the last place.
        let end = Geodesic.destination(from: line[1], bearing: 90, distance: 999)
        #expect(corridor.contains(end))
        let s = corridor.signedDistance(
            to: Geodesic.destination(from: line[1], bearing: 90, distance: 1010))
        #expect(abs(s - 10) < 1e-3)
    }

    @Test func areasFollowTheContract() throws {
        let square = try RegionGeometry(.polygons([polygon(box(10, 50, 11, 51))]))
        let metric = LocalMetric(latitude: 50.5)
        let expected = metric.metersPerDegreeOfLatitude * metric.metersPerDegreeOfLongitude
        #expect(abs(square.area / expected - 1) < 1e-12)
        let holed = try RegionGeometry(
            .polygons([polygon(box(10, 50, 11, 51), box(10.25, 50.25, 10.75, 50.75))]))
        #expect(abs(holed.area / (expected * 0.75) - 1) < 1e-12)
        let twice = try RegionGeometry(
            .polygons([polygon(box(179, 50, 180, 51)), polygon(box(-180, 50, -179, 51))]))
        #expect(abs(twice.area / (2 * expected) - 1) < 1e-12)
        let line = [place(0, 0), place(1, 0), place(1, 1)]
        let corridor = try RegionGeometry(.corridor(Corridor(lines: [line], halfWidth: 50)))
        let length =
            Geodesic.distance(from: line[0], to: line[1])
            + Geodesic.distance(from: line[1], to: line[2])
        #expect(abs(corridor.area / (100 * length + .pi * 2500) - 1) < 1e-12)
    }
}
