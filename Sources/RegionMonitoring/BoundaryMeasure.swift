import Geodesy
import RegionIndex

/// How one place lies to one region's boundary, measured only as far as is asked.
struct BoundaryMeasure {
    let geometry: RegionGeometry
    let coordinate: LocationCoordinate2D

    /// Whether the place is in the region: s ≤ 0.
    let isInside: Bool

    private var distance: LocationDistance?

    /// A place on the other side of the boundary, if one is known: a near one settles much without a search.
    var placeBeyond: LocationCoordinate2D?

    init(_ geometry: RegionGeometry, _ coordinate: LocationCoordinate2D, isInside: Bool) {
        self.geometry = geometry
        self.coordinate = coordinate
        self.isInside = isInside
    }

    /// s: the signed distance to the boundary in metres, negative inside.
    mutating func signedDistance() -> LocationDistance {
        if let distance { return distance }
        let measured = geometry.signedDistance(to: coordinate, isInside: isInside)
        distance = measured
        return measured
    }

    /// Whether the boundary is nearer than a limit, or exactly at it if that counts.
    private mutating func isBoundary(within limit: LocationDistance, orAt: Bool) -> Bool {
        if let distance {
            return orAt ? distance.magnitude <= limit : distance.magnitude < limit
        }
        if let placeBeyond,
            geometry.boundaryDistanceBound(of: coordinate, beyond: placeBeyond) < limit
        {
            return true
        }
        let (isNear, found) = geometry.isBoundary(
            of: coordinate, isInside: isInside, within: limit, orAt: orAt)
        distance = found
        return isNear
    }

    /// Whether the place is beyond the boundary, on the inside (s ≤ −depth) or the outside
    /// (s > depth), by `depth`, which may be negative.
    mutating func isBeyond(toInside: Bool, by depth: LocationDistance) -> Bool {
        if depth == 0 { return isInside == toInside }
        if depth > 0, isInside != toInside { return false }
        if depth < 0, isInside == toInside { return true }
        // On the side asked for, the boundary must be far enough; on the other one, near enough. At
        // the very distance a place outside is not beyond it (s > d fails), one inside is (s ≤ −d).
        let isNear = isBoundary(within: depth.magnitude, orAt: !isInside)
        return isNear == (depth < 0)
    }

    /// Whether the place is on that side by `depth` or more, and so beyond doubt.
    mutating func isCertain(inside: Bool, by depth: LocationDistance) -> Bool {
        if depth == .infinity || isInside != inside { return false }
        return !isBoundary(within: max(depth, 0), orAt: false)
    }
}
