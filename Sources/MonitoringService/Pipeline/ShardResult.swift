import EventDelivery
import RegionMonitoring

/// What a shard made of its share of a block.
struct ShardResult: Sendable {
    /// The events, where they go out as they are.
    var events = MarkedList<RegionEvent>()

    /// The records, where those go out.
    var records = MarkedList<OutputRecord>()

    /// The rejected records, where they are told.
    var rejects = MarkedList<OwnedReject>()

    /// What became of the block's own fixes that are no longer held back.
    var own = RecordAccount()

    /// What became of fixes of earlier blocks that had been held back, by the numbers in their references.
    var earlier: [UInt32: RecordAccount] = [:]

    /// How many of the block's own fixes are held back.
    var heldCount: UInt64 = 0

    /// What came of all of them: events by kind.
    var counts = RunCounts()

    /// The time of the newest of the block's fixes that was not rejected.
    var newestFix: Timestamp?

    /// How many devices the shard remembers, and how many regions are in force.
    var deviceCount = 0
    var regionCount = 0
}

/// A rejected record and the device that it names.
struct OwnedReject: DeviceOwned, Sendable {
    var device: DeviceID
    var record: RejectedRecord
}

extension OutputRecord: DeviceOwned {
    var device: DeviceID {
        switch content {
        case .event(let event): event.device
        case .visit(let visit): visit.device
        case .fix(let delivered): delivered.device
        // A failure is about no device, and none comes from a shard.
        case .failure: ""
        }
    }
}
