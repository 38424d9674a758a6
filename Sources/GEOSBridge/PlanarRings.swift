/// A vertex in the longitude/latitude plane: x is the longitude, y the latitude, both in degrees.
///
/// The longitude may lie in any turn, so that a ring over ±180° is continuous.
package typealias PlanarPoint = SIMD2<Double>

/// The rings of one or more polygons, flat in one array.
///
/// Every ring is closed. Ring `r` holds the vertices `ringStarts[r]..<ringStarts[r + 1]`; polygon `p`
/// holds the rings `polygonStarts[p]..<polygonStarts[p + 1]`, its outer one first.
package struct PlanarRings: Hashable, Sendable {
    package private(set) var vertices: [PlanarPoint] = []
    package private(set) var ringStarts: [Int] = [0]
    package private(set) var polygonStarts: [Int] = [0]

    package init() {}

    package var polygonCount: Int { polygonStarts.count - 1 }
    package var ringCount: Int { ringStarts.count - 1 }

    /// The rings of a polygon, the outer one first.
    package func rings(ofPolygon polygon: Int) -> Range<Int> {
        polygonStarts[polygon]..<polygonStarts[polygon + 1]
    }

    /// Where the vertices of a ring lie.
    package func vertexRange(ofRing ring: Int) -> Range<Int> {
        ringStarts[ring]..<ringStarts[ring + 1]
    }

    /// Adds a polygon, its outer ring first.
    package mutating func append(polygon rings: [[PlanarPoint]]) {
        for ring in rings {
            vertices.append(contentsOf: ring)
            ringStarts.append(vertices.count)
        }
        polygonStarts.append(ringCount)
    }

    /// Twice the signed planar area of a ring; positive when it runs counter-clockwise.
    ///
    /// Summed relative to the ring's first vertex, so that small rings far from the origin keep
    /// their digits.
    package func twiceSignedArea(ofRing ring: Int) -> Double {
        let range = vertexRange(ofRing: ring)
        guard let first = range.first else { return 0 }
        let origin = vertices[first]
        var sum = 0.0
        for index in range.dropLast() {
            let a = vertices[index] - origin
            let b = vertices[index + 1] - origin
            sum += a.x * b.y - b.x * a.y
        }
        return sum
    }
}
