public import RegionMonitoring

/// How fixes are written.
public enum FixFormat: String, Hashable, Sendable, CaseIterable {
    /// What the input's name says (`.ndjson`, `.jsonl`, `.json`; `.csv`; `.tsv`, `.tab`), else its
    /// first line: a row of several cells one of which is the name of a field is the header of a
    /// table, everything else NDJSON.
    case automatic = "auto"

    /// One JSON object a line.
    case ndjson

    /// Rows whose cells are parted by commas, semicolons, tabs or vertical bars, whichever the header
    /// row shows.
    case csv

    /// Rows whose cells are parted by tabs.
    case tsv

    /// What a name says; `nil` when it says nothing.
    init?(nameOf input: FixInput) {
        guard case .file(let path) = input, let dot = path.utf8.lastIndex(of: UInt8(ascii: "."))
        else { return nil }
        switch path[dot...].lowercased() {
        case ".ndjson", ".jsonl", ".json": self = .ndjson
        case ".csv": self = .csv
        case ".tsv", ".tab": self = .tsv
        default: return nil
        }
    }

    /// What the first line of an input shows.
    init(firstLine: Span<UInt8>, names: FixFieldNames, readsPlaces: Bool = false) {
        var index = 0
        while index < firstLine.count, firstLine[index] <= 0x20 { index += 1 }
        let isObject = index < firstLine.count && firstLine[index] == UInt8(ascii: "{")
        let isTable =
            CSVHeader.isPlausible(firstLine, names: names)
            || readsPlaces && CSVHeader(impliedBy: firstLine, delimiter: nil) != nil
        self = !isObject && isTable ? .csv : .ndjson
    }
}

/// How a ``FixReader`` reads its inputs.
public struct FixReaderOptions: Hashable, Sendable {
    /// What happens at the end of a file.
    public enum Follow: Hashable, Sendable {
        /// The input is over.
        case no

        /// Files are read on as they grow, from their start.
        case fromStart

        /// Files are read on as they grow, what is there already left out.
        case fromEnd
    }

    /// How fixes are written.
    public var format = FixFormat.automatic

    /// The names of members and columns.
    public var fieldNames = FixFieldNames()

    /// The device of records that name none; `nil`: they are defects.
    public var defaultDevice: DeviceID?

    /// Whether NDJSON may hold control records; off, since an untrusted stream must not edit regions.
    public var allowsControl = false

    /// Whether records are mere places: the device and the time may be missing, and are
    /// ``unnamedDevice`` and ``unknownTime`` then; and a table of two columns may lack its header if
    /// its first row is a latitude and a longitude.
    package var readsPlaces = false

    /// The device of places that name none; no record can name it.
    package static let unnamedDevice = DeviceID("")

    /// The time of places that have none.
    package static let unknownTime = Timestamp(microsecondsSince1970: .min)

    /// The names of further members or columns that each fix's record is to bring along, in
    /// ``FixRecord/members``; none, which costs nothing.
    public var carriedMembers: [String] = []

    /// What happens at the end of a file.
    public var follow = Follow.no

    /// The most bytes of one read.
    package var blockSize = 1 << 18

    /// Options that read finite inputs in any known format.
    public init() {}
}
