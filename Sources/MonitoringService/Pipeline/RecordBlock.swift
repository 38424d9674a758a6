import FixStreams
import RegionMonitoring

/// Decoded records on their way through the pipeline, or instructions that came from outside.
struct RecordBlock: Sendable {
    /// A record that is no fix, and no control that could be obeyed.
    struct Defect: Sendable {
        /// Its place among the block's other records.
        var other: Int
        var reason: RecordRejection
        var detail: String

        /// In characters from 1, in the record's first line.
        var column: Int
    }

    /// Something between the rows of fixes.
    struct Placed: Sendable {
        enum Content: Sendable {
            case control(Control)

            /// A fix, by its place among the block's other records.
            case fix(other: Int)

            /// The fix behind it brings the time at which devices are forgotten to this moment.
            case time(Timestamp)
        }

        var content: Content

        /// How many of the block's rows stand before it.
        var row: Int

        /// Its place among all records.
        var record: Int

        /// The shard that alone is concerned; `nil`: all are.
        var shard: Int?
    }

    /// Where a fix is within the block.
    enum FixPlace: Sendable {
        case row(Int)

        /// Among the other records.
        case other(Int)
    }

    /// What the records were decoded from; `nil` for instructions from outside.
    var source: FixBlock?

    /// Tells the block's records from those of all others.
    let number: UInt64

    /// The clock that the filters compare with.
    let now: Timestamp

    /// The records, as far as they are to be taken.
    var fixes = FixRows()

    /// Which fixes each shard has to take, in their order; empty where one shard takes all.
    var shares: [[UInt32]] = []

    /// What stands between the rows, or all instructions from outside, in their order.
    var placed: [Placed] = []

    /// How many of those are controls.
    var controlCount: Int {
        placed.count { if case .control = $0.content { true } else { false } }
    }

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
        placed = controls.enumerated().map { index, control in
            Placed(
                content: .control(control), row: 0, record: index,
                shard: control.device?.shardNumber(of: shardCount))
        }
        if shardCount > 1 { shares = Array(repeating: [], count: shardCount) }
    }

    /// The number that a fix carries through the monitor.
    func reference(of place: FixPlace) -> UInt64 {
        switch place {
        case .row(let row): number << 32 | UInt64(row)
        case .other(let other): number << 32 | 1 << 31 | UInt64(other)
        }
    }

    /// Where the fix is that has a reference; `nil` when it is one of another block.
    func place(ofReference reference: UInt64) -> FixPlace? {
        guard reference >> 32 == number & 0xFFFF_FFFF else { return nil }
        let index = Int(truncatingIfNeeded: reference & 0x7FFF_FFFF)
        return reference & 1 << 31 == 0 ? .row(index) : .other(index)
    }

    /// The place of a fix among all records.
    func recordIndex(of place: FixPlace) -> Int {
        switch place {
        case .row(let row): fixes.recordIndex(ofRow: row)
        case .other(let other): fixes.recordIndex(ofOther: other)
        }
    }

    /// Where a fix is in its input.
    ///
    /// - Parameter linesBefore: How many lines of the file ended before the block.
    func place(of fix: FixPlace, linesBefore: UInt64) -> RecordPlace {
        switch fix {
        case .row(let row):
            let row = fixes.rows[row]
            return RecordPlace(
                file: source?.input ?? "", line: linesBefore + fixes.line(of: row),
                offset: fixes.offset(of: row))
        case .other(let other):
            let record = fixes.others[other].record
            return RecordPlace(
                file: source?.input ?? "",
                line: record.isAside ? record.line : linesBefore + record.line,
                offset: record.offset)
        }
    }

    /// The bytes of a fix's record.
    func bytes(of fix: FixPlace) -> ArraySlice<UInt8> {
        switch fix {
        case .row(let row): source?.bytes[fixes.rows[row].range] ?? []
        case .other(let other): source?.bytes(of: fixes.others[other].record) ?? []
        }
    }

    /// Where a defective record is.
    func place(of defect: Defect, linesBefore: UInt64) -> RecordPlace {
        place(of: .other(defect.other), linesBefore: linesBefore)
    }

    /// The bytes of a defective record.
    func bytes(of defect: Defect) -> ArraySlice<UInt8> { bytes(of: .other(defect.other)) }
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
