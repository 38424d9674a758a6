import GEOSBridge
import Geodesy

/// The largest circle within polygons, and cheap bounds of its radius.
enum InscribedCircle {
    /// Bounds that cost one look-up: at most half the box's height and width and the radius of a
    /// disc of the same area; at least the distance from the largest part's centroid to its rings.
    static func bounds(
        of rings: PlanarRings, parts: [PlanarMoments], boxes: [PlanarBox], edges: EdgeTree
    ) -> ClosedRange<LocationDistance> {
        var upper = 0.0
        var largest = 0
        for (part, box) in zip(parts, boxes) {
            let low = abs(box.low.y)
            let high = abs(box.high.y)
            let nearestEquator = box.low.y * box.high.y <= 0 ? 0 : min(low, high)
            // Degrees at their longest within the box.
            let east = LocalMetric(latitude: nearestEquator).metersPerDegreeOfLongitude
            let north = LocalMetric(latitude: max(low, high)).metersPerDegreeOfLatitude
            let size = box.high - box.low
            let disc = (part.area * north * east / .pi).squareRoot() * 1.001
            upper = max(upper, min(size.y * north / 2, size.x * east / 2, disc) * (1 + 1e-4))
        }
        for part in parts.indices where parts[part].area > parts[largest].area { largest = part }
        // Where a seam is no boundary a centroid can be farther from the boundary than from a ring.
        guard edges.vertices.count == rings.vertices.count else { return 0...upper }
        let centroid = parts[largest].centroid
        guard rings.isProbablyInside(centroid, polygon: largest) else { return 0...upper }
        let place = LocationCoordinate2D(latitude: centroid.y, longitude: centroid.x).normalized
        let distance = DistanceProbe(at: place).nearest(in: edges)?.distance ?? 0
        return min(distance * (1 - 1e-4), upper)...upper
    }

    /// The radius in metres of the largest circle in any one of the polygons, to 1 %.
    ///
    /// Each polygon is measured in a plane of metres, scaled at the latitude of its centroid.
    static func radius(
        of rings: PlanarRings, within bounds: ClosedRange<LocationDistance>
    ) -> LocationDistance {
        let parts = (0..<rings.polygonCount).map { PlanarMoments(rings, polygon: $0) }
        var best = 0.0
        for polygon in parts.indices.sorted(by: { parts[$0].area > parts[$1].area }) {
            let part = parts[polygon]
            let metric = LocalMetric(latitude: min(max(part.centroid.y, -90), 90))
            let scale = PlanarPoint(
                metric.metersPerDegreeOfLongitude, metric.metersPerDegreeOfLatitude)
            // A disc of the part's area is larger than any circle in it.
            if (part.area * scale.x * scale.y / .pi).squareRoot() <= best { break }
            var search = InscribedCircleSearch(
                rings, polygon: polygon, around: part.centroid, scale: scale, atLeast: best)
            best = max(best, search.run())
        }
        return min(max(best, bounds.lowerBound), bounds.upperBound)
    }
}

extension PlanarRings {
    /// Whether a point lies within a polygon by crossing parity in plain arithmetic: right unless
    /// the point is within rounding of a ring.
    func isProbablyInside(_ point: PlanarPoint, polygon: Int) -> Bool {
        var isInside = false
        for ring in rings(ofPolygon: polygon) {
            for index in vertexRange(ofRing: ring).dropLast() {
                let a = vertices[index]
                let b = vertices[index + 1]
                if (a.y > point.y) != (b.y > point.y),
                    point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
                {
                    isInside.toggle()
                }
            }
        }
        return isInside
    }
}
