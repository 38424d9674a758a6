import Geodesy

// How devices are written into durable state. The numbers are for ever: what is new gets new ones.

/// What a record says of a device.
private enum DeviceForm {
    /// It is forgotten.
    static let removed: UInt8 = 0

    /// All that is remembered.
    static let whole: UInt8 = 1

    /// Its last fix, its counters and its visits, which are all there is.
    static let folded: UInt8 = 2

    /// Added to a form: the beginnings of visits follow.
    static let visits: UInt8 = 0x80
}

/// What a record said of a device.
enum DeviceRestoration {
    case removed(DeviceID)
    case record(DeviceRecord, beginnings: [VisitAssembler.OpenVisit])
}

extension RecordWriter {
    /// Appends that a device is forgotten.
    mutating func append(removed device: DeviceID) {
        appendFramed { writer in
            writer.append(DeviceForm.removed)
            writer.append(device.rawValue)
        }
    }

    /// Appends all that is remembered of a device.
    mutating func append(
        _ record: DeviceRecord, beginnings: [VisitAssembler.OpenVisit] = []
    ) {
        appendFramed { writer in
            writer.append(DeviceForm.whole | (beginnings.isEmpty ? 0 : DeviceForm.visits))
            writer.appendWhole(record)
            writer.append(beginnings)
        }
    }

    /// Appends a device of which the last fix and the visits are all there is.
    mutating func append(
        _ device: DeviceID, _ lane: DeviceLane, _ visits: OpenVisitPool,
        beginnings: [VisitAssembler.OpenVisit] = []
    ) {
        appendFramed { writer in
            writer.append(DeviceForm.folded | (beginnings.isEmpty ? 0 : DeviceForm.visits))
            writer.append(device.rawValue)
            writer.append(UInt64(lane.sequence))
            writer.append(UInt64(lane.visits))
            writer.append(lane.time)
            writer.append(lane.latitude)
            writer.append(lane.longitude)
            writer.append(lane.accuracy)
            writer.append(UInt64(lane.revision))
            var place = lane.link
            while place >= 0 {
                let visit = visits.visits[Int(place)]
                let hasMark = visit.latestMark != OpenVisit.unknownMoment
                let hasBeginning = visit.enteredAt != OpenVisit.unknownMoment
                // Bit 0 says that there is a visit; without one the list ends.
                writer.append(
                    Presence.bits(
                        true, visit.awaitsDwell, visit.beganByDetermination, hasBeginning,
                        hasMark))
                writer.append(UInt64(visit.slot))
                writer.append(UInt64(visit.number))
                if hasBeginning { writer.append(word: UInt64(bitPattern: visit.enteredAt)) }
                if hasMark { writer.append(word: UInt64(bitPattern: visit.latestMark)) }
                place = visit.next
            }
            writer.append(0 as UInt8)
            writer.append(beginnings)
        }
    }

    private mutating func append(_ beginnings: [VisitAssembler.OpenVisit]) {
        if beginnings.isEmpty { return }
        append(UInt64(beginnings.count))
        for beginning in beginnings {
            append(Presence.bits(beginning.bounds != nil, beginning.hasDwelled))
            append(beginning.region.rawValue)
            append(beginning.visit)
            append(beginning.enteredAt)
            if let bounds = beginning.bounds { append(bounds) }
        }
    }

    private mutating func appendWhole(_ record: DeviceRecord) {
        append(record.identifier.rawValue)
        append(
            Presence.bits(
                record.lastAccepted != nil, record.lastDelivered != nil,
                record.decidedFloor != nil, record.speedRun != nil, record.newestHeld != nil))
        append(record.sequence)
        append(UInt64(bitPattern: record.visits))
        if let time = record.lastAccepted { append(time) }
        if let fix = record.lastDelivered { append(fix) }
        if let time = record.decidedFloor { append(time) }
        if let run = record.speedRun { append(run) }
        if let time = record.newestHeld { append(time) }
        append(UInt64(record.history.count))
        for entry in record.history { append(entry) }
        append(UInt64(record.pairs.count))
        for pair in record.pairs { append(pair) }
        append(UInt64(record.held.count))
        for fix in record.held { append(fix) }
    }

