import StrictJSON

/// A member of a record that is carried along unread: a driver, the ignition.
///
/// Read only where ``FixReaderOptions/carriedMembers`` names it.
public struct FixMember: Hashable, Sendable {
    /// A member's value, as the input has it.
    public enum Value: Hashable, Sendable {
        /// A value of an NDJSON record: its JSON text as it stands there.
        case json(String)

        /// A cell of a table: its text.
        case text(String)
    }

    /// The name, as the options have it.
    public var name: String

    /// The value.
    public var value: Value

    /// Creates a member.
    public init(name: String, value: Value) {
        self.name = name
        self.value = value
    }
}

/// Finds the members to carry along in lines of NDJSON.
///
/// A pass of its own over the line, so that lines cost nothing where no member is wanted.
struct CarriedMembers {
    let names: [String]

    /// The members of a line that is known to be one JSON object, in the order of the names: of those
    /// with one name the last counts, and null is the same as none.
    func read(from text: Span<UInt8>) -> [FixMember] {
        var ranges = [Range<Int>?](repeating: nil, count: names.count)
        var cursor = JSONCursor()
        do {
            _ = try cursor.next(in: text)
            while let (key, value) = try cursor.nextMember(in: text) {
                guard
                    let index = names.firstIndex(where: {
                        JSONString.text(of: key, in: text, equals: $0)
                    })
                else { continue }
                ranges[index] = value.kind == .null ? nil : value.range
            }
        } catch {
            // The line has been read before, so it is JSON.
            return []
        }
        var members: [FixMember] = []
        for (name, range) in zip(names, ranges) {
            guard let range else { continue }
            let value = String(decoding: range.map { text[$0] }, as: UTF8.self)
            members.append(FixMember(name: name, value: .json(value)))
        }
        return members
    }
}

extension CSVHeader {
    /// The members to carry along of a row: the cells of their columns, in the order of the names.
    ///
    /// Spaces around a cell without quotation marks are left out; an empty cell is the same as none.
    func carriedMembers(of row: CSVRow, in text: Span<UInt8>) -> [FixMember] {
        var members: [FixMember] = []
        for (name, column) in carried {
            let cell = row.cells[column]
            var bytes: [UInt8] = []
            if cell.isQuoted {
                CSVRow.append(cell, in: text, to: &bytes)
            } else {
                bytes = CSVRow.trimmed(cell, in: text).map { text[$0] }
            }
            if bytes.isEmpty { continue }
            let value = String(decoding: bytes, as: UTF8.self)
            members.append(FixMember(name: name, value: .text(value)))
        }
        return members
    }
}
