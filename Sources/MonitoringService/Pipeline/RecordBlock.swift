import FixStreams
import RegionMonitoring

/// Decoded records on their way through the pipeline, or instructions that came from outside.
struct RecordBlock: Sendable {
    /// A record that is no fix, and no control that could be obeyed.
    struct Defect: Sendable {
        var record: Int
        var reason: RecordRejection
        var detail: String

        /// In characters from 1, in the record's first line.
        var column: Int
    }

    /// What the records were decoded from; `nil` for instructions from outside.
    var source: FixBlock?

    /// Tells the block's records from those of all others.
    let number: UInt64

    /// The clock that the filters compare with.
    let now: Timestamp

    /// The records, as far as they are to be taken.
    var records: [FixRecord] = []

    /// Which records each shard has to look at, in their order.
    var shares: [[UInt32]] = []

    /// The controls among the records, by the record's place, or all instructions from outside.
    var controls: [Int: Control] = [:]

    /// The defective records, in their order.
    var defects: [Defect] = []

    /// How many lines are blank.
    var blankCount: UInt64 = 0

    /// How many lines ended in the block.
    var lineCount: UInt64 = 0

    /// Whether the last of the records ends the run.
    var endsRun = false

    /// An empty block.
    init(number: UInt64, now: Timestamp) {
        self.number = number
        self.now = now
    }

    /// Instructions from outside, in their order.
    init(_ controls: [Control], number: UInt64, shardCount: Int) {
        self.init(number: number, now: Timestamp(microsecondsSince1970: 0))
        self.controls = Dictionary(uniqueKeysWithValues: controls.enumerated().map { ($0, $1) })
        let all = (0..<UInt32(controls.count)).map(\.self)
        shares = Array(repeating: all, count: shardCount)
    }

    /// The number that the fix of a record carries through the monitor.
    func reference(ofRecord index: Int) -> UInt64 { number << 32 | UInt64(index) }

    /// The record that has a reference; `nil` when it is one of another block.
    func record(of reference: UInt64) -> FixRecord? {
        guard reference >> 32 == number else { return nil }
        return records[Int(truncatingIfNeeded: reference & 0xFFFF_FFFF)]
    }

    /// Where a record is.
    ///
    /// - Parameter linesBefore: How many lines of the file ended before the block.
    func place(of record: FixRecord, linesBefore: UInt64) -> RecordPlace {
        RecordPlace(
            file: source?.input ?? "",
            line: record.isAside ? record.line : linesBefore + record.line,
            offset: record.offset)
    }

    /// The bytes of a record.
    func bytes(of record: FixRecord) -> ArraySlice<UInt8> { source?.bytes(of: record) ?? [] }
}

/// An instruction to the monitor that has been found to be sound.
enum Control: Sendable {
    case install(PreparedRegion)
    case removeRegion(RegionID)
    case removeDevice(DeviceID)
    case advance(Timestamp)
    case requestState(DeviceID, RegionID)

    /// Release the fixes that are held back.
    case flush

    /// The device whose shard alone is concerned; `nil`: all are.
    var device: DeviceID? {
        switch self {
        case .removeDevice(let device), .requestState(let device, _): device
        case .install, .removeRegion, .advance, .flush: nil
        }
    }
}
