import StrictJSON

/// Reads a whole text and writes its tokens down, one word each: what the tests compare.
func trace(_ text: String, nestingLimit: Int = 128) throws(JSONError) -> String {
    try trace(Array(text.utf8), nestingLimit: nestingLimit)
}

/// Reads a whole text and writes its tokens down, one word each.
func trace(_ bytes: [UInt8], nestingLimit: Int = 128) throws(JSONError) -> String {
    var cursor = JSONCursor(nestingLimit: nestingLimit)
    var words: [String] = []
    while true {
        let token = try cursor.next(in: bytes.span)
        switch token.kind {
        case .end: return words.joined(separator: " ")
        case .objectStart: words.append("{")
        case .objectEnd: words.append("}")
        case .arrayStart: words.append("[")
        case .arrayEnd: words.append("]")
        case .key: words.append(JSONString.text(of: token, in: bytes.span) + ":")
        case .string: words.append("'" + JSONString.text(of: token, in: bytes.span) + "'")
        case .number, .true, .false, .null:
            words.append(String(decoding: bytes[token.range], as: UTF8.self))
        }
    }
}

/// The error that a text is refused with, as `offset: sentence`; `nil` when it is accepted.
func refusal(_ bytes: [UInt8], nestingLimit: Int = 128) -> String? {
    do {
        _ = try trace(bytes, nestingLimit: nestingLimit)
        return nil
    } catch {
        return "\(error.offset): \(error)"
    }
}

/// The error that a text is refused with, as `offset: sentence`; `nil` when it is accepted.
func refusal(_ text: String) -> String? { refusal(Array(text.utf8)) }
