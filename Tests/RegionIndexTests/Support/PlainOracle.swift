import GEOSBridge
import Geodesy

@testable import RegionIndex

/// What the contract says about polygons and a place, asked of one geometry at a time without index.
struct PlainOracle {
    let rings: PlanarRings
    let box: GeodeticBox
    private let plain: PlainArea

    init(_ polygons: [Polygon]) throws {
        rings = try PlanarRings(checking: polygons)
        plain = try PlainArea(rings)
        let xs = rings.vertices.map(\.x)
        let ys = rings.vertices.map(\.y)
        box = GeodeticBox(
            south: ys.min() ?? 0, west: xs.min() ?? 0, north: ys.max() ?? 0, east: xs.max() ?? 0)
    }

    /// By GEOS's unprepared `covers`.
    func covers(_ place: LocationCoordinate2D) throws -> Bool {
        try spellings(of: place).contains { try plain.covers($0) }
    }

    /// By whole-number arithmetic.
    func exactlyCovers(_ place: LocationCoordinate2D) -> Bool {
        let exact = ExactArea(rings: rings)
        return spellings(of: place).contains { exact.covers($0) }
    }

    /// The points of the plane that are this place: three turns, −180 also as 180, a pole as every
    /// vertex on its line.
    private func spellings(of place: LocationCoordinate2D) -> [PlanarPoint] {
        if abs(place.latitude) == 90 {
            return rings.vertices.filter { $0.y == place.latitude }
        }
        var longitudes = [place.longitude, place.longitude + 360, place.longitude - 360]
        if place.longitude == -180 { longitudes += [180, 540, -540] }
        return longitudes.map { PlanarPoint($0, place.latitude) }
    }
}
