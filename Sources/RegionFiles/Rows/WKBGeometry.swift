import Geodesy
import RegionMonitoring

/// Reads one geometry in well-known binary (OGC 06-103r4 §8) or PostGIS's EWKB, as PostGIS gives it in
/// text: two hexadecimal digits a byte.
struct WKBGeometry {
    private let bytes: [UInt8]
    private var index = 0

    /// Where the row begins that the geometry is of, for messages.
    private let place: Int

    /// The parts of a geometry.
    enum Shape {
        case point(LocationCoordinate2D)
        case lines([[LocationCoordinate2D]])
        case polygons([Polygon])
    }

    init(hexadecimal text: String, at place: Int) throws(Refusal) {
        self.place = place
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for character in text.utf8 {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
            default:
                throw Refusal(
                    at: place,
                    .unexpected(
                        found: "'\(text.shortened)'", expected: "a geometry in hexadecimal digits"))
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        self.bytes = bytes
        if high != nil { throw cut }
    }

    /// Reads the geometry, which takes all bytes.
    mutating func read() throws(Refusal) -> Shape {
        let shape = try geometry()
        guard index == bytes.count else {
            throw Refusal(
                at: place,
                .unexpected(found: "further bytes", expected: "the end of the geometry"))
        }
        return shape
    }

    private mutating func geometry() throws(Refusal) -> Shape {
        let header = try header()
        switch header.type {
        case 1: return .point(try position(header))
        case 2: return .lines([try line(number: 0, header)])
        case 3: return .polygons([try polygon(number: nil, header)])
        case 5:
            let lines = try members(of: header, type: 2) {
                (reader: inout WKBGeometry, number, header) throws(Refusal) in
                try reader.line(number: number, header)
            }
            return .lines(lines)
        case 6:
            let polygons = try members(of: header, type: 3) {
                (reader: inout WKBGeometry, number, header) throws(Refusal) in
                try reader.polygon(number: number, header)
            }
            return .polygons(polygons)
        case 4: throw unsupported("MultiPoint")
        case 7: throw unsupported("GeometryCollection")
        case let type: throw unsupported("number \(type)")
        }
    }

    private struct Header {
        var type: UInt32
        var ordinates: Int
        var isLittleEndian: Bool
    }

    private mutating func header() throws(Refusal) -> Header {
        guard index < bytes.count, bytes[index] <= 1 else {
            throw Refusal(
                at: place,
                .unexpected(
                    found: "'\(bytes.isEmpty ? "" : "\(bytes[min(index, bytes.count - 1)])")'",
                    expected: "a byte order, 0 or 1"))
        }
        let isLittleEndian = bytes[index] == 1
        index += 1
        let word = try word(isLittleEndian)
        if word & 0x2000_0000 != 0 {
            let system = try self.word(isLittleEndian)
            guard system == 4326 || system == 0 else {
                throw Refusal(at: place, .unsupportedReferenceSystem("EPSG:\(system)"))
            }
        }
        var ordinates = 2
        if word & 0x8000_0000 != 0 { ordinates += 1 }
        if word & 0x4000_0000 != 0 { ordinates += 1 }
        var type = word & 0x0FFF_FFFF
        // ISO: 1000 for Z, 2000 for M, 3000 for both.
        if type < 4000 {
            ordinates += type / 1000 == 3 ? 2 : type >= 1000 ? 1 : 0
            type %= 1000
        }
        return Header(type: type, ordinates: min(ordinates, 4), isLittleEndian: isLittleEndian)
    }

    private mutating func members<Member>(
        of header: Header, type: UInt32,
        reading read: (inout WKBGeometry, Int, Header) throws(Refusal) -> Member
    ) throws(Refusal) -> [Member] {
        let count = try count(header, bytesEach: 9)
        var result: [Member] = []
        result.reserveCapacity(count)
        for number in 0..<count {
            let member = try self.header()
            guard member.type == type else { throw unsupported("GeometryCollection") }
            result.append(try read(&self, number, member))
        }
        return result
    }

    private mutating func polygon(number: Int?, _ header: Header) throws(Refusal) -> Polygon {
        let count = try count(header, bytesEach: 4)
        var rings: [[LocationCoordinate2D]] = []
        for ring in 0..<count {
            let positions = try positions(header)
            try PositionChecks.requireRing(
                positions, .init(.ring, ring, ofPolygon: number), at: place)
            rings.append(positions)
        }
        guard let first = rings.first else { throw Refusal(at: place, .emptyGeometry) }
        return Polygon(exterior: first, holes: Array(rings.dropFirst()))
    }

    private mutating func line(
        number: Int, _ header: Header
    ) throws(Refusal) -> [LocationCoordinate2D] {
        let positions = try positions(header)
        try PositionChecks.requireLine(positions, number: number, at: place)
        return positions
    }

    private mutating func positions(_ header: Header) throws(Refusal) -> [LocationCoordinate2D] {
        let count = try count(header, bytesEach: 8 * header.ordinates)
        var positions: [LocationCoordinate2D] = []
        positions.reserveCapacity(count)
        for _ in 0..<count { positions.append(try position(header)) }
        return positions
    }

    private mutating func position(_ header: Header) throws(Refusal) -> LocationCoordinate2D {
        let longitude = try double(header)
        let latitude = try double(header)
        for _ in 2..<header.ordinates { _ = try double(header) }
        // How an empty point is written.
        if longitude.isNaN, latitude.isNaN { throw Refusal(at: place, .emptyGeometry) }
        return try PositionChecks.coordinate(
            longitude: longitude, at: place, latitude: latitude, at: place)
    }

    /// A number of things that follow; not more than the bytes left can hold.
    private mutating func count(_ header: Header, bytesEach size: Int) throws(Refusal) -> Int {
        let count = Int(try word(header.isLittleEndian))
        if count == 0 { throw Refusal(at: place, .emptyGeometry) }
        guard count <= (bytes.count - index) / size else { throw cut }
        return count
    }

    private mutating func word(_ isLittleEndian: Bool) throws(Refusal) -> UInt32 {
        var word: UInt32 = 0
        guard index + 4 <= bytes.count else { throw cut }
        for offset in 0..<4 {
            let byte = UInt32(bytes[index + (isLittleEndian ? 3 - offset : offset)])
            word = word << 8 | byte
        }
        index += 4
        return word
    }

    private mutating func double(_ header: Header) throws(Refusal) -> Double {
        var pattern: UInt64 = 0
        guard index + 8 <= bytes.count else { throw cut }
        for offset in 0..<8 {
            pattern =
                pattern << 8
                | UInt64(bytes[index + (header.isLittleEndian ? 7 - offset : offset)])
        }
        index += 8
        return Double(bitPattern: pattern)
    }

    private var cut: Refusal {
        Refusal(
            at: place,
            .unexpected(found: "the end of the geometry", expected: "the rest of it"))
    }

    private func unsupported(_ type: String) -> Refusal {
        Refusal(at: place, .unsupportedGeometry(type: type))
    }
}
