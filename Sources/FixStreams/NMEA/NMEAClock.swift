import RegionMonitoring

/// Puts the times of day of sentences and the dates of some of them together.
///
/// Receivers count weeks in ten bits: one whose firmware has outlived its span dates everything 1024
/// weeks too early. A date before 2015, which no filter would let pass, is moved by such spans until it
/// is not.
struct NMEAClock {
    /// Days since 1970 of the last date that was told, and the time of day it was told for.
    private var known: (day: Int, time: Int64)?

    /// Whether a date has been moved.
    private(set) var hasMovedDates = false

    private static let day: Int64 = 86_400_000_000

    /// 2015-01-01, and 1024 weeks.
    private static let leastDay = 16436
    private static let span = 7168

    /// Takes note of a date.
    ///
    /// - Parameter time: The time of day in microseconds.
    mutating func setDay(_ day: Int, at time: Int64) {
        var day = day
        while day < Self.leastDay {
            day += Self.span
            hasMovedDates = true
        }
        known = (day, time)
    }

    /// The instant of a time of day on the day that was told last, or on the next one when midnight
    /// has passed since; `nil` when no day is known.
    mutating func instant(_ time: Int64) -> Timestamp? {
        guard var (day, last) = known else { return nil }
        if last - time > Self.day / 2 {
            day += 1
        } else if time - last > Self.day / 2 {
            // Told for a time after midnight, but of one before it.
            day -= 1
        }
        last = time
        if day >= known?.day ?? day { known = (day, last) }
        return Timestamp(microsecondsSince1970: Int64(day) * Self.day + time)
    }

    /// The last instant that was told.
    var last: Timestamp? {
        known.map { Timestamp(microsecondsSince1970: Int64($0.day) * Self.day + $0.time) }
    }
}

extension NMEASentence {
    /// The time of day in microseconds in a field `hhmmss.sss`.
    func timeOfDay(_ index: Int, in text: Span<UInt8>) throws(FixDecodingError) -> Int64 {
        guard let range = field(index) else { throw .missing("\(kind) time") }
        let requirement = "it must be hhmmss, with or without a fraction"
        guard let hours = digits(range, 0, 2, in: text),
            let minutes = digits(range, 2, 2, in: text),
            let seconds = digits(range, 4, 2, in: text), hours <= 23, minutes <= 59, seconds <= 60,
            range.count == 6 || text[range.lowerBound + 6] == UInt8(ascii: ".")
        else { throw unusable(index, "time", requirement, in: text) }
        var microseconds: Int64 = 0
        var unit: Int64 = 100_000
        for place in range.dropFirst(7) {
            let digit = text[place] &- UInt8(ascii: "0")
            guard digit <= 9 else { throw unusable(index, "time", requirement, in: text) }
            microseconds += Int64(digit) * unit
            unit /= 10
        }
        let whole = Int64((hours * 60 + minutes) * 60 + min(seconds, 59)) * 1_000_000
        // A leap second is the last microsecond of its minute, which keeps the order of times.
        return whole + (seconds == 60 ? 999_999 : microseconds)
    }

    /// The days since 1970 in a field `ddmmyy`.
    func date(_ index: Int, in text: Span<UInt8>) throws(FixDecodingError) -> Int {
        guard let range = field(index) else { throw .missing("\(kind) date") }
        guard range.count == 6, let day = digits(range, 0, 2, in: text),
            let month = digits(range, 2, 2, in: text), let year = digits(range, 4, 2, in: text),
            let days = Self.days(year: year < 80 ? 2000 + year : 1900 + year, month, day)
        else { throw unusable(index, "date", "it must be a day, ddmmyy", in: text) }
        return days
    }

    /// The days since 1970 in three fields: day, month, year.
    func longDate(_ index: Int, in text: Span<UInt8>) throws(FixDecodingError) -> Int {
        guard let dayRange = field(index), let monthRange = field(index + 1),
            let yearRange = field(index + 2),
            let day = digits(dayRange, 0, dayRange.count, in: text), dayRange.count <= 2,
            let month = digits(monthRange, 0, monthRange.count, in: text), monthRange.count <= 2,
            let year = digits(yearRange, 0, 4, in: text), yearRange.count == 4, year >= 1980,
            let days = Self.days(year: year, month, day)
        else { throw unusable(index, "date", "it must be a day, dd,mm,yyyy", in: text) }
        return days
    }

    private static func days(year: Int, _ month: Int, _ day: Int) -> Int? {
        guard 1...12 ~= month, 1...CivilTime.dayCount(ofMonth: month, year: year) ~= day else {
            return nil
        }
        return CivilTime.daysSince1970(year: year, month: month, day: day)
    }

    /// The degrees in a field `dddmm.mmm` and the letter of a half of the globe that follows it.
    func degrees(
        _ index: Int, _ name: String, _ halves: (positive: UInt8, negative: UInt8), limit: Double,
        in text: Span<UInt8>
    ) throws(FixDecodingError) -> Double {
        guard let range = field(index) else { throw .missing("\(kind) \(name)") }
        let point = range.first { text[$0] == UInt8(ascii: ".") } ?? range.upperBound
        // Two digits of minutes stand before the point, and before them the degrees.
        let split = max(point - 2, range.lowerBound)
        guard range.allSatisfy({ text[$0] &- UInt8(ascii: "0") <= 9 || $0 == point }),
            0...3 ~= split - range.lowerBound,
            let minutes = DecimalNumber.double(of: text.extracting(split..<range.upperBound)),
            let whole = digits(range, 0, split - range.lowerBound, in: text),
            minutes < 60, Double(whole) + minutes / 60 <= limit
        else { throw unusable(index, name, "it must be degrees and minutes", in: text) }
        let degrees = Double(whole) + minutes / 60
        switch letter(index + 1, in: text) {
        case halves.positive: return degrees
        case halves.negative: return -degrees
        default:
            throw unusable(
                index + 1, "\(name) half",
                "it must be \(Unicode.Scalar(halves.positive)) or "
                    + "\(Unicode.Scalar(halves.negative))", in: text)
        }
    }

    /// The place in the four fields from `index` on.
    func coordinate(
        _ index: Int, in text: Span<UInt8>
    ) throws(FixDecodingError) -> LocationCoordinate2D {
        LocationCoordinate2D(
            latitude: try degrees(
                index, "lat", (UInt8(ascii: "N"), UInt8(ascii: "S")), limit: 90, in: text),
            longitude: try degrees(
                index + 2, "lon", (UInt8(ascii: "E"), UInt8(ascii: "W")), limit: 180, in: text))
    }
}
