import RegionMonitoring

/// Reads a delimited table (RFC 4180) whose first row names the columns.
///
/// Rows must have as many cells as the header. An empty cell is the same as none.
struct CSVFixDecoder: FixDecoder {
    /// The most bytes and lines that a row with line breaks in its cells takes. A quotation mark too
    /// many must neither swallow a file nor hold up one that is followed.
    static let openRowLimit = (bytes: 1 << 16, lines: 128)

    private let delimiter: UInt8?
    private let names: FixFieldNames
    let defaultDevice: DeviceID?

    /// Whether a row may lack its device and time, and the table its header.
    var readsPlaces = false
    private let carriedMembers: [String]
    private var header: CSVHeader?
    private(set) var row = CSVRow()

    /// Whether plain rows are read the quick way; the outcome is the same without.
    var readsPlainRows = true
    private var plainRows = TableReader()

    /// The text of a cell, doubled quotation marks resolved.
    var scratch: [UInt8] = []

    /// The offset from UTC of times without one, in minutes.
    var timeOffset: Int?

    /// How far apart rows are where the table has no column of times.
    var assumedInterval: Duration?

    /// Creates a decoder of the options' kind of table.
    init(_ options: FixReaderOptions, delimiter: UInt8?, names: FixFieldNames? = nil) {
        self.init(
            delimiter: delimiter, names: names ?? options.fieldNames,
            defaultDevice: options.deviceOfUnnamed, carriedMembers: options.carriedMembers)
        readsPlaces = options.readsPlaces
        timeOffset = options.minutesOfTimeOffset
        assumedInterval = options.assumedInterval
    }

    /// Creates a decoder.
    ///
    /// - Parameter delimiter: What stands between cells; `nil`: what the header tells.
    init(
        delimiter: UInt8?, names: FixFieldNames, defaultDevice: DeviceID?,
        carriedMembers: [String] = []
    ) {
        self.delimiter = delimiter
        self.names = names
        self.defaultDevice = defaultDevice
        self.carriedMembers = carriedMembers
    }

    var cutting: BlockCutting {
        // Times that are assumed count rows.
        header == nil || assumesTimes ? .nowhere : .behindLinesWithoutQuotes
    }

    /// Whether the table has no times, and each row gets one.
    private var assumesTimes: Bool {
        assumedInterval != nil && header.map { $0.column(of: .time) == nil } == true
    }

    mutating func restart() { header = nil }

    mutating func readHeader(_ bytes: [UInt8]) throws(UnusableHeader) -> Bool {
        var lines = LineSplitter()
        guard let line = lines.nextNotBlank(in: bytes.span, isLast: false) else { return false }
        header = try header(line, in: bytes.span)
        return true
    }

    mutating func decode(
        _ bytes: [UInt8], _ lines: inout LineSplitter, isLast: Bool, into batch: inout FixBatch
    ) throws(UnusableHeader) {
        let bytes = bytes.span
        let lastFeed = lines.lastFeed(in: bytes, margin: LineReader.margin)
        while true {
            if let lastFeed { readPlainRows(bytes, &lines, lastFeed: lastFeed, into: &batch) }
            let before = lines
            guard let line = lines.next(in: bytes, isLast: isLast) else { return }
            if line.kind == .blank {
                batch.counters.blank += 1
                continue
            }
            if header == nil {
                header = try header(line, in: bytes)
                // A header that is only implied is a row besides.
                if header?.isImplied == false { continue }
            }
            if line.kind == .tooLong {
                batch.append(.tooLong, line)
            } else {
                guard decode(line, in: bytes, &lines, isLast: isLast, into: &batch) else {
                    lines = before
                    return
                }
            }
        }
    }

    /// Reads rows the quick way as long as they are plain.
    private mutating func readPlainRows(
        _ bytes: Span<UInt8>, _ lines: inout LineSplitter, lastFeed: Int, into batch: inout FixBatch
    ) {
        guard readsPlainRows, let header, carriedMembers.isEmpty, lines.isAtLine,
            header.column(of: .device) != nil, header.column(of: .time) != nil
        else { return }
        while lines.start <= lastFeed {
            let count = batch.fixes.rows.count
            var end = lines.start
            let line = UInt32(truncatingIfNeeded: lines.number - batch.fixes.firstLine)
            batch.fixes.rows.append(addingCapacity: LineShapes.rowCount) { rows in
                end = plainRows.read(
                    bytes, from: lines.start, lastFeed: lastFeed, line: line, header.uses,
                    delimiter: header.delimiter, wantsMotion: batch.wantsMotion, into: &rows)
            }
            let added = batch.fixes.rows.count - count
            if added == 0 { return }
            batch.counters.fixes += UInt64(added)
            lines.take(added, to: end)
        }
    }

