import GEOSBridge
import Geodesy
import Synchronization

/// One or more polygons: closed, their edges straight in longitude and latitude.
///
/// Keeps little: most of many regions are looked up in an index and never asked themselves. What the
/// others need beyond is made when they are asked first.
final class AreaGeometry: Sendable {
    let area: Double
    let inradiusBounds: ClosedRange<LocationDistance>

    /// Whether the plane is the whole truth about the rings: no vertex reaches ±180° or a pole, and none
    /// is so close to the equator or Greenwich that products with it underflow.
    let isPlain: Bool

    let box: PlanarBox

    private let polygons: [Polygon]

    /// Few boxes that hold all parts; empty when ``box`` is the only one.
    let partBoxes: [PlanarBox]

    private let made = Mutex<Details?>(nil)

    /// The polygons as questions need them.
    final class Details: Sendable {
        let rings: PlanarRings
        let edges: EdgeTree
        let prepared: PreparedArea

        init(_ rings: PlanarRings) {
            self.rings = rings
            let boundary = BoundaryChains(rings)
            edges = EdgeTree(vertices: boundary.vertices, chains: boundary.chains)
            prepared = PreparedArea(rings)
        }
    }

    init(_ polygons: [Polygon]) throws(GeometryError) {
        self.polygons = polygons
        let details = Details(try PlanarRings(checking: polygons))
        let rings = details.rings
        var box = PlanarBox.empty
        var boxes: [PlanarBox] = []
        for polygon in 0..<rings.polygonCount {
            var part = PlanarBox.empty
            let shell = rings.rings(ofPolygon: polygon).lowerBound
            for index in rings.vertexRange(ofRing: shell) { part.formUnion(rings.vertices[index]) }
            boxes.append(part)
            box.formUnion(part)
        }
        self.box = box
        isPlain = rings.vertices.allSatisfy { vertex in
            vertex.x.magnitude < 180 && vertex.y.magnitude < 90
                && !vertex.x.underflowsInProducts && !vertex.y.underflowsInProducts
        }
        partBoxes = boxes.count == 1 ? [] : PlanarBox.merged(boxes)
        let parts = (0..<rings.polygonCount).map { PlanarMoments(rings, polygon: $0) }
        area = PlanarMoments.union(parts).areaInSquareMeters
        inradiusBounds = InscribedCircle.bounds(
            of: rings, parts: parts, boxes: boxes, edges: details.edges)
    }

    /// Creates what was made of polygons before, without checking or measuring them again.
    init(
        _ polygons: [Polygon], area: Double, inradiusBounds: ClosedRange<LocationDistance>,
        isPlain: Bool, box: PlanarBox, partBoxes: [PlanarBox]
    ) {
        self.polygons = polygons
        self.area = area
        self.inradiusBounds = inradiusBounds
        self.isPlain = isPlain
        self.box = box
        self.partBoxes = partBoxes
    }

    /// What questions need: made at the first, then kept.
    var details: Details {
        made.withLock { made in
            if let made { return made }
            let details = Details(PlanarRings(ofValid: polygons))
            made = details
            return details
        }
    }

    /// The rings, which are not kept for this.
    var rings: PlanarRings {
        made.withLock { $0 }?.rings ?? PlanarRings(ofValid: polygons)
    }

    var edges: EdgeTree { details.edges }

    /// Whether a valid, normalised place lies in the polygons or on a ring, exactly.
    ///
    /// The place is looked for in the three turns that rings can lie in; the meridian −180 is 180
    /// too. A pole has all longitudes: it belongs to a region that reaches its latitude.
    func contains(_ place: LocationCoordinate2D) -> Bool {
        let latitude = place.latitude
        guard latitude >= box.low.y, latitude <= box.high.y else { return false }
        if abs(latitude) == 90 { return true }
        let longitude = place.longitude
        if covers(longitude, latitude) || covers(longitude + 360, latitude)
            || covers(longitude - 360, latitude)
        {
            return true
        }
        return longitude == -180 && covers(540, latitude)
    }

