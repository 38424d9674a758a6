import Geodesy
import RegionIndex
import RegionMonitoring

// §6, pass-through; §7, dwell; §8, first sight; §10, classification; §11, resuming.
extension ReferencePair {
    /// §6: the straight way from the last fix, when both are outside, and every chord it has.
    mutating func passThrough(
        to later: SeenFix, in region: ReferenceRegion, visits: inout VisitBook,
        drafts: inout [ReferenceDraft]
    ) {
        let policy = region.policy
        guard policy.passThrough,
            let earlier = history.indices.dropLast().last(where: {
                $0 >= max(geometryStart, decisionStart) && !history[$0].isOverCeiling
            }).map({ history[$0] }),
            earlier.signedDistance > 0, later.signedDistance > 0
        else { return }
        if let gap = policy.passThroughGap, later.time - earlier.time > gap { return }
        let depthNeeded =
            policy.entry.distance + max(0, policy.entry.accuracyFactor)
            * max(policy.entry.counted(earlier.accuracy), policy.entry.counted(later.accuracy))
        let bounds = RegionEvent.Bounds(earliest: earlier.time, latest: later.time)
        for chord in region.geometry.insideIntervals(
            from: earlier.coordinate, to: later.coordinate)
        {
            // "A touch is no visit."
            guard chord.lowerBound < chord.upperBound else { continue }
            let start = earlier.time.interpolated(chord.lowerBound, to: later.time)
            let end = earlier.time.interpolated(chord.upperBound, to: later.time)
            guard end - start >= policy.entry.duration else { continue }
            let depth = region.geometry.depth(
                from: earlier.coordinate, to: later.coordinate, within: chord)
            guard depth >= depthNeeded else { continue }
            enter(
                Crossing(time: start, bounds: bounds), .segment, fix: later.fix, in: region,
                visits: &visits, drafts: &drafts)
            dwell(upTo: end, fix: later.fix, in: region, drafts: &drafts)
            exit(
                Crossing(time: end, bounds: bounds), .segment, fix: later.fix, in: region,
                drafts: &drafts)
            noteDecision(by: later)
        }
    }

    /// §7, at a fix: "if the device was still inside at that moment (compare with the crossing time of
    /// an exit decided or pending)". A decided exit has been compared when it was told.
    mutating func dwell(
        at fix: SeenFix, in region: ReferenceRegion, drafts: inout [ReferenceDraft]
    ) {
        guard state == .inside else { return }
        var latest = fix.time
        if let pending {
            latest = crossing(onto: .outside, firstEvidence: pending.first, in: region).time
        }
        dwell(upTo: latest, fix: fix.fix, in: region, drafts: &drafts)
    }

    /// §7: tells the dwell once when its moment is not after `latest`.
    mutating func dwell(
        upTo latest: Timestamp, fix: Location? = nil, in region: ReferenceRegion,
        drafts: inout [ReferenceDraft]
    ) {
        guard let length = region.policy.dwell, let visit, !visit.hasDwelled,
            let enteredAt = visit.enteredAt,
            visit.origin == .enter || region.policy.initialTrigger.contains(.dwell)
        else { return }
        let moment = enteredAt + length
        guard moment <= latest else { return }
        self.visit?.hasDwelled = true
        lastTimestamp = max(moment, lastTimestamp ?? moment)
        var draft = ReferenceDraft(.didDwellInRegion, .inside, in: region, at: moment)
        draft.fix = fix
        draft.visit = visit.token
        drafts.append(draft)
    }

    /// §8: "From unknown the distance gates are not applied, accuracy factors and the ceiling are;
    /// `fixes`, `duration` are not; if both evidences hold, the sign of s decides."
    mutating func determine(
        by fix: SeenFix, in region: ReferenceRegion, visits: inout VisitBook,
        drafts: inout [ReferenceDraft]
    ) {
        let (entry, exit) = (region.policy.entry, region.policy.exit)
        let isInside =
            fix.signedDistance <= -(entry.accuracyFactor * entry.counted(fix.accuracy))
        let isOutside = fix.signedDistance > exit.accuracyFactor * exit.counted(fix.accuracy)
        guard isInside || isOutside else { return }
        let side: RegionState =
            if isInside, isOutside {
                fix.signedDistance <= 0 ? .inside : .outside
            } else {
                isInside ? .inside : .outside
            }
        let triggers = region.policy.initialTrigger
        if side == .inside || triggers.contains(.exit) {
            tell(side, .initial, by: fix, in: region, visits: &visits, drafts: &drafts)
        }
        state = side
        noteDecision(by: fix)
        if side == .inside ? triggers.contains(.enter) : triggers.contains(.exit) {
            register(side, by: fix, in: region, drafts: &drafts)
        }
    }

    /// §8: Android's registration event after a first determination.
    private mutating func register(
        _ side: RegionState, by fix: SeenFix, in region: ReferenceRegion,
        drafts: inout [ReferenceDraft]
    ) {
        var draft = ReferenceDraft(
            side == .inside ? .didEnterRegion : .didExitRegion, side, in: region, at: fix.time)
        draft.bounds = RegionEvent.Bounds(earliest: nil, latest: fix.time)
        draft.evidence = .fixes
        draft.fix = fix.fix
        draft.visit = visit?.token
        drafts.append(draft)
        visit?.origin = .enter
        lastTimestamp = fix.time
    }

    /// §10: the first fix after a change of geometry: "classifies by the sign of s alone".
    mutating func classify(
        by fix: SeenFix, in region: ReferenceRegion, visits: inout VisitBook,
        drafts: inout [ReferenceDraft]
    ) {
        isUnclassified = false
        noteDecision(by: fix)
        let side: RegionState = fix.signedDistance <= 0 ? .inside : .outside
        guard side != state else { return }
        tell(side, .regionChanged, by: fix, in: region, visits: &visits, drafts: &drafts)
        state = side
        isSilent = false
    }

    /// Tells a state that a fix determined, and opens or closes the visit.
    private mutating func tell(
        _ side: RegionState, _ reason: RegionEvent.Reason, by fix: SeenFix,
        in region: ReferenceRegion, visits: inout VisitBook, drafts: inout [ReferenceDraft]
    ) {
        var draft = ReferenceDraft(.didDetermineState, side, in: region, at: fix.time)
        draft.reason = reason
        draft.fix = fix.fix
        if side == .inside {
            visit = Visit(token: visits.open(), origin: .determination, enteredAt: fix.time)
            draft.opensVisit = true
        }
        draft.visit = visit?.token
        if side == .outside { visit = nil }
        drafts.append(draft)
    }

    /// §11: "The first fix that is no exit evidence with accuracy ignored and leaves no exit pending".
    mutating func resume(
        by fix: SeenFix, in region: ReferenceRegion, drafts: inout [ReferenceDraft]
    ) {
        guard isSilent, state == .inside, pending == nil, !isUnclassified, !fix.isOverCeiling,
            !fix.isBeyondPlainBand(of: .outside)
        else { return }
        isSilent = false
        var draft = ReferenceDraft(.didDetermineState, .inside, in: region, at: fix.time)
        draft.reason = .resumed
        draft.fix = fix.fix
        draft.visit = visit?.token
        drafts.append(draft)
    }
}
