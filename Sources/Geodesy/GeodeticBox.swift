#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// All places between two parallels and two meridians; the border belongs to it.
///
/// ``west`` and ``east`` lie in −180...180. A box whose west is greater than its east crosses the
/// ±180° meridian. A box that touches a pole holds the pole only under the longitudes it spans.
public struct GeodeticBox: Hashable, Sendable {
    /// The lowest latitude in degrees.
    public var south: LocationDegrees
    /// The longitude of the western border in degrees.
    public var west: LocationDegrees
    /// The highest latitude in degrees.
    public var north: LocationDegrees
    /// The longitude of the eastern border in degrees.
    public var east: LocationDegrees

    /// Creates a box from its borders; `south` must not exceed `north`.
    public init(
        south: LocationDegrees, west: LocationDegrees, north: LocationDegrees,
        east: LocationDegrees
    ) {
        self.south = south
        self.west = west
        self.north = north
        self.east = east
    }

    /// The whole earth.
    public static let world = GeodeticBox(south: -90, west: -180, north: 90, east: 180)

    /// Whether the box crosses the ±180° meridian.
    public var crossesAntimeridian: Bool { west > east }

    /// Whether a place with a longitude in −180...180 lies in the box; −180 and 180 are one meridian.
    public func contains(_ place: LocationCoordinate2D) -> Bool {
        guard place.latitude >= south, place.latitude <= north else { return false }
        if abs(place.longitude) == 180 { return spans(180) || spans(-180) }
        return spans(place.longitude)
    }

    private func spans(_ longitude: LocationDegrees) -> Bool {
        crossesAntimeridian
            ? longitude >= west || longitude <= east
            : longitude >= west && longitude <= east
    }

    /// The box, or its two parts where it crosses the ±180° meridian; none of them crosses it.
    package var parts: [GeodeticBox] {
        guard crossesAntimeridian else { return [self] }
        return [
            GeodeticBox(south: south, west: west, north: north, east: 180),
            GeodeticBox(south: south, west: -180, north: north, east: east),
        ]
    }

    /// Boxes without a crossing that hold every place within `distance` metres of a place between
    /// these borders; `west` and `east` may be any longitudes with `west` ≤ `east`.
    ///
    /// A degree of latitude is at least π/180 · a (1 − e²) metres. A place on the meridian Δλ away
    /// from a place at distance ρ from the axis is, in space, at least ρ sin Δλ away (its distance
    /// from the plane of the meridian), so Δλ ≤ asin(distance / ρ), with ρ the smallest between the
    /// borders. Where that has no answer, or a pole is within reach, the whole turn is taken.
    package static func boxes(
        south: LocationDegrees, west: LocationDegrees, north: LocationDegrees,
        east: LocationDegrees, within distance: LocationDistance
    ) -> [GeodeticBox] {
        // The padding outweighs every rounding of longitudes up to 540 and of the sums below.
        let padding = 1e-12
        let reach = max(distance, 0) * (1 + 1e-9)
        let latitudeReach =
            reach / (EarthModel.smallestCurvatureRadius * (.pi / 180)) + padding
        let low = south - latitudeReach
        let high = north + latitudeReach
        var longitudeReach = padding
        if reach > 0 {
            let metric = LocalMetric(latitude: max(abs(south), abs(north)))
            let fromAxis = metric.metersPerDegreeOfLongitude * (180 / .pi) * (1 - 1e-9)
            if low <= -90 || high >= 90 || reach >= fromAxis {
                longitudeReach = 360
            } else {
                longitudeReach += asin(reach / fromAxis) * (180 / .pi) * (1 + 1e-9)
            }
        }
        return cut(
            south: max(low, -90), west: west - longitudeReach, north: min(high, 90),
            east: east + longitudeReach)
    }

    /// Boxes in −180...180 for a span of longitudes given in any turn.
    private static func cut(
        south: LocationDegrees, west: LocationDegrees, north: LocationDegrees,
        east: LocationDegrees
    ) -> [GeodeticBox] {
        if east - west >= 360 {
            return [GeodeticBox(south: south, west: -180, north: north, east: 180)]
        }
        let turns = ((west + 180) / 360).rounded(.down) * 360
        let start = west - turns
        let end = east - turns
        if end <= 180 {
            return [GeodeticBox(south: south, west: start, north: north, east: end)]
        }
        return [
            GeodeticBox(south: south, west: start, north: north, east: 180),
            GeodeticBox(south: south, west: -180, north: north, east: end - 360),
        ]
    }
}
