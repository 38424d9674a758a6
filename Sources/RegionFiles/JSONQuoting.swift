extension String {
    /// The text as a JSON string, in quotation marks.
    var jsonQuoted: String {
        var result: [UInt8] = [UInt8(ascii: "\"")]
        result.reserveCapacity(utf8.count + 2)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                result.append(UInt8(ascii: "\\"))
                result.append(byte)
            case UInt8(ascii: "\n"):
                result.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                result.append(contentsOf: Array("\\u00".utf8))
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            default: result.append(byte)
            }
        }
        result.append(UInt8(ascii: "\""))
        return String(decoding: result, as: UTF8.self)
    }
}
