import Geodesy
import RegionMonitoring

/// What the reference keeps of one device.
struct ReferenceDevice {
    var pairs: [RegionID: ReferencePair] = [:]
    var visits = VisitBook()

    /// The number of the device's last event (§13).
    var sequence: UInt64 = 0

    /// The largest `decidedAt` of the device's events, suppressed ones included (§9).
    var lastDecision: Timestamp?

    // §9: the reorder buffer, in the order of arrival.
    var held: [Location] = []
    var newestHeld: Timestamp?

    // §9, §12: what later fixes are compared with.
    var lastAccepted: Timestamp?
    var lastDelivered: Location?
    var speedAnchor: Location?
    var speedRejects: [Location] = []

    /// The time that controls are stamped with (§10).
    func time(lastAdvance: Timestamp?) -> Timestamp? {
        guard let lastAccepted else { return nil }
        return max(lastAccepted, lastAdvance ?? lastAccepted)
    }

    /// Orders the events of one decision, numbers them and their visits, and drops suppressed ones.
    mutating func number(
        _ drafts: [ReferenceDraft], decidedAt: Timestamp, of device: DeviceID
    ) -> [RegionEvent] {
        guard !drafts.isEmpty else { return [] }
        let decidedAt = max(decidedAt, lastDecision ?? decidedAt)
        lastDecision = decidedAt
        let ordered = ReferenceDraft.merged(drafts)
        for draft in ordered where draft.opensVisit { visits.number(draft.visit) }
        var events: [RegionEvent] = []
        for draft in ordered where !draft.isSuppressed {
            sequence += 1
            var event = draft.event(of: device, decidedAt: decidedAt, sequence: sequence)
            event.visit = draft.visit.flatMap { visits.numbers[$0] }
            events.append(event)
        }
        return events
    }
}

/// The numbers of a device's visits, given in the order in which they are told to open (§1).
struct VisitBook {
    /// A visit before it has a number.
    typealias Token = Int

    private var nextToken = 0
    private(set) var numbers: [Token: UInt64] = [:]

    mutating func open() -> Token {
        nextToken += 1
        return nextToken
    }

    mutating func number(_ visit: Token?) {
        guard let visit, numbers[visit] == nil else { return }
        numbers[visit] = UInt64(numbers.count + 1)
    }
}

/// An event before it has a place in the order and a number.
struct ReferenceDraft {
    var kind: RegionEvent.Kind
    var region: RegionID
    var areaRank: Double
    var timestamp: Timestamp
    var bounds: RegionEvent.Bounds?
    var evidence: RegionEvent.Evidence?
    var state: RegionState
    var reason: RegionEvent.Reason?
    var enteredAt: Timestamp?
    var duration: Duration?
    var fix: Location?
    var visit: VisitBook.Token?
    var opensVisit = false
    var isSuppressed = false

    init(
        _ kind: RegionEvent.Kind, _ state: RegionState, in region: ReferenceRegion,
        at time: Timestamp
    ) {
        self.kind = kind
        self.state = state
        self.region = region.identifier
        areaRank = region.areaRank
        timestamp = time
        isSuppressed =
            switch kind {
            case .didEnterRegion: !region.region.notifyOnEntry
            case .didExitRegion: !region.region.notifyOnExit
            case .didDwellInRegion: !region.region.notifyOnDwell
            case .didDetermineState: false
            }
    }

    func event(of device: DeviceID, decidedAt: Timestamp, sequence: UInt64) -> RegionEvent {
        RegionEvent(
            kind: kind, device: device, region: region, sequence: sequence, timestamp: timestamp,
            bounds: bounds, decidedAt: decidedAt, evidence: evidence, state: state, reason: reason,
            enteredAt: enteredAt, duration: duration, fix: fix)
    }
}

extension ReferenceDraft {
    /// §9, within one decision: the order of ``precedes(_:)``, but for events of one pair at one time,
    /// which keep theirs: a visit that a clamp left without length is still entered before it is left.
    static func merged(_ drafts: [ReferenceDraft]) -> [ReferenceDraft] {
        var waiting = drafts
        var merged: [ReferenceDraft] = []
        while !waiting.isEmpty {
            let heads = waiting.indices.filter { index in
                !waiting[..<index].contains {
                    $0.region == waiting[index].region
                        && $0.timestamp == waiting[index].timestamp
                }
            }
            guard let next = heads.min(by: { waiting[$0].precedes(waiting[$1]) }) else { break }
            merged.append(waiting.remove(at: next))
        }
        return merged
    }

    /// §9, within one decision: by timestamp; ties: an initial determination, dwell, exit, state,
    /// enter.
    private var rank: Int {
        switch kind {
        case .didDetermineState: reason == .initial ? 0 : 3
        case .didDwellInRegion: 1
        case .didExitRegion: 2
        case .didEnterRegion: 4
        }
    }

    /// "then exits of smaller, enters of larger regions first"
    private var sizeRank: Double {
        switch kind {
        case .didExitRegion: areaRank
        case .didEnterRegion: -areaRank
        case .didDwellInRegion, .didDetermineState: 0
        }
    }

    private func precedes(_ other: ReferenceDraft) -> Bool {
        if timestamp != other.timestamp { return timestamp < other.timestamp }
        if rank != other.rank { return rank < other.rank }
        if sizeRank != other.sizeRank { return sizeRank < other.sizeRank }
        return region < other.region
    }
}
