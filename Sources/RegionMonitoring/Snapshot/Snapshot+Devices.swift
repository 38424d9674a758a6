import Geodesy

extension Location: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            coordinate: try reader.read(),
            timestamp: try reader.read(),
            horizontalAccuracy: try reader.read(),
            altitude: try reader.read(),
            speed: try reader.read(),
            course: try reader.read(),
            isSimulated: try reader.read(),
            reference: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(coordinate)
        writer.write(timestamp)
        writer.write(horizontalAccuracy)
        writer.write(altitude)
        writer.write(speed)
        writer.write(course)
        writer.write(isSimulated)
        writer.write(reference)
    }
}

extension TrackPoint: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            time: try reader.read(),
            coordinate: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(time)
        writer.write(coordinate)
    }
}

extension Bracket: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            earlier: try reader.read(),
            later: try reader.read(),
            isCurrent: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(earlier)
        writer.write(later)
        writer.write(isCurrent)
    }
}

extension PendingTransition: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            first: try reader.read(),
            count: try reader.read(),
            bracket: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(first)
        writer.write(count)
        writer.write(bracket)
    }
}

extension HistoryEntry: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            time: try reader.read(),
            coordinate: try reader.read(),
            accuracy: try reader.read(),
            revision: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(time)
        writer.write(coordinate)
        writer.write(accuracy)
        writer.write(revision)
    }
}

extension SpeedRun: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            last: try reader.read(),
            length: try reader.read(),
            anchor: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(last)
        writer.write(length)
        writer.write(anchor)
    }
}

extension PairRecord.State: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        let byte = try reader.byte()
        guard let state = Self(rawValue: byte) else {
            throw reader.fault("\(byte) is no state")
        }
        self = state
    }
    func write(to writer: inout SnapshotWriter) { writer.append(rawValue) }
}

extension PairRecord: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            slot: RegionSlot(truncatingIfNeeded: try reader.read(Int.self)),
            state: try reader.read(),
            revision: try reader.read())
        needsClassification = try reader.read()
        isSilent = try reader.read()
        pending = try reader.read()
        bracket = try reader.read()
        lastAccuracy = try reader.read()
        visit = try reader.read()
        enteredAt = try reader.read()
        awaitsDwell = try reader.read()
        beganByDetermination = try reader.read()
        latestMark = try reader.read()
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(Int(slot))
        writer.write(state)
        writer.write(revision)
        writer.write(needsClassification)
        writer.write(isSilent)
        writer.write(pending)
        writer.write(bracket)
        writer.write(lastAccuracy)
        writer.write(visit)
        writer.write(enteredAt)
        writer.write(awaitsDwell)
        writer.write(beganByDetermination)
        writer.write(latestMark)
    }
}

extension DeviceRecord: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(try reader.read(DeviceID.self))
        sequence = try reader.read()
        visits = try reader.read()
        lastAccepted = try reader.read()
        lastDelivered = try reader.read()
        decidedFloor = try reader.read()
        nextDeadline = try reader.read()
        history = try reader.read()
        pairs = try reader.read()
        speedRun = try reader.read()
        held = try reader.read()
        newestHeld = try reader.read()
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(identifier)
        writer.write(sequence)
        writer.write(visits)
        writer.write(lastAccepted)
        writer.write(lastDelivered)
        writer.write(decidedFloor)
        writer.write(nextDeadline)
        writer.write(history)
        writer.write(pairs)
        writer.write(speedRun)
        writer.write(held)
        writer.write(newestHeld)
    }
}
