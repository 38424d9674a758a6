/// Which column of a table is what.
struct CSVHeader {
    /// The byte between the cells of a row.
    let delimiter: UInt8

    /// The names of the columns, spaces around them left out.
    let names: [String]

    /// The column of each field that the table has, by ``FixField/index``.
    private let columns: [Int?]

    /// What the cells of each column are for.
    let uses: [LineShape.Use]

    /// Whether the table has no header row: its first row is data.
    private(set) var isImplied = false

    /// The columns whose cells are carried along, with the names asked for.
    private(set) var carried: [(name: String, column: Int)] = []

    /// What may stand between cells, in the order in which they are preferred.
    static let delimiters: [UInt8] = [
        UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
    ]

    /// The decimal mark other than the point; `nil` when the comma parts cells.
    var alternativeMark: UInt8? {
        delimiter == UInt8(ascii: ",") ? nil : UInt8(ascii: ",")
    }

    /// Reads a header row.
    ///
    /// Column names are compared without regard to the case of ASCII letters. Of several aliases of a
    /// field the first in the list counts.
    ///
    /// - Parameters:
    ///   - delimiter: What stands between cells; `nil`: that under which most fields, then most
    ///     columns are found.
    /// - Throws: ``UnusableHeader`` when the row is not well formed or holds a carriage return without
    ///   a line feed, a field is named by two columns of
    ///   one name, or a required field has none.
    init(
        _ text: Span<UInt8>, delimiter: UInt8?, names fieldNames: FixFieldNames,
        requiring required: [FixField]
    ) throws(UnusableHeader) {
        // Else a whole file with such line ends would be one header without a row.
        for index in text.indices.dropLast()
        where text[index] == UInt8(ascii: "\r") && text[index + 1] != UInt8(ascii: "\n") {
            throw UnusableHeader(
                message: "the header holds a lone carriage return, which ends no line; "
                    + "write the file with LF or CRLF line ends")
        }
        let candidates = delimiter.map { [$0] } ?? Self.delimiters
        var best: (header: CSVHeader, fields: Int)?
        for candidate in candidates {
            guard let header = CSVHeader(text, delimiter: candidate, names: fieldNames) else {
                continue
            }
            let fields = header.columns.count { $0 != nil }
            if let best, (best.fields, best.header.names.count) >= (fields, header.names.count) {
                continue
            }
            best = (header, fields)
        }
        guard let best else {
            throw UnusableHeader(message: "the header is not a row of names in UTF-8")
        }
        self = best.header
        try check(fieldNames, requiring: required)
    }

    /// The header `lat,lon` of a table without one, if its first row is two numbers.
    init?(impliedBy text: Span<UInt8>, delimiter: UInt8?) {
        for candidate in delimiter.map({ [$0] }) ?? Self.delimiters {
            var row = CSVRow()
            guard row.read(text, delimiter: candidate) == .whole, row.cells.count == 2 else {
                continue
            }
            let mark = candidate == UInt8(ascii: ",") ? UInt8(ascii: ".") : UInt8(ascii: ",")
            let isPlace = row.cells.allSatisfy { cell in
                let number = text.extracting(CSVRow.trimmed(cell, in: text))
                return DecimalNumber.double(of: number) != nil
                    || DecimalNumber.double(of: number, mark: mark) != nil
            }
            let names = Array("lat".utf8) + [candidate] + Array("lon".utf8)
            guard isPlace,
                let header = CSVHeader(
                    names.span, delimiter: candidate, names: FixFieldNames())
            else { continue }
            self = header
            isImplied = true
            return
        }
        return nil
    }

    private init?(_ text: Span<UInt8>, delimiter: UInt8, names fieldNames: FixFieldNames) {
        var row = CSVRow()
        guard row.read(text, delimiter: delimiter) == .whole else { return nil }
        var names: [String] = []
        for cell in row.cells {
            var bytes: [UInt8] = []
            if cell.hasDoubledQuotes {
                CSVRow.append(cell, in: text, to: &bytes)
            } else {
                bytes = CSVRow.trimmed(cell, in: text).map { text[$0] }
            }
            names.append(String(decoding: bytes, as: UTF8.self))
        }
        let folded = names.map(Self.fold)
        self.delimiter = delimiter
        self.names = names
        var uses = [LineShape.Use](repeating: .nothing, count: names.count)
        columns = FixField.allCases.map { field in
            for name in fieldNames.candidates(for: field) {
                if let column = folded.firstIndex(of: Self.fold(name)) {
                    uses[column] = field.use
                    return column
                }
            }
            return nil
        }
        self.uses = uses
    }

    /// The column of a field; `nil` when the table has none.
    @inline(__always)
    func column(of field: FixField) -> Int? { columns[field.index] }

    /// Whether one of the cells of a row is a name.
    static func names(_ name: String, _ text: Span<UInt8>) -> Bool {
        delimiters.contains { delimiter in
            let header = CSVHeader(text, delimiter: delimiter, names: FixFieldNames())
            return header?.names.contains { fold($0) == fold(name) } == true
        }
    }

    /// Whether a row looks like a header: it has several cells, one of which names a field.
    static func isPlausible(_ text: Span<UInt8>, names: FixFieldNames) -> Bool {
        for delimiter in delimiters {
            if let header = CSVHeader(text, delimiter: delimiter, names: names),
                header.names.count > 1, header.columns.contains(where: { $0 != nil })
            {
                return true
            }
        }
        return false
    }

    private func check(
        _ fieldNames: FixFieldNames, requiring required: [FixField]
    ) throws(UnusableHeader) {
        let folded = names.map(Self.fold)
        for column in columns.compactMap(\.self)
        where folded.count(where: { $0 == folded[column] }) > 1 {
            throw .twice(names[column])
        }
        let missing = required.filter { column(of: $0) == nil }
        guard !missing.isEmpty else { return }
        let wanted = missing.map { field in
            fieldNames.candidates(for: field).joined(separator: " or ")
        }
        let found = names.prefix(30).map { "'\(LineExcerpt.text($0))'" }.joined(separator: ", ")
        throw UnusableHeader(
            message:
                "no column \(wanted.joined(separator: "; no column ")). The columns are: \(found)")
    }

    /// Finds the columns of members to carry along; those that the table lacks are left out.
    ///
    /// - Throws: ``UnusableHeader`` when two columns have such a name.
    mutating func carry(_ members: [String]) throws(UnusableHeader) {
        let folded = names.map(Self.fold)
        for name in members {
            let matches = folded.indices.filter { folded[$0] == Self.fold(name) }
            guard matches.count <= 1 else { throw .twice(name) }
            if let column = matches.first { carried.append((name, column)) }
        }
    }

    private static func fold(_ name: String) -> [UInt8] {
        name.utf8.map { byte in
            UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
        }
    }
}

extension UnusableHeader {
    fileprivate static func twice(_ name: String) -> UnusableHeader {
        UnusableHeader(message: "column '\(LineExcerpt.text(name))' is there twice")
    }
}
