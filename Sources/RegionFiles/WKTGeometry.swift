import Geodesy
import RegionMonitoring

/// Reads one geometry in well-known text (OGC 06-103r4 §7) as the shape of a region.
///
/// Letters of either case; `Z`, `M` and `ZM` by themselves or stuck to the type's name; PostGIS's
/// `SRID=4326;` before it; two to four ordinates a position, of which the first two count. Traccar's
/// `CIRCLE (latitude longitude, radius)` is read where the latitude comes first.
struct WKTGeometry {
    private var index: Int
    private let end: Int
    private let options: RegionFileOptions

    /// How many ordinates each position has, where the geometry says so.
    private var ordinates: Int?

    /// Reads from a range of a text, which holds the geometry and nothing else.
    init(_ range: Range<Int>, _ options: RegionFileOptions) {
        index = range.lowerBound
        end = range.upperBound
        self.options = options
    }

    /// The shape.
    mutating func read(in bytes: Span<UInt8>) throws(Refusal) -> RegionShape {
        try readReferenceSystem(in: bytes)
        let start = index
        let type = try readType(in: bytes)
        let shape: RegionShape
        switch type {
        case "POINT":
            try requireNotEmpty(in: bytes)
            try expect("(", in: bytes)
            let center = try position(in: bytes)
            guard let radius = options.pointRadius else {
                throw Refusal(at: start, .missing(member: "radius", expected: "given for a point"))
            }
            try expect(")", in: bytes)
            shape = .circle(Circle(center: center, radius: radius))
        case "POLYGON":
            try requireNotEmpty(in: bytes)
            shape = .polygons([try polygon(number: nil, in: bytes)])
        case "MULTIPOLYGON":
            shape = .polygons(try polygons(in: bytes))
        case "CIRCLE" where options.wktOrder == .latitudeFirst:
            shape = .circle(try circle(in: bytes))
        case "LINESTRING" where options.lineHalfWidth != nil:
            try requireNotEmpty(in: bytes)
            let line = try positions(in: bytes)
            try PositionChecks.requireLine(line, number: 0, at: start)
            shape = .corridor(Corridor(lines: [line], halfWidth: options.lineHalfWidth ?? 0))
        case "LINESTRING", "MULTILINESTRING":
            throw Refusal(
                at: start, .missing(member: "width", expected: "given for the corridor of a line"))
        default:
            throw Refusal(at: start, .unsupportedGeometry(type: type))
        }
        skipBlanks(in: bytes)
        guard index == end else { throw unexpected("the end of the line", in: bytes) }
        return shape
    }

    /// Whether a text begins with a geometry's name or a reference system.
    static func begins(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        let range = range.trimmed(in: bytes)
        let word = word(at: range.lowerBound, end: range.upperBound, in: bytes)
        if word == "SRID" { return true }
        return Self.type(of: word) != nil
    }
}

extension WKTGeometry {
    /// The types of OGC and of PostGIS, and Traccar's.
    private static let types: Set<String> = [
        "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
        "GEOMETRYCOLLECTION", "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE",
        "MULTISURFACE", "POLYHEDRALSURFACE", "TIN", "TRIANGLE", "LINEARRING", "CIRCLE",
    ]

