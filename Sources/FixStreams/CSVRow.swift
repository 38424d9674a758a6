import StrictJSON

/// The cells of one row of a delimited table (RFC 4180).
///
/// A cell that begins with a quotation mark ends with one, and may hold delimiters, line breaks and, as
/// two, quotation marks. In other cells a quotation mark is a character like any other.
struct CSVRow {
    /// One cell.
    struct Cell {
        /// The cell's bytes, quotation marks around it left out.
        let range: Range<Int>

        /// Whether it stands in quotation marks.
        let isQuoted: Bool

        /// Whether two quotation marks within stand for one.
        let hasDoubledQuotes: Bool
    }

    /// What a row turned out to be.
    enum Outcome: Equatable {
        /// Whole: its cells are known.
        case whole

        /// The quotation mark at this place has no partner in the row.
        case isOpen(quote: Int)

        /// Something follows the closing quotation mark before this place.
        case hasTextAfterQuote(Int)

        /// The byte at this place is no part of a character in UTF-8.
        case isNotUTF8(Int)
    }

    /// The cells of the last row that was read.
    private(set) var cells: [Cell] = []

    /// Cuts a row into its cells.
    mutating func read(_ text: Span<UInt8>, delimiter: UInt8) -> Outcome {
        cells.removeAll(keepingCapacity: true)
        let count = text.count
        var allBytes: UInt8 = 0
        var index = 0
        while true {
            if index < count, text[index] == UInt8(ascii: "\"") {
                let quote = index
                var hasDoubledQuotes = false
                index += 1
                while true {
                    guard index < count else { return .isOpen(quote: quote) }
                    let byte = text[index]
                    allBytes |= byte
                    if byte == UInt8(ascii: "\"") {
                        guard index + 1 < count, text[index + 1] == UInt8(ascii: "\"") else {
                            break
                        }
                        hasDoubledQuotes = true
                        index += 1
                    }
                    index += 1
                }
                cells.append(
                    Cell(
                        range: quote + 1..<index, isQuoted: true,
                        hasDoubledQuotes: hasDoubledQuotes))
                index += 1
                guard index == count || text[index] == delimiter else {
                    return .hasTextAfterQuote(index)
                }
            } else {
                let start = index
                while index < count, text[index] != delimiter {
                    allBytes |= text[index]
                    index &+= 1
                }
                cells.append(Cell(range: start..<index, isQuoted: false, hasDoubledQuotes: false))
            }
            guard index < count else { break }
            index += 1
        }
        if allBytes >= 0x80, let place = Self.firstPlaceNotUTF8(text) { return .isNotUTF8(place) }
        return .whole
    }

    private static func firstPlaceNotUTF8(_ text: Span<UInt8>) -> Int? {
        var index = 0
        while index < text.count {
            guard let end = UTF8Scan.endOfScalar(at: index, in: text) else { return index }
            index = end
        }
        return nil
    }

    /// Appends the text of a cell, doubled quotation marks resolved, to `result`.
    static func append(_ cell: Cell, in text: Span<UInt8>, to result: inout [UInt8]) {
        var index = cell.range.lowerBound
        while index < cell.range.upperBound {
            result.append(text[index])
            index += cell.hasDoubledQuotes && text[index] == UInt8(ascii: "\"") ? 2 : 1
        }
    }

    /// The bytes of a cell without spaces and tabs around them.
    static func trimmed(_ cell: Cell, in text: Span<UInt8>) -> Range<Int> {
        var start = cell.range.lowerBound
        var end = cell.range.upperBound
        while start < end, isSpace(text[start]) { start += 1 }
        while end > start, isSpace(text[end - 1]) { end -= 1 }
        return start..<end
    }

    @inline(__always)
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
