import CGEOS

/// A geometry owned by GEOS, with the context it is used through.
///
/// Not thread-safe: whoever holds one guards it.
@safe
final class GEOSShape {
    let context: GEOSContext
    let pointer: OpaquePointer

    /// Takes over a geometry that a GEOS call returned; null is that call's failure.
    init(
        taking pointer: OpaquePointer?, of operation: String, in context: GEOSContext
    ) throws(GEOSFailure) {
        guard let pointer = unsafe pointer else { throw context.failure(operation) }
        self.context = context
        unsafe self.pointer = pointer
    }

    deinit {
        // SAFETY: `pointer` is owned by this object alone and released only here.
        unsafe GEOSGeom_destroy_r(context.handle, pointer)
    }

    /// Builds a multipolygon, or a polygon where there is only one.
    convenience init(_ rings: PlanarRings, in context: GEOSContext) throws(GEOSFailure) {
        var members: [OpaquePointer?] = unsafe []
        // SAFETY: a member is owned here until createCollection takes all of them, as it does also
        // when it fails (geos_c.h: "takes ownership").
        for polygon in 0..<rings.polygonCount {
            do throws(GEOSFailure) {
                unsafe members.append(try Self.polygon(polygon, of: rings, in: context))
            } catch {
                unsafe Self.destroy(members, in: context)
                throw error
            }
        }
        if unsafe members.count == 1 {
            try unsafe self.init(taking: members[0], of: "createPolygon", in: context)
        } else {
            let count = UInt32(unsafe members.count)
            let collection = unsafe members.withUnsafeMutableBufferPointer { members in
                unsafe GEOSGeom_createCollection_r(
                    context.handle, Int32(GEOS_MULTIPOLYGON.rawValue), members.baseAddress, count)
            }
            try unsafe self.init(taking: collection, of: "createCollection", in: context)
        }
    }

    private static func polygon(
        _ polygon: Int, of rings: PlanarRings, in context: GEOSContext
    ) throws(GEOSFailure) -> OpaquePointer? {
        var made: [OpaquePointer?] = unsafe []
        // SAFETY: as for the members: createPolygon takes the shell and the holes in any case.
        for ring in rings.rings(ofPolygon: polygon) {
            do throws(GEOSFailure) {
                unsafe made.append(try Self.ring(ring, of: rings, in: context))
            } catch {
                unsafe destroy(made, in: context)
                throw error
            }
        }
        guard let shell = unsafe made.first else {
            throw GEOSFailure(operation: "createPolygon", message: "the polygon has no ring")
        }
        var holes = unsafe Array(made.dropFirst())
        let count = UInt32(unsafe holes.count)
        let result = unsafe holes.withUnsafeMutableBufferPointer { holes in
            unsafe GEOSGeom_createPolygon_r(context.handle, shell, holes.baseAddress, count)
        }
        guard let result = unsafe result else { throw context.failure("createPolygon") }
        return unsafe result
    }

    private static func ring(
        _ ring: Int, of rings: PlanarRings, in context: GEOSContext
    ) throws(GEOSFailure) -> OpaquePointer {
        let range = rings.vertexRange(ofRing: ring)
        // SAFETY: a SIMD2<Double> is two doubles side by side, x first, as copyFromBuffer reads
        // them; the range lies within the array by the invariant of PlanarRings.
        let sequence = unsafe rings.vertices.withUnsafeBufferPointer { vertices in
            unsafe UnsafeBufferPointer(rebasing: vertices[range])
                .withMemoryRebound(to: Double.self) { numbers in
                    unsafe GEOSCoordSeq_copyFromBuffer_r(
                        context.handle, numbers.baseAddress, UInt32(range.count), 0, 0)
                }
        }
        guard let sequence = unsafe sequence else { throw context.failure("createCoordSeq") }
        // SAFETY: createLinearRing takes the sequence, also when it fails.
        guard let made = unsafe GEOSGeom_createLinearRing_r(context.handle, sequence) else {
            throw context.failure("createLinearRing")
        }
        return unsafe made
    }

    private static func destroy(_ members: [OpaquePointer?], in context: GEOSContext) {
        // SAFETY: the caller owns the members and forgets them after this call.
        for index in unsafe members.indices {
            unsafe GEOSGeom_destroy_r(context.handle, members[index])
        }
    }
}
