import GEOSBridge
import Geodesy

extension PlanarRings {
    /// Unwraps the rings of polygons and checks everything that can be wrong with them.
    init(checking polygons: [Polygon]) throws(GeometryError) {
        try self.init(unwrapping: polygons)
        try requireValid(polygons)
    }

    /// Unwraps the rings of polygons and checks each by itself.
    init(unwrapping polygons: [Polygon]) throws(GeometryError) {
        self.init()
        guard !polygons.isEmpty else { throw GeometryError(reason: "the geometry is empty") }
        for (index, polygon) in polygons.enumerated() {
            let name = polygons.count > 1 ? "polygon \(index), " : ""
            append(polygon: try Self.unwrapped(polygon, name))
        }
    }

    /// Unwraps the rings of polygons that were checked before.
    init(ofValid polygons: [Polygon]) {
        self.init()
        do throws(GeometryError) {
            for polygon in polygons { append(polygon: try Self.unwrapped(polygon, "")) }
        } catch {
            preconditionFailure("checked polygons are not valid: \(error)")
        }
    }

    private static func unwrapped(
        _ polygon: Polygon, _ name: String
    ) throws(GeometryError) -> [[PlanarPoint]] {
        try checkRing(polygon.exterior, "\(name)ring 0")
        var shell = try continuous(polygon.exterior, "\(name)ring 0")
        var longitudes = shell.longitudes
        if longitudes.lowerBound < -540 || longitudes.upperBound > 540 {
            // Unwrapping left the turns a fix is looked for in; the ring moves back as a whole.
            let offset = longitudes.lowerBound < -540 ? 1.0 : -1.0
            shell = shell.moved(polygon.exterior, by: offset)
            longitudes = shell.longitudes
            guard longitudes.lowerBound >= -540, longitudes.upperBound <= 540 else {
                throw GeometryError(
                    reason: "\(name)ring 0 spans more than three turns of longitude")
            }
        }
        var rings = [shell.vertices]
        for (index, hole) in polygon.holes.enumerated() {
            let holeName = "\(name)ring \(index + 1)"
            try checkRing(hole, holeName)
            let ring = try continuous(hole, holeName)
            rings.append(brought(ring, of: hole, into: longitudes))
        }
        return rings
    }

    private static func checkRing(
        _ ring: [LocationCoordinate2D], _ name: String
    ) throws(GeometryError) {
        for (index, vertex) in ring.enumerated() {
            try RegionIndex.requireValid(vertex, "vertex \(index) of \(name)")
        }
        guard let first = ring.first, let last = ring.last else {
            throw GeometryError(reason: "\(name) is empty")
        }
        guard first == last else {
            if first.latitude == last.latitude, abs(windings(of: ring)) == 1 {
                throw windsAroundPole(name)
            }
            throw GeometryError(
                reason: "\(name) must end on its first vertex (\(first.lonLat)); it ends on "
                    + "(\(last.lonLat))")
        }
        guard ring.count >= 4 else {
            throw GeometryError(
                reason: "\(name) has \(ring.count) vertices; a ring has at least 4, the last equal"
                    + " to the first")
        }
    }

    private static func continuous(
        _ ring: [LocationCoordinate2D], _ name: String
    ) throws(GeometryError) -> UnwrappedRing {
        let unwrapped = UnwrappedRing(ring: ring)
        guard unwrapped.turns == 0 else { throw windsAroundPole(name) }
        return unwrapped
    }

    private static func windsAroundPole(_ name: String) -> GeometryError {
        GeometryError(
            reason: "\(name) winds around a pole without being closed along it; let it run to the "
                + "180 meridian, along it to the pole, along the pole to -180 and back, as in "
                + "… (180 70), (180 90), (-180 90), (-180 70) …")
    }

    /// A hole in the turn of its shell.
    private static func brought(
        _ hole: UnwrappedRing, of coordinates: [LocationCoordinate2D],
        into shell: ClosedRange<Double>
    ) -> [PlanarPoint] {
        let longitudes = hole.longitudes
        for offset in [0.0, 1, -1, 2, -2] {
            let low = longitudes.lowerBound + 360 * offset
            let high = longitudes.upperBound + 360 * offset
            if low >= shell.lowerBound, high <= shell.upperBound {
                return offset == 0
                    ? hole.vertices : hole.moved(coordinates, by: offset).vertices
            }
        }
        // It fits nowhere: GEOS says why.
        return hole.vertices
    }

    private func requireValid(_ polygons: [Polygon]) throws(GeometryError) {
        let invalidity: Invalidity?
        do throws(GEOSFailure) {
            invalidity = try Invalidity.of(self)
        } catch {
            throw GeometryError(reason: error.description)
        }
        guard let invalidity else { return }
        if let ring = ringWindingAroundPole(polygons) { throw Self.windsAroundPole(ring) }
        var reason = "the polygon is invalid: \(invalidity.reason)"
        if let place = invalidity.place {
            let coordinate = LocationCoordinate2D(latitude: place.y, longitude: place.x)
            reason += " at (\(coordinate.normalized.lonLat))"
        }
        if invalidity.reason.hasPrefix("Hole lies outside shell") {
            reason += "; an area of its own is written as a further polygon of a MultiPolygon"
        }
        throw GeometryError(reason: reason)
    }

    /// The name of a ring that, but for edges of exactly 360°, winds around a pole.
    private func ringWindingAroundPole(_ polygons: [Polygon]) -> String? {
        for (index, polygon) in polygons.enumerated() {
            for (number, ring) in ([polygon.exterior] + polygon.holes).enumerated()
            where Self.windings(of: ring) != 0 {
                return (polygons.count > 1 ? "polygon \(index), " : "") + "ring \(number)"
            }
        }
        return nil
    }

    /// How often a ring runs around the earth on edges of less than 360°, eastward positive.
    private static func windings(of ring: [LocationCoordinate2D]) -> Double {
        var travel = 0.0
        for (a, b) in zip(ring, ring.dropFirst()) {
            let step = b.longitude - a.longitude
            if abs(step) == 360 { continue }
            travel += step - 360 * (abs(step) > 180 ? (step / 360).rounded() : 0)
        }
        return (travel / 360).rounded()
    }
}