    private mutating func append(_ point: TrackPoint) {
        append(point.time)
        append(point.coordinate.latitude)
        append(point.coordinate.longitude)
    }

    private mutating func append(_ run: SpeedRun) {
        append(run.anchor == nil ? 0 : 1 as UInt8)
        append(run.last)
        append(UInt64(run.length))
        if let anchor = run.anchor { append(anchor) }
    }

    private mutating func append(_ entry: HistoryEntry) {
        append(entry.accuracy == nil ? 0 : 1 as UInt8)
        append(TrackPoint(time: entry.time, coordinate: entry.coordinate))
        if let accuracy = entry.accuracy { append(accuracy) }
        append(entry.revision)
    }

    private mutating func append(_ bracket: Bracket) {
        append(Presence.bits(bracket.earlier != nil, bracket.later != nil, bracket.isCurrent))
        if let point = bracket.earlier { append(point) }
        if let point = bracket.later { append(point) }
    }

    private mutating func append(_ pair: PairRecord) {
        append(UInt64(pair.slot))
        append(pair.state.rawValue)
        append(
            Presence.bits(
                pair.needsClassification, pair.isSilent, pair.awaitsDwell,
                pair.beganByDetermination, pair.pending != nil, pair.enteredAt != nil,
                pair.latestMark != nil))
        append(pair.revision)
        if let pending = pair.pending {
            append(pending.first)
            append(UInt64(pending.count))
            append(pending.bracket)
        }
        append(pair.bracket)
        append(pair.lastAccuracy)
        append(UInt64(bitPattern: pair.visit))
        if let time = pair.enteredAt { append(time) }
        if let time = pair.latestMark { append(time) }
    }
}

extension RecordReader {
    /// Reads what the next record says of a device.
    mutating func device() throws(SnapshotError) -> DeviceRestoration {
        try framed { reader throws(SnapshotError) in
            let form = try reader.byte()
            var record: DeviceRecord
            switch form & ~DeviceForm.visits {
            case DeviceForm.removed: return .removed(DeviceID(try reader.text()))
            case DeviceForm.whole: record = try reader.wholeDevice()
            case DeviceForm.folded: record = try reader.foldedDevice()
            default: throw reader.fault("\(form) is no form of a device")
            }
            let beginnings = form & DeviceForm.visits != 0 ? try reader.beginnings() : []
            return .record(record, beginnings: beginnings)
        }
    }

    private mutating func beginnings() throws(SnapshotError) -> [VisitAssembler.OpenVisit] {
        var beginnings: [VisitAssembler.OpenVisit] = []
        for _ in 0..<(try count()) {
            let presence = Presence(bits: try byte())
            var beginning = VisitAssembler.OpenVisit(
                region: RegionID(try text()), visit: try number(), enteredAt: try time())
            if presence[0] { beginning.bounds = try bounds() }
            beginning.hasDwelled = presence[1]
            beginnings.append(beginning)
        }
        return beginnings
    }

