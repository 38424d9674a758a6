import RegionMonitoring

/// The rows of a delimited table (RFC 4180), one after the other.
///
/// A cell that begins with a quotation mark ends with one and may hold delimiters, line ends and, as
/// two, quotation marks; in other cells a quotation mark is a character like any other. Of a row that
/// is refused for its quotation marks the next line is a row again. Where one has no partner in the
/// whole rest of the text, quoted cells must end on their line from there on: the time stays linear.
struct CSVTable {
    /// One cell.
    struct Cell {
        /// The cell's bytes, quotation marks around it left out.
        var range: Range<Int>
        /// Whether two quotation marks within stand for one.
        var hasDoubledQuotes = false

        /// The cell's text, without blanks at its ends; `nil` when it is not UTF-8.
        func text(in bytes: Span<UInt8>) -> String? {
            let text = bytes.text(range.trimmed(in: bytes))
            return hasDoubledQuotes ? text?.replacing("\"\"", with: "\"") : text
        }
    }

    /// What stands between cells.
    let delimiter: UInt8

    private var index: Int
    private var quotesSpanLines = true

    init(from start: Int, delimiter: UInt8) {
        index = start
        self.delimiter = delimiter
    }

    /// The next row that is not blank, with the place where it begins; `nil` at the end.
    mutating func next(in bytes: Span<UInt8>) -> (start: Int, cells: Result<[Cell], Refusal>)? {
        while index < bytes.count {
            let start = index
            do throws(Refusal) {
                let cells = try row(in: bytes)
                if cells.count == 1, cells[0].range.trimmed(in: bytes).isEmpty { continue }
                return (start, .success(cells))
            } catch {
                index = start
                skipLine(in: bytes)
                return (start, .failure(error))
            }
        }
        return nil
    }

    private mutating func row(in bytes: Span<UInt8>) throws(Refusal) -> [Cell] {
        var cells: [Cell] = []
        while true {
            cells.append(
                index < bytes.count && bytes[index] == UInt8(ascii: "\"")
                    ? try quotedCell(in: bytes) : plainCell(in: bytes))
            guard index < bytes.count else { return cells }
            let byte = bytes[index]
            index += 1
            if byte == delimiter { continue }
            if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
            return cells
        }
    }

    private mutating func plainCell(in bytes: Span<UInt8>) -> Cell {
        let start = index
        while index < bytes.count, !isEnd(bytes[index]) { index &+= 1 }
        return Cell(range: start..<index)
    }

    private mutating func quotedCell(in bytes: Span<UInt8>) throws(Refusal) -> Cell {
        let quote = index
        var cell = Cell(range: quote + 1..<quote + 1)
        index += 1
        while true {
            guard index < bytes.count, quotesSpanLines || !isLineEnd(bytes[index]) else {
                if index == bytes.count { quotesSpanLines = false }
                throw Refusal(
                    at: quote,
                    .unexpected(
                        found: "a quotation mark without a partner", expected: "a whole cell"))
            }
            guard bytes[index] == UInt8(ascii: "\"") else {
                index &+= 1
                continue
            }
            if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") {
                cell.hasDoubledQuotes = true
                index += 2
                continue
            }
            cell.range = quote + 1..<index
            index += 1
            break
        }
        guard index == bytes.count || isEnd(bytes[index]) else {
            let rest = index
            _ = plainCell(in: bytes)
            throw Refusal(
                at: rest,
                .unexpected(
                    found: "'\(bytes.shown(rest..<index))'",
                    expected: "nothing after the quotation mark that ends a cell"))
        }
        return cell
    }

    private mutating func skipLine(in bytes: Span<UInt8>) {
        while index < bytes.count, !isLineEnd(bytes[index]) { index &+= 1 }
        if index < bytes.count { index += 1 }
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private func isEnd(_ byte: UInt8) -> Bool { byte == delimiter || isLineEnd(byte) }
}
