import RegionMonitoring

/// Reads rows of a table whose cells are plain: no quotation marks at their beginning, no spaces around
/// numbers, ASCII throughout. Others are left to the strict reader, which finds the same in plain rows.
// SAFETY: as in LineReader: reading begins at or before a line feed with `LineReader.margin` bytes
// behind it, and no line feed is passed over: a cell ends before the first control character.
struct TableReader {
    private var times = TimestampMemory()

    /// Reads rows from `start` on into `rows`, as long as there is room and they are plain.
    ///
    /// - Parameters:
    ///   - lastFeed: The place of a line feed with ``LineReader/margin`` bytes behind it.
    ///   - line: The number of the first line, counted from the block's first.
    ///   - uses: What the cells of each column are for.
    /// - Returns: The end of the last row that was read.
    @inline(never)
    mutating func read(
        _ bytes: Span<UInt8>, from start: Int, lastFeed: Int, line: UInt32,
        _ uses: [LineShape.Use], delimiter: UInt8, wantsMotion: Bool,
        into rows: inout OutputSpan<FixRow>
    ) -> Int {
        precondition(start <= lastFeed && lastFeed < bytes.count - LineReader.margin)
        return unsafe bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return start }
            let last = unsafe base + lastFeed
            var place = unsafe base + start
            var line = line
            while unsafe place <= last, !rows.isFull {
                var row = FixRow()
                guard
                    let next = unsafe readRow(place, base, uses, delimiter, wantsMotion, &row)
                else { break }
                row.start = UInt32(truncatingIfNeeded: unsafe place - base)
                row.line = line
                line &+= 1
                rows.append(row)
                unsafe place = next
            }
            return unsafe place - base
        }
    }

    /// Reads one row; where the next one begins.
    @inline(__always)
    @unsafe
    private mutating func readRow(
        _ start: UnsafeRawPointer, _ base: UnsafeRawPointer, _ uses: [LineShape.Use],
        _ delimiter: UInt8, _ wantsMotion: Bool, _ row: inout FixRow
    ) -> UnsafeRawPointer? {
        var place = unsafe start
        row.latitude = .nan
        row.longitude = .nan
        for index in uses.indices {
            if index > 0 {
                guard unsafe place.byte == delimiter else { return nil }
                unsafe place += 1
            }
            let first = unsafe place.byte
            // Where every field that is read may be empty, an empty cell is the same as none.
            var end: UnsafeRawPointer?
            switch uses[index] {
            case .latitude: unsafe end = Self.number(place, &row.latitude)
            case .longitude: unsafe end = Self.number(place, &row.longitude)
            case .accuracy:
                unsafe end = Self.optionalNumber(place, delimiter, &row.accuracy)
                if row.accuracy < 0 { return nil }
            case .altitude: unsafe end = Self.optionalNumber(place, delimiter, &row.altitude)
            case .speed: unsafe end = Self.optionalNumber(place, delimiter, &row.speed)
            case .course: unsafe end = Self.optionalNumber(place, delimiter, &row.course)
            case .device:
                guard first != UInt8(ascii: "\""),
                    let cellEnd = unsafe Self.endOfCell(place, delimiter),
                    unsafe 1...DeviceRule.byteLimit ~= cellEnd - place
                else { return nil }
                row.deviceStart = UInt32(truncatingIfNeeded: unsafe place - base)
                row.deviceCount = UInt32(truncatingIfNeeded: unsafe cellEnd - place)
                unsafe end = cellEnd
            case .time:
                guard let cellEnd = unsafe time(place, delimiter, &row.timestamp) else {
                    return nil
                }
                unsafe end = cellEnd
            case .isSimulated:
                if first == UInt8(ascii: "1") || first == UInt8(ascii: "0") {
                    row.isSimulated = first == UInt8(ascii: "1")
                    unsafe end = place + 1
                } else {
                    unsafe end = Self.isEnd(first, delimiter) ? place : nil
                }
            case .nothing:
                guard first != UInt8(ascii: "\"") else { return nil }
                unsafe end = Self.endOfCell(place, delimiter)
            }
            guard let end = unsafe end else { return nil }
            unsafe place = end
        }
        let count = unsafe place - start
        row.count = UInt32(truncatingIfNeeded: count)
        if unsafe place.byte == UInt8(ascii: "\r") { unsafe place += 1 }
        // Not true of NaN, which stands for what is missing or not plain.
        guard unsafe place.byte == UInt8(ascii: "\n"), count <= LineSplitter.maximumLength,
            abs(row.latitude) <= 90, abs(row.longitude) <= 540
        else { return nil }
        if !wantsMotion {
            row.altitude = .nan
            row.speed = .nan
            row.course = .nan
        }
        return unsafe place + 1
    }

    /// Whether a byte ends a cell, so that a cell that begins with it is empty.
    @inline(__always)
    private static func isEnd(_ byte: UInt8, _ delimiter: UInt8) -> Bool {
        byte == delimiter || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    /// Where the cell that begins here ends: before the delimiter or the line's end; `nil` when it
    /// holds other control characters or bytes outside ASCII.
    @inline(__always)
    @unsafe
    private static func endOfCell(
        _ start: UnsafeRawPointer, _ delimiter: UInt8
    ) -> UnsafeRawPointer? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let delimiters = ones &* UInt64(delimiter)
        var place = unsafe start
        while true {
            let word = unsafe place.word
            let marks = word ^ delimiters
            // Right up to the lowest byte that is sought, as borrows go upwards.
            let special = (word | (word &- ones &* 0x20) | (marks &- ones)) & (ones &* 0x80)
            if special != 0 {
                unsafe place += special.trailingZeroBitCount &>> 3
                return unsafe isEnd(place.byte, delimiter) ? place : nil
            }
            unsafe place += 8
        }
    }

    /// Reads a number; where its cell ends.
    @inline(__always)
    @unsafe
    private static func number(
        _ start: UnsafeRawPointer, _ result: inout Double
    ) -> UnsafeRawPointer? {
        let number = unsafe PlainNumber.read(start, isStrict: false)
        result = number.double
        return unsafe number.end
    }

    /// Reads a number or an empty cell; where the cell ends.
    @inline(__always)
    @unsafe
    private static func optionalNumber(
        _ start: UnsafeRawPointer, _ delimiter: UInt8, _ result: inout Double
    ) -> UnsafeRawPointer? {
        if unsafe isEnd(start.byte, delimiter) { return unsafe start }
        guard let end = unsafe number(start, &result), !result.isNaN else { return nil }
        return unsafe end
    }

    /// Reads a time; where its cell ends.
    @inline(__always)
    @unsafe
    private mutating func time(
        _ start: UnsafeRawPointer, _ delimiter: UInt8, _ result: inout Timestamp
    ) -> UnsafeRawPointer? {
        if unsafe (start + 10).byte == UInt8(ascii: "T"),
            unsafe (start + 19).byte == UInt8(ascii: "Z"),
            let second = unsafe TimestampMemory.secondOfDay((start + 11).word),
            let midnight = unsafe times.midnight(start.word, (start + 2).word)
        {
            result = Timestamp(microsecondsSince1970: midnight &+ second &* 1_000_000)
            return unsafe start + 20
        }
        return unsafe otherTime(start, delimiter, &result)
    }

    @inline(never)
    @unsafe
    private func otherTime(
        _ start: UnsafeRawPointer, _ delimiter: UInt8, _ result: inout Timestamp
    ) -> UnsafeRawPointer? {
        guard let end = unsafe Self.endOfCell(start, delimiter) else { return nil }
        let text = unsafe Span<UInt8>(
            _unsafeBytes: UnsafeRawBufferPointer(start: start, count: end - start))
        guard let time = try? TimestampParser.timestamp(of: text) else { return nil }
        result = time
        return unsafe end
    }
}
