import Geodesy
import RegionIndex

/// A fix as one region sees it.
struct Sighting {
    /// Its own time, or that of the unmoved fix which repeats it.
    let time: Timestamp

    /// Its accuracy, or the policy's assumption.
    let accuracy: LocationDistance

    /// Where it lies to the boundary.
    var measure: BoundaryMeasure

    init(_ fix: Location, at time: Timestamp, in region: MonitoredRegion, isInside: Bool) {
        self.time = time
        accuracy = region.policy.accuracy(of: fix.horizontalAccuracy)
        measure = BoundaryMeasure(region.geometry, fix.coordinate, isInside: isInside)
    }

    var point: TrackPoint { TrackPoint(time: time, coordinate: measure.coordinate) }

    func isOverCeiling(of region: MonitoredRegion) -> Bool {
        region.policy.isOverCeiling(accuracy, of: region.geometry)
    }
}

/// What one fix says about the way out of the present state.
struct GateReading {
    /// Whether the fix is evidence for the other side.
    let isEvidence: Bool

    /// Whether it would be, were it exact.
    let isPlainEvidence: Bool

    /// Whether it lies on the present state's side of the boundary.
    let isOnOldSide: Bool

    /// Whether it is evidence but for its accuracy.
    var isBlurred: Bool { isPlainEvidence && !isEvidence }

    init(_ sighting: inout Sighting, of gate: ResolvedGate, entering: Bool) {
        isOnOldSide = sighting.measure.isInside != entering
        isEvidence = sighting.measure.isBeyond(
            toInside: entering, by: gate.threshold(sighting.accuracy))
        isPlainEvidence =
            gate.accuracyFactor == 0
            ? isEvidence : sighting.measure.isBeyond(toInside: entering, by: gate.distance)
    }
}

/// The transition rules of one pair: evidence in, event drafts out.
///
/// A pure state machine over one ``PairRecord``; it reads no clock and knows no other pair. The rules
/// are those of the article "Semantics", whose sections the methods follow.
struct RegionTracker {
    let region: MonitoredRegion
    var pair: PairRecord

    /// Where the record of the fix is kept, if one is wanted: apart, since trackers are copied often.
    var recorder: TraceRecorder?

    init(_ pair: PairRecord, of region: MonitoredRegion) {
        self.region = region
        self.pair = pair
    }

    private var policy: ResolvedPolicy { region.policy }

    /// The gate that leads out of the present state, which is settled.
    var gate: ResolvedGate { pair.state == .inside ? policy.exit : policy.entry }

    // MARK: A delivered fix

    /// Takes a delivered fix.
    ///
    /// - Parameter isInside: Whether it lies in the region.
    mutating func observe(_ fix: Location, isInside: Bool, in decision: inout Decision) {
        var sighting = Sighting(fix, at: fix.timestamp, in: region, isInside: isInside)
        traceSighting(&sighting)
        defer { finishTrace() }
        if sighting.isOverCeiling(of: region) {
            recorder?.trace.reading = .overCeiling
            passTime(to: sighting.time, in: &decision, then: nil)
            return
        }
        if pair.state == .unknown {
            determine(&sighting, in: &decision)
        } else if pair.needsClassification {
            classify(&sighting, in: &decision)
        } else {
            weigh(&sighting, fix, in: &decision)
        }
        tellDwell(upTo: sighting.time, in: &decision)
    }

