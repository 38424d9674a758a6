import GEOSBridge
package import Geodesy
import Synchronization

/// The geometry of one region: which places it holds, how far away its boundary is, and what a way
/// has to do with it.
///
/// Immutable to look at and free to share between threads. Places given to it are valid and
/// normalised (``LocationCoordinate2D/normalized``). `contains(p)` and `signedDistance(to: p) <= 0`
/// always agree.
package final class RegionGeometry: Sendable {
    /// The shape as it was given.
    package let shape: RegionShape

    private let form: Form
    private let measuredInradius = Mutex<LocationDistance?>(nil)

    private enum Form: Sendable {
        case circle(CircleGeometry)
        case area(AreaGeometry)
        case corridor(CorridorGeometry)
    }

    /// Checks a shape and prepares it for questions.
    ///
    /// - Throws: ``GeometryError`` for coordinates that are not finite or out of range, a radius or
    ///   half-width out of range, an empty shape, a ring that is not closed or too short or winds
    ///   around a pole, and polygons that are invalid by OGC Simple Features.
    /// - Complexity: O(n log n) in the number of vertices.
    package init(_ shape: RegionShape) throws(GeometryError) {
        self.shape = shape
        switch shape {
        case .circle(let circle): form = .circle(try CircleGeometry(circle))
        case .polygons(let polygons): form = .area(try AreaGeometry(polygons))
        case .corridor(let corridor): form = .corridor(try CorridorGeometry(corridor))
        }
    }

    /// Creates the geometry of polygons that were made ready before.
    init(_ polygons: [Polygon], _ area: AreaGeometry) {
        shape = .polygons(polygons)
        form = .area(area)
    }

    /// What was made of polygons; `nil` for other shapes.
    var areaGeometry: AreaGeometry? {
        guard case .area(let area) = form else { return nil }
        return area
    }

    /// Square metres, for ordering regions only: πr² of a circle, 2wL + πw² of a corridor, planar
    /// degrees times what they are worth at the centroid's latitude of polygons.
    package var area: Double {
        switch form {
        case .circle(let circle): circle.area
        case .area(let area): area.area
        case .corridor(let corridor): corridor.area
        }
    }

    /// Whether the region holds a place; its boundary belongs to it.
    package func contains(_ place: LocationCoordinate2D) -> Bool {
        switch form {
        case .circle(let circle): circle.contains(place)
        case .area(let area): area.contains(place)
        case .corridor(let corridor): corridor.contains(place)
        }
    }

    /// s: the distance in metres from a place to the region's boundary, at most 0 inside.
    ///
    /// - Parameter isInside: Whether the region contains the place, where that is known: it saves time.
    package func signedDistance(
        to place: LocationCoordinate2D, isInside: Bool? = nil
    ) -> LocationDistance {
        switch form {
        case .circle(let circle): circle.signedDistance(to: place)
        case .area(let area): area.signedDistance(to: place, isInside: isInside)
        case .corridor(let corridor): corridor.signedDistance(to: place)
        }
    }

    /// Whether |s| of a place whose side is known is less than a limit in metres, or at most the limit if
    /// `orAt`; and s itself, where it was found on the way.
    package func isBoundary(
        of place: LocationCoordinate2D, isInside: Bool, within limit: LocationDistance, orAt: Bool
    ) -> (isNear: Bool, signedDistance: LocationDistance?) {
        func answer(_ s: LocationDistance) -> (Bool, LocationDistance?) {
            (orAt ? s.magnitude <= limit : s.magnitude < limit, s)
        }
        switch form {
        case .circle(let circle):
            if let isNear = circle.isRim(within: limit, of: place) { return (isNear, nil) }
            return answer(circle.signedDistance(to: place))
        case .area(let area):
            return area.isBoundary(of: place, isInside: isInside, within: limit, orAt: orAt)
        case .corridor(let corridor):
            return answer(corridor.signedDistance(to: place))
        }
    }

    /// The boundary is nearer to a place than this, in metres, given another place on its other side: the
    /// way between the two crosses it.
    package func boundaryDistanceBound(
        of place: LocationCoordinate2D, beyond other: LocationCoordinate2D
    ) -> LocationDistance {
        let length = SegmentPath(from: other, to: place).lengthBound(0...1)
        return length + distanceDoubt(at: length)
    }

    /// Bounds of ``inradius`` that are known at once; equal for circles and corridors.
    package var inradiusBounds: ClosedRange<LocationDistance> {
        switch form {
        case .circle(let circle): circle.circle.radius...circle.circle.radius
        case .area(let area): area.inradiusBounds
        case .corridor(let corridor): corridor.corridor.halfWidth...corridor.corridor.halfWidth
        }
    }

    /// The radius of the largest circle within the region in metres, to 1 %: of a circle its radius,
    /// of a corridor its half-width, of several polygons that of the roomiest.
    ///
    /// - Complexity: O(n log n) when first asked of polygons, then O(1).
    package var inradius: LocationDistance {
        guard let area = areaGeometry else { return inradiusBounds.lowerBound }
        return measuredInradius.withLock { measured in
            if let measured { return measured }
            let bounds = area.inradiusBounds
            let radius =
                bounds.lowerBound == bounds.upperBound
                ? bounds.lowerBound : InscribedCircle.radius(of: area.rings, within: bounds)
            measured = radius
            return radius
        }
    }

    /// The stretches of the way from `start` to `end` that lie in the region.
    ///
    /// The way is straight in longitude and latitude, the shorter way around; its parameter runs
    /// from 0 to 1. The ranges ascend, are disjoint and as long as can be. The ends agree with
    /// `contains`: 0 (1) is in a range exactly when the start (end) is in the region. A touch is a
    /// range of one point, or left out where no number stands for it.
    ///
    /// - Parameters:
    ///   - startIsInside: Whether the region contains the start, where that is known: it saves time.
    ///   - endIsInside: The same of the end.
    package func insideIntervals(
        from start: LocationCoordinate2D, to end: LocationCoordinate2D,
        startIsInside: Bool? = nil, endIsInside: Bool? = nil
    ) -> [ClosedRange<Double>] {
        let path = SegmentPath(from: start, to: end)
        let holdsStart = startIsInside ?? contains(start)
        let holdsEnd = endIsInside ?? contains(end)
        assert(startIsInside == nil || holdsStart == contains(start), "the start's side is wrong")
        assert(endIsInside == nil || holdsEnd == contains(end), "the end's side is wrong")
        if start == end { return holdsStart ? [0...1] : [] }
        let found =
            switch form {
            case .circle(let circle):
                circle.insideIntervals(along: path, holdsStart: holdsStart, holdsEnd: holdsEnd)
            case .area(let area):
                area.insideIntervals(along: path, holdsStart: holdsStart, holdsEnd: holdsEnd)
            case .corridor(let corridor): corridor.insideIntervals(along: path)
            }
        return Self.settled(found, holdsStart: holdsStart, holdsEnd: holdsEnd)
    }

    /// Below this share of a way, 20 micrometres of the longest, a range or a gap is a rounding.
    private static let leastShare = 1e-12

    /// Computed ranges without their roundings: gaps too short to be one are closed, ranges too
    /// short to be one are touches, and the ends are what they are known to be.
    private static func settled(
        _ found: [ClosedRange<Double>], holdsStart: Bool, holdsEnd: Bool
    ) -> [ClosedRange<Double>] {
        var ranges: [ClosedRange<Double>] = holdsStart ? [0...0] : []
        func add(_ range: ClosedRange<Double>) {
            if let last = ranges.last, range.lowerBound - last.upperBound < leastShare {
                let upper = max(last.upperBound, range.upperBound)
                ranges[ranges.count - 1] = last.lowerBound...upper
            } else {
                ranges.append(range)
            }
        }
        let least = holdsStart ? 0 : Double.leastNormalMagnitude
        let greatest = holdsEnd ? 1 : 1.0.nextDown
        for range in found {
            let low = max(range.lowerBound, least)
            let high = min(range.upperBound, greatest)
            if low <= high { add(low...high) }
        }
        if holdsEnd { add(1...1) }
        return ranges.map { range in
            let isTouch = range.upperBound - range.lowerBound < leastShare
            if !isTouch { return range }
            return range.upperBound == 1 ? 1...1 : range.lowerBound...range.lowerBound
        }
    }

    /// The greatest depth −s on a stretch of the way from `start` to `end`, to a millimetre or
    /// 0.1 %, whichever is more; negative where the stretch lies outside.
    package func depth(
        from start: LocationCoordinate2D, to end: LocationCoordinate2D,
        within stretch: ClosedRange<Double>
    ) -> LocationDistance {
        let path = SegmentPath(from: start, to: end)
        return switch form {
        case .circle(let circle): circle.depth(along: path, within: stretch)
        case .area(let area): area.depth(along: path, within: stretch)
        case .corridor(let corridor): corridor.depth(along: path, within: stretch)
        }
    }

    /// The rings, where the plane is the whole truth about them.
    var planarRings: PlanarRings? {
        guard let area = areaGeometry, area.isPlain else { return nil }
        return area.rings
    }

    /// How far ``signedDistance(to:)`` may be wrong for a place so many metres from the boundary.
    func distanceDoubt(at distance: LocationDistance) -> LocationDistance {
        switch form {
        case .circle: 1e-3 + distance * 1e-9
        case .area, .corridor: 1 + distance * 0.02
        }
    }

    /// Boxes that hold every place with s ≤ `margin`; none of them crosses ±180°, and their
    /// longitudes lie in −180...180.
    package func boxes(margin: LocationDistance) -> [GeodeticBox] {
        switch form {
        case .circle(let circle): circle.boxes(margin: margin)
        case .area(let area): area.boxes(margin: max(margin, 0) * (1 + 1e-4))
        case .corridor(let corridor): corridor.boxes(margin: margin)
        }
    }
}