    private mutating func foldedDevice() throws(SnapshotError) -> DeviceRecord {
        var record = DeviceRecord(DeviceID(try text()))
        record.sequence = try number()
        record.visits = Int64(clamping: try number())
        let time = try time()
        let coordinate = LocationCoordinate2D(latitude: try double(), longitude: try double())
        let accuracy = try double()
        let entry = HistoryEntry(
            time: time, coordinate: coordinate, accuracy: accuracy.isNaN ? nil : accuracy,
            revision: try number())
        record.lastAccepted = time
        record.lastDelivered = Location(
            coordinate: coordinate, timestamp: time, horizontalAccuracy: entry.accuracy)
        record.history = [entry]
        while true {
            let presence = Presence(bits: try byte())
            guard presence[0] else { return record }
            var visit = OpenVisit(
                slot: try slot(), number: UInt32(clamping: try number()), awaitsDwell: presence[1],
                beganByDetermination: presence[2], enteredAt: OpenVisit.unknownMoment,
                latestMark: OpenVisit.unknownMoment)
            if presence[3] { visit.enteredAt = Int64(bitPattern: try word()) }
            if presence[4] { visit.latestMark = Int64(bitPattern: try word()) }
            record.pairs.append(visit.pair(after: entry))
        }
    }

    private mutating func wholeDevice() throws(SnapshotError) -> DeviceRecord {
        var record = DeviceRecord(DeviceID(try text()))
        let presence = Presence(bits: try byte())
        record.sequence = try number()
        record.visits = Int64(bitPattern: try number())
        if presence[0] { record.lastAccepted = try time() }
        if presence[1] { record.lastDelivered = try fix() }
        if presence[2] { record.decidedFloor = try time() }
        if presence[3] { record.speedRun = try speedRun() }
        if presence[4] { record.newestHeld = try time() }
        for _ in 0..<(try count()) { record.history.append(try historyEntry()) }
        for _ in 0..<(try count()) { record.pairs.append(try pair()) }
        for _ in 0..<(try count()) { record.held.append(try fix()) }
        guard record.history.isEmpty == (record.lastDelivered == nil) else {
            throw fault("device '\(record.identifier.rawValue)' is inconsistent")
        }
        return record
    }

    private mutating func slot() throws(SnapshotError) -> RegionSlot {
        let number = try number()
        guard let slot = RegionSlot(exactly: number) else { throw fault("\(number) is no slot") }
        return slot
    }

    private mutating func point() throws(SnapshotError) -> TrackPoint {
        TrackPoint(
            time: try time(),
            coordinate: LocationCoordinate2D(latitude: try double(), longitude: try double()))
    }

    private mutating func speedRun() throws(SnapshotError) -> SpeedRun {
        let hasAnchor = try byte() != 0
        var run = SpeedRun(last: try point(), length: Int(clamping: try number()), anchor: nil)
        if hasAnchor { run.anchor = try point() }
        return run
    }

    private mutating func historyEntry() throws(SnapshotError) -> HistoryEntry {
        let hasAccuracy = try byte() != 0
        let point = try point()
        let accuracy = hasAccuracy ? try double() : nil
        return HistoryEntry(
            time: point.time, coordinate: point.coordinate, accuracy: accuracy,
            revision: try number())
    }

    private mutating func bracket() throws(SnapshotError) -> Bracket {
        let presence = Presence(bits: try byte())
        var bracket = Bracket.none
        if presence[0] { bracket.earlier = try point() }
        if presence[1] { bracket.later = try point() }
        bracket.isCurrent = presence[2]
        return bracket
    }

    private mutating func pair() throws(SnapshotError) -> PairRecord {
        let slot = try slot()
        let code = try byte()
        guard let state = PairRecord.State(rawValue: code) else {
            throw fault("\(code) is no state")
        }
        let presence = Presence(bits: try byte())
        var pair = PairRecord(slot: slot, state: state, revision: try number())
        pair.needsClassification = presence[0]
        pair.isSilent = presence[1]
        pair.awaitsDwell = presence[2]
        pair.beganByDetermination = presence[3]
        if presence[4] {
            let first = try time()
            let count = Int(clamping: try number())
            pair.pending = PendingTransition(first: first, count: count, bracket: try bracket())
        }
        pair.bracket = try bracket()
        pair.lastAccuracy = try double()
        pair.visit = Int64(bitPattern: try number())
        if presence[5] { pair.enteredAt = try time() }
        if presence[6] { pair.latestMark = try time() }
        return pair
    }
}
