extension RegionFileFinding.Reason {
    /// How to mend it, in one clause; `nil` when the message says all there is.
    public var hint: String? {
        switch self {
        case .notJSON(let found, let expected): Self.hint(found: found, expected: expected)
        case .unknownFormat: "name it with --regions-format"
        case .compiledFile: "compile its sources anew: fencewatch compile"
        case .notGeoJSON(let found):
            found == "an array"
                ? #"write {"type":"FeatureCollection","features":[...]} around the array"# : nil
        case .missing(let member, _): Self.hint(missing: member)
        case .wrongValue(let member, let found, _): Self.hint(member: member, found: found)
        case .unsupportedReferenceSystem: "transform the coordinates to degrees of WGS 84"
        case .unsupportedGeometry(let type): Self.hint(type: type)
        case .latitudeOutOfRange(let value), .longitudeOutOfRange(let value):
            abs(value) <= 540
                ? "a position is [longitude, latitude]: the two may be swapped"
                : "positions are in degrees: these may be metres of a projected system"
        case .tooFewPositions(let part, _, _):
            part.kind == .ring ? "a ring ends with its first position once more" : nil
        case .ringNotClosed: "repeat the first position at the end"
        case .invalidGeometry(let reason): Self.hint(invalid: reason)
        case .unknownPolicyValue(_, let nearest): nearest.map { "did you mean '\($0)'?" }
        case .sameGeometry: "one of the two may be a copy left behind"
        case .unexpected(let found, let expected): Self.hint(unexpected: found, expected)
        case .ignored(let record, _):
            ["AH", "AL"].contains(record)
                ? "whoever is above or below is inside too: altitude is not used" : nil
        case .tinySize: "lengths are in metres, not kilometres or degrees"
        case .sliver: "it may be left over from an overlay: remove it"
        case .jumpsAntimeridian:
            "cut the polygon at 180 and -180 (RFC 7946, 3.1.9), or count on beyond 180, to say so"
        case .spansLongitudes: "if it is meant to cross the 180 meridian, cut it there"
        case .maybeSwapped: "a position is longitude, latitude in GeoJSON, WKT and KML"
        case .repaired, .notRepaired, .notXML: nil
        case .emptyGeometry, .wrongCoordinates, .repeatedIdentifier, .policy: nil
        }
    }

    private static func hint(found: String, expected: String) -> String? {
        if expected == "nothing after the value" || found == "control character 001E" {
            return "put several features into one FeatureCollection"
        }
        switch found {
        case "control character 001F": return "the file may be compressed: unpack it"
        case "byte 0xFF", "byte 0xFE", "control character 0000":
            return "the file may be UTF-16: save it as UTF-8"
        default: return expected == "UTF-8" ? "save the file as UTF-8" : nil
        }
    }

    private static func hint(unexpected found: String, _ expected: String) -> String? {
        if found == "the end of the line" { return "a region stands on one line, whole" }
        return expected == "the end of the line" ? "remove what follows the geometry" : nil
    }

    private static func hint(missing member: String) -> String? {
        switch member {
        case "properties.radius", "properties.width":
            "a Point is the centre of a circle, a line "
                + "the middle of a corridor: both need a size"
        case "radius": "--radius sets one for all points"
        case "width": "write the line in GeoJSON, with 'width' among the properties"
        default: nil
        }
    }

    private static func hint(member: String, found: String) -> String? {
        switch (member, found) {
        case ("type", "\"Topology\""): "convert TopoJSON to GeoJSON"
        case ("type", _) where GeoJSONGeometry.types.contains { found == "\"\($0)\"" }:
            "write a Feature with an 'id' around the geometry"
        case ("properties.radius", _), ("properties.width", _):
            found.hasPrefix("\"") ? "write the number without quotes" : nil
        default: nil
        }
    }

    private static func hint(type: String) -> String? {
        switch type {
        case "\"GeometryCollection\"": "write a feature for each geometry, or one MultiPolygon"
        case "\"Circle\"": "write a Point with 'radius', in metres, among the properties"
        case "CIRCLE":
            "CIRCLE is Traccar's, which writes the latitude first: --wkt-order latlon reads it"
        case "\"MultiPoint\"": "write a Point with 'radius' for each"
        default: nil
        }
    }

    /// By GEOS's words (`IsValidOp`): what usually makes a polygon so.
    private static func hint(invalid reason: String) -> String? {
        let reason = reason.lowercased()
        return if reason.contains("nested shells") {
            "an area within another is a hole of it, or superfluous"
        } else if reason.contains("holes are nested") || reason.contains("nested holes") {
            "a hole within a hole is a polygon of its own"
        } else if reason.contains("interior is disconnected") {
            "write the parts as polygons of a MultiPolygon"
        } else if reason.contains("self-intersection") {
            "move or remove vertices there, so that no edge crosses or runs along another"
        } else {
            nil
        }
    }
}
