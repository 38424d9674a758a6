import CGEOS
import Synchronization

/// Polygons ready for point tests: GEOS's prepared `covers`, exact for every point and closed.
///
/// Built at the first test and kept, so that a region no device comes near costs nothing. Any thread
/// may ask; tests of one area wait for each other, because a prepared geometry builds parts of its
/// own index while it is asked. The rings must be valid: prepared and plain answers differ on
/// invalid ones.
package final class PreparedArea: Sendable {
    private let rings: PlanarRings
    private let prepared = Mutex<Prepared?>(nil)

    package init(_ rings: PlanarRings) { self.rings = rings }

    /// Whether a point lies in the polygons or on their boundary.
    ///
    /// The point must be finite: GEOS answers `false` for NaN without a word.
    package func covers(_ point: PlanarPoint) throws(GEOSFailure) -> Bool {
        precondition(
            point.x.isFinite && point.y.isFinite, "the point (\(point.x) \(point.y)) is not finite")
        return try prepared.withLock { (slot) throws(GEOSFailure) -> Bool in
            if let ready = slot { return try ready.covers(point) }
            let made = try Prepared(GEOSShape(rings, in: GEOSContext()))
            slot = made
            return try made.covers(point)
        }
    }

    /// The geometry and its index; guarded by the mutex.
    @safe
    private final class Prepared {
        private let shape: GEOSShape
        private let pointer: OpaquePointer

        init(_ shape: GEOSShape) throws(GEOSFailure) {
            self.shape = shape
            // SAFETY: the prepared geometry refers to the shape, which this object keeps alive.
            guard let pointer = unsafe GEOSPrepare_r(shape.context.handle, shape.pointer) else {
                throw shape.context.failure("prepare")
            }
            unsafe self.pointer = pointer
        }

        deinit {
            // SAFETY: owned by this object alone; the shape is released after it.
            unsafe GEOSPreparedGeom_destroy_r(shape.context.handle, pointer)
        }

        func covers(_ point: PlanarPoint) throws(GEOSFailure) -> Bool {
            let context = shape.context
            // SAFETY: the point is made and released here; one thread at a time comes by the mutex.
            let made = unsafe GEOSGeom_createPointFromXY_r(context.handle, point.x, point.y)
            guard let made = unsafe made else { throw context.failure("createPoint") }
            let answer = unsafe GEOSPreparedCovers_r(context.handle, pointer, made)
            unsafe GEOSGeom_destroy_r(context.handle, made)
            // 2 is an exception: neither inside nor outside.
            guard answer == 0 || answer == 1 else { throw context.failure("covers") }
            return answer == 1
        }
    }
}
