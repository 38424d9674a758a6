import RegionMonitoring

/// Reads positions of aircraft (ADS-B): a JSON text of rows or of columns, or a table.
///
/// The device is the aircraft's 24-bit address (`icao24`). A JSON text is read whole before its first
/// row is one; a table is one of CSV.
struct AircraftFixDecoder: FixDecoder {
    /// The most bytes of a JSON text.
    static let documentLimit = 1 << 28

    private let options: FixReaderOptions

    /// The table, once the input has shown that it is one.
    private var table: CSVFixDecoder?

    /// The JSON text so far.
    private var document: [UInt8] = []
    private var documentOffset: UInt64 = 0
    private var isDocument = false

    init(_ options: FixReaderOptions) { self.options = options }

    mutating func restart() { self = AircraftFixDecoder(options) }

    mutating func readHeader(_ bytes: [UInt8]) throws(UnusableHeader) -> Bool {
        guard let table = try makeTable(bytes, LineSplitter(), isLast: false) else {
            return isDocument
        }
        var trial = table
        guard try trial.readHeader(bytes) else { return false }
        self.table = trial
        return true
    }

    mutating func decode(
        _ bytes: [UInt8], _ lines: inout LineSplitter, isLast: Bool, into batch: inout FixBatch
    ) throws(UnusableHeader) {
        if table == nil, !isDocument { table = try makeTable(bytes, lines, isLast: isLast) }
        if table != nil {
            try table?.decode(bytes, &lines, isLast: isLast, into: &batch)
            return
        }
        guard isDocument else { return }
        if document.isEmpty {
            // A byte order mark is no part of the text.
            _ = lines.passBeginning(in: bytes.span)
            documentOffset = lines.offset
        }
        document += bytes[lines.start...]
        lines.takeAll(to: bytes.count)
        guard document.count <= Self.documentLimit else {
            throw UnusableHeader(
                message: "the JSON text is longer than \(Self.documentLimit >> 20) MiB; "
                    + "write one object a line instead")
        }
        guard isLast, !document.isEmpty else { return }
        AircraftDocument(options, offset: documentOffset).read(document.span, into: &batch)
        document = []
    }

    /// The decoder of a table; `nil` when the input is a JSON text, or has not shown what it is.
    private mutating func makeTable(
        _ bytes: [UInt8], _ lines: LineSplitter, isLast: Bool
    ) throws(UnusableHeader) -> CSVFixDecoder? {
        var start = lines
        guard let first = start.passBeginning(in: bytes.span) else { return nil }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            isDocument = true
            return nil
        }
        var names = options.fieldNames
        if names[.device] == nil {
            var header = lines
            guard let line = header.nextNotBlank(in: bytes.span, isLast: isLast) else { return nil }
            let text = bytes.span.extracting(line.range)
            names[.device] = AircraftDocument.paths[.device]?.first {
                CSVHeader.names($0, text)
            }
        }
        return CSVFixDecoder(options, delimiter: nil, names: names)
    }
}
