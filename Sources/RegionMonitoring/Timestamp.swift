/// An instant: whole microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// Microseconds since 1970-01-01T00:00:00Z; negative before it.
    public var microsecondsSince1970: Int64

    /// Creates the instant that many microseconds after 1970-01-01T00:00:00Z.
    public init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    /// Creates the instant that many seconds after 1970-01-01T00:00:00Z, rounded to microseconds.
    ///
    /// - Precondition: `seconds` is finite and within ±9.2e12.
    public init(secondsSince1970 seconds: Double) {
        precondition(abs(seconds) < 9.2e12, "\(seconds) s is no instant")
        self.init(microsecondsSince1970: Int64((seconds * 1e6).rounded()))
    }

    /// The order of time.
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        lhs.microsecondsSince1970 < rhs.microsecondsSince1970
    }

    /// The instant `duration` later, in whole microseconds (a finer part is cut), at most at the end
    /// of what the type holds.
    public static func + (lhs: Timestamp, duration: Duration) -> Timestamp {
        lhs.advanced(byMicroseconds: duration.wholeMicroseconds)
    }

    /// The time from `rhs` to `lhs`.
    public static func - (lhs: Timestamp, rhs: Timestamp) -> Duration {
        .microseconds(lhs.microseconds(since: rhs))
    }

    /// Microseconds from `other` to this instant, held within the type's range.
    func microseconds(since other: Timestamp) -> Int64 {
        let (difference, overflow) =
            microsecondsSince1970.subtractingReportingOverflow(other.microsecondsSince1970)
        return overflow ? (other.microsecondsSince1970 < 0 ? .max : .min) : difference
    }

    /// The instant that many microseconds later, held within the type's range.
    func advanced(byMicroseconds microseconds: Int64) -> Timestamp {
        let (sum, overflow) = microsecondsSince1970.addingReportingOverflow(microseconds)
        return Timestamp(microsecondsSince1970: overflow ? (microseconds < 0 ? .min : .max) : sum)
    }
}

extension Duration {
    /// The duration in microseconds, a finer part cut, held within `Int64`.
    package var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, overflowed) =
            product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return overflowed ? (seconds < 0 ? .min : .max) : sum
    }
}
