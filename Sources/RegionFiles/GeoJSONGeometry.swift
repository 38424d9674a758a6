import Geodesy
import RegionMonitoring
import StrictJSON

/// The geometry of a feature as the shape of a region.
enum GeoJSONGeometry {
    /// The types that a geometry can have, also those that are no region.
    static let types: Set<String> = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
        "GeometryCollection", "Circle",
    ]

    /// A shape, and where its coordinates stand.
    struct Shape {
        var shape: RegionShape
        var offset: Int
    }

    /// Reads the value of a feature's `geometry`.
    static func read(
        _ value: JSONValue?, _ properties: FeatureProperties, featureAt start: Int,
        in bytes: Span<UInt8>
    ) throws(Refusal) -> Shape {
        guard let value else {
            throw Refusal(
                at: start, .missing(member: "geometry", expected: "a geometry"))
        }
        guard value.kind == .objectStart else {
            throw Refusal("geometry", is: value, expected: "a geometry", in: bytes)
        }
        let members = try GeoJSONMembers(of: value, in: bytes)
        return try read(members, at: value.offset, properties, featureAt: start, in: bytes)
    }

    /// Reads a geometry from its members.
    static func read(
        _ members: GeoJSONMembers, at start: Int, _ properties: FeatureProperties,
        featureAt featureStart: Int, in bytes: Span<UInt8>
    ) throws(Refusal) -> Shape {
        try GeoJSONReferenceSystem.check(members.referenceSystem, in: bytes)
        guard let type = members.type else {
            throw Refusal(at: start, .missing(member: "type", expected: "a geometry's type"))
        }
        guard let name = members.typeText(in: bytes),
            ["Point", "LineString", "MultiLineString", "Polygon", "MultiPolygon"].contains(name)
        else { throw Refusal(at: type.offset, .unsupportedGeometry(type: type.shown(in: bytes))) }
        guard let value = members.coordinates else {
            throw Refusal(at: start, .missing(member: "coordinates", expected: "an array"))
        }
        guard value.kind == .arrayStart else {
            throw Refusal("coordinates", is: value, expected: "an array", in: bytes)
        }
        var coordinates = GeoJSONCoordinates(at: value)
        let shape: RegionShape
        switch name {
        case "Point":
            if isEmptyArray(value, in: bytes) { throw Refusal(at: value.offset, .emptyGeometry) }
            let center = try coordinates.position(in: bytes)
            let radius = try properties.circleRadius(of: featureStart, in: bytes)
            shape = .circle(Circle(center: center, radius: radius))
        case "LineString", "MultiLineString":
            let lines = try coordinates.lines(nested: name == "MultiLineString", in: bytes)
            let halfWidth = try properties.corridorHalfWidth(of: featureStart, in: bytes)
            shape = .corridor(Corridor(lines: lines, halfWidth: halfWidth))
        default:
            shape = .polygons(
                try coordinates.polygons(nested: name == "MultiPolygon", in: bytes))
        }
        return Shape(shape: shape, offset: value.offset)
    }

    private static func isEmptyArray(_ value: JSONValue, in bytes: Span<UInt8>) -> Bool {
        value.range.dropFirst().dropLast().allSatisfy { bytes[$0] <= 0x20 }
    }
}

extension RegionShape {
    /// The shape in WGS 84, given in another system.
    func converted(from system: CoordinateSystem) -> RegionShape {
        func convert(_ line: [LocationCoordinate2D]) -> [LocationCoordinate2D] {
            line.map { system.toWGS84($0) }
        }
        guard system != .wgs84 else { return self }
        switch self {
        case .circle(var circle):
            circle.center = system.toWGS84(circle.center)
            return .circle(circle)
        case .polygons(let polygons):
            return .polygons(
                polygons.map { polygon in
                    Polygon(
                        exterior: convert(polygon.exterior), holes: polygon.holes.map(convert))
                })
        case .corridor(var corridor):
            corridor.lines = corridor.lines.map(convert)
            return .corridor(corridor)
        }
    }
}
