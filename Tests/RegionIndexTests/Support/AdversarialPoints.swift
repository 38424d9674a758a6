import GEOSBridge
import Geodesy
import _MonitoringTestSupport

/// Places on and beside the edges of rings.
struct AdversarialPoints {
    let rings: PlanarRings

    /// A place on a vertex, on an edge, on its line's extension, on a vertex's parallel or meridian,
    /// or a step of one or a few representable numbers beside one of these.
    func next(_ random: inout SeededGenerator) -> LocationCoordinate2D {
        let ring = Int.random(in: 0..<rings.ringCount, using: &random)
        let range = rings.vertexRange(ofRing: ring)
        let index = Int.random(in: range.lowerBound..<range.upperBound - 1, using: &random)
        let a = rings.vertices[index]
        let b = rings.vertices[index + 1]
        var point: PlanarPoint
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: point = a
        case 2: point = (a + b) / 2
        case 3, 4: point = a + (b - a) * Double.random(in: 0...1, using: &random)
        case 5: point = a + (b - a) * Double.random(in: -0.5...1.5, using: &random)
        case 6:
            point = PlanarPoint(
                Double.random(in: min(a.x, b.x)...max(a.x, b.x), using: &random), a.y)
        default:
            point = PlanarPoint(
                a.x, Double.random(in: min(a.y, b.y)...max(a.y, b.y), using: &random))
        }
        for axis in 0..<2 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: point[axis] = point[axis].nextUp
            case 1: point[axis] = point[axis].nextDown
            case 2: for _ in 0..<3 { point[axis] = point[axis].nextUp }
            default: break
            }
        }
        return LocationCoordinate2D(
            latitude: min(max(point.y, -90), 90), longitude: min(max(point.x, -540), 540)
        ).normalized
    }
}
