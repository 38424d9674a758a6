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

    /// Rejections and events of this block by kind, and how many fixes were evaluated; nothing else.
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
