import Geodesy

/// A delivered fix as a coming bracket, a segment or a first determination needs it.
struct HistoryEntry: Hashable, Sendable {
    /// The fix's time, or that of the latest unmoved fix that repeats it.
    var time: Timestamp
    var coordinate: LocationCoordinate2D

    /// As reported; `nil` when the policy's assumption counts.
    var accuracy: LocationDistance?

    /// The region set's revision at which it was delivered.
    var revision: Revision

    var point: TrackPoint { TrackPoint(time: time, coordinate: coordinate) }
}

/// What holds of the accuracy ceilings of all regions.
struct CeilingBounds: Hashable, Sendable {
    /// No region's ceiling is lower, in metres.
    var least: LocationDistance = .infinity

    /// Whether a fix without accuracy is under every region's ceiling.
    var admitAssumptions = true

    /// Whether every region counts a fix of this accuracy.
    func admit(_ accuracy: LocationDistance?) -> Bool {
        accuracy.map { $0 <= least } ?? admitAssumptions
    }
}

/// What is remembered of one device.
struct DeviceRecord: Hashable, Sendable {
    private(set) var identifier: DeviceID

    /// The number of the last event delivered.
    var sequence: UInt64 = 0

    /// The number of the last visit opened.
    var visits: Int64 = 0

    /// The last fix delivered or dropped as unmoved.
    var lastAccepted: Timestamp?

    /// The last fix delivered.
    var lastDelivered: Location?

    /// The greatest `decidedAt` of the device's events.
    var decidedFloor: Timestamp?

    /// The next moment at which `advance(to:)` has something to do.
    var nextDeadline: Timestamp?

    /// For every accuracy ceiling, the last fix under it: the latest fix, then those of better
    /// accuracy before it, newest last.
    var history: [HistoryEntry] = []

    /// The pairs that have something to remember, in the order of their slots.
    var pairs: [PairRecord] = []

    /// What the speed filter remembers.
    var speedRun: SpeedRun?

    /// Fixes held back to be put in order, oldest first.
    var held: [Location] = []

    /// The newest fix that reached the reorder buffer.
    var newestHeld: Timestamp?

    init(_ identifier: DeviceID) { self.identifier = identifier }

    /// The latest fix that counts for a region, if any.
    func latestEntry(for region: MonitoredRegion) -> HistoryEntry? {
        history.last {
            !region.policy.isOverCeiling(
                region.policy.accuracy(of: $0.accuracy), of: region.geometry)
        }
    }

    /// Adds a delivered fix to the history and drops those that no ceiling can ask for any more.
    mutating func remember(_ entry: HistoryEntry, under ceilings: CeilingBounds) {
        history.removeAll { older in
            switch (older.accuracy, entry.accuracy) {
            case (nil, nil): true
            case (_, nil): ceilings.admitAssumptions
            case (nil, let new?): new <= ceilings.least
            case (let old?, let new?): new <= max(old, ceilings.least)
            }
        }
        history.append(entry)
    }

    /// Where a pair is, or would be, among the stored ones.
    func pairIndex(of slot: RegionSlot) -> (index: Int, isStored: Bool) {
        var low = 0
        var high = pairs.count
        while low < high {
            let middle = (low + high) / 2
            if pairs[middle].slot < slot { low = middle + 1 } else { high = middle }
        }
        return (low, low < pairs.count && pairs[low].slot == slot)
    }
}
