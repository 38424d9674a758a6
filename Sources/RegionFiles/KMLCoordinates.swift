import Geodesy
import RegionMonitoring

/// Reads the text of a `coordinates` element, which comes in pieces: positions with white space
/// between them, each `longitude,latitude` or with an altitude as well.
struct KMLCoordinates {
    /// Where the element begins.
    let start: Int

    private var positions: [LocationCoordinate2D] = []
    private var refusal: Refusal?

    /// The position that is being read, which may lie in two pieces.
    private var word: [UInt8] = []

    /// The most bytes of a position.
    private static let limit = 256

    init(at start: Int) { self.start = start }

    mutating func take(_ piece: Span<UInt8>) {
        guard refusal == nil else { return }
        for index in piece.indices {
            let byte = piece[index]
            if byte > 0x20 {
                if word.count <= Self.limit { word.append(byte) }
            } else if !word.isEmpty {
                endWord()
            }
        }
    }

    /// All positions, or what is wrong with one.
    mutating func finish() -> (positions: [LocationCoordinate2D], refusal: Refusal?, start: Int) {
        if !word.isEmpty, refusal == nil { endWord() }
        return (positions.fitted, refusal, start)
    }

    private mutating func endWord() {
        do throws(Refusal) {
            positions.append(try position())
        } catch {
            if refusal == nil { refusal = error }
        }
        word.removeAll(keepingCapacity: true)
    }

    private func position() throws(Refusal) -> LocationCoordinate2D {
        let bytes = word.span
        var parts: [Range<Int>] = []
        var begin = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: ",") {
            parts.append(begin..<index)
            begin = index + 1
        }
        parts.append(begin..<bytes.count)
        guard parts.count == 2 || parts.count == 3, bytes.count <= Self.limit,
            let longitude = DecimalText.double(parts[0], in: bytes),
            let latitude = DecimalText.double(parts[1], in: bytes),
            parts.count == 2 || DecimalText.double(parts[2], in: bytes) != nil
        else {
            throw Refusal(
                at: start,
                .wrongCoordinates(
                    found: "'\(bytes.shown(0..<bytes.count))'",
                    expected: "longitude,latitude without blanks, or longitude,latitude,altitude"))
        }
        return try PositionChecks.coordinate(
            longitude: longitude, at: start, latitude: latitude, at: start)
    }
}
