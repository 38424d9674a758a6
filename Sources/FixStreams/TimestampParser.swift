package import RegionMonitoring

/// Why a text or a number is no instant.
package enum TimestampDefect: Error, Hashable, Sendable {
    /// Neither a date with a time of day nor a number.
    case notATimestamp

    /// A date and a time of day without `Z` or an offset.
    case noOffset

    /// A month that is not 1 to 12, or a day that the month lacks.
    case noSuchDay

    /// An hour over 23, a minute or second over 59, in the time or its offset.
    case noSuchTime

    /// Second 60 elsewhere than at 23:59:60 UTC.
    case misplacedLeapSecond

    /// Something follows the time.
    case trailingText

    /// Outside the years 0 to 9999.
    case outOfRange

    /// What an instant must be instead, as the end of a sentence.
    package var requirement: String {
        switch self {
        case .notATimestamp:
            "it must be an RFC 3339 time such as 2026-03-01T12:00:00Z or a number since 1970"
        case .noOffset: "it must end in Z or in an offset such as +08:00"
        case .noSuchDay: "there is no such day"
        case .noSuchTime: "hours go to 23, minutes and seconds to 59"
        case .misplacedLeapSecond: "second 60 is only at 23:59:60 UTC"
        case .trailingText: "nothing may follow the time"
        case .outOfRange: "it must be in the years 0 to 9999"
        }
    }
}

/// Reads instants: RFC 3339 texts, and numbers since 1970 in seconds to nanoseconds.
///
/// Whatever is finer than a microsecond is rounded by its decimal text, ties to even, which is the
/// same for texts and numbers and before and after 1970.
package enum TimestampParser {
    /// Reads a text: RFC 3339, or a number since 1970.
    ///
    /// RFC 3339 with any offset, read strictly, except that a space may stand for `T`, a comma for
    /// the point before the fraction, and that an offset may lack its colon or its minutes, as
    /// databases write it. 23:59:60 UTC (whatever its fraction) is the last microsecond of its day,
    /// which keeps the order of times.
    ///
    /// - Parameter offset: The offset from UTC, in minutes, of texts that have none; `nil`: they are
    ///   refused.
    /// - Throws: ``TimestampDefect``.
    package static func timestamp(
        of text: Span<UInt8>, assuming offset: Int? = nil
    ) throws(TimestampDefect) -> Timestamp {
        // No number has a minus sign as its fifth character that is not after an `e`.
        if text.count >= 5, text[4] == UInt8(ascii: "-"), text[3] &- UInt8(ascii: "0") <= 9 {
            var scanner = TimeTextScanner(assumedOffset: offset)
            return try scanner.timestamp(in: text)
        }
        guard let number = DecimalNumber(text) else { throw .notATimestamp }
        return try timestamp(of: number)
    }

    /// Reads a number since 1970, of seconds, milliseconds, microseconds or nanoseconds: which, its
    /// size tells (below 10¹¹, 10¹⁴, 10¹⁷, or more).
    ///
    /// - Throws: `outOfRange`.
    static func timestamp(of number: DecimalNumber) throws(TimestampDefect) -> Timestamp {
        // Below 10ⁿ is: at most n digits before the mark.
        let digits = number.wholeDigitCount
        let scale = digits <= 11 ? -6 : digits <= 14 ? -3 : digits <= 17 ? 0 : 3
        guard let microseconds = number.wholeNumber(scale: scale),
            writable.contains(microseconds)
        else { throw .outOfRange }
        return Timestamp(microsecondsSince1970: microseconds)
    }

    /// The microseconds of the years 0 to 9999: what RFC 3339 can write.
    static let writable: ClosedRange<Int64> =
        -62_167_219_200_000_000...253_402_300_799_999_999
}

/// Reads one RFC 3339 text from its beginning to its end.
private struct TimeTextScanner {
    /// The offset from UTC of a text without one, in minutes.
    let assumedOffset: Int?

    private var index = 0

    init(assumedOffset: Int?) { self.assumedOffset = assumedOffset }

