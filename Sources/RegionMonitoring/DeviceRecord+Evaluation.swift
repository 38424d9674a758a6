import Geodesy
import RegionIndex

/// Buffers of the evaluation, kept for their storage.
struct CandidateScratch: Sendable {
    /// The regions that contain the fix, in ascending order.
    var hits: [RegionSlot] = []

    /// The regions that the fix can matter to, besides the stored pairs; the hits are among them.
    var slots: [RegionSlot] = []

    var kept: [PairRecord] = []

    /// The index's cells of a batch's next fixes.
    var cells: [IndexCell] = []

    /// For so many fixes at a time the memory is asked for ahead.
    static let stage = 128

    /// What the trackers saw, where somebody asked for it.
    var traces: [PairTrace]?

    /// The region to explain also where the device is far from it.
    var tracedSlot: RegionSlot?
}

extension DeviceRecord {
    /// Evaluates a delivered fix against the regions it can matter to: the stored pairs, and the
    /// index's hits.
    mutating func deliver(
        _ fix: Location, in set: MonitoredSet, _ scratch: inout CandidateScratch
    ) -> Decision {
        var decision = Decision(time: fix.timestamp, fix: fix)
        gatherCandidates(for: fix, in: set, &scratch)
        let staysQuietly =
            scratch.traces == nil && !set.reachesBeyondBoundaries
            && set.ceilings.admit(fix.horizontalAccuracy)
            && fix.timestamp < nextDeadline ?? .never
        for index in pairs.indices {
            let isInside = scratch.hits.containsSorted(pairs[index].slot)
            if staysQuietly, isInside, pairs[index].isQuietlyInside(at: set.revision) {
                pairs[index].bracket = Bracket(
                    earlier: TrackPoint(time: fix.timestamp, coordinate: fix.coordinate),
                    later: nil, isCurrent: true)
                pairs[index].lastAccuracy =
                    fix.horizontalAccuracy ?? set[pairs[index].slot].policy.assumedAccuracy
                continue
            }
            let region = set[pairs[index].slot]
            pairs[index].refresh(for: region, at: set.revision)
            run(region, &pairs[index], &scratch.traces) {
                $0.observe(fix, isInside: isInside, in: &decision)
            }
        }
        let stored = pairs.count
        scratch.kept.removeAll(keepingCapacity: true)
        for slot in scratch.slots where !pairIndex(of: slot).isStored {
            let region = set[slot]
            var pair = unstoredPair(slot, region, at: set.revision)
            let wasAssumedInside = pair.state == .inside
            let isInside = scratch.hits.containsSorted(slot)
            run(region, &pair, &scratch.traces) {
                $0.observe(fix, isInside: isInside, in: &decision)
            }
            let isOverCeiling = region.policy.isOverCeiling(
                region.policy.accuracy(of: fix.horizontalAccuracy), of: region.geometry)
            if wasAssumedInside || !isOverCeiling, !pair.isForgettable(at: fix.timestamp) {
                scratch.kept.append(pair)
            }
        }
        pairs.removeAll { $0.isForgettable(at: fix.timestamp) }
        if !scratch.kept.isEmpty || pairs.count > stored {
            pairs.append(contentsOf: scratch.kept)
            pairs.sort { $0.slot < $1.slot }
        }
        remember(
            HistoryEntry(
                time: fix.timestamp, coordinate: fix.coordinate,
                accuracy: fix.horizontalAccuracy, revision: set.revision),
            under: set.ceilings)
        compactHistory(for: set)
        lastDelivered = fix
        speedRun = nil
        lastAccepted = fix.timestamp
        return decision
    }

    /// Lets an unmoved fix stand for the last delivered one.
    mutating func standStill(
        _ fix: Location, in set: MonitoredSet, _ scratch: inout CandidateScratch
    ) -> Decision {
        var decision = Decision(time: fix.timestamp, fix: fix)
        if let last = lastDelivered {
            for index in pairs.indices {
                let region = set[pairs[index].slot]
                pairs[index].refresh(for: region, at: set.revision)
                run(region, &pairs[index], &scratch.traces) {
                    $0.repeat(last, at: fix.timestamp, in: &decision)
                }
            }
            pairs.removeAll { $0.isForgettable(at: fix.timestamp) }
            history[history.count - 1].time = fix.timestamp
        }
        lastAccepted = fix.timestamp
        return decision
    }

    /// Lets time pass.
    mutating func advance(to time: Timestamp, in set: MonitoredSet) -> Decision {
        var decision = Decision(time: time, fix: nil)
        guard let lastAccepted else { return decision }
        for index in pairs.indices {
            let region = set[pairs[index].slot]
            pairs[index].refresh(for: region, at: set.revision)
            var tracker = RegionTracker(pairs[index], of: region)
            tracker.advance(to: time, lastHeard: lastAccepted, in: &decision)
            pairs[index] = tracker.pair
        }
        return decision
    }

    /// Finds the next moment at which `advance` has something to do, by what edits have left pending.
    mutating func scheduleDeadline(in set: MonitoredSet) {
        nextDeadline = nil
        guard let lastAccepted else { return }
        for index in pairs.indices {
            let region = set[pairs[index].slot]
            pairs[index].refresh(for: region, at: set.revision)
            let deadline = RegionTracker.deadline(
                of: pairs[index], in: region, lastHeard: lastAccepted)
            if let deadline { nextDeadline = min(nextDeadline ?? deadline, deadline) }
        }
    }

