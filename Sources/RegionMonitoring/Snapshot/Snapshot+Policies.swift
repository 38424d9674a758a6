import Geodesy

extension LocationCoordinate2D: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            latitude: try reader.read(),
            longitude: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(latitude)
        writer.write(longitude)
    }
}

extension Gate: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            distance: try reader.read(),
            accuracyFactor: try reader.read(),
            accuracyLimit: try reader.read(),
            fixes: try reader.read(),
            duration: try reader.read(),
            certainDistance: try reader.read(),
            timeout: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(distance)
        writer.write(accuracyFactor)
        writer.write(accuracyLimit)
        writer.write(fixes)
        writer.write(duration)
        writer.write(certainDistance)
        writer.write(timeout)
    }
}

extension GateOverrides: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init()
        distance = try reader.read()
        accuracyFactor = try reader.read()
        accuracyLimit = try reader.read()
        fixes = try reader.read()
        duration = try reader.read()
        certainDistance = try reader.read()
        timeout = try reader.read()
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(distance)
        writer.write(accuracyFactor)
        writer.write(accuracyLimit)
        writer.write(fixes)
        writer.write(duration)
        writer.write(certainDistance)
        writer.write(timeout)
    }
}

extension TransitionPolicy.AccuracyCeiling: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        switch try reader.byte() {
        case 0: self = .none
        case 1: self = .auto
        case 2: self = .meters(try reader.read())
        case let other: throw reader.fault("\(other) is no kind of accuracy ceiling")
        }
    }
    func write(to writer: inout SnapshotWriter) {
        switch self {
        case .none: writer.append(0 as UInt8)
        case .auto: writer.append(1 as UInt8)
        case .meters(let ceiling):
            writer.append(2 as UInt8)
            writer.write(ceiling)
        }
    }
}

extension TransitionPolicy.InitialTrigger: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(rawValue: try reader.byte())
    }
    func write(to writer: inout SnapshotWriter) { writer.append(rawValue) }
}

extension TransitionPolicy.AssumedState: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        let text = try reader.text()
        guard let value = Self(rawValue: text) else {
            throw reader.fault("'\(text)' is no assumed state")
        }
        self = value
    }
    func write(to writer: inout SnapshotWriter) { writer.write(rawValue) }
}

extension PolicyPreset: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        let text = try reader.text()
        guard let value = Self(rawValue: text) else {
            throw reader.fault("'\(text)' is no preset")
        }
        self = value
    }
    func write(to writer: inout SnapshotWriter) { writer.write(rawValue) }
}

extension TransitionPolicy: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            entry: try reader.read(),
            exit: try reader.read(),
            accuracyCeiling: try reader.read(),
            assumedAccuracy: try reader.read(),
            dwell: try reader.read(),
            passThrough: try reader.read(),
            passThroughGap: try reader.read(),
            maximumGap: try reader.read(),
            silence: try reader.read(),
            initialTrigger: try reader.read(),
            assumedState: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(entry)
        writer.write(exit)
        writer.write(accuracyCeiling)
        writer.write(assumedAccuracy)
        writer.write(dwell)
        writer.write(passThrough)
        writer.write(passThroughGap)
        writer.write(maximumGap)
        writer.write(silence)
        writer.write(initialTrigger)
        writer.write(assumedState)
    }
}

extension PolicyChoice: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            smaller: try reader.read(),
            larger: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(smaller)
        writer.write(larger)
    }
}

extension PolicyOverrides: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init()
        preset = try reader.read()
        entry = try reader.read()
        exit = try reader.read()
        accuracyCeiling = try reader.read()
        assumedAccuracy = try reader.read()
        dwell = try reader.read()
        passThrough = try reader.read()
        passThroughGap = try reader.read()
        maximumGap = try reader.read()
        silence = try reader.read()
        initialTrigger = try reader.read()
        assumedState = try reader.read()
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(preset)
        writer.write(entry)
        writer.write(exit)
        writer.write(accuracyCeiling)
        writer.write(assumedAccuracy)
        writer.write(dwell)
        writer.write(passThrough)
        writer.write(passThroughGap)
        writer.write(maximumGap)
        writer.write(silence)
        writer.write(initialTrigger)
        writer.write(assumedState)
    }
}

extension LocationFilter: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(
            keepsNullIsland: try reader.read(),
            futureTolerance: try reader.read(),
            maximumAge: try reader.read(),
            maximumAccuracy: try reader.read(),
            rejectsSimulated: try reader.read(),
            reorderWindow: try reader.read(),
            maximumSpeed: try reader.read(),
            minimumInterval: try reader.read(),
            distanceFilter: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(keepsNullIsland)
        writer.write(futureTolerance)
        writer.write(maximumAge)
        writer.write(maximumAccuracy)
        writer.write(rejectsSimulated)
        writer.write(reorderWindow)
        writer.write(maximumSpeed)
        writer.write(minimumInterval)
        writer.write(distanceFilter)
    }
}
