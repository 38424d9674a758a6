import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// Region sets whose boundaries no size of cell separates: the index stays small and right.
struct TrieBudgetTests {
    private func lookup(_ geometries: [RegionGeometry]) -> RegionLookup {
        var lookup = RegionLookup()
        for (slot, geometry) in geometries.enumerated() { lookup.insert(Int32(slot), geometry) }
        lookup.pack()
        return lookup
    }

    private func circle(_ latitude: Double, _ longitude: Double, _ radius: Double) throws
        -> RegionGeometry
    {
        try RegionGeometry(
            .circle(
                Circle(
                    center: LocationCoordinate2D(latitude: latitude, longitude: longitude),
                    radius: radius)))
    }

    /// Places along the radius of 200 m to the east of 45° 7°, past the rim.
    private let places = stride(from: 0.0, through: 400, by: 12.5).map {
        Geodesic.destination(
            from: LocationCoordinate2D(latitude: 45, longitude: 7), bearing: 90, distance: $0)
    }

    @Test func identicalCirclesTakeTheirShareOnly() throws {
        let one = try circle(45, 7, 200)
        let index = lookup(Array(repeating: one, count: 2000))
        let bytes = index.indexByteCount
        #expect(bytes < 2000 * 600, "\(bytes) bytes")
        for place in places {
            var found: [Int32] = []
            index.regions(containing: place, into: &found)
            #expect(found == (one.contains(place) ? Array(0..<2000) : []), "at \(place)")
        }
    }

    @Test func nearlyIdenticalPolygonsTakeTheirShareOnly() throws {
        // Squares turned and shifted by nothing that a cell could separate.
        let geometries = try (0..<400).map { number in
            let shift = Double(number) * 1e-9
            let ring = [(6.99, 44.99), (7.01, 44.991), (7.009, 45.01), (6.991, 45.009)].map {
                LocationCoordinate2D(latitude: $0.1 + shift, longitude: $0.0 - shift)
            }
            return try RegionGeometry(.polygons([Polygon(exterior: ring + [ring[0]])]))
        }
        let index = lookup(geometries)
        let bytes = index.indexByteCount
        #expect(bytes < 400 * (13 * 64 + 5 * 16) + 4096, "\(bytes) bytes")
        for place in places {
            var found: [Int32] = []
            index.regions(containing: place, into: &found)
            let truth = (0..<Int32(400)).filter { geometries[Int($0)].contains(place) }
            #expect(found == truth, "at \(place)")
        }
    }

    @Test func coversOfManyCellsAreWrittenOnce() throws {
        // 300 discs around a place, no two alike, over a town of small circles.
        var geometries = try (0..<300).map { try circle(45, 7, 15_000 + Double($0)) }
        for row in 0..<20 {
            for column in 0..<20 {
                geometries.append(
                    try circle(44.98 + Double(row) * 2e-3, 6.97 + Double(column) * 3e-3, 60))
            }
        }
        let index = lookup(geometries)
        #expect(index.cells.words.count < 100_000, "\(index.cells.words.count) words")
        for place in places {
            var found: [Int32] = []
            index.regions(containing: place, into: &found)
            let truth = geometries.indices.filter { geometries[$0].contains(place) }
            #expect(found == truth.map { Int32($0) }, "at \(place)")
        }
    }
}
