import Geodesy

// How events, visits and fixes are written into durable state. The numbers are for ever: what is new gets
// new ones.

extension RecordWriter {
    /// Appends an event.
    package mutating func append(_ event: RegionEvent) {
        append(event.kind.code)
        append(event.state.code)
        append(event.evidence?.code ?? 0)
        append(event.reason?.code ?? 0)
        append(
            Presence.bits(
                event.visit != nil, event.bounds != nil, event.enteredAt != nil,
                event.duration != nil, event.fix != nil))
        append(event.device.rawValue)
        append(event.region.rawValue)
        append(event.sequence)
        append(event.timestamp)
        append(event.decidedAt)
        if let visit = event.visit { append(visit) }
        if let bounds = event.bounds { append(bounds) }
        if let enteredAt = event.enteredAt { append(enteredAt) }
        if let duration = event.duration { append(duration) }
        if let fix = event.fix { append(fix) }
    }

    /// Appends a visit.
    package mutating func append(_ visit: Visit) {
        append(
            Presence.bits(
                visit.number != nil, visit.enteredAt != nil, visit.enteredBounds != nil,
                visit.exitedBounds != nil, visit.hasDwelled))
        append(visit.reason?.code ?? 0)
        append(visit.device.rawValue)
        append(visit.region.rawValue)
        append(visit.exitedAt)
        append(visit.decidedAt)
        if let number = visit.number { append(number) }
        if let enteredAt = visit.enteredAt { append(enteredAt) }
        if let bounds = visit.enteredBounds { append(bounds) }
        if let bounds = visit.exitedBounds { append(bounds) }
    }

    /// Appends a fix and where its device is.
    package mutating func append(_ delivered: DeliveredFix) {
        append(delivered.device.rawValue)
        append(delivered.fix)
        append(UInt64(delivered.regions.count))
        for region in delivered.regions { append(region.rawValue) }
    }

    mutating func append(_ bounds: RegionEvent.Bounds) {
        append(bounds.earliest == nil ? 0 : 1 as UInt8)
        if let earliest = bounds.earliest { append(earliest) }
        append(bounds.latest)
    }

    mutating func append(_ duration: Duration) {
        append(word: UInt64(bitPattern: duration.components.seconds))
        append(word: UInt64(bitPattern: duration.components.attoseconds))
    }

    mutating func append(_ fix: Location) {
        append(
            Presence.bits(
                fix.horizontalAccuracy != nil, fix.altitude != nil, fix.speed != nil,
                fix.course != nil, fix.isSimulated))
        append(fix.coordinate.latitude)
        append(fix.coordinate.longitude)
        append(fix.timestamp)
        append(fix.reference)
        for number in [fix.horizontalAccuracy, fix.altitude, fix.speed, fix.course] {
            if let number { append(number) }
        }
    }
}

extension RecordReader {
    /// Reads an event.
    package mutating func event() throws(SnapshotError) -> RegionEvent {
        guard let kind = RegionEvent.Kind(code: try byte()),
            let state = RegionState(code: try byte())
        else { throw fault("an event of no known kind or state") }
        let evidence = try byte()
        let reason = try byte()
        let presence = Presence(bits: try byte())
        var event = RegionEvent(
            kind: kind, device: DeviceID(try text()), region: RegionID(try text()),
            sequence: try number(), timestamp: try time(), decidedAt: try time(), state: state)
        if evidence > 0 {
            event.evidence = RegionEvent.Evidence(code: evidence)
            guard event.evidence != nil else { throw fault("\(evidence) is no evidence") }
        }
        if reason > 0 {
            event.reason = RegionEvent.Reason(code: reason)
            guard event.reason != nil else { throw fault("\(reason) is no reason") }
        }
        if presence[0] { event.visit = try number() }
        if presence[1] { event.bounds = try bounds() }
        if presence[2] { event.enteredAt = try time() }
        if presence[3] { event.duration = try duration() }
        if presence[4] { event.fix = try fix() }
        return event
    }

