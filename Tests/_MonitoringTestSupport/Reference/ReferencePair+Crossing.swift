import Geodesy
import RegionIndex
import RegionMonitoring

// §5, two times.
struct Crossing {
    var time: Timestamp
    var bounds: RegionEvent.Bounds
}

extension SeenFix {
    /// Whether the fix lies on the side that a crossing onto `side` comes from.
    fileprivate func isOnOldSide(ofCrossingOnto side: RegionState) -> Bool {
        side == .inside ? signedDistance > 0 : signedDistance <= 0
    }
}

extension ReferencePair {
    /// When the track crossed onto `side`, given the pending's first evidence.
    func crossing(
        onto side: RegionState, firstEvidence: Int, in region: ReferenceRegion
    ) -> Crossing {
        let ends = history.indices.filter { index in
            index >= max(decisionStart, geometryStart) && !history[index].isOverCeiling
                && !history[index].isBlurred(for: side)
        }
        let earlier = ends.last {
            $0 < firstEvidence && history[$0].isOnOldSide(ofCrossingOnto: side)
        }
        let later = ends.first { $0 > earlier ?? -1 } ?? firstEvidence
        let bounds = RegionEvent.Bounds(
            earliest: earlier.map { history[$0].time }, latest: history[later].time)
        guard let earlier,
            let time = interpolate(side, from: history[earlier], to: history[later], in: region)
        else { return Crossing(time: bounds.latest, bounds: bounds) }
        return Crossing(time: time, bounds: bounds)
    }

    /// "of several crossings the last onto the new side"; `nil` when there is none, or when the bracket
    /// is longer than `maximumGap`.
    private func interpolate(
        _ side: RegionState, from earlier: SeenFix, to later: SeenFix, in region: ReferenceRegion
    ) -> Timestamp? {
        let gap = later.time - earlier.time
        if let maximumGap = region.policy.maximumGap, gap > maximumGap { return nil }
        let inside = region.geometry.insideIntervals(
            from: earlier.coordinate, to: later.coordinate)
        let fraction =
            side == .inside
            ? inside.last { $0.lowerBound > 0 }?.lowerBound
            : inside.last { $0.upperBound < 1 }?.upperBound
        return fraction.map { earlier.time.interpolated($0, to: later.time) }
    }

    /// "per pair crossing and dwell timestamps never decrease (clamped to the previous one, which may
    /// move the later bound)"
    mutating func clamp(_ crossing: Crossing) -> Crossing {
        var crossing = crossing
        crossing.time = max(crossing.time, lastTimestamp ?? crossing.time)
        crossing.bounds.latest = max(crossing.bounds.latest, crossing.time)
        lastTimestamp = crossing.time
        return crossing
    }

    /// Opens a visit by a crossing and tells it.
    mutating func enter(
        _ crossing: Crossing, _ evidence: RegionEvent.Evidence, fix: Location?,
        in region: ReferenceRegion, visits: inout VisitBook, drafts: inout [ReferenceDraft]
    ) {
        let crossing = clamp(crossing)
        state = .inside
        visit = Visit(token: visits.open(), origin: .enter, enteredAt: crossing.time)
        var draft = ReferenceDraft(.didEnterRegion, .inside, in: region, at: crossing.time)
        draft.bounds = crossing.bounds
        draft.evidence = evidence
        draft.fix = fix
        draft.visit = visit?.token
        draft.opensVisit = true
        drafts.append(draft)
    }

    /// Ends the visit by a crossing and tells it.
    mutating func exit(
        _ crossing: Crossing, _ evidence: RegionEvent.Evidence, fix: Location?,
        in region: ReferenceRegion, drafts: inout [ReferenceDraft]
    ) {
        let crossing = clamp(crossing)
        var draft = ReferenceDraft(.didExitRegion, .outside, in: region, at: crossing.time)
        draft.bounds = crossing.bounds
        draft.evidence = evidence
        draft.fix = fix
        draft.endVisit(visit, at: crossing.time)
        drafts.append(draft)
        state = .outside
        isSilent = false
        visit = nil
    }
}

extension ReferenceDraft {
    /// Says which visit ends, since when it was, and how long; as far as that is known.
    mutating func endVisit(_ visit: ReferencePair.Visit?, at time: Timestamp) {
        self.visit = visit?.token
        enteredAt = visit?.enteredAt
        duration = visit?.enteredAt.map { time - $0 }
    }
}

extension Timestamp {
    /// The instant that fraction of the way to `later`, in whole microseconds.
    func interpolated(_ fraction: Double, to later: Timestamp) -> Timestamp {
        let length = Double(later.microsecondsSince1970 - microsecondsSince1970)
        return Timestamp(
            microsecondsSince1970: microsecondsSince1970 + Int64((fraction * length).rounded()))
    }
}
