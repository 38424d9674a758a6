import Geodesy
import RegionMonitoring

// §3, evidence, and §4, confirmation.
extension Gate {
    /// a′ = min(a, accuracyLimit), never more than 20 km.
    func counted(_ accuracy: LocationDistance) -> LocationDistance {
        min(accuracy, accuracyLimit, 20_000)
    }

    /// How far beyond the boundary a fix is evidence.
    func line(_ accuracy: LocationDistance) -> LocationDistance {
        distance + accuracyFactor * counted(accuracy)
    }
}

extension SeenFix {
    /// Whether the fix is evidence for `side` by the rule of §3 with accuracy `a`.
    private func isEvidence(for side: RegionState, accuracy: LocationDistance) -> Bool {
        side == .inside
            ? signedDistance <= -policy.entry.line(accuracy)
            : signedDistance > policy.exit.line(accuracy)
    }

    /// Evidence for `side`.
    func isEvidence(for side: RegionState) -> Bool { isEvidence(for: side, accuracy: accuracy) }

    /// Evidence for `side` with a′ = 0: beyond the plain band.
    func isBeyondPlainBand(of side: RegionState) -> Bool { isEvidence(for: side, accuracy: 0) }

    /// "A blurred fix (evidence with a′ = 0, neutral with a′) neither counts nor cancels."
    func isBlurred(for side: RegionState) -> Bool {
        isBeyondPlainBand(of: side) && !isEvidence(for: side)
    }

    /// "beyond the boundary by `certainDistance + a′` or more"
    func isCertain(of side: RegionState) -> Bool {
        let gate = side == .inside ? policy.entry : policy.exit
        let beyond = side == .inside ? -signedDistance : signedDistance
        return beyond >= gate.certainDistance + gate.counted(accuracy)
    }
}

extension ReferencePair {
    /// The side that the pair is not on; only for a state that is known.
    var otherSide: RegionState { state == .inside ? .outside : .inside }

    /// Weighs a fix within the ceiling: cancel; (a) or (b); (c).
    mutating func weigh(
        _ fix: SeenFix, in region: ReferenceRegion, visits: inout VisitBook,
        drafts: inout [ReferenceDraft]
    ) {
        let side = otherSide
        let gate = side == .inside ? region.policy.entry : region.policy.exit
        if fix.isEvidence(for: side) {
            if !fix.isUnmoved {
                var next = pending ?? Pending(first: history.count - 1, evidenceFixes: 0)
                next.evidenceFixes += 1
                pending = next
            }
            if let pending {
                let lasted = fix.time - history[pending.first].time
                let isCounted = pending.evidenceFixes >= gate.fixes && lasted >= gate.duration
                let isCertain = !fix.isUnmoved && fix.isCertain(of: side)
                if isCounted || isCertain {
                    settle(side, .fixes, at: fix.time, by: fix, in: region, &visits, &drafts)
                    return
                }
            }
        } else if !fix.isBeyondPlainBand(of: side) {
            pending = nil
            return
        }
        confirmByTimeout(at: fix.time, by: fix, in: region, visits: &visits, drafts: &drafts)
    }

    /// §4 (c): "any fix or `advance(to:)` at which `timeout` has passed since the first evidence".
    mutating func confirmByTimeout(
        at time: Timestamp, by fix: SeenFix?, in region: ReferenceRegion,
        visits: inout VisitBook, drafts: inout [ReferenceDraft]
    ) {
        guard let pending else { return }
        let gate = otherSide == .inside ? region.policy.entry : region.policy.exit
        guard let timeout = gate.timeout, time - history[pending.first].time >= timeout else {
            return
        }
        settle(otherSide, .timeout, at: time, by: fix, in: region, &visits, &drafts)
    }

    /// Confirms the pending transition to `side` and tells it.
    private mutating func settle(
        _ side: RegionState, _ evidence: RegionEvent.Evidence, at time: Timestamp,
        by fix: SeenFix?, in region: ReferenceRegion, _ visits: inout VisitBook,
        _ drafts: inout [ReferenceDraft]
    ) {
        guard let pending else { return }
        let crossing = crossing(onto: side, firstEvidence: pending.first, in: region)
        self.pending = nil
        if side == .inside {
            enter(crossing, evidence, fix: fix?.fix, in: region, visits: &visits, drafts: &drafts)
        } else {
            dwell(upTo: crossing.time, fix: fix?.fix, in: region, drafts: &drafts)
            exit(crossing, evidence, fix: fix?.fix, in: region, drafts: &drafts)
        }
        noteDecision(by: fix)
    }

    /// §5: from where a later bracket may be searched: from the fix that decided; after a decision by
    /// `advance` or by a fix over the ceiling, only later fixes.
    mutating func noteDecision(by fix: SeenFix?) {
        decisionStart = fix.map { !$0.isOverCeiling } ?? false ? history.count - 1 : history.count
    }
}
