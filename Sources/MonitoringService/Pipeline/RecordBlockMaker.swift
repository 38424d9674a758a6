import FixStreams
import RegionFiles
import RegionMonitoring

/// Turns blocks of an input into records for the shards; each thread has its own.
struct RecordBlockMaker: Sendable {
    private var decoder = FixBlockDecoder()

    /// A monitor of the run's policy, which makes regions ready for all shards.
    private let prototype: RegionMonitor
    private let shardCount: Int

    /// Whether the first defective record ends the run.
    private let stopsOnDefect: Bool

    init(prototype: RegionMonitor, shardCount: Int, stopsOnDefect: Bool) {
        self.prototype = prototype
        self.shardCount = shardCount
        self.stopsOnDefect = stopsOnDefect
    }

    /// Decodes a block, says which shard is concerned with which record, and checks controls.
    ///
    /// - Parameter storage: Rows whose storage is used.
    mutating func make(
        _ source: FixBlock, number: UInt64, now: Timestamp, into storage: consuming FixRows
    ) -> RecordBlock {
        let decoded = decoder.decode(source, into: storage)
        var block = RecordBlock(number: number, now: now)
        block.source = source
        block.blankCount = decoded.counters.blank
        block.lineCount = decoded.lineCount
        block.fixes = decoded.fixes
        for index in block.fixes.others.indices {
            takeOther(index, &block)
            if stopsOnDefect, let last = block.defects.last, last.other == index,
                last.reason.isDefect
            {
                block.end(behind: index)
                break
            }
        }
        if let step = prototype.forgettingStep { block.placeTimes(step, prototype.filter) }
        if shardCount > 1 { block.share(among: shardCount) }
        return block
    }

    private func takeOther(_ index: Int, _ block: inout RecordBlock) {
        let other = block.fixes.others[index]
        switch other.record.content {
        case .fix(let device, _):
            block.placed.append(
                RecordBlock.Placed(
                    content: .fix(other: index), row: other.row,
                    record: block.fixes.recordIndex(ofOther: index),
                    shard: device.shardNumber(of: shardCount)))
        case .control(let record):
            do throws(ControlError) {
                let control = try prepare(record)
                block.placed.append(
                    RecordBlock.Placed(
                        content: .control(control), row: other.row,
                        record: block.fixes.recordIndex(ofOther: index),
                        shard: control.device?.shardNumber(of: shardCount)))
            } catch {
                block.defects.append(
                    RecordBlock.Defect(
                        other: index, reason: .invalid, detail: error.detail, column: error.column))
            }
        case .defect(let error):
            block.defects.append(
                RecordBlock.Defect(
                    other: index, reason: RecordRejection(error.reason), detail: error.detail,
                    column: error.column))
        }
    }

    private func prepare(_ record: ControlRecord) throws(ControlError) -> Control {
        switch record {
        case .removeRegion(let region): return .removeRegion(region)
        case .removeDevice(let device): return .removeDevice(device)
        case .advance(let time): return .advance(time)
        case .requestState(let device, let region): return .requestState(device, region)
        case .putRegion(let feature, let column):
            let region: Region
            do throws(RegionFileFinding) {
                let start = SourcePosition(file: "", line: 1, column: column)
                region = try RegionFileReader.readFeature(feature, at: start)
            } catch {
                throw ControlError(
                    detail: "feature: \(error.reason)", column: error.position.column)
            }
            do throws(RegionError) {
                return .install(try prototype.prepare(region))
            } catch {
                throw ControlError(detail: "feature: \(error)", column: column)
            }
        }
    }
}

/// Why a control record could not be obeyed.
private struct ControlError: Error {
    /// What is wrong, a sentence for people.
    var detail: String

    /// The column of its line, in characters from 1.
    var column: Int
}

extension RecordBlock {
    /// Leaves out what follows a record that is no fix and ends the run.
    fileprivate mutating func end(behind index: Int) {
        endsRun = true
        let start = fixes.others[index].record.range.lowerBound
        fixes.removeAll(behind: index)
        blankCount = source?.blankLineCount(before: start, fixes.ranges) ?? 0
    }

    /// Puts the times that the fixes bring between them, in steps of so many µs: all shards see all of
    /// them, and heed those that are later than what the blocks before have brought.
    fileprivate mutating func placeTimes(_ step: Int64, _ filter: LocationFilter) {
        var steps = ForgettingSteps(step, filter, now: now)
        var all: [Placed] = []
        func note(_ fix: Location, row: Int, record: Int) {
            guard steps.isBrought(by: fix) else { return }
            all.append(
                Placed(content: .time(fix.timestamp), row: row, record: record, shard: nil))
        }
        var next = 0
        for item in placed {
            noteRows(&next, before: item.row, isBeyond: { steps.isBeyond($0) }, note)
            if case .fix(let other) = item.content,
                case .fix(_, let fix) = fixes.others[other].record.content
            {
                note(fix, row: item.row, record: item.record)
            }
            all.append(item)
        }
        noteRows(&next, before: fixes.rows.count, isBeyond: { steps.isBeyond($0) }, note)
        placed = all
    }

    private func noteRows(
        _ next: inout Int, before end: Int, isBeyond: (Timestamp) -> Bool,
        _ note: (Location, Int, Int) -> Void
    ) {
        while next < end {
            let row = fixes.rows[next]
            if isBeyond(row.timestamp) {
                let fix = Location(
                    coordinate: LocationCoordinate2D(
                        latitude: row.latitude, longitude: row.longitude),
                    timestamp: row.timestamp,
                    horizontalAccuracy: row.accuracy.isNaN ? nil : row.accuracy,
                    isSimulated: row.isSimulated)
                note(fix, next, fixes.recordIndex(ofRow: next))
            }
            next += 1
        }
    }

    /// Finds the shard of each fix.
    fileprivate mutating func share(among shardCount: Int) {
        shares = Array(repeating: [], count: shardCount)
        let bytes = source?.bytes ?? []
        for (index, row) in fixes.rows.enumerated() {
            let shard =
                row.isDeviceApart
                ? fixes.identifiers.span.shardNumber(of: shardCount, at: row.deviceRange)
                : bytes.span.shardNumber(of: shardCount, at: row.deviceRange)
            shares[shard].append(UInt32(index))
        }
    }
}
