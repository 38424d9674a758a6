import RegionMonitoring

/// The outcomes of a grid of policies on one recording, weighed against each other.
///
/// The *smoothest* policy is the one with the fewest flaps; of several the one that tells the most
/// visits, then the one with the fewest events. A visit is *lost* by a policy when it is one of the
/// smoothest policy's and no visit of the same pair under the policy overlaps it.
///
/// *Recommended* is, of the policies with the fewest flaps, the one that loses the fewest visits; of
/// several the one with the least median delay, then the least delay of nine tenths, then the fewest
/// events; then the first of the grid.
package struct PolicyComparison: Sendable {
    /// The outcomes, in the order of the grid; at least one.
    package let outcomes: [TrialOutcome]

    /// How many visits each outcome loses.
    package let lostCounts: [Int]

    /// Which outcome is the smoothest.
    package let smoothest: Int

    /// Which outcome is recommended.
    package let recommended: Int

    /// Whether any policy told an enter or exit; otherwise nothing speaks for one of them.
    package var hasCrossings: Bool { outcomes.contains { $0.medianDelay != nil } }

    /// Weighs outcomes.
    ///
    /// - Precondition: There is at least one.
    package init(_ outcomes: [TrialOutcome]) {
        precondition(!outcomes.isEmpty, "there is no outcome to compare")
        self.outcomes = outcomes
        smoothest = Self.first(outcomes) { outcome, _ in
            [Int64(outcome.flapCount), -Int64(outcome.visitCount), Int64(outcome.eventCount)]
        }
        let reference = outcomes[smoothest].stays
        let lost = outcomes.map { Self.lost(of: reference, in: $0.stays) }
        lostCounts = lost
        recommended = Self.first(outcomes) { outcome, index in
            [
                Int64(outcome.flapCount), Int64(lost[index]),
                outcome.medianDelay?.wholeMicroseconds ?? .max,
                outcome.delay90?.wholeMicroseconds ?? .max, Int64(outcome.eventCount),
            ]
        }
    }

    /// The first of those with the least key.
    private static func first(
        _ outcomes: [TrialOutcome], by key: (TrialOutcome, Int) -> [Int64]
    ) -> Int {
        let keys = outcomes.enumerated().map { key($0.element, $0.offset) }
        return keys.indices.reduce(0) { best, index in
            keys[index].lexicographicallyPrecedes(keys[best]) ? index : best
        }
    }

    /// How many stays overlap none of the others of their pair.
    private static func lost(of reference: [Replay.Stay], in stays: [Replay.Stay]) -> Int {
        // The stays of one pair are in the order of time and do not overlap each other.
        let byPair = Dictionary(grouping: stays, by: \.pair)
        return reference.count { stay in
            let others = byPair[stay.pair] ?? []
            // The first that has not ended before this one begins.
            var low = 0
            var high = others.count
            while low < high {
                let middle = (low + high) / 2
                if others[middle].to < stay.from { low = middle + 1 } else { high = middle }
            }
            return low == others.count || others[low].from > stay.to
        }
    }
}
