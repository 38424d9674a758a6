import EventDelivery
import FixStreams
import RegionMonitoring

/// The part of the devices that one worker evaluates, with all that is remembered of them.
struct PipelineShard: Sendable {
    /// A record that the monitor may hold back.
    struct HeldRecord {
        var place: RecordPlace
        var raw: [UInt8]
    }

    /// The engine.
    private(set) var monitor: RegionMonitor

    /// What makes the lines that are more than events; `nil` where they are not.
    var shaper: OutputShaper?

    /// The records of fixes that the monitor holds back; `nil` where nobody will ask for them.
    var held: HeldRecords<HeldRecord>?

    /// Whether rejected records are told.
    private let tellsRejects: Bool

    /// What the coordinates of the fixes are in.
    private let coordinates: CoordinateSystem

    private let number: Int
    private var devices = ShardDevices()
    private var columns = LocationColumns()
    private var output = MonitorOutput()
    private var result = ShardResult()

    /// What is in the references of the fixes of the block under way; `nil` for instructions.
    private var key: UInt32?

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
        var reports: MonitorReports = window == nil ? [] : .deliveredReferences
        if !shape.isPlain {
            let shaper = OutputShaper(shape, reorderWindow: window)
            reports.formUnion(shaper.reports)
            self.shaper = shaper
        }
        self.monitor.reports = reports
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
        key = block.source.map { _ in InputAccounts.key(of: block.number) }
        var taken = 0
        var fixCount = 0
        for item in block.placed where item.shard ?? number == number {
            take(&taken, before: item.row, of: block, linesBefore, inspector)
            switch item.content {
            case .control(let control):
                obey(control, Self.cause(ofRecord: item.record), inspector)
            case .fix(let other):
                take(other: other, of: block, linesBefore, inspector)
                fixCount += 1
            case .time(let time): forget(asOf: time, item.record, inspector)
            }
        }
        take(&taken, before: block.fixes.rows.count, of: block, linesBefore, inspector)
        let delivered = monitor.deliveredCount - deliveredBefore
        result.own.delivered = delivered - result.earlier.values.reduce(0) { $0 + $1.delivered }
        let settled = result.own.delivered + result.own.rejectedTotal
        result.heldCount = max(UInt64(fixCount + taken), settled) - settled
        result.deviceCount = monitor.deviceCount
        result.regionCount = monitor.regionCount
        return result
    }

    /// Where a record stands among all causes of a block; the one before and the one behind belong to it
    /// too.
    static func cause(ofRecord index: Int) -> UInt64 { UInt64(index) << 2 + 1 }

    /// Lets a closure change the engine, between blocks.
    mutating func changeMonitor<Result>(_ body: (inout RegionMonitor) -> Result) -> Result {
        body(&monitor)
    }

    // MARK: Fixes

    /// Takes the shard's fixes that stand before a row.
    ///
    /// - Parameter taken: How many of the shard's fixes have been taken.
    private mutating func take(
        _ taken: inout Int, before end: Int, of block: RecordBlock, _ linesBefore: UInt64,
        _ inspector: (any OutputInspector)?
    ) {
        let isSole = block.shares.isEmpty
        if isSole, shaper == nil, held == nil, inspector == nil {
            takeColumns(taken..<end, of: block, linesBefore)
            taken = end
            return
        }
        let count = isSole ? end : block.shares[number].count
        while taken < count {
            let row = isSole ? taken : Int(block.shares[number][taken])
            if row >= end { break }
            take(row: row, of: block, linesBefore, inspector)
            taken += 1
        }
    }

    /// Takes fixes of which nothing has to be remembered, and whose events need no telling apart.
    private mutating func takeColumns(
        _ rows: Range<Int>, of block: RecordBlock, _ linesBefore: UInt64
    ) {
        guard let bytes = block.source?.bytes, !rows.isEmpty else { return }
        columns.removeAll()
        for index in rows {
            let row = block.fixes.rows[index]
            var coordinate = LocationCoordinate2D(
                latitude: row.latitude, longitude: row.longitude)
            if coordinates != .wgs84 { coordinate = coordinates.toWGS84(coordinate) }
            columns.append(
                devices.number(of: row, in: block.fixes, bytes, &monitor), at: row.timestamp,
                latitude: coordinate.latitude, longitude: coordinate.longitude,
                accuracy: row.accuracy, isSimulated: row.isSimulated,
                reference: block.reference(of: .row(index)))
        }
        monitor.update(columns, now: block.now, into: &output)
        noteNewest(of: rows.lowerBound, in: block)
        if tellsRejects {
            for rejection in output.rejections {
                guard let place = block.place(ofReference: rejection.fix.reference) else {
                    continue
                }
                reject(
                    rejection, at: place, of: block, linesBefore,
                    Self.cause(ofRecord: block.recordIndex(of: place)))
            }
        }
        gather(Self.cause(ofRecord: block.fixes.recordIndex(ofRow: rows.lowerBound)), nil)
    }

    /// Takes note of the newest fix of the ``columns`` that was not rejected.
    ///
    /// - Parameter first: The row of the first of them.
    private mutating func noteNewest(of first: Int, in block: RecordBlock) {
        var rejected: Set<Int> = []
        for rejection in output.rejections {
            if case .row(let row)? = block.place(ofReference: rejection.fix.reference) {
                rejected.insert(row - first)
            }
        }
        for (index, timestamp) in columns.timestamps.enumerated()
        where result.newestFix.map({ $0 < timestamp }) ?? true {
            if rejected.isEmpty || !rejected.contains(index) { result.newestFix = timestamp }
        }
    }

    /// Takes a fix that has a row.
    private mutating func take(
        row index: Int, of block: RecordBlock, _ linesBefore: UInt64,
        _ inspector: (any OutputInspector)?
    ) {
        guard let bytes = block.source?.bytes else { return }
        let row = block.fixes.rows[index]
        let fix = Location(
            coordinate: LocationCoordinate2D(latitude: row.latitude, longitude: row.longitude),
            timestamp: row.timestamp,
            horizontalAccuracy: row.accuracy.isNaN ? nil : row.accuracy,
            isSimulated: row.isSimulated)
        let number = devices.number(of: row, in: block.fixes, bytes, &monitor)
        let members = block.fixes.members.isEmpty ? [] : block.fixes.members[index]
        if held == nil, shaper == nil {
            take(fix, number, nil, members, at: .row(index), of: block, linesBefore, inspector)
        } else {
            let device = devices.identifier(of: row, in: block.fixes, bytes)
            take(fix, number, device, members, at: .row(index), of: block, linesBefore, inspector)
        }
    }

    /// Takes a fix that is among the other records.
    private mutating func take(
        other index: Int, of block: RecordBlock, _ linesBefore: UInt64,
        _ inspector: (any OutputInspector)?
    ) {
        let record = block.fixes.others[index].record
        guard case .fix(let device, let fix) = record.content else { return }
        take(
            fix, monitor.deviceNumber(for: device), device, record.members, at: .other(index),
            of: block, linesBefore, inspector)
    }

    /// Takes a fix.
    ///
    /// - Parameter device: May be `nil` where nothing is remembered of fixes that are held back.
    private mutating func take(
        _ fix: Location, _ number: DeviceNumber, _ device: DeviceID?, _ members: [FixMember],
        at place: RecordBlock.FixPlace, of block: RecordBlock, _ linesBefore: UInt64,
        _ inspector: (any OutputInspector)?
    ) {
        var fix = fix
        fix.reference = block.reference(of: place)
        if coordinates != .wgs84 { fix.coordinate = coordinates.toWGS84(fix.coordinate) }
        shaper?.begin(members, reference: fix.reference)
        monitor.update(with: fix, from: number, now: block.now, into: &output)
        let cause = Self.cause(ofRecord: block.recordIndex(of: place))
        var isBuffered = true
        var isRejected = false
        for rejection in output.rejections {
            let reason = RecordRejection(rejection.reason)
            if rejection.fix.reference == fix.reference {
                isRejected = true
                isBuffered = reason.isAfterBuffer
            }
            guard tellsRejects else { continue }
            if let place = block.place(ofReference: rejection.fix.reference) {
                reject(rejection, at: place, of: block, linesBefore, cause)
            } else {
                rejectHeld(rejection, cause)
            }
        }
        if !isRejected {
            result.newestFix = max(result.newestFix ?? fix.timestamp, fix.timestamp)
        }
        if isBuffered, held != nil, let device {
            held?.hold(
                HeldRecord(
                    place: block.place(of: place, linesBefore: linesBefore),
                    raw: Array(block.bytes(of: place))),
                of: fix, from: device)
        }
        gather(cause, inspector)
        if isBuffered, let device { shaper?.hold(fix, from: device) }
    }

    /// Tells of the rejection of a fix of this block.
    private mutating func reject(
        _ rejection: LocationRejection, at place: RecordBlock.FixPlace, of block: RecordBlock,
        _ linesBefore: UInt64, _ cause: UInt64
    ) {
        reject(
            rejection.device, block.place(of: place, linesBefore: linesBefore),
            RecordRejection(rejection.reason), block.bytes(of: place), cause)
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

    /// Forgets the devices that have sent nothing for too long when a record brings a time: what that
    /// makes comes before what the record makes, for the devices of all shards.
    private mutating func forget(
        asOf time: Timestamp, _ record: Int, _ inspector: (any OutputInspector)?
    ) {
        let cause = Self.cause(ofRecord: record) - 1
        let forgotten = monitor.forgetDevices(asOf: time, into: &output)
        if tellsRejects {
            for rejection in output.rejections { rejectHeld(rejection, cause) }
            for device in forgotten { held?.release(.device(device)) }
        }
        gather(cause, inspector)
        for device in forgotten { shaper?.release(.device(device)) }
        devices.shrink(to: monitor)
    }

    // MARK: What came of it

    /// Counts what the last call made, to the blocks that it is of.
    private mutating func account() {
        for rejection in output.rejections {
            let reason = RecordRejection(rejection.reason)
            if let block = earlierBlock(of: rejection.fix.reference) {
                result.earlier[block, default: RecordAccount()].count(reason)
            } else {
                result.own.count(reason)
            }
        }
        for reference in output.deliveredReferences {
            guard let block = earlierBlock(of: reference) else { continue }
            result.earlier[block, default: RecordAccount()].delivered += 1
        }
        for event in output.events { result.counts.count(event.kind) }
    }

    /// What the reference of a fix says of its block, when that is not the one under way.
    private func earlierBlock(of reference: UInt64) -> UInt32? {
        let block = UInt32(truncatingIfNeeded: reference >> 32)
        return block == key ? nil : block
    }

    /// Moves what the last call made to the result.
    private mutating func gather(_ cause: UInt64, _ inspector: (any OutputInspector)?) {
        account()
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
