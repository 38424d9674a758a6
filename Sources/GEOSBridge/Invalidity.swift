import CGEOS

/// Why polygons are not valid, by the rules of OGC Simple Features as GEOS checks them.
package struct Invalidity: Hashable, Sendable {
    /// GEOS's words: "Self-intersection", "Hole lies outside shell".
    package var reason: String
    /// Where, if GEOS names a place.
    package var place: PlanarPoint?

    /// What is wrong with the polygons first of all, or nil when they are valid.
    package static func of(_ rings: PlanarRings) throws(GEOSFailure) -> Invalidity? {
        let context = GEOSContext()
        let shape = try GEOSShape(rings, in: context)
        var text: UnsafeMutablePointer<CChar>?
        var location: OpaquePointer?
        // SAFETY: both results are owned by the caller: the text is freed with GEOSFree_r, the
        // location by the GEOSShape that takes it.
        let answer = unsafe GEOSisValidDetail_r(
            context.handle, shape.pointer, 0, &text, &location)
        defer {
            if let text = unsafe text { unsafe GEOSFree_r(context.handle, text) }
        }
        var place: PlanarPoint?
        if let location = unsafe location {
            let point = try unsafe GEOSShape(taking: location, of: "isValidDetail", in: context)
            var x = 0.0
            var y = 0.0
            if unsafe GEOSGeomGetX_r(context.handle, point.pointer, &x) == 1,
                unsafe GEOSGeomGetY_r(context.handle, point.pointer, &y) == 1
            {
                place = PlanarPoint(x, y)
            }
        }
        switch answer {
        case 1: return nil
        case 0:
            let reason = if let text = unsafe text { unsafe String(cString: text) } else { "" }
            return Invalidity(reason: reason, place: place)
        default: throw context.failure("isValid")
        }
    }
}
