import Geodesy
import RegionIndex

/// How one place lies to one region's boundary, measured only as far as is asked.
struct BoundaryMeasure {
    let geometry: RegionGeometry
    let coordinate: LocationCoordinate2D

    /// Whether the place is in the region: s ≤ 0.
    let isInside: Bool

    private var distance: LocationDistance?

    /// The boundary is known to be farther away than this.
    private var knownClearance: LocationDistance = -1

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

    /// s, or `nil` where the boundary is farther away than `limit`, which is 0 or greater.
    private mutating func signedDistance(within limit: LocationDistance) -> LocationDistance? {
        if let distance { return distance }
        if limit <= knownClearance { return nil }
        distance = geometry.signedDistance(to: coordinate, isInside: isInside, within: limit)
        if distance == nil { knownClearance = limit }
        return distance
    }

    /// Whether the place is beyond the boundary, on the inside (s ≤ −depth) or the outside
    /// (s > depth), by `depth`, which may be negative.
    mutating func isBeyond(toInside: Bool, by depth: LocationDistance) -> Bool {
        if depth == 0 { return isInside == toInside }
        if depth > 0, isInside != toInside { return false }
        if depth < 0, isInside == toInside { return true }
        // Far away it is beyond the boundary if it is on the side asked for.
        guard let s = signedDistance(within: depth.magnitude) else { return isInside == toInside }
        return toInside ? s <= -depth : s > depth
    }

    /// Whether the place is on that side by `depth` or more, and so beyond doubt.
    mutating func isCertain(inside: Bool, by depth: LocationDistance) -> Bool {
        if depth == .infinity || isInside != inside { return false }
        guard let s = signedDistance(within: max(depth, 0)) else { return true }
        return inside ? -s >= depth : s >= depth
    }
}
