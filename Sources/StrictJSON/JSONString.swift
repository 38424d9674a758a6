/// The texts of keys and strings that a ``JSONCursor`` has read.
package enum JSONString {
    /// The text of a key or a string, its escapes resolved.
    ///
    /// - Complexity: linear in the token's length; allocates.
    package static func text(of token: JSONToken, in bytes: Span<UInt8>) -> String {
        String(decoding: Self.bytes(of: token, in: bytes), as: UTF8.self)
    }

    /// The bytes of the text of a key or a string, its escapes resolved.
    package static func bytes(of token: JSONToken, in bytes: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        append(token, in: bytes, to: &result)
        return result
    }

    /// Appends the bytes of the text of a key or a string, its escapes resolved.
    package static func append(
        _ token: JSONToken, in bytes: Span<UInt8>, to result: inout [UInt8]
    ) {
        result.reserveCapacity(result.count + token.end - token.start)
        guard token.hasEscapes else {
            for index in token.start..<token.end { result.append(bytes[index]) }
            return
        }
        var index = token.start
        while index < token.end {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                index += 1
                continue
            }
            index = appendEscape(at: index, in: bytes, to: &result)
        }
    }

    /// Whether the text of a key or a string, its escapes resolved, is `text`, byte for byte.
    package static func text(
        of token: JSONToken, in bytes: Span<UInt8>, equals text: String
    ) -> Bool {
        if token.hasEscapes {
            return Self.bytes(of: token, in: bytes).elementsEqual(text.utf8)
        }
        guard token.end - token.start == text.utf8.count else { return false }
        var index = token.start
        for byte in text.utf8 {
            guard bytes[index] == byte else { return false }
            index &+= 1
        }
        return true
    }

    /// Appends what the escape at `start`, which the cursor has checked, stands for; its end.
    private static func appendEscape(
        at start: Int, in bytes: Span<UInt8>, to result: inout [UInt8]
    ) -> Int {
        switch bytes[start + 1] {
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"):
            var value = unit(at: start + 2, in: bytes)
            var end = start + 6
            if value & 0xFC00 == 0xD800 {
                value =
                    0x1_0000 + (value - 0xD800) << 10 + (unit(at: start + 8, in: bytes) - 0xDC00)
                end = start + 12
            }
            // The cursor has refused lone surrogates, so this always names a scalar.
            let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
            result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            return end
        case let other: result.append(other)
        }
        return start + 2
    }

    private static func unit(at start: Int, in bytes: Span<UInt8>) -> UInt32 {
        var unit: UInt32 = 0
        for index in start..<start + 4 {
            unit = unit << 4 | UInt32(JSONCursor.hexDigit(bytes[index]) ?? 0)
        }
        return unit
    }
}
