/// An event before its number: what a decision found about one pair.
struct EventDraft {
    /// The order of events of one time within a decision.
    enum Rank: UInt8 {
        case initialDetermination
        case dwell
        case exit
        case state
        case enter
    }

    var slot: RegionSlot
    var kind: RegionEvent.Kind
    var rank: Rank
    var timestamp: Timestamp
    var state: RegionState
    var bounds: RegionEvent.Bounds?
    var evidence: RegionEvent.Evidence?
    var reason: RegionEvent.Reason?
    var enteredAt: Timestamp?
    var duration: Duration?

    /// As in ``PairRecord/visit``.
    var visit: Int64 = 0

    /// Whether this event opens its visit.
    var opensVisit = false
}

/// One step of one device: the events that one fix or one moment decides.
struct Decision {
    /// The time of the fix or of the clock.
    let time: Timestamp

    /// The fix that decides; `nil` when time or a request does.
    let fix: Location?

    var drafts: [EventDraft] = []

    /// How many visits the decision has opened so far.
    var openedVisits: Int64 = 0

    init(time: Timestamp, fix: Location?) {
        self.time = time
        self.fix = fix
    }

    /// A provisional number for a visit; the order of the events gives the real one.
    mutating func openVisit() -> Int64 {
        openedVisits += 1
        return -openedVisits
    }
}
