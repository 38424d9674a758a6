/// A member's name of at most 24 bytes, packed so that names compare as a few integers.
///
/// Reading a key into a `JSONName` and comparing it costs no allocation:
///
/// ```swift
/// if JSONName(token, in: bytes) == "lat" { … }
/// ```
///
/// Longer names have no packed form and are equal to none: no known name is that long.
package struct JSONName: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The most bytes that fit.
    package static let capacity = 24

    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    private var count = 0

    /// Packs the text of a key or a string, its escapes resolved; `nil` when it is longer than 24
    /// bytes.
    package init?(_ token: JSONToken, in bytes: Span<UInt8>) {
        if token.hasEscapes {
            self.init(packing: JSONString.text(of: token, in: bytes))
            return
        }
        guard token.end - token.start <= Self.capacity else { return nil }
        self.init()
        for index in token.start..<token.end { append(bytes[index]) }
    }

    /// Packs a text; `nil` when it is longer than 24 bytes.
    package init?(packing text: String) {
        guard text.utf8.count <= Self.capacity else { return nil }
        self.init()
        for byte in text.utf8 { append(byte) }
    }

    /// Packs a literal of at most 24 bytes.
    package init(stringLiteral text: String) {
        precondition(text.utf8.count <= Self.capacity, "'\(text)' is longer than 24 bytes")
        self.init()
        for byte in text.utf8 { append(byte) }
    }

    private init() {}

    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        let shifted = UInt64(byte) << UInt64((count & 7) &* 8)
        switch count >> 3 {
        case 0: first |= shifted
        case 1: second |= shifted
        default: third |= shifted
        }
        count &+= 1
    }
}
