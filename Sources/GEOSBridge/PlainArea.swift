import CGEOS

/// Polygons asked the slow way: GEOS's plain `covers`, without any index.
///
/// What the region index is compared with. Not thread-safe.
package final class PlainArea {
    private let shape: GEOSShape

    package init(_ rings: PlanarRings) throws(GEOSFailure) {
        shape = try GEOSShape(rings, in: GEOSContext())
    }

    /// Whether a finite point lies in the polygons or on their boundary.
    package func covers(_ point: PlanarPoint) throws(GEOSFailure) -> Bool {
        let context = shape.context
        // SAFETY: the point is owned by the GEOSShape, both pointers live through the call.
        let made = try unsafe GEOSShape(
            taking: GEOSGeom_createPointFromXY_r(context.handle, point.x, point.y),
            of: "createPoint", in: context)
        let answer = unsafe GEOSCovers_r(context.handle, shape.pointer, made.pointer)
        guard answer == 0 || answer == 1 else { throw context.failure("covers") }
        return answer == 1
    }

    /// The radius of the largest circle in any of the polygons, in the unit of their plane.
    ///
    /// GEOS searches squares down to `tolerance`: a long strip takes as many as it has widths.
    package func inscribedRadius(tolerance: Double) throws(GEOSFailure) -> Double {
        let context = shape.context
        // SAFETY: the result is a line from the centre to the boundary, owned by the GEOSShape.
        let line = try unsafe GEOSShape(
            taking: GEOSMaximumInscribedCircle_r(context.handle, shape.pointer, tolerance),
            of: "maximumInscribedCircle", in: context)
        var length = 0.0
        guard unsafe GEOSLength_r(context.handle, line.pointer, &length) == 1 else {
            throw context.failure("length")
        }
        return length
    }
}
