import GEOSBridge
package import Geodesy

/// Valid polygons in place of invalid ones.
package struct RepairedArea: Sendable {
    /// The valid polygons; none where the others enclose nothing.
    package let polygons: [Polygon]

    /// What the invalid polygons enclose by their rings' signed areas, in m²: 0 for a figure of eight.
    package let areaBefore: Double

    /// The area of the valid polygons in m².
    package let areaAfter: Double

    /// Makes polygons valid.
    ///
    /// - Throws: ``GeometryError`` for rings that are open, too short or out of range, which it would be
    ///   a guess to mend.
    package init(_ polygons: [Polygon]) throws(GeometryError) {
        let rings = try PlanarRings(unwrapping: polygons)
        let valid: PlanarRings
        do throws(GEOSFailure) {
            valid = try ValidPolygons.made(of: rings)
        } catch {
            throw GeometryError(reason: error.description)
        }
        areaBefore = Self.area(of: rings)
        areaAfter = Self.area(of: valid)
        self.polygons = (0..<valid.polygonCount).map { polygon in
            let all = valid.rings(ofPolygon: polygon).map { ring in
                valid.vertices[valid.vertexRange(ofRing: ring)].map {
                    LocationCoordinate2D(latitude: $0.y, longitude: $0.x)
                }
            }
            return Polygon(exterior: all[0], holes: Array(all.dropFirst()))
        }
    }

    private static func area(of rings: PlanarRings) -> Double {
        guard rings.polygonCount > 0 else { return 0 }
        let parts = (0..<rings.polygonCount).map { PlanarMoments(rings, polygon: $0) }
        return PlanarMoments.union(parts).areaInSquareMeters
    }
}
