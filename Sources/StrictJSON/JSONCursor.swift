/// Reads the tokens of one JSON text (RFC 8259), strictly, one call at a time.
///
/// A small value that holds only where it stands and what it is within; the bytes are passed into each
/// call and must be the same each time. Nothing is allocated. Strings are checked to be UTF-8 with
/// sound escapes, numbers to be in JSON's grammar; duplicate names are handed over in their order.
///
/// ```swift
/// var cursor = JSONCursor()
/// while true {
///     let token = try cursor.next(in: line)
///     if token.kind == .end { break }
/// }
/// ```
///
/// After an error the cursor must not be used further.
///
/// - Complexity: linear in the bytes read, about a nanosecond a byte.
package struct JSONCursor: Sendable {
    /// The most arrays and objects that may be open at once.
    package static let nestingLimit = 128

    /// What must come next.
    private enum State: UInt8 {
        case value
        case firstElement
        case firstKey
        case afterValue
        case ended
    }

    /// How many bytes have been read.
    package private(set) var offset: Int

    /// How many arrays and objects are open.
    package private(set) var depth = 0

    private let limit: Int
    private var state = State.value

    // One bit for each open container, the innermost lowest: set for an array.
    private var innerKinds: UInt64 = 0
    private var outerKinds: UInt64 = 0

    /// Creates a cursor before a text's one value.
    ///
    /// - Parameters:
    ///   - offset: Where the text begins, for instance behind a byte order mark.
    ///   - nestingLimit: The most arrays and objects within each other, 0 to 128.
    package init(at offset: Int = 0, nestingLimit: Int = JSONCursor.nestingLimit) {
        precondition(
            (0...JSONCursor.nestingLimit).contains(nestingLimit),
            "nesting limit is \(nestingLimit); it must be 0 to \(JSONCursor.nestingLimit)")
        self.offset = offset
        limit = nestingLimit
    }

    /// The next token; kind `end` once the value is complete and only white space follows.
    package mutating func next(in bytes: Span<UInt8>) throws(JSONError) -> JSONToken {
        let count = bytes.count
        var index = Self.skipSpace(bytes, offset)
        if index >= count { return try finish(in: bytes) }
        var byte = bytes[index]
        switch state {
        case .afterValue:
            let inArray = innerKinds & 1 == 1
            if byte == UInt8(ascii: ",") {
                index = Self.skipSpace(bytes, index &+ 1)
                if !inArray { return try key(bytes, index, .key) }
                guard index < count else { throw JSONError(at: count, in: bytes, .value) }
                byte = bytes[index]
            } else if inArray, byte == UInt8(ascii: "]") {
                return close(.arrayEnd, index)
            } else if !inArray, byte == UInt8(ascii: "}") {
                return close(.objectEnd, index)
            } else {
                throw JSONError(
                    at: index, in: bytes, inArray ? .commaOrArrayEnd : .commaOrObjectEnd)
            }
        case .firstKey:
            if byte == UInt8(ascii: "}") { return close(.objectEnd, index) }
            return try key(bytes, index, .keyOrObjectEnd)
        case .firstElement:
            if byte == UInt8(ascii: "]") { return close(.arrayEnd, index) }
        case .value:
            break
        case .ended:
            throw JSONError(at: index, in: bytes, .endOfText)
        }
        return try value(byte, bytes, index)
    }

    /// Reads one whole value, whatever is in it, and tells which bytes it takes.
    ///
    /// The cursor must stand before a value: at the start, behind a key, or within an array, where
    /// the array must have a further element.
    package mutating func skipValue(in bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        let token = try next(in: bytes)
        return try skipRest(of: token, in: bytes)
    }

    /// Reads what is left of the value that `token`, the last token read, began, and tells which
    /// bytes the value takes; of a string the quotes too.
    package mutating func skipRest(
        of token: JSONToken, in bytes: Span<UInt8>
    ) throws(JSONError) -> Range<Int> {
        if token.kind == .objectStart || token.kind == .arrayStart {
            let outside = depth - 1
            while depth > outside { _ = try next(in: bytes) }
        }
        return token.position..<offset
    }
}

extension JSONCursor {
    private mutating func finish(in bytes: Span<UInt8>) throws(JSONError) -> JSONToken {
        let count = bytes.count
        switch state {
        case .ended:
            offset = count
            return JSONToken(.end, count, count)
        case .value: throw JSONError(at: count, in: bytes, .value)
        case .firstElement: throw JSONError(at: count, in: bytes, .valueOrArrayEnd)
        case .firstKey: throw JSONError(at: count, in: bytes, .keyOrObjectEnd)
        case .afterValue:
            throw JSONError(
                at: count, in: bytes, innerKinds & 1 == 1 ? .commaOrArrayEnd : .commaOrObjectEnd)
        }
    }

    private mutating func value(
        _ byte: UInt8, _ bytes: Span<UInt8>, _ index: Int
    ) throws(JSONError) -> JSONToken {
        let token: JSONToken
        switch byte {
        case UInt8(ascii: "\""):
            let (end, hasEscapes) = try Self.scanString(bytes, index &+ 1)
            token = JSONToken(.string, index &+ 1, end, hasEscapes: hasEscapes)
            offset = end &+ 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            offset = try Self.scanNumber(bytes, index)
            token = JSONToken(.number, index, offset)
        case UInt8(ascii: "{"):
            try open(bytes, index, array: 0)
            state = .firstKey
            return JSONToken(.objectStart, index, index &+ 1)
        case UInt8(ascii: "["):
            try open(bytes, index, array: 1)
            state = .firstElement
            return JSONToken(.arrayStart, index, index &+ 1)
        case UInt8(ascii: "t"):
            offset = try Self.scanLiteral("true", .literalTrue, bytes, index)
            token = JSONToken(.true, index, offset)
        case UInt8(ascii: "f"):
            offset = try Self.scanLiteral("false", .literalFalse, bytes, index)
            token = JSONToken(.false, index, offset)
        case UInt8(ascii: "n"):
            offset = try Self.scanLiteral("null", .literalNull, bytes, index)
            token = JSONToken(.null, index, offset)
        default:
            throw JSONError(
                at: index, in: bytes, state == .firstElement ? .valueOrArrayEnd : .value)
        }
        state = depth == 0 ? .ended : .afterValue
        return token
    }

    private mutating func key(
        _ bytes: Span<UInt8>, _ index: Int, _ expected: JSONError.Expected
    ) throws(JSONError) -> JSONToken {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
            throw JSONError(at: index, in: bytes, expected)
        }
        let (end, hasEscapes) = try Self.scanString(bytes, index &+ 1)
        let colon = Self.skipSpace(bytes, end &+ 1)
        guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else {
            throw JSONError(at: colon, in: bytes, .colon)
        }
        offset = colon &+ 1
        state = .value
        return JSONToken(.key, index &+ 1, end, hasEscapes: hasEscapes)
    }

    private mutating func open(
        _ bytes: Span<UInt8>, _ index: Int, array: UInt64
    ) throws(JSONError) {
        guard depth < limit else { throw JSONError(at: index, in: bytes, .shallowerNesting) }
        depth &+= 1
        outerKinds = outerKinds << 1 | innerKinds >> 63
        innerKinds = innerKinds << 1 | array
        offset = index &+ 1
    }

    private mutating func close(_ kind: JSONToken.Kind, _ index: Int) -> JSONToken {
        depth &-= 1
        innerKinds = innerKinds >> 1 | outerKinds << 63
        outerKinds >>= 1
        offset = index &+ 1
        state = depth == 0 ? .ended : .afterValue
        return JSONToken(kind, index, index &+ 1)
    }
}