    /// Weighs one fix for or against the transition out of the present state.
    private mutating func weigh(
        _ sighting: inout Sighting, _ fix: Location, in decision: inout Decision
    ) {
        let entering = pair.state == .outside
        let gate = gate
        let before = pair.bracket
        if sighting.measure.isInside == entering {
            sighting.measure.placeBeyond = before.earlier?.coordinate
        }
        let reading = GateReading(&sighting, of: gate, entering: entering)
        recorder?.trace.reading = PairTrace.Reading(reading)
        let wasPending = pair.pending != nil
        extendBracket(sighting.point, reading)

        if reading.isEvidence {
            if pair.pending == nil {
                var frozen = before
                if frozen.later == nil { frozen.later = sighting.point }
                pair.pending = PendingTransition(first: sighting.time, count: 0, bracket: frozen)
            }
            pair.pending?.count += 1
        } else if let pending = pair.pending, !reading.isPlainEvidence {
            pair.pending = nil
            tracePending(pending)
            recorder?.trace.cancelsPending = true
        }
        if let pending = pair.pending {
            let waited = sighting.time.microseconds(since: pending.first)
            let isComplete = pending.count >= gate.fixes && waited >= gate.duration
            if reading.isEvidence,
                isComplete
                    || sighting.measure.isCertain(
                        inside: entering,
                        by: gate.certainDistance + gate.counted(sighting.accuracy))
            {
                recorder?.trace.isCertain = !isComplete
                cross(.fixes, in: &decision, then: sighting)
                return
            }
            if let timeout = gate.timeout, waited >= timeout {
                cross(.timeout, in: &decision, then: sighting)
                return
            }
        }
        if entering, !wasPending, pair.pending == nil, reading.isOnOldSide, before.isCurrent,
            let start = before.earlier
        {
            tellPassThrough(
                from: start, to: sighting.point,
                accuracy: max(sighting.accuracy, pair.lastAccuracy), in: &decision)
        }
        pair.lastAccuracy = sighting.accuracy
        resumeIfHeard(plainEvidence: reading.isPlainEvidence, in: &decision)
    }

    /// Keeps the last clean fix on the old side, and the next one after it.
    private mutating func extendBracket(_ point: TrackPoint, _ reading: GateReading) {
        if reading.isBlurred {
            pair.bracket.isCurrent = false
        } else if reading.isOnOldSide {
            pair.bracket = Bracket(earlier: point, later: nil, isCurrent: true)
        } else {
            if pair.bracket.later == nil { pair.bracket.later = point }
            pair.bracket.isCurrent = false
        }
    }

    /// The first evidence settles an unknown state, without the gates' distances.
    private mutating func determine(_ sighting: inout Sighting, in decision: inout Decision) {
        let entry = policy.entry
        let exit = policy.exit
        let inside = sighting.measure.isBeyond(
            toInside: true, by: entry.accuracyFactor * entry.counted(sighting.accuracy))
        let outside = sighting.measure.isBeyond(
            toInside: false, by: exit.accuracyFactor * exit.counted(sighting.accuracy))
        guard inside || outside else { return }
        let isInside = inside && outside ? sighting.measure.isInside : inside
        pair.state = isInside ? .inside : .outside
        restartBracket(with: sighting)
        let trigger = policy.values.initialTrigger
        guard isInside || trigger.contains(.exit) else { return }
        var draft = EventDraft(
            slot: pair.slot, kind: .didDetermineState, rank: .initialDetermination,
            timestamp: sighting.time, state: isInside ? .inside : .outside, reason: .initial)
        if isInside {
            beginVisit(
                at: sighting.time, byDetermination: !trigger.contains(.enter), &draft,
                in: &decision)
        }
        decision.drafts.append(draft)
        guard trigger.contains(isInside ? .enter : .exit) else { return }
        decision.drafts.append(
            EventDraft(
                slot: pair.slot, kind: isInside ? .didEnterRegion : .didExitRegion,
                rank: isInside ? .enter : .exit, timestamp: sighting.time,
                state: isInside ? .inside : .outside,
                bounds: RegionEvent.Bounds(earliest: nil, latest: sighting.time),
                evidence: .fixes, visit: pair.visit))
    }

    /// After a change of geometry the side alone decides.
    private mutating func classify(_ sighting: inout Sighting, in decision: inout Decision) {
        let isInside = sighting.measure.isInside
        let changed = isInside != (pair.state == .inside)
        pair.needsClassification = false
        if changed {
            pair.state = isInside ? .inside : .outside
            var draft = EventDraft(
                slot: pair.slot, kind: .didDetermineState, rank: .state,
                timestamp: sighting.time, state: isInside ? .inside : .outside,
                reason: .regionChanged)
            if isInside {
                beginVisit(at: sighting.time, byDetermination: true, &draft, in: &decision)
            } else {
                draft.visit = pair.visit
                endVisit()
            }
            decision.drafts.append(draft)
        }
        restartBracket(with: sighting)
        if pair.state == .inside {
            var sighting = sighting
            let reading = GateReading(&sighting, of: policy.exit, entering: false)
            resumeIfHeard(plainEvidence: reading.isPlainEvidence, in: &decision)
        }
    }

