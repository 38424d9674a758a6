package import Geodesy

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The way between two fixes: straight in longitude and latitude, the shorter way around.
///
/// Its parameter runs from 0 at the start to 1 at the end, linear in both angles. Over exactly 180°
/// of longitude it goes the way the numbers do.
package struct SegmentPath: Sendable {
    package let start: LocationCoordinate2D
    package let end: LocationCoordinate2D
    let latitudeChange: LocationDegrees
    let longitudeChange: LocationDegrees

    /// Creates the way between two valid, normalised places.
    package init(from start: LocationCoordinate2D, to end: LocationCoordinate2D) {
        self.start = start
        self.end = end
        latitudeChange = end.latitude - start.latitude
        var change = end.longitude - start.longitude
        if change > 180 { change -= 360 } else if change < -180 { change += 360 }
        longitudeChange = change
    }

    /// The place at a parameter, normalised; the ends are exact.
    package func place(at t: Double) -> LocationCoordinate2D {
        if t <= 0 { return start }
        if t >= 1 { return end }
        let latitude = start.latitude + t * latitudeChange
        // A rounding must not carry the way beyond its ends, past a pole for one.
        let low = min(start.latitude, end.latitude)
        let high = max(start.latitude, end.latitude)
        return LocationCoordinate2D(
            latitude: min(max(latitude, low), high),
            longitude: start.longitude + t * longitudeChange
        ).normalized
    }

    /// The place at a parameter in the plane of the start's turn: not normalised.
    func planarPoint(at t: Double) -> SIMD2<Double> {
        SIMD2(start.longitude + t * longitudeChange, start.latitude + t * latitudeChange)
    }

    /// A length in metres that the stretch does not exceed: ds² = M² dφ² + (N cos φ)² dλ² with M and
    /// N cos φ at their largest.
    func lengthBound(_ stretch: ClosedRange<Double>) -> LocationDistance {
        let share = stretch.upperBound - stretch.lowerBound
        let north =
            EarthModel.largestCurvatureRadius * (.pi / 180) * abs(latitudeChange) * share
        let (smallest, _) = latitudeMagnitudes(stretch)
        let east =
            LocalMetric(latitude: smallest).metersPerDegreeOfLongitude * abs(longitudeChange)
            * share
        return (north * north + east * east).squareRoot() * (1 + 1e-12)
    }

    /// The smallest and the largest distance from the equator on a stretch, in degrees.
    func latitudeMagnitudes(_ stretch: ClosedRange<Double>) -> (smallest: Double, largest: Double) {
        let first = start.latitude + stretch.lowerBound * latitudeChange
        let last = start.latitude + stretch.upperBound * latitudeChange
        let largest = min(max(abs(first), abs(last)), 90)
        let smallest = first * last <= 0 ? 0 : min(abs(first), abs(last), 90)
        return (smallest, largest)
    }
}
