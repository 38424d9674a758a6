extension JSONCursor {
    /// The first place from `start` on that is not white space, or the text's end.
    @inline(__always)
    static func skipSpace(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        let count = bytes.count
        while index < count {
            let byte = bytes[index]
            // Nearly every byte that ends white space is above it: one comparison settles it.
            if byte > 0x20 { break }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
            index &+= 1
        }
        return index
    }

    /// Where the string whose text begins at `start` ends (its closing quote), and whether it holds
    /// escapes.
    static func scanString(
        _ bytes: Span<UInt8>, _ start: Int
    ) throws(JSONError) -> (end: Int, hasEscapes: Bool) {
        var index = start
        var hasEscapes = false
        let count = bytes.count
        while index < count {
            index = bytes.skipPlainWords(from: index)
            guard index < count else { break }
            let byte = bytes[index]
            if byte &- 0x20 < 0x60, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                index &+= 1
            } else if byte == UInt8(ascii: "\"") {
                return (index, hasEscapes)
            } else if byte == UInt8(ascii: "\\") {
                index = try scanEscape(bytes, index)
                hasEscapes = true
            } else if byte >= 0x80 {
                guard let end = UTF8Scan.endOfScalar(at: index, in: bytes) else {
                    throw JSONError(at: index, in: bytes, .utf8)
                }
                index = end
            } else {
                throw JSONError(at: index, in: bytes, .escapedControl)
            }
        }
        throw JSONError(at: count, in: bytes, .closingQuote)
    }

    /// The end of the escape whose backslash stands at `start`, both halves of a pair included.
    private static func scanEscape(
        _ bytes: Span<UInt8>, _ start: Int
    ) throws(JSONError) -> Int {
        let letter = start + 1
        guard letter < bytes.count else { throw JSONError(at: letter, in: bytes, .escape) }
        switch bytes[letter] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return letter + 1
        case UInt8(ascii: "u"):
            break
        default:
            throw JSONError(at: letter, in: bytes, .escape)
        }
        let unit = try scanHex(bytes, letter + 1)
        let next = letter + 5
        guard unit & 0xF800 == 0xD800 else { return next }
        guard unit < 0xDC00, next + 1 < bytes.count, bytes[next] == UInt8(ascii: "\\"),
            bytes[next + 1] == UInt8(ascii: "u")
        else { throw JSONError(surrogate: unit, at: start) }
        let low = try scanHex(bytes, next + 2)
        guard low & 0xFC00 == 0xDC00 else { throw JSONError(surrogate: unit, at: start) }
        return next + 6
    }

    /// The number that four hexadecimal digits from `start` on name.
    private static func scanHex(_ bytes: Span<UInt8>, _ start: Int) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for index in start..<start + 4 {
            guard index < bytes.count, let digit = hexDigit(bytes[index]) else {
                throw JSONError(at: index, in: bytes, .hexDigit)
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// The value of a hexadecimal digit.
    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Where the number that begins at `start` ends.
    static func scanNumber(_ bytes: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
        let count = bytes.count
        var index = start
        if index < count, bytes[index] == UInt8(ascii: "-") { index &+= 1 }
        if index < count, bytes[index] == UInt8(ascii: "0") {
            index &+= 1
            if index < count, isDigit(bytes[index]) {
                throw JSONError(at: index, in: bytes, .noLeadingZero)
            }
        } else {
            index = try scanDigits(bytes, index)
        }
        if index < count, bytes[index] == UInt8(ascii: ".") {
            index = try scanDigits(bytes, index &+ 1)
        }
        if index < count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index &+= 1
            if index < count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
            {
                index &+= 1
            }
            index = try scanDigits(bytes, index)
        }
        return index
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    @inline(__always)
    private static func scanDigits(_ bytes: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
        let count = bytes.count
        var index = start
        while index < count, isDigit(bytes[index]) { index &+= 1 }
        guard index > start else { throw JSONError(at: index, in: bytes, .digit) }
        return index
    }

    /// Where a literal that begins at `start` ends.
    static func scanLiteral(
        _ literal: String, _ expected: JSONError.Expected, _ bytes: Span<UInt8>, _ start: Int
    ) throws(JSONError) -> Int {
        var index = start
        for byte in literal.utf8 {
            guard index < bytes.count, bytes[index] == byte else {
                throw JSONError(at: index, in: bytes, expected)
            }
            index &+= 1
        }
        return index
    }
}
