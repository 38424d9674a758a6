extension [UInt8] {
    /// Appends the bytes of a text as they are.
    package mutating func append(text: String) { append(contentsOf: text.utf8) }

    /// Appends a JSON string: quoted, with the escapes that RFC 8259 §7 asks for and no others.
    package mutating func append(jsonString text: String) {
        append(UInt8(ascii: "\""))
        if text.utf8.contains(where: \.needsJSONEscape) {
            for byte in text.utf8 { append(jsonEscaped: byte) }
        } else {
            append(contentsOf: text.utf8)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(jsonEscaped byte: UInt8) {
        guard byte.needsJSONEscape else { return append(byte) }
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append(text: byte < 0x10 ? "u000" : "u00")
            append(text: String(byte, radix: 16))
        }
    }

    /// Appends a whole number.
    package mutating func append(decimal number: UInt64) {
        guard number >= 10 else { return append(UInt8(ascii: "0") + UInt8(number)) }
        let start = count
        var rest = number
        while rest > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        self[start...].reverse()
    }

    /// Appends `number` / 10^`places` without trailing zeros, and without a point when it is whole.
    package mutating func append(decimal number: UInt64, places: Int) {
        var digits = number
        var places = places
        while places > 0, digits % 10 == 0 {
            digits /= 10
            places -= 1
        }
        guard places > 0 else { return append(decimal: digits) }
        let start = count
        for _ in 0..<places {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits % 10))
            digits /= 10
        }
        append(UInt8(ascii: "."))
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits % 10))
            digits /= 10
        } while digits > 0
        self[start...].reverse()
    }

    /// Appends the shortest text that reads back as the same number, which must be finite.
    package mutating func append(json number: Double) {
        precondition(number.isFinite, "\(number) has no form in JSON")
        if !appendFewDigits(number) { append(text: number.description) }
    }

    /// Appends a number of at most 15 significant digits, which nearly all coordinates and accuracies
    /// are; returns false, having appended nothing, for others.
    ///
    /// n / 10^k is the double nearest to that decimal since both are exact and division rounds once;
    /// and no two decimals of up to 15 digits share a double, so a match is the shortest text.
    private mutating func appendFewDigits(_ number: Double) -> Bool {
        let magnitude = number.magnitude
        let (scale, places) = magnitude < 1e3 ? (1e12, 12) : (1e6, 6)
        let digits = (magnitude * scale).rounded()
        guard digits < 1e15, digits / scale == magnitude else { return false }
        if number.sign == .minus { append(UInt8(ascii: "-")) }
        if digits == 0, number.sign == .minus {
            // "-0" would be read as the whole number 0 by some readers.
            append(text: "0.0")
            return true
        }
        append(decimal: UInt64(digits), places: places)
        return true
    }

    /// Appends a duration in seconds with at most 6 decimals; a finer part is cut.
    package mutating func append(seconds microseconds: Int64) {
        if microseconds < 0 { append(UInt8(ascii: "-")) }
        append(decimal: microseconds.magnitude, places: 6)
    }
}

extension UInt8 {
    fileprivate var needsJSONEscape: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}
