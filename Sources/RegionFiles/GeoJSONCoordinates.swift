import Geodesy
import RegionMonitoring
import StrictJSON

/// Reads the `coordinates` of a geometry straight into coordinates, without a tree between.
///
/// Third ordinates are read over, as any further ones. Every function is called with the cursor
/// before a value and returns with it behind that value.
struct GeoJSONCoordinates {
    private var cursor: JSONCursor

    /// Reused from list to list.
    private var buffer: [LocationCoordinate2D] = []

    init(at value: JSONValue) { cursor = JSONCursor(at: value.offset) }

    /// One position.
    mutating func position(in bytes: Span<UInt8>) throws(Refusal) -> LocationCoordinate2D {
        let token = try cursor.token(in: bytes)
        guard token.kind == .arrayStart else {
            throw try unexpected(token, "a position, [longitude, latitude]", in: bytes)
        }
        return try restOfPosition(token, in: bytes)
    }

    /// The lines of a LineString or of a MultiLineString.
    mutating func lines(
        nested: Bool, in bytes: Span<UInt8>
    ) throws(Refusal) -> [[LocationCoordinate2D]] {
        guard nested else {
            let token = try cursor.token(in: bytes)
            return [try line(token, number: 0, in: bytes)]
        }
        var lines: [[LocationCoordinate2D]] = []
        let outer = try array("an array of lines", in: bytes)
        while let token = try element(in: bytes) {
            lines.append(try line(token, number: lines.count, in: bytes))
        }
        if lines.isEmpty { throw Refusal(at: outer.start, .emptyGeometry) }
        return lines
    }

    /// The polygons of a Polygon or of a MultiPolygon.
    mutating func polygons(nested: Bool, in bytes: Span<UInt8>) throws(Refusal) -> [Polygon] {
        guard nested else {
            let token = try cursor.token(in: bytes)
            return [try polygon(token, number: nil, in: bytes)]
        }
        var polygons: [Polygon] = []
        let outer = try array("an array of polygons", in: bytes)
        while let token = try element(in: bytes) {
            polygons.append(try polygon(token, number: polygons.count, in: bytes))
        }
        if polygons.isEmpty { throw Refusal(at: outer.start, .emptyGeometry) }
        return polygons
    }
}

extension GeoJSONCoordinates {
    private mutating func line(
        _ token: JSONToken, number: Int, in bytes: Span<UInt8>
    ) throws(Refusal) -> [LocationCoordinate2D] {
        let line = try positions(token, "an array of positions, [longitude, latitude]", in: bytes)
        try PositionChecks.requireLine(line, number: number, at: token.start)
        return line
    }

    private mutating func polygon(
        _ token: JSONToken, number: Int?, in bytes: Span<UInt8>
    ) throws(Refusal) -> Polygon {
        guard token.kind == .arrayStart else {
            throw try unexpected(token, "a polygon, an array of rings", in: bytes)
        }
        guard let outer = try element(in: bytes) else {
            throw Refusal(at: token.start, .emptyGeometry)
        }
        var polygon = Polygon(
            exterior: try ring(outer, .init(.ring, 0, ofPolygon: number), in: bytes))
        while let inner = try element(in: bytes) {
            let part = RegionFileFinding.Part(
                .ring, polygon.holes.count + 1, ofPolygon: number)
            polygon.holes.append(try ring(inner, part, in: bytes))
        }
        return polygon
    }

    private mutating func ring(
        _ token: JSONToken, _ part: RegionFileFinding.Part, in bytes: Span<UInt8>
    ) throws(Refusal) -> [LocationCoordinate2D] {
        let ring = try positions(
            token, "a ring, an array of positions, [longitude, latitude]", in: bytes)
        try PositionChecks.requireRing(ring, part, at: token.start)
        return ring
    }

    private mutating func positions(
        _ token: JSONToken, _ expected: String, in bytes: Span<UInt8>
    ) throws(Refusal) -> [LocationCoordinate2D] {
        guard token.kind == .arrayStart else { throw try unexpected(token, expected, in: bytes) }
        buffer.removeAll(keepingCapacity: true)
        while let element = try element(in: bytes) {
            guard element.kind == .arrayStart else {
                throw try unexpected(element, "a position, [longitude, latitude]", in: bytes)
            }
            buffer.append(try restOfPosition(element, in: bytes))
        }
        return buffer.fitted
    }

    /// What is left of a position behind its opening bracket.
    private mutating func restOfPosition(
        _ start: JSONToken, in bytes: Span<UInt8>
    ) throws(Refusal) -> LocationCoordinate2D {
        let first = try cursor.token(in: bytes)
        let longitude = try number(first, "a longitude in degrees", in: bytes)
        let second = try cursor.token(in: bytes)
        let latitude = try number(second, "a latitude in degrees", in: bytes)
        let coordinate = try PositionChecks.coordinate(
            longitude: longitude, at: first.start, latitude: latitude, at: second.start)
        while let further = try element(in: bytes) {
            guard further.kind == .number else {
                throw try unexpected(further, "a number or the end of the position", in: bytes)
            }
        }
        return coordinate
    }

    private mutating func number(
        _ token: JSONToken, _ expected: String, in bytes: Span<UInt8>
    ) throws(Refusal) -> Double {
        guard token.kind == .number, let value = JSONNumber(token, in: bytes).double(in: bytes)
        else { throw try unexpected(token, expected, in: bytes) }
        return value
    }

    private mutating func array(
        _ expected: String, in bytes: Span<UInt8>
    ) throws(Refusal) -> JSONToken {
        let token = try cursor.token(in: bytes)
        guard token.kind == .arrayStart else { throw try unexpected(token, expected, in: bytes) }
        return token
    }

    /// The first token of the next element; `nil` at the end of the array.
    private mutating func element(in bytes: Span<UInt8>) throws(Refusal) -> JSONToken? {
        let token = try cursor.token(in: bytes)
        return token.kind == .arrayEnd ? nil : token
    }

    private mutating func unexpected(
        _ token: JSONToken, _ expected: String, in bytes: Span<UInt8>
    ) throws(Refusal) -> Refusal {
        let found =
            token.kind == .arrayEnd
            ? "']'" : try cursor.rest(of: token, in: bytes).shown(in: bytes)
        return Refusal(at: token.position, .wrongCoordinates(found: found, expected: expected))
    }
}
