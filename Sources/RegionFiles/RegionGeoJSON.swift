import Geodesy
package import RegionMonitoring

/// Writes regions as GeoJSON that the reader reads as the same regions.
package enum RegionGeoJSON {
    /// Opens a collection; then ``append(_:policy:isFirst:to:)`` for each region, then ``end``.
    package static let start = "{\"type\":\"FeatureCollection\",\"features\":[\n"

    /// Closes a collection.
    package static let end = "\n]}\n"

    /// Appends one feature on a line of its own.
    ///
    /// - Parameters:
    ///   - policy: The region's policy as a JSON object.
    ///   - isFirst: Whether it is the collection's first.
    package static func append(
        _ region: Region, policy: String?, isFirst: Bool, to output: inout [UInt8]
    ) {
        if !isFirst { output.append(contentsOf: Array(",\n".utf8)) }
        var properties: [String: String] = region.properties
        if let name = region.name { properties["name"] = name.jsonQuoted }
        if !region.notifyOnEntry { properties["notifyOnEntry"] = "false" }
        if !region.notifyOnExit { properties["notifyOnExit"] = "false" }
        if !region.notifyOnDwell { properties["notifyOnDwell"] = "false" }
        if let policy { properties["policy"] = policy }
        // What the geometry needs takes the place of a property of that name, which meant it.
        for name in ["radius", "width", "radius_units", "radiusUnits"] { properties[name] = nil }
        switch region.shape {
        case .circle(let circle): properties["radius"] = circle.radius.description
        case .corridor(let corridor): properties["width"] = corridor.halfWidth.description
        case .polygons: break
        }
        let members = properties.sorted { $0.key < $1.key }
            .map { "\($0.key.jsonQuoted):\($0.value)" }
        output.append(
            contentsOf: Array(
                ("{\"type\":\"Feature\",\"id\":\(region.identifier.rawValue.jsonQuoted),"
                    + "\"properties\":{\(members.joined(separator: ","))},\"geometry\":").utf8))
        append(region.shape, to: &output)
        output.append(UInt8(ascii: "}"))
    }

    /// Appends a geometry; a circle's radius and a corridor's width are not part of it.
    package static func append(_ shape: RegionShape, to output: inout [UInt8]) {
        func append(_ text: String) { output.append(contentsOf: text.utf8) }
        func append(_ place: LocationCoordinate2D) {
            append("[\(place.longitude),\(place.latitude)]")
        }
        func append(_ line: [LocationCoordinate2D]) {
            append("[")
            for (index, place) in line.enumerated() {
                if index > 0 { append(",") }
                append(place)
            }
            append("]")
        }
        func append(_ lines: [[LocationCoordinate2D]]) {
            append("[")
            for (index, line) in lines.enumerated() {
                if index > 0 { append(",") }
                append(line)
            }
            append("]")
        }
        switch shape {
        case .circle(let circle):
            append("{\"type\":\"Point\",\"coordinates\":")
            append(circle.center)
        case .corridor(let corridor):
            append("{\"type\":\"MultiLineString\",\"coordinates\":")
            append(corridor.lines)
        case .polygons(let polygons) where polygons.count == 1:
            append("{\"type\":\"Polygon\",\"coordinates\":")
            append([polygons[0].exterior] + polygons[0].holes)
        case .polygons(let polygons):
            append("{\"type\":\"MultiPolygon\",\"coordinates\":[")
            for (index, polygon) in polygons.enumerated() {
                if index > 0 { append(",") }
                append([polygon.exterior] + polygon.holes)
            }
            append("]")
        }
        append("}")
    }
}
