extension JSONNumber {
    /// The most bytes of a canonical text.
    package static let canonicalTextLimit = 256

    /// The number in plain decimal digits without needless zeros, so that one value has one text: 8,
    /// 8.0 and 80e-1 are "8", 1e2 is "100", 0.50 is "0.5", −0 is "0"; 9007199254740993 keeps all its
    /// digits.
    ///
    /// `nil` when the text would be longer than 256 bytes.
    package func canonicalText(in bytes: Span<UInt8>) -> String? {
        let (digits, exponent) = significantDigits(in: bytes)
        guard !digits.isEmpty else { return "0" }
        let limit = Self.canonicalTextLimit
        guard digits.count <= limit, abs(exponent) <= limit else { return nil }
        var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        let whole = digits.count + exponent
        if exponent >= 0 {
            text += digits
            text += [UInt8](repeating: UInt8(ascii: "0"), count: exponent)
        } else if whole > 0 {
            text += digits[..<whole]
            text.append(UInt8(ascii: "."))
            text += digits[whole...]
        } else {
            text += [UInt8(ascii: "0"), UInt8(ascii: ".")]
            text += [UInt8](repeating: UInt8(ascii: "0"), count: -whole)
            text += digits
        }
        return text.count <= limit ? String(decoding: text, as: UTF8.self) : nil
    }

    /// Whether the value is a whole number: 8, 8.0 and 1e2 are.
    package func isInteger(in bytes: Span<UInt8>) -> Bool {
        let (digits, exponent) = significantDigits(in: bytes)
        return digits.isEmpty || exponent >= 0
    }

    /// All digits from the first to the last that is not 0, and the power of ten of the last.
    private func significantDigits(in bytes: Span<UInt8>) -> (digits: [UInt8], exponent: Int) {
        var digits: [UInt8] = []
        for index in textRange {
            let byte = bytes[index]
            if byte | 0x20 == UInt8(ascii: "e") { break }
            guard byte &- UInt8(ascii: "0") < 10 else { continue }
            if byte == UInt8(ascii: "0"), digits.isEmpty { continue }
            digits.append(byte)
        }
        // The exponent speaks of the last of the first 19 digits.
        var power = exponent - max(0, digits.count - 19)
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            power += 1
        }
        return (digits, power)
    }
}
