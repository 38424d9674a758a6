import RegionMonitoring
import StrictJSON

/// The member `crs` of GeoJSON's 2008 edition: only systems of WGS 84 degrees in longitude, latitude
/// order are accepted, under the names in use for them.
enum GeoJSONReferenceSystem {
    /// Refuses a `crs` other than null, CRS84 and EPSG:4326.
    static func check(_ value: JSONValue?, in bytes: Span<UInt8>) throws(Refusal) {
        guard let value, value.kind != .null else { return }
        let name = try name(of: value, in: bytes)
        guard let name, isWGS84(name) else {
            let shown = name.map { "\"\($0.printable)\"" } ?? value.shown(in: bytes)
            throw Refusal(at: value.offset, .unsupportedReferenceSystem(shown))
        }
    }

    /// `properties.name` of the object, or `EPSG:` and its `properties.code`.
    private static func name(of value: JSONValue, in bytes: Span<UInt8>) throws(Refusal) -> String?
    {
        if value.kind == .string { return JSONString.text(of: value.token, in: bytes) }
        guard value.kind == .objectStart,
            let properties = try GeoJSONMembers(of: value, in: bytes).properties,
            properties.kind == .objectStart
        else { return nil }
        var cursor = JSONCursor(at: properties.offset)
        _ = try cursor.token(in: bytes)
        var name: String?
        while let (key, value) = try cursor.member(in: bytes) {
            if JSONString.text(of: key, in: bytes, equals: "name"), value.kind == .string {
                name = JSONString.text(of: value.token, in: bytes)
            } else if JSONString.text(of: key, in: bytes, equals: "code"), value.kind == .number {
                name = "EPSG:" + value.shown(in: bytes)
            }
        }
        return name
    }

    /// Whether a name such as `urn:ogc:def:crs:OGC:1.3:CRS84`, `EPSG:4326` or
    /// `http://www.opengis.net/def/crs/EPSG/0/4326` means WGS 84.
    private static func isWGS84(_ name: String) -> Bool {
        let parts = name.uppercased().split { ":/#".contains($0) }
        switch parts.last {
        case "CRS84", "CRS84H": return true
        case "4326": return parts.dropLast().contains { $0 == "EPSG" || $0 == "EPSG.XML" }
        default: return false
        }
    }
}
