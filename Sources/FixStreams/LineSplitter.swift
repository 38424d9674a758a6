/// Cuts blocks of bytes into lines, without copying them.
///
/// The caller owns the bytes: it appends what was read, takes lines until there are none, and lets
/// ``discardConsumed(from:)`` remove what was taken. Lines end with a line feed, a carriage return
/// before it belonging to the line's end; a byte order mark at the start belongs to no line.
struct LineSplitter {
    /// The most bytes of a line, its end not counted: 1 MiB.
    static let maximumLength = 1 << 20

    /// One line.
    struct Line {
        enum Kind {
            /// Something other than white space.
            case text

            /// Nothing but spaces, tabs and carriage returns.
            case blank

            /// More bytes than the maximum. Its range holds its beginning: more than the maximum too,
            /// but perhaps not all of it.
            case tooLong
        }

        let kind: Kind

        /// The line's bytes among those given, its end left out.
        let range: Range<Int>

        /// The line's number, from 1.
        let number: UInt64

        /// How many bytes of the input stand before the line.
        let offset: UInt64
    }

    /// Where the next line begins among the bytes.
    private(set) var start = 0

    /// Up to where there is no line feed from `start` on.
    private var searched = 0

    /// The number of the line at `start`.
    private(set) var number: UInt64 = 1

    /// How many bytes of the input stand before `start`.
    private(set) var offset: UInt64

    /// Whether `start` is within a line whose beginning has been taken, or is not wanted.
    private var isSkipping = false

    /// Whether the next line's beginning has been taken, or is not wanted.
    var isWithinLine: Bool { isSkipping }

    /// Whether a byte order mark may follow.
    private var isAtBeginning: Bool

    /// Creates a splitter.
    ///
    /// - Parameters:
    ///   - offset: How many bytes of the input stand before the first that will be given.
    ///   - isWithinLine: Whether these end within a line, so that its rest is passed over.
    init(offset: UInt64 = 0, isWithinLine: Bool = false) {
        self.offset = offset
        isSkipping = isWithinLine
        isAtBeginning = offset == 0
    }

    private init(offset: UInt64, isAtBeginning: Bool) {
        self.offset = offset
        self.isAtBeginning = isAtBeginning
    }

    /// How many lines have ended, since the beginning or the last ``restartNumbers()``.
    var endedLineCount: UInt64 { number - 1 }

    /// Counts lines from 1 again.
    mutating func restartNumbers() { number = 1 }

    /// A splitter for the bytes behind the first `count` from the start on, which end with a line
    /// feed; they are not those given before.
    func continued(behind count: Int) -> LineSplitter {
        LineSplitter(offset: offset + UInt64(count), isAtBeginning: false)
    }

    /// The next line; `nil` when the bytes hold no further whole one.
    ///
    /// - Parameters:
    ///   - bytes: The same bytes as at the last call, or more of them.
    ///   - isLast: Whether no more will come, so that what follows the last line feed is a line too.
    mutating func next(in bytes: Span<UInt8>, isLast: Bool) -> Line? {
        if isAtBeginning, !passByteOrderMark(in: bytes, isLast: isLast) { return nil }
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: searched) {
            if isSkipping {
                advance(to: end + 1)
                isSkipping = false
                number += 1
                continue
            }
            let line = line(in: bytes, to: end)
            advance(to: end + 1)
            number += 1
            return line
        }
        searched = bytes.count
        if isSkipping {
            advance(to: bytes.count)
            return nil
        }
        let pending = bytes.count - start
        // One byte more may be the carriage return of the line's end.
        if pending > Self.maximumLength + 1 {
            let line = Line(
                kind: .tooLong, range: start..<bytes.count, number: number, offset: offset)
            advance(to: bytes.count)
            isSkipping = true
            return line
        }
        guard isLast, pending > 0 else { return nil }
        let line = line(in: bytes, to: bytes.count)
        advance(to: bytes.count)
        number += 1
        return line
    }

    /// Whether a line begins at `start`, as far as that is known.
    var isAtLine: Bool { !isSkipping && !isAtBeginning }

    /// The last line feed from `start` on that has at least so many bytes behind it.
    func lastFeed(in bytes: Span<UInt8>, margin: Int) -> Int? {
        var index = bytes.count - margin - 1
        while index >= start {
            if bytes[index] == UInt8(ascii: "\n") { return index }
            index -= 1
        }
        return nil
    }

    /// Takes so many whole lines, the next one beginning at `end`.
    mutating func take(_ count: Int, to end: Int) {
        advance(to: end)
        number += UInt64(count)
    }

    /// The next line that is not blank; `nil` when the bytes hold no further whole one.
    mutating func nextNotBlank(in bytes: Span<UInt8>, isLast: Bool) -> Line? {
        while let line = next(in: bytes, isLast: isLast) {
            if line.kind != .blank { return line }
        }
        return nil
    }

    /// Removes the bytes of the lines taken; ranges of lines hold no longer.
    mutating func discardConsumed(from bytes: inout [UInt8]) {
        bytes.removeFirst(start)
        forgetConsumed()
    }

    /// Takes note that the bytes of the lines taken will not be given again.
    mutating func forgetConsumed() {
        searched -= start
        start = 0
    }

    /// Passes over a byte order mark and all that blank lines consist of; the byte that follows, where
    /// there is one.
    mutating func passBeginning(in bytes: Span<UInt8>) -> UInt8? {
        if isAtBeginning { _ = passByteOrderMark(in: bytes, isLast: true) }
        while start < bytes.count, Self.isBlank(bytes[start]) || bytes[start] == UInt8(ascii: "\n")
        {
            advance(to: start + 1)
        }
        return start < bytes.count ? bytes[start] : nil
    }

    /// Takes all bytes up to `end` without cutting them into lines, whose numbers hold no longer.
    mutating func takeAll(to end: Int) {
        isAtBeginning = false
        advance(to: end)
    }

    private mutating func advance(to end: Int) {
        offset += UInt64(end - start)
        start = end
        searched = end
    }

    private func line(in bytes: Span<UInt8>, to lineFeed: Int) -> Line {
        var end = lineFeed
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let kind: Line.Kind =
            if end - start > Self.maximumLength {
                .tooLong
            } else {
                Self.isBlank(bytes, start..<end) ? .blank : .text
            }
        return Line(kind: kind, range: start..<end, number: number, offset: offset)
    }

    private static func isBlank(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        for index in range where !isBlank(bytes[index]) { return false }
        return true
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    /// Passes over a byte order mark, if there is one; `false` when that cannot be told yet.
    private mutating func passByteOrderMark(in bytes: Span<UInt8>, isLast: Bool) -> Bool {
        let mark: [3 of UInt8] = [0xEF, 0xBB, 0xBF]
        for index in mark.indices {
            guard start + index < bytes.count else {
                if isLast { isAtBeginning = false }
                return isLast
            }
            guard bytes[start + index] == mark[index] else {
                isAtBeginning = false
                return true
            }
        }
        advance(to: start + mark.count)
        isAtBeginning = false
        return true
    }
}
