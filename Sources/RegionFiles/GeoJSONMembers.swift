import StrictJSON

/// The members of a GeoJSON object that mean something here; of a repeated name the last.
struct GeoJSONMembers {
    var type: JSONValue?
    var id: JSONValue?
    var geometry: JSONValue?
    var properties: JSONValue?
    var features: JSONValue?
    var coordinates: JSONValue?
    var referenceSystem: JSONValue?

    private static let typeName: JSONName = "type"
    private static let idName: JSONName = "id"
    private static let geometryName: JSONName = "geometry"
    private static let propertiesName: JSONName = "properties"
    private static let featuresName: JSONName = "features"
    private static let coordinatesName: JSONName = "coordinates"
    private static let referenceSystemName: JSONName = "crs"

    /// Reads the members up to the end of the object that the cursor is in.
    init(
        restOfObjectAt cursor: inout JSONCursor, in bytes: Span<UInt8>
    ) throws(Refusal) {
        while let (key, value) = try cursor.member(in: bytes) {
            switch JSONName(key, in: bytes) {
            case Self.typeName: type = value
            case Self.idName: id = value
            case Self.geometryName: geometry = value
            case Self.propertiesName: properties = value
            case Self.featuresName: features = value
            case Self.coordinatesName: coordinates = value
            case Self.referenceSystemName: referenceSystem = value
            default: break
            }
        }
    }

    /// Reads the members of an object.
    init(of object: JSONValue, in bytes: Span<UInt8>) throws(Refusal) {
        var cursor = JSONCursor(at: object.offset)
        _ = try cursor.token(in: bytes)
        try self.init(restOfObjectAt: &cursor, in: bytes)
    }

    /// The text of `type`; `nil` when it is missing or no text.
    func typeText(in bytes: Span<UInt8>) -> String? {
        guard let type, type.kind == .string else { return nil }
        return JSONString.text(of: type.token, in: bytes)
    }
}
