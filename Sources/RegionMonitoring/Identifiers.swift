/// Names one device: a vehicle, a tracker, a phone.
///
/// Compared byte for byte: two spellings that Swift's `String` takes for equal (é as one scalar or
/// as two) are two devices, and the order is that of the UTF-8 bytes.
public struct DeviceID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The identifier's text.
    public let rawValue: String

    /// Creates an identifier from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates an identifier from a literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// The identifier's text.
    public var description: String { rawValue }

    /// Whether the bytes are equal.
    public static func == (lhs: DeviceID, rhs: DeviceID) -> Bool {
        lhs.rawValue.hasSameBytes(as: rhs.rawValue)
    }

    /// The order of the UTF-8 bytes.
    public static func < (lhs: DeviceID, rhs: DeviceID) -> Bool {
        lhs.rawValue.bytesPrecede(rhs.rawValue)
    }

    /// Feeds the text to the hasher.
    public func hash(into hasher: inout Hasher) {
        // Equal bytes are an equal String, so its hash serves; spellings that only `String` takes
        // for equal merely collide.
        hasher.combine(rawValue)
    }
}

/// Names one region within a monitor; compared byte for byte like ``DeviceID``.
public struct RegionID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The identifier's text.
    public let rawValue: String

    /// Creates an identifier from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Creates an identifier from a literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// The identifier's text.
    public var description: String { rawValue }

    /// Whether the bytes are equal.
    public static func == (lhs: RegionID, rhs: RegionID) -> Bool {
        lhs.rawValue.hasSameBytes(as: rhs.rawValue)
    }

    /// The order of the UTF-8 bytes.
    public static func < (lhs: RegionID, rhs: RegionID) -> Bool {
        lhs.rawValue.bytesPrecede(rhs.rawValue)
    }

    /// Feeds the text to the hasher.
    public func hash(into hasher: inout Hasher) {
        // Equal bytes are an equal String, so its hash serves; spellings that only `String` takes
        // for equal merely collide.
        hasher.combine(rawValue)
    }
}

extension String {
    fileprivate func hasSameBytes(as other: String) -> Bool {
        let mine = utf8.span
        let others = other.utf8.span
        guard mine.count == others.count else { return false }
        for index in mine.indices where mine[index] != others[index] { return false }
        return true
    }

    fileprivate func bytesPrecede(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
