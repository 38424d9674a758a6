package import RegionMonitoring

/// What became of the records of a run, and what came of them.
///
/// Once nothing is held back, `received` is `delivered` + all `rejected` + `controls` + `blank`.
package struct RunCounts: Hashable, Sendable {
    /// Records read: lines, whatever was in them.
    package var received: UInt64 = 0

    /// Fixes evaluated.
    package var delivered: UInt64 = 0

    /// Records that were not evaluated, by reason.
    package private(set) var rejected: [RecordRejection: UInt64] = [:]

    /// Control records obeyed.
    package var controls: UInt64 = 0

    /// Lines without content.
    package var blank: UInt64 = 0

    /// Events, by kind.
    package private(set) var events: [RegionEvent.Kind: UInt64] = [:]

    /// Creates counts of zero.
    package init() {}

    /// How many records were rejected in all.
    package var rejectedTotal: UInt64 { rejected.values.reduce(0, +) }

    /// How many records were defective.
    package var defects: UInt64 {
        rejected.reduce(0) { $1.key.isDefect ? $0 + $1.value : $0 }
    }

    /// How many events there were in all.
    package var eventTotal: UInt64 { events.values.reduce(0, +) }

    /// Counts a rejected record.
    package mutating func count(_ reason: RecordRejection) { rejected[reason, default: 0] += 1 }

    /// Counts an event.
    package mutating func count(_ kind: RegionEvent.Kind) { events[kind, default: 0] += 1 }

    /// Adds what others count.
    mutating func add(_ counts: RunCounts) {
        received += counts.received
        delivered += counts.delivered
        controls += counts.controls
        blank += counts.blank
        rejected.merge(counts.rejected, uniquingKeysWith: +)
        events.merge(counts.events, uniquingKeysWith: +)
    }
}
