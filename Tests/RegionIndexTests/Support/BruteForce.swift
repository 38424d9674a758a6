import GEOSBridge
import Geodesy

@testable import RegionIndex

/// The shortest geodesic to lines that are straight in longitude and latitude, by trying many points
/// of every edge.
func bruteForceDistance(
    from place: LocationCoordinate2D, to edges: [(PlanarPoint, PlanarPoint)]
) -> LocationDistance {
    edges.reduce(.infinity) { least, edge in
        let (a, b) = edge
        func distance(_ t: Double) -> Double {
            let point = t == 1 ? b : a + (b - a) * t
            return Geodesic.distance(
                from: place,
                to: LocationCoordinate2D(latitude: point.y, longitude: point.x))
        }
        let steps = 60
        let samples = (0...steps).map { distance(Double($0) / Double(steps)) }
        let nearest = samples.indices.min { samples[$0] < samples[$1] } ?? 0
        let low = Double(max(nearest - 1, 0)) / Double(steps)
        let high = Double(min(nearest + 1, steps)) / Double(steps)
        return min(least, lowest(on: low...high, stopAt: -1, distance).value)
    }
}

extension PlanarRings {
    /// All edges of all rings.
    var allEdges: [(PlanarPoint, PlanarPoint)] {
        (0..<ringCount).flatMap { ring in
            vertexRange(ofRing: ring).dropLast().map { (vertices[$0], vertices[$0 + 1]) }
        }
    }
}
