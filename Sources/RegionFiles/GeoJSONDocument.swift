import Geodesy
import RegionMonitoring
import StrictJSON

/// Reads a GeoJSON text into a builder.
///
/// The whole text is read over first, so that one that is not JSON is refused before anything of it
/// is taken; then each feature, and of each geometry the coordinates.
enum GeoJSONDocument {
    /// Reads a text.
    ///
    /// - Throws: A refusal of the text as a whole; those of single features go to the builder.
    static func read(
        _ bytes: Span<UInt8>, accepting document: RegionFileBuilder.Document,
        into builder: inout RegionFileBuilder
    ) throws(Refusal) {
        let hasMark =
            bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        var cursor = JSONCursor(at: hasMark ? 3 : 0)
        let root = try cursor.token(in: bytes)
        guard root.kind == .objectStart else {
            _ = try cursor.rest(of: root, in: bytes)
            _ = try cursor.token(in: bytes)
            throw Refusal(at: root.position, .notGeoJSON(found: root.kind.name))
        }
        let members = try GeoJSONMembers(restOfObjectAt: &cursor, in: bytes)
        _ = try cursor.token(in: bytes)
        let expected =
            document == .feature ? "Feature" : "FeatureCollection, Feature or a geometry's type"
        guard let type = members.type else {
            throw Refusal(at: root.start, .missing(member: "type", expected: expected))
        }
        switch (members.typeText(in: bytes), document) {
        case ("FeatureCollection", .file):
            try readCollection(members, at: root.start, in: bytes, into: &builder)
        case ("Feature", _):
            let system = try coordinateSystem(of: members, in: bytes)
            GeoJSONFeature(
                members: members, start: root.start, index: nil, system: system,
                identifierProperty: builder.options.identifierProperty
            )
            .read(in: bytes, into: &builder)
        case (let name?, .file) where GeoJSONGeometry.types.contains(name):
            readGeometry(members, at: root.start, in: bytes, into: &builder)
        default:
            throw Refusal("type", is: type, expected: expected, in: bytes)
        }
    }

    private static func readCollection(
        _ members: GeoJSONMembers, at start: Int, in bytes: Span<UInt8>,
        into builder: inout RegionFileBuilder
    ) throws(Refusal) {
        try GeoJSONReferenceSystem.check(members.referenceSystem, in: bytes)
        let system = try coordinateSystem(of: members, in: bytes)
        let expected = "an array of features"
        guard let features = members.features else {
            throw Refusal(at: start, .missing(member: "features", expected: expected))
        }
        guard features.kind == .arrayStart else {
            throw Refusal("features", is: features, expected: expected, in: bytes)
        }
        var cursor = JSONCursor(at: features.offset)
        _ = try cursor.token(in: bytes)
        var index = 0
        while true {
            let token = try cursor.token(in: bytes)
            switch token.kind {
            case .arrayEnd: return
            case .objectStart:
                let members = try GeoJSONMembers(restOfObjectAt: &cursor, in: bytes)
                GeoJSONFeature(
                    members: members, start: token.start, index: index, system: system,
                    identifierProperty: builder.options.identifierProperty
                )
                .read(in: bytes, into: &builder)
            default:
                let value = try cursor.rest(of: token, in: bytes)
                let refusal = Refusal("feature", is: value, expected: "an object", in: bytes)
                builder.refuse(refusal, region: nil, feature: index)
            }
            index += 1
        }
    }

    private static func readGeometry(
        _ members: GeoJSONMembers, at start: Int, in bytes: Span<UInt8>,
        into builder: inout RegionFileBuilder
    ) {
        var region: RegionID?
        do throws(Refusal) {
            let identifier = try FeatureIdentifier(file: builder.origin.file, at: start)
            region = identifier.region
            try builder.claim(identifier, featureAt: start, in: bytes)
            let shape = try GeoJSONGeometry.read(
                members, at: start, FeatureProperties(), featureAt: start, in: bytes)
            try builder.add(
                Region(identifier: identifier.region, shape: shape.shape), feature: nil, at: start,
                coordinates: shape.offset, in: bytes)
        } catch {
            builder.refuse(error, region: region, feature: nil)
        }
    }

    /// The system that the foreign member `coordinates` at the top names.
    private static func coordinateSystem(
        of members: GeoJSONMembers, in bytes: Span<UInt8>
    ) throws(Refusal) -> CoordinateSystem {
        guard let value = members.coordinates, value.kind != .null else { return .wgs84 }
        guard value.kind == .string,
            let system = CoordinateSystem(rawValue: JSONString.text(of: value.token, in: bytes))
        else {
            throw Refusal(
                "coordinates", is: value,
                expected: "the system of the file's coordinates, \"wgs84\", \"gcj02\" or \"bd09\"",
                in: bytes)
        }
        return system
    }
}
