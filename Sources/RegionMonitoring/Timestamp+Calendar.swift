/// A date and time of day in UTC, in the proleptic Gregorian calendar.
package struct CivilTime: Hashable, Sendable {
    /// The year; 0 is the year before 1.
    package var year: Int

    /// The month, 1 to 12.
    package var month: Int

    /// The day of the month, from 1.
    package var day: Int

    /// The hour, 0 to 23.
    package var hour: Int

    /// The minute, 0 to 59.
    package var minute: Int

    /// The second, 0 to 59: leap seconds have no place of their own.
    package var second: Int

    /// The microsecond, 0 to 999 999.
    package var microsecond: Int

    /// Creates a date and time of day; nothing is checked.
    package init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
        microsecond: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
    }

    /// How many days a month has.
    ///
    /// - Precondition: `month` is 1 to 12.
    package static func dayCount(ofMonth month: Int, year: Int) -> Int {
        precondition(1...12 ~= month, "there is no month \(month)")
        if month == 2 {
            return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
    }

    /// Days from 1970-01-01 to a date; negative before it.
    ///
    /// Counts years from 1 March, so that the leap day is a year's last, and whole 400-year cycles
    /// of 146 097 days (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013). Exact for
    /// every year of five digits and less.
    ///
    /// - Parameters:
    ///   - month: 1 to 12.
    ///   - day: Any number: day 0 is the day before day 1.
    package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let cycle = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfCycle = shifted - cycle * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        // 719 468 days lie between 0000-03-01 and 1970-01-01.
        return cycle * 146_097 + dayOfCycle - 719_468
    }
}

extension Timestamp {
    /// The instant of a date and time of day.
    ///
    /// - Precondition: the year is within ±290 000, so that the microseconds fit.
    package init(_ time: CivilTime) {
        precondition(abs(time.year) <= 290_000, "year \(time.year) is out of range")
        let days = CivilTime.daysSince1970(year: time.year, month: time.month, day: time.day)
        let seconds = (days * 24 + time.hour) * 3600 + time.minute * 60 + time.second
        self.init(microsecondsSince1970: Int64(seconds) * 1_000_000 + Int64(time.microsecond))
    }

    /// The date and time of day of this instant in UTC.
    package var civilTime: CivilTime {
        let (seconds, microsecond) = Int(microsecondsSince1970).flooredDivision(by: 1_000_000)
        let (days, secondOfDay) = seconds.flooredDivision(by: 86_400)
        let (cycle, dayOfCycle) = (days + 719_468).flooredDivision(by: 146_097)
        // The last day of 4, 100 and 400 years would otherwise count as the first of the next.
        let yearOfCycle =
            (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return CivilTime(
            year: cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1,
            hour: secondOfDay / 3600,
            minute: secondOfDay / 60 % 60,
            second: secondOfDay % 60,
            microsecond: microsecond)
    }

    /// Appends the instant as RFC 3339 text in UTC: `2026-03-01T12:00:08.25Z`.
    ///
    /// Microseconds without trailing zeros, and no fraction for a whole second. Years outside 0 to
    /// 9999, for which RFC 3339 has no form, get a sign and as many digits as they need.
    ///
    /// - Complexity: O(1); no allocation while `bytes` has room.
    package func append(to bytes: inout [UInt8]) {
        let time = civilTime
        bytes.append(addingCapacity: 32) { output in
            output.appendYear(time.year)
            output.append(UInt8(ascii: "-"))
            output.appendPair(time.month)
            output.append(UInt8(ascii: "-"))
            output.appendPair(time.day)
            output.append(UInt8(ascii: "T"))
            output.appendPair(time.hour)
            output.append(UInt8(ascii: ":"))
            output.appendPair(time.minute)
            output.append(UInt8(ascii: ":"))
            output.appendPair(time.second)
            if time.microsecond != 0 { output.appendFraction(time.microsecond) }
            output.append(UInt8(ascii: "Z"))
        }
    }
}

extension Timestamp: CustomStringConvertible {
    /// The instant as RFC 3339 text in UTC, microseconds without trailing zeros:
    /// `2026-03-01T12:00:08.25Z`.
    public var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Int {
    /// The quotient rounded down, and the remainder from 0 to below the divisor.
    fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension OutputSpan<UInt8> {
    /// Appends a number from 0 to 99 as two digits.
    fileprivate mutating func appendPair(_ number: Int) {
        let pair = UInt8(truncatingIfNeeded: number)
        append(UInt8(ascii: "0") + pair / 10)
        append(UInt8(ascii: "0") + pair % 10)
    }

    /// Appends a year: four digits, or a sign and six where RFC 3339 has no form.
    fileprivate mutating func appendYear(_ year: Int) {
        let digits = abs(year)
        if year != digits || year > 9999 {
            append(year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
            appendPair(digits / 10_000)
        }
        appendPair(digits / 100 % 100)
        appendPair(digits % 100)
    }

    /// Appends a fraction of a second: a point and up to six digits, the last of them not 0.
    fileprivate mutating func appendFraction(_ microsecond: Int) {
        append(UInt8(ascii: "."))
        appendPair(microsecond / 10_000)
        appendPair(microsecond / 100 % 100)
        appendPair(microsecond % 100)
        while self[count - 1] == UInt8(ascii: "0") { removeLast(1) }
    }
}