    /// The letters from a place on, as capitals; of a long word only the beginning.
    private static func word(at start: Int, end: Int, in bytes: Span<UInt8>) -> String {
        var letters: [UInt8] = []
        var index = start
        while index < end, bytes[index].isLetter, letters.count < 32 {
            letters.append(bytes[index] & ~0x20)
            index += 1
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// A word as a type and the ordinates stuck to it.
    private static func type(of word: String) -> (name: String, dimension: String)? {
        for dimension in ["", "ZM", "Z", "M"] where word.hasSuffix(dimension) {
            let name = String(word.dropLast(dimension.count))
            if types.contains(name) { return (name, dimension) }
        }
        return nil
    }

    private mutating func readReferenceSystem(in bytes: Span<UInt8>) throws(Refusal) {
        guard Self.word(at: index, end: end, in: bytes) == "SRID" else { return }
        let start = index
        index += 4
        try expect("=", in: bytes)
        skipBlanks(in: bytes)
        let digits = index
        while index < end, bytes[index].isDigit { index += 1 }
        guard index > digits else {
            throw unexpected("the number of a reference system", in: bytes)
        }
        let code = bytes.shown(digits..<index)
        guard code == "4326" else {
            throw Refusal(at: start, .unsupportedReferenceSystem("EPSG:\(code)"))
        }
        try expect(";", in: bytes)
        skipBlanks(in: bytes)
    }

    private mutating func readType(in bytes: Span<UInt8>) throws(Refusal) -> String {
        let word = Self.word(at: index, end: end, in: bytes)
        guard var type = Self.type(of: word) else {
            throw unexpected("the name of a geometry, such as POLYGON", in: bytes)
        }
        index += word.utf8.count
        skipBlanks(in: bytes)
        if type.dimension.isEmpty {
            let dimension = Self.word(at: index, end: end, in: bytes)
            if ["Z", "M", "ZM"].contains(dimension) {
                type.dimension = dimension
                index += dimension.utf8.count
            }
        }
        ordinates = type.dimension.isEmpty ? nil : 2 + type.dimension.utf8.count
        return type.name
    }

    private mutating func requireNotEmpty(in bytes: Span<UInt8>) throws(Refusal) {
        skipBlanks(in: bytes)
        if Self.word(at: index, end: end, in: bytes) == "EMPTY" {
            throw Refusal(at: index, .emptyGeometry)
        }
    }
}

extension WKTGeometry {
    private mutating func polygons(in bytes: Span<UInt8>) throws(Refusal) -> [Polygon] {
        try requireNotEmpty(in: bytes)
        try expect("(", in: bytes)
        var polygons: [Polygon] = []
        repeat {
            try requireNotEmpty(in: bytes)
            polygons.append(try polygon(number: polygons.count, in: bytes))
        } while try continues(in: bytes)
        return polygons
    }

    private mutating func polygon(
        number: Int?, in bytes: Span<UInt8>
    ) throws(Refusal) -> Polygon {
        try expect("(", in: bytes)
        var rings: [[LocationCoordinate2D]] = []
        repeat {
            try requireNotEmpty(in: bytes)
            rings.append(
                try ring(.init(.ring, rings.count, ofPolygon: number), in: bytes))
        } while try continues(in: bytes)
        return Polygon(exterior: rings[0], holes: Array(rings.dropFirst()))
    }

    private mutating func ring(
        _ part: RegionFileFinding.Part, in bytes: Span<UInt8>
    ) throws(Refusal) -> [LocationCoordinate2D] {
        let start = index
        var ring = try positions(in: bytes)
        if options.closesRings, ring.count > 2, ring.first != ring.last { ring.append(ring[0]) }
        try PositionChecks.requireRing(ring, part, at: start)
        return ring
    }

    private mutating func positions(in bytes: Span<UInt8>) throws(Refusal) -> [LocationCoordinate2D]
    {
        try expect("(", in: bytes)
        var positions: [LocationCoordinate2D] = []
        repeat { positions.append(try position(in: bytes)) } while try continues(in: bytes)
        return positions.fitted
    }

    /// `(latitude longitude, radius)`
    private mutating func circle(in bytes: Span<UInt8>) throws(Refusal) -> Circle {
        try expect("(", in: bytes)
        let center = try position(in: bytes)
        try expect(",", in: bytes)
        skipBlanks(in: bytes)
        let range = word(in: bytes)
        guard let radius = DecimalText.double(range, in: bytes), radius > 0 else {
            throw unexpected("a radius in metres above 0", in: bytes)
        }
        index = range.upperBound
        try expect(")", in: bytes)
        return Circle(center: center, radius: radius)
    }

    private mutating func position(in bytes: Span<UInt8>) throws(Refusal) -> LocationCoordinate2D {
        let isLongitudeFirst = options.wktOrder == .longitudeFirst
        let first = try number(
            isLongitudeFirst ? "a longitude in degrees" : "a latitude in degrees", in: bytes)
        let second = try number(
            isLongitudeFirst ? "a latitude in degrees" : "a longitude in degrees", in: bytes)
        let (longitude, latitude) = isLongitudeFirst ? (first, second) : (second, first)
        let coordinate = try PositionChecks.coordinate(
            longitude: longitude.value, at: longitude.place, latitude: latitude.value,
            at: latitude.place)
        var count = 2
        while true {
            skipBlanks(in: bytes)
            guard index < end, bytes[index] != UInt8(ascii: ","), bytes[index] != UInt8(ascii: ")"),
                count < ordinates ?? 4
            else { break }
            _ = try number("a number, or ',' or ')'", in: bytes)
            count += 1
        }
        if let ordinates, count != ordinates {
            throw unexpected("\(ordinates) numbers a position", in: bytes)
        }
        return coordinate
    }

    private mutating func number(
        _ expected: String, in bytes: Span<UInt8>
    ) throws(Refusal) -> (value: Double, place: Int) {
        skipBlanks(in: bytes)
        let range = word(in: bytes)
        guard let value = DecimalText.double(range, in: bytes) else {
            throw unexpected(expected, in: bytes)
        }
        index = range.upperBound
        return (value, range.lowerBound)
    }

    /// Whether a list goes on; takes the comma, or the parenthesis that ends it.
    private mutating func continues(in bytes: Span<UInt8>) throws(Refusal) -> Bool {
        skipBlanks(in: bytes)
        if index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ")") {
                index += 1
                return byte == UInt8(ascii: ",")
            }
        }
        throw unexpected("',' or ')'", in: bytes)
    }

    private mutating func expect(
        _ character: Unicode.Scalar, in bytes: Span<UInt8>
    ) throws(Refusal) {
        skipBlanks(in: bytes)
        guard index < end, bytes[index] == UInt8(ascii: character) else {
            throw unexpected("'\(character)'", in: bytes)
        }
        index += 1
    }

    private mutating func skipBlanks(in bytes: Span<UInt8>) {
        while index < end, bytes[index].isBlank { index += 1 }
    }

    /// What stands here up to the next blank, comma or parenthesis.
    private func word(in bytes: Span<UInt8>) -> Range<Int> {
        var stop = index
        scan: while stop < end {
            switch bytes[stop] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: "("),
                UInt8(ascii: ")"):
                break scan
            default: stop += 1
            }
        }
        return index..<stop
    }

    private func unexpected(_ expected: String, in bytes: Span<UInt8>) -> Refusal {
        var range = word(in: bytes)
        if range.isEmpty, index < end { range = index..<index + 1 }
        let found = range.isEmpty ? "the end of the line" : "'\(bytes.shown(range))'"
        return Refusal(at: index, .unexpected(found: found, expected: expected))
    }
}