    mutating func timestamp(in text: Span<UInt8>) throws(TimestampDefect) -> Timestamp {
        guard let century = pair(text), let yearOfCentury = pair(text),
            skip(UInt8(ascii: "-"), text),
            let month = pair(text), skip(UInt8(ascii: "-"), text), let day = pair(text),
            skipSeparator(text), let hour = pair(text), skip(UInt8(ascii: ":"), text),
            let minute = pair(text),
            skip(UInt8(ascii: ":"), text), let second = pair(text)
        else { throw .notATimestamp }
        let year = century * 100 + yearOfCentury
        guard 1...12 ~= month, 1...CivilTime.dayCount(ofMonth: month, year: year) ~= day
        else { throw .noSuchDay }
        guard hour <= 23, minute <= 59, second <= 60 else { throw .noSuchTime }
        let fraction = try fraction(text)
        let offset = try offset(text)
        guard index == text.count else { throw .trailingText }

        let minutes =
            (CivilTime.daysSince1970(year: year, month: month, day: day) * 24 + hour) * 60 + minute
            - offset
        var microseconds = Int64(minutes * 60 + second) * 1_000_000 + Int64(fraction)
        if second == 60 {
            let minuteOfDay = minutes % 1440
            guard minuteOfDay == 1439 || minuteOfDay == -1 else { throw .misplacedLeapSecond }
            microseconds = Int64(minutes + 1) * 60_000_000 - 1
        }
        guard TimestampParser.writable.contains(microseconds) else { throw .outOfRange }
        return Timestamp(microsecondsSince1970: microseconds)
    }

    private mutating func pair(_ text: Span<UInt8>) -> Int? {
        guard index + 2 <= text.count else { return nil }
        let tens = text[index] &- UInt8(ascii: "0")
        let ones = text[index + 1] &- UInt8(ascii: "0")
        guard tens <= 9, ones <= 9 else { return nil }
        index += 2
        return Int(tens) * 10 + Int(ones)
    }

    private mutating func skip(_ byte: UInt8, _ text: Span<UInt8>) -> Bool {
        guard index < text.count, text[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSeparator(_ text: Span<UInt8>) -> Bool {
        skip(UInt8(ascii: "T"), text) || skip(UInt8(ascii: " "), text)
            || skip(UInt8(ascii: "t"), text)
    }

    /// Reads a fraction of a second, if there is one, as microseconds, 0 to 1 000 000.
    private mutating func fraction(_ text: Span<UInt8>) throws(TimestampDefect) -> Int {
        guard skip(UInt8(ascii: "."), text) || skip(UInt8(ascii: ","), text) else { return 0 }
        let start = index
        var microseconds = 0
        var nextDigit: UInt8 = 0
        var hasRest = false
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            switch index - start {
            case ..<6: microseconds = microseconds * 10 + Int(digit)
            case 6: nextDigit = digit
            default: hasRest = hasRest || digit != 0
            }
            index += 1
        }
        guard index > start else { throw .notATimestamp }
        for _ in min(index - start, 6)..<6 { microseconds *= 10 }
        let roundsUp = nextDigit > 5 || (nextDigit == 5 && (hasRest || microseconds % 2 == 1))
        return microseconds + (roundsUp ? 1 : 0)
    }

    /// Reads the offset from UTC in minutes: `Z`, `±hh:mm`, `±hhmm` or `±hh`.
    private mutating func offset(_ text: Span<UInt8>) throws(TimestampDefect) -> Int {
        if skip(UInt8(ascii: "Z"), text) || skip(UInt8(ascii: "z"), text) { return 0 }
        let isNegative = skip(UInt8(ascii: "-"), text)
        guard isNegative || skip(UInt8(ascii: "+"), text) else {
            if index == text.count, let assumedOffset { return assumedOffset }
            throw index == text.count ? .noOffset : .trailingText
        }
        guard let hours = pair(text) else { throw .notATimestamp }
        let hasColon = skip(UInt8(ascii: ":"), text)
        var minutes = 0
        if hasColon || index < text.count {
            guard let pair = pair(text) else { throw .notATimestamp }
            minutes = pair
        }
        guard hours <= 23, minutes <= 59 else { throw .noSuchTime }
        return (hours * 60 + minutes) * (isNegative ? -1 : 1)
    }
}
