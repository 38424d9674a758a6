import EventDelivery
import FixStreams
import RegionMonitoring

/// The part of the devices that one worker evaluates, with all that is remembered of them.
struct PipelineShard: Sendable {
    /// A record that the monitor may hold back.
    private struct HeldRecord {
        var place: RecordPlace
        var raw: [UInt8]
    }

    /// The engine.
    private(set) var monitor: RegionMonitor

    /// What makes the lines that are more than events; `nil` where they are not.
    private var shaper: OutputShaper?

    /// The records of fixes that the monitor holds back; `nil` where nobody will ask for them.
    private var held: HeldRecords<HeldRecord>?

    /// Whether rejected records are told.
    private let tellsRejects: Bool

    /// What the coordinates of the fixes are in.
    private let coordinates: CoordinateSystem

    private let number: Int
    private var output = MonitorOutput()
    private var result = ShardResult()

    /// Creates a shard around a monitor that has seen no fix.
    init(
        _ monitor: RegionMonitor, number: Int, shape: OutputShape, tellsRejects: Bool,
        coordinates: CoordinateSystem
    ) {
        self.monitor = monitor
        self.number = number
        self.tellsRejects = tellsRejects
        self.coordinates = coordinates
        let window = monitor.filter.reorderWindow
        if !shape.isPlain {
            let shaper = OutputShaper(shape, reorderWindow: window)
            self.monitor.reports = shaper.reports
            self.shaper = shaper
        }
        if tellsRejects, let window { held = HeldRecords(window: window) }
    }

    /// Evaluates the shard's share of a block.
    ///
    /// - Parameters:
    ///   - linesBefore: How many lines of the file ended before the block.
    ///   - inspector: Is shown all that the monitor makes, in place of its being told.
    mutating func evaluate(
        _ block: RecordBlock, linesBefore: UInt64, inspector: (any OutputInspector)? = nil
    ) -> ShardResult {
        result = ShardResult()
        let deliveredBefore = monitor.deliveredCount
        for index in block.shares[number] {
            let index = Int(index)
            if let control = block.controls[index] {
                obey(control, Self.cause(ofRecord: index), inspector)
            } else {
                take(index, of: block, linesBefore, inspector)
            }
        }
        result.counts.delivered = monitor.deliveredCount - deliveredBefore
        result.deviceCount = monitor.deviceCount
        result.regionCount = monitor.regionCount
        return result
    }

    /// Where a record stands among all causes of a block; the next one belongs to it too.
    static func cause(ofRecord index: Int) -> UInt64 { UInt64(index) << 1 }

    // MARK: Fixes

    private mutating func take(
        _ index: Int, of block: RecordBlock, _ linesBefore: UInt64,
        _ inspector: (any OutputInspector)?
    ) {
        guard case .fix(let device, var fix) = block.records[index].content else { return }
        let cause = Self.cause(ofRecord: index)
        fix.reference = block.reference(ofRecord: index)
        if coordinates != .wgs84 { fix.coordinate = coordinates.toWGS84(fix.coordinate) }
        shaper?.begin(block.records[index].members, reference: fix.reference)
        monitor.update(with: fix, from: device, now: block.now, into: &output)
        var isBuffered = true
        var isRejected = false
        for rejection in output.rejections {
            let reason = RecordRejection(rejection.reason)
            if rejection.fix.reference == fix.reference {
                isRejected = true
                isBuffered = reason.isAfterBuffer
            }
            guard tellsRejects else { continue }
            if let record = block.record(of: rejection.fix.reference) {
                let place = block.place(of: record, linesBefore: linesBefore)
                reject(device, place, reason, block.bytes(of: record), cause)
            } else {
                rejectHeld(rejection, cause)
            }
        }
        if !isRejected {
            result.newestFix = max(result.newestFix ?? fix.timestamp, fix.timestamp)
        }
        if isBuffered, held != nil {
            let record = block.records[index]
            held?.hold(
                HeldRecord(
                    place: block.place(of: record, linesBefore: linesBefore),
                    raw: Array(block.bytes(of: record))),
                of: fix, from: device)
        }
        gather(cause, inspector)
        if isBuffered { shaper?.hold(fix, from: device) }
    }

    private mutating func reject(
        _ device: DeviceID, _ place: RecordPlace, _ reason: RecordRejection,
        _ raw: ArraySlice<UInt8>, _ cause: UInt64
    ) {
        let record = RejectedRecord(
            place: place, reason: reason.rawValue, detail: reason.sentence, raw: raw)
        result.rejects.append(OwnedReject(device: device, record: record), of: cause)
    }

    /// Tells of the rejection of a fix of an earlier block, which was held back.
    private mutating func rejectHeld(_ rejection: LocationRejection, _ cause: UInt64) {
        guard let record = held?[rejection.fix.reference] else { return }
        let reason = RecordRejection(rejection.reason)
        reject(rejection.device, record.place, reason, record.raw[...], cause)
    }

    // MARK: Controls

    private mutating func obey(
        _ control: Control, _ cause: UInt64, _ inspector: (any OutputInspector)?
    ) {
        switch control {
        case .install(let region):
            edit(region.region.identifier, cause, inspector) { $0.install(region, into: &$1) }
        case .removeRegion(let region):
            edit(region, cause, inspector) { $0.stopMonitoring(for: region, into: &$1) }
        case .removeDevice(let device):
            monitor.removeDevice(device, into: &output)
            settleHeld(.device(device), cause, inspector)
        case .advance(let time):
            monitor.advance(to: time, into: &output)
            settleHeld(.upTo(time), cause, inspector)
        case .requestState(let device, let region):
            monitor.requestState(for: region, of: device, into: &output)
            settleHeld(.device(device), cause, inspector)
        case .flush:
            monitor.flush(into: &output)
            settleHeld(.all, cause, inspector)
        }
    }

    /// Changes a region after all held fixes have been released: what these make comes before what the
    /// change makes, for the devices of all shards.
    private mutating func edit(
        _ region: RegionID, _ cause: UInt64, _ inspector: (any OutputInspector)?,
        _ change: (inout RegionMonitor, inout MonitorOutput) -> Void
    ) {
        shaper?.prepareChange(of: region, in: monitor)
        monitor.flush(into: &output)
        settleHeld(.all, cause, inspector)
        change(&monitor, &output)
        gather(cause + 1, inspector)
        shaper?.didChange(region)
    }

    /// Accounts for a call that may have released held fixes.
    private mutating func settleHeld(
        _ release: HeldRelease, _ cause: UInt64, _ inspector: (any OutputInspector)?
    ) {
        if tellsRejects {
            for rejection in output.rejections { rejectHeld(rejection, cause) }
            held?.release(release)
        }
        gather(cause, inspector)
        shaper?.release(release)
    }

    // MARK: What came of it

    /// Moves what the last call made to the result.
    private mutating func gather(_ cause: UInt64, _ inspector: (any OutputInspector)?) {
        for rejection in output.rejections {
            result.counts.count(RecordRejection(rejection.reason))
        }
        for event in output.events { result.counts.count(event.kind) }
        if let inspector {
            inspector.inspect(output)
        } else if shaper != nil {
            shaper?.take(output, of: monitor)
            result.records.append(shaper?.records ?? [], of: cause)
            shaper?.removeRecords()
        } else {
            result.events.append(output.events, of: cause)
        }
        output.removeAll()
    }
}