    private func covers(_ longitude: Double, _ latitude: Double) -> Bool {
        guard longitude >= box.low.x, longitude <= box.high.x else { return false }
        // All rings are closed in the tree then: none of their edges is left out as a seam.
        if isPlain, !longitude.underflowsInProducts, !latitude.underflowsInProducts {
            return edges.covers(PlanarPoint(longitude, latitude))
        }
        do throws(GEOSFailure) {
            return try details.prepared.covers(PlanarPoint(longitude, latitude))
        } catch {
            // Rings are checked before they come here and the point is finite, so GEOS has no
            // reason to fail but want of memory. An answer would be a guess.
            fatalError("\(error) at (\(longitude) \(latitude)) of a valid polygon")
        }
    }

    /// s: the distance to the nearest ring in metres, negative inside, never 0 outside.
    ///
    /// - Parameter isInside: Whether the area contains the place, where that is known.
    func signedDistance(
        to place: LocationCoordinate2D, isInside: Bool? = nil
    ) -> LocationDistance {
        let distance = DistanceProbe(at: place).nearest(in: edges)?.distance
        return signed(distance ?? EarthModel.longestDistance, isInside ?? contains(place))
    }

    /// Whether |s| of a place whose side is known is less than a limit, or at most the limit if `orAt`; and
    /// s itself, where it was found on the way.
    func isBoundary(
        of place: LocationCoordinate2D, isInside: Bool, within limit: LocationDistance, orAt: Bool
    ) -> (isNear: Bool, signedDistance: LocationDistance?) {
        let found = DistanceProbe(at: place).isNear(edges, within: limit, orAt: orAt)
        return (found.isNear, found.distance.map { signed($0, isInside) })
    }

    private func signed(_ distance: LocationDistance, _ isInside: Bool) -> LocationDistance {
        isInside ? 0 - distance : max(distance, .leastNormalMagnitude)
    }

    func boxes(margin: LocationDistance) -> [GeodeticBox] {
        var boxes: [GeodeticBox] = []
        for part in partBoxes.isEmpty ? [box] : partBoxes {
            boxes += GeodeticBox.boxes(
                south: part.low.y, west: part.low.x, north: part.high.y, east: part.high.x,
                within: margin)
            for pole in [-90.0, 90] where part.low.y == pole || part.high.y == pole {
                // The pole itself belongs to the region under every longitude.
                boxes.append(GeodeticBox(south: pole, west: -180, north: pole, east: 180))
            }
        }
        return boxes
    }
}

extension Double {
    /// Whether products with a coordinate could underflow, so that their signs are not exact.
    var underflowsInProducts: Bool { self != 0 && magnitude < 1e-150 }
}

/// Area and centroid of a polygon in the plane of degrees.
struct PlanarMoments {
    /// Square degrees, holes taken off.
    var area: Double
    var centroid: PlanarPoint

    init(area: Double, centroid: PlanarPoint) {
        self.area = area
        self.centroid = centroid
    }

    init(_ rings: PlanarRings, polygon: Int) {
        let numbers = rings.rings(ofPolygon: polygon)
        let origin = rings.vertices[rings.vertexRange(ofRing: numbers.lowerBound).lowerBound]
        var area = 0.0
        var moment = PlanarPoint(0, 0)
        for ring in numbers {
            var ringArea = 0.0
            var ringMoment = PlanarPoint(0, 0)
            for index in rings.vertexRange(ofRing: ring).dropLast() {
                let a = rings.vertices[index] - origin
                let b = rings.vertices[index + 1] - origin
                let cross = a.x * b.y - b.x * a.y
                ringArea += cross / 2
                ringMoment += (a + b) * (cross / 6)
            }
            let sign = (ringArea < 0) == (ring == numbers.lowerBound) ? -1.0 : 1.0
            area += sign * ringArea
            moment += ringMoment * sign
        }
        self.area = area
        centroid = area > 0 ? origin + moment / area : origin
    }

    /// Area and centroid of polygons that share no area.
    static func union(_ parts: [PlanarMoments]) -> PlanarMoments {
        let area = parts.reduce(0) { $0 + $1.area }
        guard area > 0 else { return parts[0] }
        let origin = parts[0].centroid
        let moment = parts.reduce(PlanarPoint(0, 0)) { $0 + ($1.centroid - origin) * $1.area }
        return PlanarMoments(area: area, centroid: origin + moment / area)
    }

    /// Square degrees times what they are worth at the centroid.
    var areaInSquareMeters: Double {
        let metric = LocalMetric(latitude: min(max(centroid.y, -90), 90))
        return area * metric.metersPerDegreeOfLatitude * metric.metersPerDegreeOfLongitude
    }
}
