import CGEOS

/// Valid polygons made of invalid ones.
package enum ValidPolygons {
    /// Polygons that cover what the given ones enclose.
    ///
    /// Each polygon is made valid by itself by GEOS's MakeValid, which keeps all edges and takes as
    /// inside what lies within an odd number of them; then several are united, so that what two of
    /// them share stays inside. Lines and points that are left over are dropped.
    package static func made(of rings: PlanarRings) throws(GEOSFailure) -> PlanarRings {
        let context = GEOSContext()
        var valid = PlanarRings()
        for polygon in 0..<rings.polygonCount {
            var one = PlanarRings()
            one.append(
                polygon: rings.rings(ofPolygon: polygon).map {
                    Array(rings.vertices[rings.vertexRange(ofRing: $0)])
                })
            let shape = try GEOSShape(one, in: context)
            // SAFETY: the shape lives through the call; the result is owned by the new GEOSShape.
            let made = try unsafe GEOSShape(
                taking: GEOSMakeValid_r(context.handle, shape.pointer), of: "makeValid",
                in: context)
            // SAFETY: the geometry is owned by `made`, which lives through the call.
            try unsafe append(made.pointer, to: &valid, in: context)
        }
        guard rings.polygonCount > 1, valid.polygonCount > 1 else { return valid }
        let all = try GEOSShape(valid, in: context)
        // SAFETY: as above.
        let united = try unsafe GEOSShape(
            taking: GEOSUnaryUnion_r(context.handle, all.pointer), of: "unaryUnion", in: context)
        var result = PlanarRings()
        // SAFETY: as above.
        try unsafe append(united.pointer, to: &result, in: context)
        return result
    }

    /// Appends the polygons of a geometry, of a collection those of its members.
    @unsafe private static func append(
        _ geometry: OpaquePointer, to rings: inout PlanarRings, in context: GEOSContext
    ) throws(GEOSFailure) {
        // SAFETY: members and rings are borrowed from `geometry`, which the caller keeps alive.
        let type = unsafe GEOSGeomTypeId_r(context.handle, geometry)
        if type == Int32(GEOS_POLYGON.rawValue) {
            guard unsafe GEOSisEmpty_r(context.handle, geometry) == 0,
                let shell = unsafe GEOSGetExteriorRing_r(context.handle, geometry)
            else { return }
            var polygon = [try unsafe vertices(of: shell, in: context)]
            for index in 0..<(unsafe GEOSGetNumInteriorRings_r(context.handle, geometry)) {
                guard let hole = unsafe GEOSGetInteriorRingN_r(context.handle, geometry, index)
                else { throw context.failure("getInteriorRing") }
                polygon.append(try unsafe vertices(of: hole, in: context))
            }
            rings.append(polygon: polygon)
        } else if type >= Int32(GEOS_MULTIPOINT.rawValue) {
            for index in 0..<(unsafe GEOSGetNumGeometries_r(context.handle, geometry)) {
                guard let member = unsafe GEOSGetGeometryN_r(context.handle, geometry, index) else {
                    throw context.failure("getGeometry")
                }
                try unsafe append(member, to: &rings, in: context)
            }
        }
    }

    @unsafe private static func vertices(
        of ring: OpaquePointer, in context: GEOSContext
    ) throws(GEOSFailure) -> [PlanarPoint] {
        // SAFETY: the sequence is borrowed from the ring, which the caller keeps alive.
        guard let sequence = unsafe GEOSGeom_getCoordSeq_r(context.handle, ring) else {
            throw context.failure("getCoordSeq")
        }
        var count: UInt32 = 0
        guard unsafe GEOSCoordSeq_getSize_r(context.handle, sequence, &count) == 1 else {
            throw context.failure("getSize")
        }
        var vertices: [PlanarPoint] = []
        vertices.reserveCapacity(Int(count))
        for index in 0..<count {
            var x = 0.0
            var y = 0.0
            guard unsafe GEOSCoordSeq_getXY_r(context.handle, sequence, index, &x, &y) == 1 else {
                throw context.failure("getXY")
            }
            vertices.append(PlanarPoint(x, y))
        }
        return vertices
    }
}
