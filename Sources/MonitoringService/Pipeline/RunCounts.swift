package import RegionMonitoring

/// What became of the records of a run, and what came of them.
@dynamicMemberLookup
package struct RunCounts: Hashable, Sendable {
    /// What became of all records.
    package var records = RecordAccount()

    /// Events, by kind.
    package private(set) var events: [RegionEvent.Kind: UInt64] = [:]

    /// Creates counts of zero.
    package init() {}

    /// What became of all records.
    package subscript<Value>(dynamicMember path: KeyPath<RecordAccount, Value>) -> Value {
        records[keyPath: path]
    }

    /// How many events there were in all.
    package var eventTotal: UInt64 { events.values.reduce(0, +) }

    /// Counts an event.
    package mutating func count(_ kind: RegionEvent.Kind) { events[kind, default: 0] += 1 }

    /// Adds what others count.
    mutating func add(_ counts: RunCounts) {
        records.add(counts.records)
        events.merge(counts.events, uniquingKeysWith: +)
    }
}
