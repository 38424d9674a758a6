/// A whole value of a JSON text: what it begins with and which bytes it takes.
package struct JSONValue: Hashable, Sendable {
    /// The value's first token; of a value that is no array and no object its only one.
    package let token: JSONToken

    /// The bytes of the value; of a string the quotes too.
    package let range: Range<Int>

    /// Creates a value from its first token and its bytes.
    package init(token: JSONToken, range: Range<Int>) {
        self.token = token
        self.range = range
    }

    /// What the value is.
    package var kind: JSONToken.Kind { token.kind }

    /// Where the value begins.
    package var offset: Int { range.lowerBound }
}

extension JSONCursor {
    /// Reads the next value whole.
    package mutating func nextValue(in bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
        let token = try next(in: bytes)
        return JSONValue(token: token, range: try skipRest(of: token, in: bytes))
    }

    /// Reads the next member of the object that the cursor is in, its value whole; `nil` once the
    /// object has ended.
    package mutating func nextMember(
        in bytes: Span<UInt8>
    ) throws(JSONError) -> (key: JSONToken, value: JSONValue)? {
        let key = try next(in: bytes)
        guard key.kind == .key else { return nil }
        return (key, try nextValue(in: bytes))
    }
}
