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
    /// - Parameter storage: An array whose storage is used for the records.
    mutating func make(
        _ source: FixBlock, number: UInt64, now: Timestamp, into storage: consuming [FixRecord]
    ) -> RecordBlock {
        let decoded = decoder.decode(source, into: storage)
        var block = RecordBlock(number: number, now: now)
        block.source = source
        block.blankCount = decoded.counters.blank
        block.lineCount = decoded.lineCount
        block.records = decoded.records
        block.shares = Array(repeating: [], count: shardCount)
        for index in block.records.indices {
            switch block.records[index].content {
            case .fix(let device, _):
                block.shares[device.shardNumber(of: shardCount)].append(UInt32(index))
            case .control(let control):
                take(control, index, &block)
            case .defect(let error):
                block.defects.append(
                    RecordBlock.Defect(
                        record: index, reason: RecordRejection(error.reason),
                        detail: error.detail, column: error.column))
            }
            if stopsOnDefect, let last = block.defects.last, last.record == index,
                last.reason.isDefect
            {
                block.end(behind: index)
                break
            }
        }
        return block
    }

    private func take(_ record: ControlRecord, _ index: Int, _ block: inout RecordBlock) {
        do throws(ControlError) {
            let control = try prepare(record)
            block.controls[index] = control
            if let device = control.device {
                block.shares[device.shardNumber(of: shardCount)].append(UInt32(index))
            } else {
                for shard in block.shares.indices { block.shares[shard].append(UInt32(index)) }
            }
        } catch {
            block.defects.append(
                RecordBlock.Defect(
                    record: index, reason: .invalid, detail: error.detail, column: error.column))
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
    /// Leaves out what follows a record, which ends the run.
    fileprivate mutating func end(behind index: Int) {
        endsRun = true
        blankCount = source?.blankLineCount(before: records[index], records[..<index]) ?? 0
        records.removeSubrange((index + 1)...)
    }
}