    private func header(
        _ line: LineSplitter.Line, in bytes: Span<UInt8>
    ) throws(UnusableHeader) -> CSVHeader {
        guard line.kind != .tooLong else {
            throw UnusableHeader(message: "the header is longer than 1 MiB")
        }
        let text = bytes.extracting(line.range)
        if readsPlaces, let implied = CSVHeader(impliedBy: text, delimiter: delimiter) {
            return implied
        }
        var header = try CSVHeader(
            text, delimiter: delimiter, names: names,
            requiring: FixField.allCases.filter { field in
                switch field {
                case .lat, .lon: true
                case .device: !readsPlaces && defaultDevice == nil
                case .time: !readsPlaces && assumedInterval == nil
                default: false
                }
            })
        try header.carry(carriedMembers)
        return header
    }
}

extension CSVFixDecoder {
    /// Decodes the row that begins with `line`, further lines included where a cell has line breaks;
    /// `false` when the rest of the row is still to come.
    ///
    /// A row that is not well formed ends with its first line, so that what follows is read for itself.
    private mutating func decode(
        _ line: LineSplitter.Line, in bytes: Span<UInt8>, _ lines: inout LineSplitter,
        isLast: Bool, into batch: inout FixBatch
    ) -> Bool {
        guard let header else { return true }
        let text = bytes.extracting(line.range)
        var whole = line
        var outcome = row.read(text, delimiter: header.delimiter)
        if case .isOpen = outcome {
            switch closeRow(line, in: bytes, lines, isLast: isLast, header) {
            case .needsMore: return false
            case .closed(let row, let end):
                whole = row
                lines = end
                outcome = .whole
            case .malformed: break
            }
        }
        do {
            try check(outcome, header, in: text)
            let text = bytes.extracting(whole.range)
            let device = try device(header, in: text)
            let time = assumesTimes ? batch.nextAssumedTime(assumedInterval ?? .zero) : nil
            let fix = try fix(header, in: text, at: time, &batch.counters)
            batch.append(
                fix, device, whole,
                members: carriedMembers.isEmpty ? nil : header.carriedMembers(of: row, in: text))
        } catch {
            batch.append(error, whole)
        }
        return true
    }

    private enum Closing {
        case needsMore
        case closed(LineSplitter.Line, LineSplitter)
        case malformed
    }

    /// Looks for the end of a row that begins with `line` and has an open quotation mark.
    private mutating func closeRow(
        _ line: LineSplitter.Line, in bytes: Span<UInt8>, _ lines: LineSplitter, isLast: Bool,
        _ header: CSVHeader
    ) -> Closing {
        var probe = lines
        for _ in 1..<Self.openRowLimit.lines {
            guard let next = probe.next(in: bytes, isLast: isLast) else {
                let pending = bytes.count - line.range.lowerBound
                return isLast || pending > Self.openRowLimit.bytes ? .malformed : .needsMore
            }
            let range = line.range.lowerBound..<next.range.upperBound
            guard range.count <= Self.openRowLimit.bytes else { return .malformed }
            switch row.read(bytes.extracting(range), delimiter: header.delimiter) {
            case .isOpen: continue
            case .whole where row.cells.count == header.names.count:
                let whole = LineSplitter.Line(
                    kind: .text, range: range, number: line.number, offset: line.offset)
                return .closed(whole, probe)
            case .whole, .hasTextAfterQuote, .isNotUTF8: return .malformed
            }
        }
        return .malformed
    }

    private func check(
        _ outcome: CSVRow.Outcome, _ header: CSVHeader, in text: Span<UInt8>
    ) throws(FixDecodingError) {
        let place: Int
        let detail: String
        switch outcome {
        case .whole where row.cells.count == header.names.count:
            return
        case .whole:
            place = 0
            detail =
                "found \(row.cells.count) columns, expected \(header.names.count) as in the header"
        case .isOpen(let quote):
            place = quote
            detail = "found a quotation mark, expected one more at the end of its cell"
        case .hasTextAfterQuote(let index):
            place = index
            detail = "found text behind a quotation mark, expected the end of the cell"
        case .isNotUTF8(let index):
            place = index
            detail = "found a byte that is no part of a character, expected UTF-8"
        }
        throw FixDecodingError(
            reason: .malformed, field: nil, detail: detail,
            column: LineExcerpt.column(of: place, in: text))
    }
}
