import Geodesy
import RegionMonitoring

/// Reads a position as OpenAir files have it: `52:43:03 N 007:03:49 E`, with decimal minutes or
/// seconds, as decimal degrees, or without colons as in `524303N 0070349E`.
///
/// Sixty seconds or minutes, which converters leave where they round, are the next minute or degree.
enum OpenAirPosition {
    static func read(
        _ range: Range<Int>, in bytes: Span<UInt8>
    ) throws(Refusal) -> LocationCoordinate2D {
        let expected = "a position, such as 52:43:03 N 007:03:49 E"
        guard let north = letter("N", "S", in: range, bytes) else {
            throw unexpected(range, expected, in: bytes)
        }
        let rest = (north + 1..<range.upperBound).trimmed(in: bytes)
        guard let east = letter("E", "W", in: rest, bytes), east + 1 == rest.upperBound else {
            throw unexpected(range, expected, in: bytes)
        }
        let latitudeText = (range.lowerBound..<north).trimmed(in: bytes)
        let longitudeText = (rest.lowerBound..<east).trimmed(in: bytes)
        guard let latitude = degrees(latitudeText, packedDigits: 6, in: bytes),
            let longitude = degrees(longitudeText, packedDigits: 7, in: bytes)
        else { throw unexpected(range, expected, in: bytes) }
        guard longitude <= 180 else {
            throw Refusal(at: longitudeText.lowerBound, .longitudeOutOfRange(longitude))
        }
        return try PositionChecks.coordinate(
            longitude: bytes[east] | 0x20 == UInt8(ascii: "w") ? -longitude : longitude,
            at: longitudeText.lowerBound,
            latitude: bytes[north] | 0x20 == UInt8(ascii: "s") ? -latitude : latitude,
            at: latitudeText.lowerBound)
    }

    /// What was found instead of what was expected.
    static func unexpected(
        _ range: Range<Int>, _ expected: String, in bytes: Span<UInt8>
    ) -> Refusal {
        let found = range.isEmpty ? "nothing" : "'\(bytes.shown(range))'"
        return Refusal(at: range.lowerBound, .unexpected(found: found, expected: expected))
    }

    private static func letter(
        _ first: Unicode.Scalar, _ second: Unicode.Scalar, in range: Range<Int>,
        _ bytes: Span<UInt8>
    ) -> Int? {
        range.first {
            let capital = bytes[$0] & ~0x20
            return capital == UInt8(ascii: first) || capital == UInt8(ascii: second)
        }
    }

    private static func degrees(
        _ range: Range<Int>, packedDigits: Int, in bytes: Span<UInt8>
    ) -> Double? {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where bytes[index] == UInt8(ascii: ":") {
            parts.append(start..<index)
            start = index + 1
        }
        parts.append(start..<range.upperBound)
        if parts.count == 1 {
            let digits = range.prefix { bytes[$0].isDigit }
            if digits.count == packedDigits {
                let minutes = digits.upperBound - 4
                let seconds = digits.upperBound - 2
                parts = [
                    range.lowerBound..<minutes, minutes..<seconds, seconds..<range.upperBound,
                ]
            }
        }
        guard parts.count <= 3 else { return nil }
        var value = 0.0
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            // Digits only, with a fraction in the last part only: no signs, no exponents.
            guard let first = part.first, bytes[first].isDigit,
                part.allSatisfy({ bytes[$0].isDigit || isLast && bytes[$0] == UInt8(ascii: ".") }),
                let number = DecimalText.double(part, in: bytes), index == 0 || number <= 60
            else { return nil }
            value += number / [1, 60, 3600][index]
        }
        return value
    }
}