    // MARK: An unmoved fix

    /// Takes an unmoved fix, which stands for the last delivered one at its own time.
    mutating func `repeat`(_ last: Location, at time: Timestamp, in decision: inout Decision) {
        var sighting = Sighting(
            last, at: time, in: region, isInside: region.geometry.contains(last.coordinate))
        traceSighting(&sighting)
        recorder?.trace.isRepeat = true
        defer { finishTrace() }
        if sighting.isOverCeiling(of: region) {
            recorder?.trace.reading = .overCeiling
            passTime(to: time, in: &decision, then: nil)
            return
        }
        if pair.state != .unknown, !pair.needsClassification {
            let entering = pair.state == .outside
            let gate = gate
            let reading = GateReading(&sighting, of: gate, entering: entering)
            recorder?.trace.reading = PairTrace.Reading(reading)
            extendBracket(sighting.point, reading)
            if let pending = pair.pending, reading.isEvidence, pending.count >= gate.fixes,
                time.microseconds(since: pending.first) >= gate.duration
            {
                cross(.fixes, in: &decision, then: sighting)
            } else {
                passTime(to: time, in: &decision, then: sighting)
                resumeIfHeard(plainEvidence: reading.isPlainEvidence, in: &decision)
            }
        }
        tellDwell(upTo: time, in: &decision)
    }

    /// What any fix does: it completes a timeout and a dwell.
    private mutating func passTime(
        to time: Timestamp, in decision: inout Decision, then sighting: Sighting?
    ) {
        if let pending = pair.pending, let timeout = gate.timeout,
            time.microseconds(since: pending.first) >= timeout
        {
            cross(.timeout, in: &decision, then: sighting)
        }
        tellDwell(upTo: time, in: &decision)
    }

    // MARK: The clock

    /// Takes the time, given when the device was last heard.
    mutating func advance(to time: Timestamp, lastHeard: Timestamp, in decision: inout Decision) {
        let wasSilent = pair.isSilent
        if let pending = pair.pending, let timeout = gate.timeout,
            time.microseconds(since: pending.first) >= timeout
        {
            cross(.timeout, in: &decision, then: nil)
        }
        guard pair.state == .inside else { return }
        let deadline = policy.silence.map { lastHeard.advanced(byMicroseconds: $0) }
        if !wasSilent, pair.pending == nil {
            tellDwell(upTo: min(time, deadline ?? time), in: &decision)
        }
        if let deadline, time >= deadline, !pair.isSilent {
            pair.isSilent = true
            decision.drafts.append(
                EventDraft(
                    slot: pair.slot, kind: .didDetermineState, rank: .state, timestamp: deadline,
                    state: .unknown, reason: .silent, visit: pair.visit))
        }
    }

    /// The next moment at which `advance` would find something to do.
    static func deadline(
        of pair: PairRecord, in region: MonitoredRegion, lastHeard: Timestamp
    ) -> Timestamp? {
        var earliest: Timestamp?
        func consider(_ time: Timestamp) { earliest = min(earliest ?? time, time) }
        let policy = region.policy
        if let pending = pair.pending {
            let gate = pair.state == .inside ? policy.exit : policy.entry
            if let timeout = gate.timeout {
                consider(pending.first.advanced(byMicroseconds: timeout))
            }
        }
        guard pair.state == .inside, !pair.isSilent else { return earliest }
        if pair.pending == nil, let moment = pair.dwellMoment(by: policy) { consider(moment) }
        if let silence = policy.silence { consider(lastHeard.advanced(byMicroseconds: silence)) }
        return earliest
    }

    /// When the dwell of the visit under way is due; `nil` when none is to be told.
    var dwellMoment: Timestamp? { pair.dwellMoment(by: policy) }
}

extension PairRecord {
    /// When the dwell of the visit under way is due; `nil` when none is to be told.
    fileprivate func dwellMoment(by policy: ResolvedPolicy) -> Timestamp? {
        guard awaitsDwell, let enteredAt, let dwell = policy.dwell,
            !beganByDetermination || policy.values.initialTrigger.contains(.dwell)
        else { return nil }
        return enteredAt.advanced(byMicroseconds: dwell)
    }
}
