import RegionMonitoring

/// Reads a file of airspaces in the OpenAir format into a builder.
///
/// An airspace begins with `AC` and is named by `AN`. Its border is a circle (`DC`), points (`DP`) with
/// arcs between them (`DA`, `DB`), closed where the file does not close it, or the middle line of an
/// airway (`DY` with `V W=`). Lengths are nautical miles. Heights and times have no effect; they and
/// the other records are kept as properties. `*` begins a comment.
enum OpenAirDocument {
    static func read(_ bytes: Span<UInt8>, into builder: inout RegionFileBuilder) {
        var lines = TextLines(bytes)
        var airspace: OpenAirAirspace?
        while let line = lines.next(in: bytes) {
            guard let record = OpenAirRecord(line, in: bytes) else { continue }
            if record.name == "AC" || airspace == nil {
                airspace?.finish(in: bytes, into: &builder)
                airspace = OpenAirAirspace(at: record.start)
            }
            airspace?.take(record, in: bytes)
        }
        airspace?.finish(in: bytes, into: &builder)
    }

    /// Whether a line is a record of an airspace or a comment.
    static func isRecord(_ line: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        if line.first.map({ bytes[$0] == UInt8(ascii: "*") }) == true { return true }
        let record = OpenAirRecord(line, in: bytes)
        return record.map { $0.isKnown && !$0.value.isEmpty } ?? false
    }
}

/// One line of an OpenAir file without its comment.
struct OpenAirRecord {
    /// The letters that say what the record is, as capitals.
    let name: String

    /// The rest of the line.
    let value: Range<Int>

    /// Where the record begins.
    let start: Int

    /// Reads a line; `nil` when it holds no record.
    init?(_ line: Range<Int>, in bytes: Span<UInt8>) {
        let comment = line.first { bytes[$0] == UInt8(ascii: "*") } ?? line.upperBound
        let text = (line.lowerBound..<comment).trimmed(in: bytes)
        guard let first = text.first else { return nil }
        let end = text.first { bytes[$0].isBlank } ?? text.upperBound
        start = first
        name = String(decoding: bytes.array(first..<min(end, first + 8)), as: UTF8.self)
            .uppercased()
        value = (end..<text.upperBound).trimmed(in: bytes)
    }

    private static let names: Set<String> = [
        "AC", "AN", "AY", "AH", "AL", "AF", "AG", "AX", "AA", "AI", "AT", "TO", "TC", "SP", "SB",
        "V", "DP", "DA", "DB", "DC", "DY",
    ]

    /// Whether OpenAir, in Naviter's edition, has such a record.
    var isKnown: Bool { Self.names.contains(name) }

    /// Whether it may be a record that some program has added, which says nothing of the border.
    var isExtension: Bool {
        !isKnown && name.utf8.count == 2 && name.utf8.allSatisfy(\.isLetter)
            && ["A", "S", "T"].contains(name.prefix(1))
    }
}
