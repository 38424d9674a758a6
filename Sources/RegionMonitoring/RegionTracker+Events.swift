import Geodesy
import RegionIndex

extension RegionTracker {
    /// Confirms the pending transition.
    ///
    /// - Parameter sighting: The fix that decides, where the next bracket begins; `nil` when the clock
    ///   or a fix over the ceiling does.
    mutating func cross(
        _ evidence: RegionEvent.Evidence, in decision: inout Decision, then sighting: Sighting?
    ) {
        guard let pending = pair.pending else { return }
        let entering = pair.state == .outside
        let crossing = crossing(of: pending, entering: entering)
        recorder?.trace.confirmation = evidence
        tracePending(pending)
        var draft = EventDraft(
            slot: pair.slot, kind: entering ? .didEnterRegion : .didExitRegion,
            rank: entering ? .enter : .exit, timestamp: crossing.timestamp,
            state: entering ? .inside : .outside, bounds: crossing.bounds, evidence: evidence)
        if entering {
            pair.state = .inside
            pair.pending = nil
            beginVisit(at: crossing.timestamp, &draft, in: &decision)
        } else {
            tellDwell(upTo: crossing.timestamp, in: &decision)
            draft.closeVisit(pair, at: crossing.timestamp)
            pair.state = .outside
            endVisit()
        }
        pair.latestMark = crossing.timestamp
        decision.drafts.append(draft)
        if let sighting {
            restartBracket(with: sighting)
        } else {
            pair.bracket = .none
        }
    }

    private func crossing(of pending: PendingTransition, entering: Bool) -> Crossing {
        Crossing(
            in: pending.bracket, fallback: pending.first, entering: entering, of: region,
            floor: pair.latestMark)
    }

    /// The search for the next crossing reaches back to the fix that decided.
    mutating func restartBracket(with sighting: Sighting) {
        var sighting = sighting
        let reading = GateReading(&sighting, of: gate, entering: pair.state == .outside)
        pair.bracket = .none
        pair.lastAccuracy = sighting.accuracy
        guard !reading.isBlurred else { return }
        if reading.isOnOldSide {
            pair.bracket = Bracket(earlier: sighting.point, later: nil, isCurrent: true)
        } else {
            pair.bracket.later = sighting.point
        }
    }

    mutating func beginVisit(
        at time: Timestamp, byDetermination: Bool = false, _ draft: inout EventDraft,
        in decision: inout Decision
    ) {
        pair.visit = decision.openVisit()
        pair.enteredAt = time
        pair.awaitsDwell = true
        pair.beganByDetermination = byDetermination
        draft.visit = pair.visit
        draft.opensVisit = true
    }

    mutating func endVisit() {
        pair.pending = nil
        pair.isSilent = false
        pair.visit = 0
        pair.enteredAt = nil
        pair.awaitsDwell = false
    }

    /// Tells the dwell once its moment has come, unless the device had left by then.
    mutating func tellDwell(upTo time: Timestamp, in decision: inout Decision) {
        guard pair.state == .inside, let moment = dwellMoment, moment <= time else { return }
        if let pending = pair.pending,
            moment > crossing(of: pending, entering: false).timestamp
        {
            return
        }
        pair.awaitsDwell = false
        pair.latestMark = max(pair.latestMark ?? moment, moment)
        decision.drafts.append(
            EventDraft(
                slot: pair.slot, kind: .didDwellInRegion, rank: .dwell, timestamp: moment,
                state: .inside, visit: pair.visit))
    }

    /// A silent device is heard again unless it may have left.
    mutating func resumeIfHeard(plainEvidence: Bool, in decision: inout Decision) {
        guard pair.state == .inside, pair.isSilent, pair.pending == nil, !plainEvidence else {
            return
        }
        pair.isSilent = false
        decision.drafts.append(
            EventDraft(
                slot: pair.slot, kind: .didDetermineState, rank: .state,
                timestamp: decision.time, state: .inside, reason: .resumed, visit: pair.visit))
    }

    /// Tells visits on the straight way between two fixes outside.
    mutating func tellPassThrough(
        from start: TrackPoint, to end: TrackPoint, accuracy: LocationDistance,
        in decision: inout Decision
    ) {
        let policy = region.policy
        let gap = end.time.microseconds(since: start.time)
        guard policy.values.passThrough, gap <= policy.passThroughGap ?? .max else {
            let reason: PairTrace.MissedPassThrough.Reason =
                policy.values.passThrough ? .gapTooLong : .off
            traceMissedPassThrough(from: start, to: end, reason)
            return
        }
        let depth =
            policy.entry.distance
            + max(0, policy.entry.accuracyFactor) * policy.entry.counted(accuracy)
        for chord in region.geometry.insideIntervals(
            from: start.coordinate, to: end.coordinate, startIsInside: false, endIsInside: false)
        where chord.lowerBound < chord.upperBound {
            guard
                (chord.upperBound - chord.lowerBound) * Double(gap)
                    >= Double(policy.entry.duration)
            else {
                traceMissedPassThrough(from: start, to: end, .tooBrief)
                continue
            }
            guard
                depth == 0
                    || region.geometry.depth(
                        from: start.coordinate, to: end.coordinate, within: chord) >= depth
            else {
                traceMissedPassThrough(from: start, to: end, .tooShallow)
                continue
            }
            tellChord(
                from: start.time.interpolated(chord.lowerBound, of: gap),
                to: start.time.interpolated(chord.upperBound, of: gap),
                bounds: RegionEvent.Bounds(earliest: start.time, latest: end.time), in: &decision)
        }
    }

    private mutating func tellChord(
        from entered: Timestamp, to left: Timestamp, bounds: RegionEvent.Bounds,
        in decision: inout Decision
    ) {
        recorder?.trace.confirmation = .segment
        let entered = max(entered, pair.latestMark ?? entered)
        let left = max(left, entered)
        var bounds = bounds
        bounds.latest = max(bounds.latest, entered)
        var enter = EventDraft(
            slot: pair.slot, kind: .didEnterRegion, rank: .enter, timestamp: entered,
            state: .inside, bounds: bounds, evidence: .segment)
        beginVisit(at: entered, &enter, in: &decision)
        decision.drafts.append(enter)
        pair.state = .inside
        tellDwell(upTo: left, in: &decision)
        bounds.latest = max(bounds.latest, left)
        var exit = EventDraft(
            slot: pair.slot, kind: .didExitRegion,
            rank: .exit,
            timestamp: left, state: .outside, bounds: bounds, evidence: .segment)
        exit.closeVisit(pair, at: left)
        decision.drafts.append(exit)
        pair.state = .outside
        endVisit()
        pair.latestMark = left
    }
}

extension EventDraft {
    /// Says which visit ends, when it began and how long it was.
    mutating func closeVisit(_ pair: PairRecord, at time: Timestamp) {
        visit = pair.visit
        enteredAt = pair.enteredAt
        duration = pair.enteredAt.map { time - $0 }
    }
}
