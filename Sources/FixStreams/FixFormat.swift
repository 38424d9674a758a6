public import RegionMonitoring

/// How fixes are written.
public enum FixFormat: String, Hashable, Sendable, CaseIterable {
    /// What the input's name says (`.ndjson`, `.jsonl` for lines of JSON; `.csv`; `.tsv`, `.tab`; `.gpx`; `.kml`;
    /// `.nmea`; an ending `.gz` or `.zst` left out), else its beginning; see <doc:FixFormats>.
    case automatic = "auto"

    /// One JSON object a line.
    case ndjson

    /// Rows whose cells are parted by commas, semicolons, tabs or vertical bars, whichever the header
    /// row shows.
    case csv

    /// Rows whose cells are parted by tabs.
    case tsv

    /// The track points of GPX 1.0 or 1.1.
    case gpx

    /// The points of `gx:Track` in KML.
    case kml

    /// The sentences of a satellite receiver (NMEA 0183).
    case nmea

    /// Position reports of ships (AIS): the sentences `!AIVDM` and `!AIVDO`.
    case ais

    /// What OwnTracks apps publish, one JSON object a line.
    case owntracks

    /// What a Traccar server forwards, one JSON object a line.
    case traccar

    /// What OsmAnd and the Traccar client send: queries of URLs or JSON objects, one a line.
    case osmand

    /// Positions of aircraft: one JSON text of rows or columns, or a table.
    case adsb

    /// What a name says; `nil` when it says nothing.
    init?(nameOf input: FixInput) {
        guard case .file(let path) = input else { return nil }
        // What compressed it says nothing about what it is.
        let suffixes = path.lowercased().split(separator: "/").last?.split(separator: ".") ?? []
        let names = [["gz"], ["zst"]].contains(suffixes.suffix(1)) ? suffixes.dropLast() : suffixes
        guard names.count > 1, let name = names.last else { return nil }
        switch name {
        case "ndjson", "jsonl": self = .ndjson
        case "csv": self = .csv
        case "tsv", "tab": self = .tsv
        case "gpx": self = .gpx
        case "kml": self = .kml
        case "nmea": self = .nmea
        default: return nil
        }
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

    /// The offset from UTC of times that are written without one, in whole minutes; `nil`: they are
    /// defects.
    public var timeOffset: Duration?

    /// How far apart the fixes of a track are where their times are not known: when one fix of a
    /// track file or a table has no time, all its times are replaced, so that each fix comes so much
    /// after the one before, the first of all at 2020-01-01T00:00:00Z. `nil`: such fixes are defects.
    public var assumedInterval: Duration?

    /// How many metres of accuracy one unit of HDOP stands for; `nil`: HDOP, which is no length, is
    /// passed over.
    public var metresPerHDOP: Double?

    /// The names of further members or columns that each fix's record is to bring along, in
    /// ``FixRecord/members``; none, which costs nothing.
    public var carriedMembers: [String] = []

    /// Whether altitude, speed and course are kept; they are not evaluated.
    package var wantsMotion = true

    /// What happens at the end of a file.
    public var follow = Follow.no

    /// The device of records that name none, where there is one.
    var deviceOfUnnamed: DeviceID? { defaultDevice ?? (readsPlaces ? Self.unnamedDevice : nil) }

    /// The offset from UTC of times without one, in minutes.
    var minutesOfTimeOffset: Int? { timeOffset.map { Int($0.components.seconds / 60) } }

    /// The most bytes of one read.
    package var blockSize = 1 << 18

    /// Options that read finite inputs in any known format.
    public init() {}
}
