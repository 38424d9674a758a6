package import RegionMonitoring

/// What became of the events of one replay in another.
package struct EventComparison: Sendable {
    /// Events of one pair and kind whose timestamps are no further apart than this are one event that
    /// moved; beyond, one that went and another that came.
    package static let moveSpan = Duration.seconds(3600)

    /// A difference.
    package enum Change: Hashable, Sendable {
        /// Only the second has it.
        case added(RegionEvent)

        /// Only the first has it.
        case removed(RegionEvent)

        /// Both have it, with different timestamps.
        case moved(from: RegionEvent, to: RegionEvent)

        /// Where it stands in the order of time.
        package var timestamp: Timestamp {
            switch self {
            case .added(let event), .removed(let event), .moved(from: let event, to: _):
                event.timestamp
            }
        }
    }

    /// The differences in the order of time, then of devices and regions.
    package let changes: [Change]

    /// How many events both have with the same timestamp.
    package let sameCount: Int

    /// How many of these were decided at another time.
    package let redecidedCount: Int

    /// What must be the same in two events that are one.
    private struct Key: Hashable {
        var pair: Replay.Pair
        var kind: RegionEvent.Kind
        var state: RegionState
        var reason: RegionEvent.Reason?

        init(_ event: RegionEvent) {
            pair = Replay.Pair(device: event.device, region: event.region)
            kind = event.kind
            state = event.state
            reason = event.reason
        }
    }

    /// Compares events: those with equal timestamps first, then those that are closest in time.
    ///
    /// - Complexity: O(*n* log *n*), and O(*m*²) in the events of one pair and kind within an hour.
    package init(_ first: [RegionEvent], _ second: [RegionEvent]) {
        let before = Dictionary(grouping: first, by: Key.init)
        let after = Dictionary(grouping: second, by: Key.init)
        var changes: [Change] = []
        var same = 0
        var redecided = 0
        for key in Set(before.keys).union(after.keys) {
            let old = before[key] ?? []
            let new = after[key] ?? []
            let matches = Self.matches(old, new)
            for (oldIndex, newIndex) in matches {
                if old[oldIndex].timestamp == new[newIndex].timestamp {
                    same += 1
                    if old[oldIndex].decidedAt != new[newIndex].decidedAt { redecided += 1 }
                } else {
                    changes.append(.moved(from: old[oldIndex], to: new[newIndex]))
                }
            }
            let matchedOld = Set(matches.map(\.0))
            let matchedNew = Set(matches.map(\.1))
            changes += old.indices.filter { !matchedOld.contains($0) }.map { .removed(old[$0]) }
            changes += new.indices.filter { !matchedNew.contains($0) }.map { .added(new[$0]) }
        }
        self.changes = changes.sorted { $0.sortKey < $1.sortKey }
        sameCount = same
        redecidedCount = redecided
    }

    private static func matches(_ old: [RegionEvent], _ new: [RegionEvent]) -> [(Int, Int)] {
        let old = old.enumerated().sorted { $0.element.timestamp < $1.element.timestamp }
        let new = new.enumerated().sorted { $0.element.timestamp < $1.element.timestamp }
        var candidates: [(distance: Int64, old: Int, new: Int)] = []
        var start = 0
        for one in old {
            while start < new.count,
                one.element.timestamp - new[start].element.timestamp > Self.moveSpan
            {
                start += 1
            }
            for other in new[start...] {
                let distance = (other.element.timestamp - one.element.timestamp).wholeMicroseconds
                if distance > Self.moveSpan.wholeMicroseconds { break }
                candidates.append((abs(distance), one.offset, other.offset))
            }
        }
        candidates.sort { ($0.distance, $0.old, $0.new) < ($1.distance, $1.old, $1.new) }
        var takenOld: Set<Int> = []
        var takenNew: Set<Int> = []
        var result: [(Int, Int)] = []
        for candidate in candidates
        where !takenOld.contains(candidate.old) && !takenNew.contains(candidate.new) {
            takenOld.insert(candidate.old)
            takenNew.insert(candidate.new)
            result.append((candidate.old, candidate.new))
        }
        return result
    }
}

extension EventComparison.Change {
    /// The event that stands for the change.
    private var event: RegionEvent {
        switch self {
        case .added(let event), .removed(let event), .moved(from: let event, to: _): event
        }
    }

    fileprivate var sortKey: (Timestamp, Replay.Pair, UInt64, Int) {
        let rank =
            switch self {
            case .removed: 0
            case .moved: 1
            case .added: 2
            }
        let pair = Replay.Pair(device: event.device, region: event.region)
        return (event.timestamp, pair, event.sequence, rank)
    }
}
