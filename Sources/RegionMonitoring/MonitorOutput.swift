/// What a monitor made of what it was given: events and rejections, in their order.
///
/// The caller keeps one and empties it between calls, so that its storage is reused.
public struct MonitorOutput: Sendable {
    /// The events, oldest first.
    public var events: [RegionEvent] = []

    /// The fixes that were not evaluated.
    public var rejections: [LocationRejection] = []

    /// What became of each fix, where ``RegionMonitor/trace`` asks for it.
    public var traces: [FixTrace] = []

    /// The visits that ended, where ``RegionMonitor/reports`` asks for them.
    public var visits: [Visit] = []

    /// The fixes that were evaluated, where ``RegionMonitor/reports`` asks for them.
    public var deliveredFixes: [DeliveredFix] = []

    /// The references of the fixes that were evaluated, where ``RegionMonitor/reports`` asks for them.
    package var deliveredReferences: [UInt64] = []

    /// Creates an empty output.
    public init() {}

    /// Empties the output and keeps its storage.
    public mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        rejections.removeAll(keepingCapacity: true)
        traces.removeAll(keepingCapacity: true)
        visits.removeAll(keepingCapacity: true)
        deliveredFixes.removeAll(keepingCapacity: true)
        deliveredReferences.removeAll(keepingCapacity: true)
    }
}

/// How many fixes a monitor rejected, by reason.
public struct RejectionCounts: Hashable, Sendable {
    private var counts = [UInt64](repeating: 0, count: LocationRejection.Reason.allCases.count)

    /// Creates counts of zero.
    public init() {}

    /// How many fixes were rejected for a reason.
    public subscript(reason: LocationRejection.Reason) -> UInt64 {
        counts[Self.index(of: reason)]
    }

    mutating func count(_ reason: LocationRejection.Reason) {
        counts[Self.index(of: reason)] += 1
    }

    mutating func set(_ reason: LocationRejection.Reason, to count: UInt64) {
        counts[Self.index(of: reason)] = count
    }

    /// How many fixes were rejected in all.
    public var total: UInt64 { counts.reduce(0, +) }

    private static func index(of reason: LocationRejection.Reason) -> Int {
        LocationRejection.Reason.allCases.firstIndex(of: reason) ?? 0
    }
}
