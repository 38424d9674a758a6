/// Validation of UTF-8 by the table of well-formed sequences (Unicode 16, table 3-7).
package enum UTF8Scan {
    /// Where the scalar that begins at `offset` ends; `nil` when its bytes are not well formed: a lone
    /// continuation, an overlong form, a surrogate, more than U+10FFFF, or a cut sequence.
    package static func endOfScalar(at offset: Int, in bytes: Span<UInt8>) -> Int? {
        let first = bytes[offset]
        if first < 0x80 { return offset + 1 }
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0:
            length = 3
            second = 0xA0...0xBF
        case 0xED:
            length = 3
            second = 0x80...0x9F
        case 0xE1...0xEF: length = 3
        case 0xF0:
            length = 4
            second = 0x90...0xBF
        case 0xF1...0xF3: length = 4
        case 0xF4:
            length = 4
            second = 0x80...0x8F
        default: return nil
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return nil }
        if length > 2, bytes[offset + 2] & 0xC0 != 0x80 { return nil }
        if length > 3, bytes[offset + 3] & 0xC0 != 0x80 { return nil }
        return offset + length
    }
}
