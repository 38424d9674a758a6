import RegionMonitoring
import StrictJSON

/// Reads lines that have a known shape and plain values.
///
/// Reads without checking each place against the end of the bytes, in which it spends most of its time
/// otherwise.
// SAFETY: all reading begins at or before `lastFeed`, the place of a line feed with `margin` bytes
// behind it, and nothing passes over a line feed: the bytes between values are compared with those of
// a line, which hold none; a number passes over digits, a string over characters that are no control
// characters. What else there is goes through the strict reader, which checks. From a place that it has
// come to, no function looks further than `margin` bytes ahead.
struct LineReader {
    /// How many bytes must follow the last line feed.
    static let margin = 64

    private var times = TimestampMemory()

    /// Reads lines from `start` on into `rows`, as long as there is room and they have the shape.
    ///
    /// - Parameters:
    ///   - lastFeed: The place of a line feed with ``margin`` bytes behind it, not before `start`.
    ///   - line: The number of the first line, counted from the block's first.
    /// - Returns: The end of the last line that was read.
    @inline(never)
    mutating func read(
        _ bytes: Span<UInt8>, from start: Int, lastFeed: Int, line: UInt32, _ shape: LineShape,
        wantsMotion: Bool, _ ignoredMembers: inout UInt64,
        into rows: inout OutputSpan<FixRow>
    ) -> Int {
        precondition(start <= lastFeed && lastFeed < bytes.count - Self.margin)
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe shape.steps.withUnsafeBufferPointer { steps in
                unsafe shape.words.withUnsafeBufferPointer { words in
                    guard let base = bytes.baseAddress else { return start }
                    let last = unsafe base + lastFeed
                    var place = unsafe base + start
                    var line = line
                    while unsafe place <= last, !rows.isFull {
                        var row = FixRow()
                        var ignored: UInt64 = 0
                        guard
                            let next = unsafe readLine(
                                place, bytes, steps, words, shape, wantsMotion, &row, &ignored)
                        else { break }
                        ignoredMembers &+= ignored
                        row.start = UInt32(truncatingIfNeeded: unsafe place - base)
                        row.line = line
                        line &+= 1
                        rows.append(row)
                        unsafe place = next
                    }
                    return unsafe place - base
                }
            }
        }
    }

    /// Reads one line; where the next one begins.
    @inline(__always)
    @unsafe
    private mutating func readLine(
        _ start: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer,
        _ steps: UnsafeBufferPointer<LineShape.Step>, _ words: UnsafeBufferPointer<UInt64>,
        _ shape: LineShape, _ wantsMotion: Bool, _ row: inout FixRow, _ ignored: inout UInt64
    ) -> UnsafeRawPointer? {
        var place = unsafe start
        var device: UnsafeRawPointer?
        var deviceCount = 0
        for index in 0..<steps.count {
            let step = unsafe steps[index]
            guard unsafe Self.matches(place, words, step) else { return nil }
            unsafe place += step.byteCount
            var end: UnsafeRawPointer?
            switch step.use {
            case .latitude:
                let number = unsafe PlainNumber.read(place)
                row.latitude = number.double
                unsafe end = number.end
            case .longitude:
                let number = unsafe PlainNumber.read(place)
                row.longitude = number.double
                unsafe end = number.end
            case .device:
                if unsafe place.byte == UInt8(ascii: "\"") {
                    guard let quote = unsafe Self.endOfPlainString(place + 1) else { return nil }
                    unsafe device = place + 1
                    deviceCount = unsafe quote - place - 1
                    unsafe end = quote + 1
                } else {
                    let number = unsafe PlainNumber.read(place)
                    guard number.places == 0, !number.isNegative, let digitsEnd = unsafe number.end
                    else { return nil }
                    unsafe device = place
                    deviceCount = unsafe digitsEnd - place
                    unsafe end = digitsEnd
                }
            case .time:
                if let time = unsafe wholeSecond(place) {
                    row.timestamp = time
                    unsafe end = place + 22
                } else {
                    unsafe end = otherTime(place, bytes, &row.timestamp)
                }
            case .accuracy:
                let number = unsafe PlainNumber.read(place)
                row.accuracy = number.double
                unsafe end = number.end
                if unsafe end == nil || !(row.accuracy >= 0) {
                    row.accuracy = .nan
                    guard unsafe place.byte == UInt8(ascii: "n") else { return nil }
                    unsafe end = Self.endOfValue(place, bytes)
                }
            case .altitude:
                unsafe end = Self.motion(place, bytes, wantsMotion, &row.altitude, &ignored)
            case .speed:
                unsafe end = Self.motion(place, bytes, wantsMotion, &row.speed, &ignored)
            case .course:
                unsafe end = Self.motion(place, bytes, wantsMotion, &row.course, &ignored)
            case .isSimulated:
                switch unsafe place.byte {
                case UInt8(ascii: "t"): row.isSimulated = true
                case UInt8(ascii: "f"), UInt8(ascii: "n"): break
                default: ignored &+= 1
                }
                unsafe end = Self.endOfValue(place, bytes)
            case .nothing:
                unsafe end = Self.endOfValue(place, bytes)
            }
            guard let end = unsafe end else { return nil }
            unsafe place = end
        }
        // What follows the last value.
        let rest = shape.end
        guard
            unsafe rest.count == 8
                ? place.word == rest.word
                : place.word & ~(UInt64.max &<< UInt64(rest.count &* 8)) == rest.word
        else { return nil }
        unsafe place += rest.count
        let count = unsafe place - start
        row.count = UInt32(truncatingIfNeeded: count)
        if unsafe place.byte == UInt8(ascii: "\r") { unsafe place += 1 }
        // Not true of NaN, which stands for numbers that are not plain.
        guard unsafe place.byte == UInt8(ascii: "\n"), count <= LineSplitter.maximumLength,
            abs(row.latitude) <= 90, abs(row.longitude) <= 540
        else { return nil }
        if shape.hasDevice {
            guard let device = unsafe device, let base = bytes.baseAddress,
                1...DeviceRule.byteLimit ~= deviceCount
            else { return nil }
            row.deviceStart = UInt32(truncatingIfNeeded: unsafe device - base)
            row.deviceCount = UInt32(truncatingIfNeeded: deviceCount)
        }
        return unsafe place + 1
    }

    /// Whether the bytes before a step's value stand here.
    @inline(__always)
    @unsafe
    private static func matches(
        _ start: UnsafeRawPointer, _ words: UnsafeBufferPointer<UInt64>, _ step: LineShape.Step
    ) -> Bool {
        var place = unsafe start
        var word = step.firstWord
        var rest = step.byteCount
        while rest >= 8 {
            if unsafe place.word != words[word] { return false }
            unsafe place += 8
            word &+= 1
            rest &-= 8
        }
        if rest == 0 { return true }
        return unsafe (place.word ^ words[word]) &<< UInt64(64 &- rest &* 8) == 0
    }

    /// Where the string whose text begins here ends, if it is ASCII without escapes.
    @inline(__always)
    @unsafe
    private static func endOfPlainString(_ start: UnsafeRawPointer) -> UnsafeRawPointer? {
        var place = unsafe start
        while true {
            let special = unsafe place.word.specialBytes
            if special != 0 {
                unsafe place += special.trailingZeroBitCount &>> 3
                return unsafe place.byte == UInt8(ascii: "\"") ? place : nil
            }
            unsafe place += 8
        }
    }

    /// The instant that `"2026-03-01T12:00:01Z"` names, quotation marks included; `nil` for all else.
    @inline(__always)
    @unsafe
    private mutating func wholeSecond(_ start: UnsafeRawPointer) -> Timestamp? {
        guard unsafe start.byte == UInt8(ascii: "\""),
            // Z and the quotation mark
            unsafe (start + 14).word &>> 48 == 0x225A,
            unsafe (start + 11).byte == UInt8(ascii: "T"),
            let second = unsafe TimestampMemory.secondOfDay((start + 12).word),
            let midnight = unsafe times.midnight((start + 1).word, (start + 3).word)
        else { return nil }
        return Timestamp(microsecondsSince1970: midnight &+ second &* 1_000_000)
    }

    /// Reads a time of any form; where its value ends.
    @inline(never)
    @unsafe
    private mutating func otherTime(
        _ start: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer, _ result: inout Timestamp
    ) -> UnsafeRawPointer? {
        guard unsafe start.byte == UInt8(ascii: "\"") else {
            let number = unsafe PlainNumber.read(start)
            guard unsafe number.end != nil,
                let time = try? TimestampParser.timestamp(of: DecimalNumber(number))
            else { return nil }
            result = time
            return unsafe number.end
        }
        guard let end = unsafe Self.endOfPlainString(start + 1) else { return nil }
        let count = unsafe end - start - 1
        if let time = unsafe fractionOfSecond(start + 1, count) {
            result = time
        } else {
            let text = unsafe Span<UInt8>(
                _unsafeBytes: UnsafeRawBufferPointer(start: start + 1, count: count))
            guard let time = try? TimestampParser.timestamp(of: text) else { return nil }
            result = time
        }
        return unsafe end + 1
    }

    /// The instant that `2026-03-01T12:00:01.5Z` names, with one to six decimals; `nil` for all else.
    @unsafe
    private mutating func fractionOfSecond(_ start: UnsafeRawPointer, _ count: Int) -> Timestamp? {
        guard 22...27 ~= count, unsafe (start + count - 1).byte == UInt8(ascii: "Z"),
            unsafe (start + 10).byte == UInt8(ascii: "T"),
            unsafe (start + 19).byte == UInt8(ascii: "."),
            let second = unsafe TimestampMemory.secondOfDay((start + 11).word),
            let midnight = unsafe times.midnight(start.word, (start + 2).word)
        else { return nil }
        var microsecond: Int64 = 0
        for index in 20..<26 {
            microsecond &*= 10
            if index >= count - 1 { continue }
            let digit = unsafe (start + index).byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            microsecond &+= Int64(digit)
        }
        return Timestamp(microsecondsSince1970: midnight + second * 1_000_000 + microsecond)
    }

    /// Reads a number that tells how the device moves; where the value ends.
    @inline(__always)
    @unsafe
    private static func motion(
        _ start: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer, _ isWanted: Bool,
        _ result: inout Double, _ ignored: inout UInt64
    ) -> UnsafeRawPointer? {
        let number = unsafe PlainNumber.read(start)
        guard unsafe number.end != nil else {
            return unsafe otherMotion(start, bytes, &ignored)
        }
        if isWanted {
            result = number.double
            if result.isNaN { return nil }
        }
        return unsafe number.end
    }

    @inline(never)
    @unsafe
    private static func otherMotion(
        _ start: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer, _ ignored: inout UInt64
    ) -> UnsafeRawPointer? {
        let byte = unsafe start.byte
        // A number that is not plain may be too great.
        if byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 { return nil }
        if byte != UInt8(ascii: "n") { ignored &+= 1 }
        return unsafe endOfValue(start, bytes)
    }

    /// Where any value ends that is sound and within its line.
    @inline(never)
    @unsafe
    private static func endOfValue(
        _ start: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer
    ) -> UnsafeRawPointer? {
        // White space before it would hide what kind of value it is.
        guard let base = bytes.baseAddress, unsafe start.byte > 0x20 else { return nil }
        var text = unsafe Span<UInt8>(_unsafeBytes: bytes)
        let offset = unsafe start - base
        switch unsafe start.byte {
        case UInt8(ascii: "\""):
            if let end = unsafe endOfPlainString(start + 1) { return unsafe end + 1 }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            // Else a line feed within is white space.
            guard let feed = text.firstIndex(of: UInt8(ascii: "\n"), from: offset) else {
                return nil
            }
            text = text.extracting(..<feed)
        default:
            if let end = unsafe PlainNumber.read(start).end { return unsafe end }
        }
        // The line's own object is one level.
        var cursor = JSONCursor(at: offset, nestingLimit: JSONCursor.nestingLimit - 1)
        guard let value = try? cursor.skipValue(in: text) else { return nil }
        return unsafe base + value.upperBound
    }
}

extension UInt64 {
    /// The top bit of each byte of a word that may end or change a string: a quote, a backslash, a
    /// control character, a byte outside ASCII. Right up to the lowest such byte.
    @inline(__always)
    fileprivate var specialBytes: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = self ^ (ones &* 0x22)
        let backslashes = self ^ (ones &* 0x5C)
        // A borrow out of a byte can only mislead above it, and that byte is what is sought.
        return (self | (self &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones))
            & (ones &* 0x80)
    }
}
