import RegionMonitoring

/// What is read of one block, and what stays from block to block.
struct FixBatch {
    /// The records of the block.
    var fixes = FixRows()

    /// What has been read so far, this block included.
    var counters = FixCounters()

    /// The shapes of the lines of NDJSON so far.
    var shapes = LineShapes()

    /// Whether altitude, speed and course are kept.
    var wantsMotion = true

    /// The identifiers of the devices seen last, where they are made one by one.
    var devices = DeviceIDCache()

    /// The bytes of records that no block holds in one piece.
    private(set) var aside: [UInt8] = []

    /// When the last fix was whose time was assumed; all inputs of a reader share it, so that one
    /// follows the other.
    var assumedTime: Timestamp?

    /// Gives away what the block holds.
    mutating func takeFixes(leaving storage: consuming FixRows = FixRows()) -> FixRows {
        let taken = fixes
        fixes = storage
        return taken
    }

    /// Makes room for the records of the block that begins with the next line.
    mutating func begin(_ lines: LineSplitter) {
        fixes.begin(firstLine: lines.number, offset: lines.offset - UInt64(lines.start))
        aside.removeAll(keepingCapacity: true)
    }

    mutating func append(
        _ fix: Location, _ device: FoundDevice, _ line: LineSplitter.Line,
        members: [FixMember]? = nil
    ) {
        counters.fixes += 1
        var row = FixRow(
            timestamp: fix.timestamp, latitude: fix.coordinate.latitude,
            longitude: fix.coordinate.longitude, accuracy: fix.horizontalAccuracy ?? .nan)
        switch device {
        case .within(let range):
            row.deviceStart = UInt32(line.range.lowerBound + range.lowerBound)
            row.deviceCount = UInt32(range.count)
        case .apart(let bytes):
            row.deviceStart = fixes.append(identifier: bytes)
            row.deviceCount = UInt32(bytes.count)
            row.isDeviceApart = true
        }
        if wantsMotion {
            row.altitude = fix.altitude ?? .nan
            row.speed = fix.speed ?? .nan
            row.course = fix.course ?? .nan
        }
        row.start = UInt32(line.range.lowerBound)
        row.count = UInt32(line.range.count)
        row.line = UInt32(truncatingIfNeeded: line.number - fixes.firstLine)
        row.isSimulated = fix.isSimulated
        fixes.rows.append(row)
        if let members { fixes.members.append(members) }
    }

    mutating func append(_ control: ControlRecord, _ line: LineSplitter.Line) {
        counters.controls += 1
        append(.control(control), line)
    }

    mutating func append(_ defect: FixDecodingError, _ line: LineSplitter.Line) {
        counters.count(defect.reason)
        append(.defect(defect), line)
    }

    /// Adds a fix that needs no quick way.
    mutating func append(
        _ fix: consuming Location, _ device: DeviceID, _ line: LineSplitter.Line,
        members: [FixMember] = []
    ) {
        counters.fixes += 1
        fix.reference = recordNumber
        append(
            FixRecord(
                content: .fix(device, fix), line: line.number, offset: line.offset,
                members: members, range: line.range))
    }

    /// How many records stand before the next.
    private var recordNumber: UInt64 { fixes.firstRecord + UInt64(fixes.recordCount) }

    /// Appends a record that is no line of the block.
    ///
    /// - Parameter raw: Its bytes, of which those are kept that a message may need.
    mutating func append(
        _ content: Result<(device: DeviceID, fix: Location), FixDecodingError>,
        at place: RecordStart,
        raw: ArraySlice<UInt8>, members: [FixMember] = []
    ) {
        let start = aside.count
        aside += raw.prefix(Self.asideLimit)
        let record: FixRecord.Content
        switch content {
        case .success((let device, var fix)):
            counters.fixes += 1
            fix.reference = recordNumber
            record = .fix(device, fix)
        case .failure(let defect):
            counters.count(defect.reason)
            record = .defect(defect)
        }
        append(
            FixRecord(
                content: record, line: place.line, offset: place.offset, members: members,
                range: start..<aside.count, isAside: true))
    }

    /// The most bytes of a record that are set aside: more than a rejects file holds.
    static let asideLimit = 8192

    private mutating func append(_ content: FixRecord.Content, _ line: LineSplitter.Line) {
        append(
            FixRecord(
                content: content, line: line.number, offset: line.offset, range: line.range))
    }

    private mutating func append(_ record: FixRecord) {
        fixes.others.append(FixRows.Other(row: fixes.rows.count, record: record))
    }
}

/// Where a record begins in its input.
struct RecordStart: Hashable {
    /// The line, from 1.
    var line: UInt64

    /// How many bytes stand before it.
    var offset: UInt64
}

/// Turns lines into fixes, controls and defects.
///
/// A decoder belongs to one input and may remember what came earlier in it, such as a table's header.
/// Copies decode independently of each other, also on other threads.
protocol FixDecoder: Sendable {
    /// Where the input can be cut so that a copy of the decoder, as it is now, decodes what follows as
    /// the decoder itself would after having read what comes before.
    var cutting: BlockCutting { get }

    /// Decodes what `lines` cuts from `bytes`, as far as whole records go, into `batch`.
    ///
    /// - Parameter isLast: Whether no further bytes will come.
    /// - Throws: What makes the input as a whole unusable, in a sentence.
    mutating func decode(
        _ bytes: [UInt8], _ lines: inout LineSplitter, isLast: Bool, into batch: inout FixBatch
    ) throws(UnusableHeader)

    /// Reads what the input's first bytes say about the rest, without decoding records; `false` when
    /// there is something, but it is not whole yet.
    ///
    /// - Throws: What makes the input as a whole unusable, in a sentence.
    mutating func readHeader(_ bytes: [UInt8]) throws(UnusableHeader) -> Bool

    /// Forgets what came earlier in the input: another file begins.
    mutating func restart()

    /// What a person should know about the input, told once.
    mutating func takeNotice() -> FollowNotice.Kind?
}

extension FixDecoder {
    mutating func takeNotice() -> FollowNotice.Kind? { nil }
}

/// Where an input can be cut into blocks that are decoded apart from each other.
enum BlockCutting: Hashable, Sendable {
    /// Nowhere: what a record means depends on those before it.
    case nowhere

    /// Behind each line.
    case behindLines

    /// Behind each line of a block without quotation marks, between which lines may break.
    case behindLinesWithoutQuotes
}

extension FixDecoder {
    /// Nowhere, which is always right.
    var cutting: BlockCutting { .nowhere }
}

/// Why a table's header makes the whole input unusable.
struct UnusableHeader: Error {
    let message: String
}
