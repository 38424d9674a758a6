import StrictJSON

/// Decimal numbers as formats other than JSON write them: also `+5`, `.5`, `5.` and `007`.
enum DecimalText {
    /// The number that the bytes are, all of them; `nil` when they are none or it is not finite.
    static func double(_ range: Range<Int>, in bytes: Span<UInt8>) -> Double? {
        // Nearly all numbers are written as JSON writes them too, which takes no text.
        if let number = JSONNumber(range, in: bytes) { return number.double(in: bytes) }
        var hasDigit = false
        for index in range {
            switch bytes[index] {
            case let byte where byte.isDigit: hasDigit = true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                break
            // Neither "nan" nor hexadecimal digits, which the library would read.
            default: return nil
            }
        }
        guard hasDigit, let value = Double(String(decoding: bytes.array(range), as: UTF8.self)),
            value.isFinite
        else { return nil }
        return value
    }
}
