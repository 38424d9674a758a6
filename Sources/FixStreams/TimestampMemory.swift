import RegionMonitoring

/// Reads times of the commonest form, `2026-03-01T12:00:01.5Z`, remembering the last day.
///
/// Bytes come in words, the first byte lowest.
struct TimestampMemory {
    /// The first eight and the last eight bytes of the last date's ten; at first what no date has.
    private var head = UInt64.max
    private var tail: UInt64 = 0

    /// The last day's beginning, in microseconds since 1970.
    private var midnight: Int64 = 0

    /// The beginning of a day in microseconds since 1970, if there is such a day.
    ///
    /// - Parameters:
    ///   - head: The first eight bytes of the date, `2026-03-`.
    ///   - tail: The last eight, `26-03-01`.
    @inline(__always)
    mutating func midnight(_ head: UInt64, _ tail: UInt64) -> Int64? {
        head == self.head && tail == self.tail || remember(head, tail) ? midnight : nil
    }

    /// The second of the day that `12:00:01` says, up to 23:59:59; `nil` for all else.
    @inline(__always)
    static func secondOfDay(_ word: UInt64) -> Int64? {
        let digits = word ^ 0x3030_3A30_303A_3030
        // Each byte must be below 10, and those of the colons 0: else its top bit gets set.
        let others = digits | (digits & 0x7F7F_7F7F_7F7F_7F7F &+ 0x7676_7F76_767F_7676)
        guard others & 0x8080_8080_8080_8080 == 0 else { return nil }
        let pairs = digits &* 10 &+ digits &>> 8
        let hour = pairs & 0xFF
        let minute = pairs &>> 24 & 0xFF
        let second = pairs &>> 48 & 0xFF
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return Int64((hour &* 60 &+ minute) &* 60 &+ second)
    }

    /// Remembers the day of a date; `false` when there is no such day.
    @inline(never)
    private mutating func remember(_ head: UInt64, _ tail: UInt64) -> Bool {
        func byte(_ word: UInt64, _ index: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: word >> UInt64(index * 8))
        }
        func pair(_ word: UInt64, _ index: Int) -> Int? {
            let tens = byte(word, index) &- UInt8(ascii: "0")
            let ones = byte(word, index + 1) &- UInt8(ascii: "0")
            return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
        }
        guard let century = pair(head, 0), let yearOfCentury = pair(head, 2),
            let month = pair(head, 5), let day = pair(tail, 6),
            byte(head, 4) == UInt8(ascii: "-"), byte(head, 7) == UInt8(ascii: "-"),
            head >> 16 == tail & (1 << 48 - 1), 1...12 ~= month
        else { return false }
        let year = century * 100 + yearOfCentury
        guard 1...CivilTime.dayCount(ofMonth: month, year: year) ~= day else { return false }
        midnight =
            Int64(CivilTime.daysSince1970(year: year, month: month, day: day)) * 86_400_000_000
        self.head = head
        self.tail = tail
        return true
    }
}
