/// A member's name of at most 24 bytes, packed so that names compare as a few integers.
///
/// Reading a key into a `JSONName` and comparing it costs no allocation:
///
/// ```swift
/// static let latitude: JSONName = "lat"
/// …
/// if JSONName(token, in: bytes) == Self.latitude { … }
/// ```
///
/// Longer names have no packed form and are equal to none: no known name is that long. Making one from
/// a literal takes longer than comparing two, so keep those of a hot loop in constants.
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
        count = token.end - token.start
        first = Self.word(token.start, token.end, in: bytes)
        if count > 8 { second = Self.word(token.start + 8, token.end, in: bytes) }
        if count > 16 { third = Self.word(token.start + 16, token.end, in: bytes) }
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

    /// Up to eight bytes from `start` on, those from `end` on left out.
    @inline(__always)
    private static func word(_ start: Int, _ end: Int, in bytes: Span<UInt8>) -> UInt64 {
        let length = min(8, end &- start)
        if bytes.count &- start >= 8 {
            let word = bytes.word(at: start)
            return length == 8 ? word : word & ~(UInt64.max << UInt64(length &* 8))
        }
        var word: UInt64 = 0
        for index in 0..<length { word |= UInt64(bytes[start &+ index]) << UInt64(index &* 8) }
        return word
    }

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