    private func run(
        _ region: MonitoredRegion, _ pair: inout PairRecord, _ traces: inout [PairTrace]?,
        _ step: (inout RegionTracker) -> Void
    ) {
        var tracker = RegionTracker(pair, of: region)
        if traces != nil {
            tracker.recorder = TraceRecorder(PairTrace(region: region, pair: pair))
        }
        step(&tracker)
        pair = tracker.pair
        if let recorder = tracker.recorder { traces?.append(recorder.trace) }
    }

    /// Whether every region's state is settled by the latest fix, so that only hits matter.
    private func isSettled(in set: MonitoredSet) -> Bool {
        guard let last = history.last, last.revision >= set.latestAddition else { return false }
        return set.ceilings.admit(last.accuracy)
    }

    private func gatherCandidates(
        for fix: Location, in set: MonitoredSet, _ scratch: inout CandidateScratch
    ) {
        scratch.slots.removeAll(keepingCapacity: true)
        scratch.hits.removeAll(keepingCapacity: true)
        let settled = isSettled(in: set)
        set.lookup.regions(containing: fix.coordinate, into: &scratch.hits)
        scratch.slots += scratch.hits
        let reach = set.reach(of: fix.horizontalAccuracy, settled: settled)
        var isUnique = true
        if reach > 0 {
            set.lookup.candidates(near: fix.coordinate, within: reach, into: &scratch.slots)
            isUnique = false
        }
        if let gap = set.longestPassThroughGap {
            for entry in history
            where fix.timestamp.microseconds(since: entry.time) <= gap {
                let count = scratch.slots.count
                set.lookup.candidates(
                    withBoundaryMetFrom: entry.coordinate, to: fix.coordinate,
                    where: set.tellsPassThrough, into: &scratch.slots)
                if scratch.slots.count > count { isUnique = false }
            }
        }
        if !settled, !set.eagerSlots.isEmpty {
            for slot in set.eagerSlots where !isSettled(with: set[slot]) {
                scratch.slots.append(slot)
            }
            isUnique = false
        }
        if let slot = scratch.tracedSlot {
            scratch.slots.append(slot)
            isUnique = false
        } else if scratch.traces != nil, let last = lastDelivered {
            // Regions that the way leads through are of interest also where that is no visit.
            set.lookup.candidates(from: last.coordinate, to: fix.coordinate, into: &scratch.slots)
            isUnique = false
        }
        if !isUnique { scratch.slots.removeDuplicates() }
    }

    /// Whether a fix has settled the state of a pair that is not stored: then it is outside.
    func isSettled(with region: MonitoredRegion) -> Bool {
        latestEntry(for: region).map { $0.revision >= region.addedRevision } ?? false
    }

    /// The pair that is not stored, as the last fix and the assumptions leave it.
    func unstoredPair(
        _ slot: RegionSlot, _ region: MonitoredRegion, at revision: Revision
    ) -> PairRecord {
        guard let entry = latestEntry(for: region), entry.revision >= region.addedRevision else {
            let state: PairRecord.State =
                switch region.policy.values.assumedState {
                case .unknown: .unknown
                case .outside: .outside
                case .inside: .inside
                }
            return PairRecord(slot: slot, state: state, revision: revision)
        }
        var pair = PairRecord(slot: slot, state: .outside, revision: revision)
        if entry.revision < region.geometryRevision {
            pair.needsClassification = true
        } else {
            pair.bracket = Bracket(earlier: entry.point, later: nil, isCurrent: true)
            pair.lastAccuracy = region.policy.accuracy(of: entry.accuracy)
        }
        return pair
    }

    /// Keeps the history short when accuracies get worse and worse: what no region asks for goes.
    private mutating func compactHistory(for set: MonitoredSet) {
        guard history.count >= 64, history.count.nonzeroBitCount == 1 else { return }
        var wanted = Swift.Set<Timestamp>()
        for region in set.regions {
            if let region, let entry = latestEntry(for: region) { wanted.insert(entry.time) }
        }
        if let last = history.last { wanted.insert(last.time) }
        history.removeAll { !wanted.contains($0.time) }
    }
}

extension PairRecord {
    /// Whether a fix inside that counts changes nothing but where the pair was last, given that nothing is
    /// due: it is on the same side as the state and no evidence of anything.
    fileprivate func isQuietlyInside(at current: Revision) -> Bool {
        state == .inside && pending == nil && !isSilent && !needsClassification
            && revision == current
    }

    /// Whether the pair says no more than that the device was outside at its last fix.
    func isForgettable(at time: Timestamp) -> Bool {
        state == .outside && pending == nil && !needsClassification && bracket.isCurrent
            && bracket.earlier?.time == time && latestMark.map { $0 <= time } ?? true
    }
}

extension [RegionSlot] {
    /// Whether a slot is among these, which are in ascending order.
    func containsSorted(_ slot: RegionSlot) -> Bool {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < slot { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == slot
    }

    /// Sorts and drops repetitions.
    mutating func removeDuplicates() {
        sort()
        var last: RegionSlot?
        removeAll { slot in
            defer { last = slot }
            return slot == last
        }
    }
}
