/// What became of the records of a run, or of one of its inputs.
///
/// Once nothing is held back, `received` is `delivered` + all `rejected` + `controls` + `blank`.
package struct RecordAccount: Hashable, Sendable {
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

    /// Creates an account of no records.
    package init() {}

    /// How many records were rejected in all.
    package var rejectedTotal: UInt64 { rejected.values.reduce(0, +) }

    /// How many records were defective.
    package var defects: UInt64 {
        rejected.reduce(0) { $1.key.isDefect ? $0 + $1.value : $0 }
    }

    /// Whether each record is accounted for, once.
    package var isBalanced: Bool { received == delivered + rejectedTotal + controls + blank }

    /// Counts a rejected record.
    package mutating func count(_ reason: RecordRejection) { rejected[reason, default: 0] += 1 }

    /// Adds what others count.
    mutating func add(_ account: RecordAccount) {
        received += account.received
        delivered += account.delivered
        controls += account.controls
        blank += account.blank
        rejected.merge(account.rejected, uniquingKeysWith: +)
    }
}