    /// Reads a visit.
    package mutating func visit() throws(SnapshotError) -> Visit {
        let presence = Presence(bits: try byte())
        let reason = try byte()
        let device = DeviceID(try text())
        let region = RegionID(try text())
        var visit = Visit(
            number: nil, device: device, region: region, exitedAt: try time(),
            decidedAt: try time())
        if reason > 0 {
            visit.reason = RegionEvent.Reason(code: reason)
            guard visit.reason != nil else { throw fault("\(reason) is no reason") }
        }
        if presence[0] { visit.number = try number() }
        if presence[1] { visit.enteredAt = try time() }
        if presence[2] { visit.enteredBounds = try bounds() }
        if presence[3] { visit.exitedBounds = try bounds() }
        visit.hasDwelled = presence[4]
        return visit
    }

    /// Reads a fix and where its device is.
    package mutating func deliveredFix() throws(SnapshotError) -> DeliveredFix {
        var delivered = DeliveredFix(device: DeviceID(try text()), fix: try fix(), regions: [])
        for _ in 0..<(try count()) { delivered.regions.append(RegionID(try text())) }
        return delivered
    }

    mutating func bounds() throws(SnapshotError) -> RegionEvent.Bounds {
        let earliest = try byte() == 0 ? nil : try time()
        return RegionEvent.Bounds(earliest: earliest, latest: try time())
    }

    mutating func duration() throws(SnapshotError) -> Duration {
        let seconds = Int64(bitPattern: try word())
        return Duration(
            secondsComponent: seconds, attosecondsComponent: Int64(bitPattern: try word()))
    }

    mutating func fix() throws(SnapshotError) -> Location {
        let presence = Presence(bits: try byte())
        var fix = Location(
            coordinate: LocationCoordinate2D(latitude: try double(), longitude: try double()),
            timestamp: try time())
        fix.reference = try number()
        if presence[0] { fix.horizontalAccuracy = try double() }
        if presence[1] { fix.altitude = try double() }
        if presence[2] { fix.speed = try double() }
        if presence[3] { fix.course = try double() }
        fix.isSimulated = presence[4]
        return fix
    }
}

/// Which of up to eight things are there.
struct Presence {
    private let bits: UInt8

    init(bits: UInt8) { self.bits = bits }

    subscript(index: UInt8) -> Bool { bits & (1 << index) != 0 }

    static func bits(_ flags: Bool...) -> UInt8 {
        var bits: UInt8 = 0
        for (index, flag) in flags.enumerated() where flag { bits |= 1 << UInt8(index) }
        return bits
    }
}

extension RegionEvent.Kind {
    fileprivate var code: UInt8 {
        switch self {
        case .didEnterRegion: 1
        case .didExitRegion: 2
        case .didDwellInRegion: 3
        case .didDetermineState: 4
        }
    }

    fileprivate init?(code: UInt8) {
        guard let found = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = found
    }
}

extension RegionState {
    fileprivate var code: UInt8 {
        switch self {
        case .unknown: 1
        case .inside: 2
        case .outside: 3
        case .unmonitored: 4
        }
    }

    fileprivate init?(code: UInt8) {
        guard let found = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = found
    }
}

extension RegionEvent.Evidence {
    fileprivate var code: UInt8 {
        switch self {
        case .fixes: 1
        case .segment: 2
        case .timeout: 3
        }
    }

    fileprivate init?(code: UInt8) {
        let all: [Self] = [.fixes, .segment, .timeout]
        guard let found = all.first(where: { $0.code == code }) else { return nil }
        self = found
    }
}

extension RegionEvent.Reason {
    fileprivate var code: UInt8 {
        switch self {
        case .initial: 1
        case .requested: 2
        case .regionChanged: 3
        case .removed: 4
        case .deviceRemoved: 5
        case .silent: 6
        case .resumed: 7
        }
    }

    fileprivate init?(code: UInt8) {
        let all: [Self] = [
            .initial, .requested, .regionChanged, .removed, .deviceRemoved, .silent, .resumed,
        ]
        guard let found = all.first(where: { $0.code == code }) else { return nil }
        self = found
    }
}
