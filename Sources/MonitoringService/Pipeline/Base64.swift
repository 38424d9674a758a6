extension [UInt8] {
    /// Appends bytes in base64 (RFC 4648 §4, with padding).
    mutating func append(base64 bytes: some Collection<UInt8>) {
        var group: UInt32 = 0
        var held = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            held += 1
            if held == 3 {
                append(base64Group: group, digits: 4)
                group = 0
                held = 0
            }
        }
        if held > 0 { append(base64Group: group << (8 * UInt32(3 - held)), digits: held + 1) }
    }

    private mutating func append(base64Group group: UInt32, digits: Int) {
        for place in 0..<4 {
            let digit = Int(group >> (18 - 6 * UInt32(place)) & 63)
            append(place < digits ? base64Alphabet[digit] : UInt8(ascii: "="))
        }
    }
}

private let base64Alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
