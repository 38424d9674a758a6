public import RegionMonitoring

/// One record of an input: a line of NDJSON, a row of a table.
public struct FixRecord: Hashable, Sendable {
    /// What a record turned out to be.
    public enum Content: Hashable, Sendable {
        /// A device's position. The fix's `reference` is the record's number, from 0, among all that
        /// its reader has read, blank ones not counted.
        case fix(DeviceID, Location)

        /// An instruction to the monitor.
        case control(ControlRecord)

        /// Nothing usable.
        case defect(FixDecodingError)
    }

    /// What the record is.
    public var content: Content

    /// The record's first line in its file, from 1.
    public var line: UInt64

    /// How many bytes of the file stand before the record.
    public var offset: UInt64

    /// The members of a fix's record that ``FixReaderOptions/carriedMembers`` asks for and that are
    /// there, in the order of those names.
    public var members: [FixMember] = []

    /// Where the record's bytes are: in its reader's block, or among those set aside.
    package let range: Range<Int>

    /// Whether the bytes were set aside, since the block does not hold them as they are. The line of
    /// such a record counts from the file's beginning, whatever the block.
    package var isAside = false
}

/// An instruction to the monitor within a stream of fixes.
public enum ControlRecord: Hashable, Sendable {
    /// Add a region, or change the one of the same identifier. `feature` is the text of a GeoJSON
    /// feature, known to be a JSON object; `column` is where it begins in its line, from 1.
    case putRegion(feature: [UInt8], column: Int)

    /// Remove a region.
    case removeRegion(RegionID)

    /// Remove a device.
    case removeDevice(DeviceID)

    /// Move time forward.
    case advance(to: Timestamp)

    /// Tell the state of a device in a region.
    case requestState(device: DeviceID, region: RegionID)
}

/// What a reader has read, by kind.
///
/// Every record is exactly one of: a fix, a control, a defect, without a position, blank.
public struct FixCounters: Hashable, Sendable {
    /// Records that are fixes.
    public internal(set) var fixes: UInt64 = 0

    /// Records that are controls.
    public internal(set) var controls: UInt64 = 0

    /// Lines of white space.
    public internal(set) var blank: UInt64 = 0

    /// Lines of more than 1 MiB.
    public internal(set) var tooLong: UInt64 = 0

    /// Records that are not JSON objects or not rows of their table.
    public internal(set) var malformed: UInt64 = 0

    /// Records with a member that is missing or cannot be used.
    public internal(set) var invalid: UInt64 = 0

    /// Records of a format's own that carry no position: a receiver without a fix, a farewell.
    public internal(set) var positionless: UInt64 = 0

    /// Optional members and cells of a wrong type, which were passed over; not records.
    public internal(set) var ignoredMembers: UInt64 = 0

    /// Creates counters at 0.
    public init() {}

    /// Records that are nothing usable.
    public var defects: UInt64 { tooLong + malformed + invalid }

    /// All records.
    public var received: UInt64 { fixes + controls + defects + positionless + blank }

    mutating func count(_ reason: FixDecodingError.Reason) {
        switch reason {
        case .tooLong: tooLong += 1
        case .malformed: malformed += 1
        case .invalid: invalid += 1
        case .noPosition: positionless += 1
        }
    }
}
