import Geodesy

/// What an explanation remembers of one device and one region: the crossing that seems under way.
struct PairStory: Sendable {
    /// A crossing that came to nothing.
    struct Missed {
        var kind: RegionEvent.Kind

        /// What follows after `No exit from depot`, from its comma or colon to the full stop.
        var reason: String

        func sentence(_ region: RegionID) -> String {
            switch kind {
            case .didExitRegion: "No exit from \(region.rawValue)\(reason)"
            default: "No enter into \(region.rawValue)\(reason)"
            }
        }
    }

    /// Fixes on the other side, one after the other, that were no event.
    private struct Attempt: Sendable {
        var first: Timestamp
        var last: Timestamp
        var count = 0
        var blurred = 0
        var overCeiling = 0

        /// The fix furthest on the other side: how far, and how far it had to be.
        var furthest: LocationDistance = -1
        var needed: LocationDistance = 0
        var pending: (count: Int, since: Timestamp)?
    }

    /// The latest trace of the pair.
    private(set) var lastTrace: PairTrace?

    private var attempt: Attempt?
    private var hasEvents = false
    private var nearest: (distance: LocationDistance, time: Timestamp)?

    /// Takes what a fix meant.
    ///
    /// - Parameter told: Whether events of the pair came of it.
    mutating func take(_ trace: PairTrace, at time: Timestamp, _ told: Bool) -> [Missed] {
        lastTrace = trace
        if nearest.map({ trace.signedDistance < $0.distance }) ?? true {
            nearest = (trace.signedDistance, time)
        }
        var missed: [Missed] = []
        if let through = trace.missedPassThrough {
            missed.append(Missed(kind: .didEnterRegion, reason: through.text(at: time, trace)))
        }
        if trace.confirmation != nil || trace.stateBefore != trace.stateAfter
            || trace.stateBefore == .unknown || trace.reading == .determination
        {
            attempt = nil
            if trace.confirmation != nil, trace.stateBefore != trace.stateAfter, !told {
                missed.append(suppressed(trace, at: time))
            }
            return missed
        }
        let isEntering = trace.stateBefore != .inside
        let depth = isEntering ? -trace.signedDistance : trace.signedDistance
        let isBeyond = isEntering ? depth >= 0 : depth > 0
        if trace.cancelsPending {
            missed.append(cancelled(trace, at: time, isEntering: isEntering))
            attempt = nil
        } else if trace.reading == .overCeiling || trace.isRepeat {
            // It neither ends nor begins anything; but it may explain why nothing began.
            if isBeyond, !trace.isRepeat { note(trace, depth, at: time) }
        } else if isBeyond || trace.reading != .neutral {
            note(trace, depth, at: time)
        } else if let attempt {
            missed.append(ended(attempt, isEntering: isEntering))
            self.attempt = nil
        }
        return missed
    }

    /// Takes note of a fix that is far off the region, where the device is outside.
    mutating func leave(at time: Timestamp) -> Missed? {
        guard let attempt, lastTrace?.stateAfter == .outside else { return nil }
        self.attempt = nil
        return ended(attempt, isEntering: true)
    }

    /// Takes note of an event of the pair.
    mutating func settle(_ event: RegionEvent) {
        hasEvents = true
        guard event.kind == .didEnterRegion || event.kind == .didExitRegion else { return }
        attempt = nil
        lastTrace?.stateAfter = event.state
        lastTrace?.pendingCount = nil
        lastTrace?.pendingSince = nil
    }

    /// What is left to tell at the end of the track.
    mutating func finish(isAsked: Bool, fixCount: Int) -> Missed? {
        guard let lastTrace else { return nil }
        let isEntering = lastTrace.stateAfter != .inside
        defer { attempt = nil }
        if let attempt {
            return attempt.pending == nil
                ? ended(attempt, isEntering: isEntering)
                : unfinished(attempt, lastTrace, isEntering: isEntering)
        }
        if !isEntering {
            return Missed(
                kind: .didExitRegion,
                reason: ": the device was inside until its last fix.")
        }
        guard isAsked, !hasEvents, let nearest else { return nil }
        return Missed(
            kind: .didEnterRegion,
            reason: nearest.distance > 0
                ? ": of \(counted(fixCount, "fix", "fixes")) none lay inside; the nearest, at "
                    + "\(nearest.time), was \(nearest.distance.metersText) off."
                : ": its fixes inside did not settle a state.")
    }

    private mutating func note(_ trace: PairTrace, _ depth: LocationDistance, at time: Timestamp) {
        var attempt = attempt ?? Attempt(first: time, last: time)
        attempt.last = time
        attempt.count += 1
        if trace.reading == .blurred { attempt.blurred += 1 }
        if trace.reading == .overCeiling { attempt.overCeiling += 1 }
        if trace.reading != .overCeiling, depth > attempt.furthest {
            attempt.furthest = depth
            attempt.needed = trace.threshold
        }
        if let count = trace.pendingCount, let since = trace.pendingSince {
            attempt.pending = (count, since)
        }
        self.attempt = attempt
    }
}

// MARK: - Sentences

extension PairStory {
    private func cancelled(
        _ trace: PairTrace, at time: Timestamp, isEntering: Bool
    ) -> Missed {
        let gate = isEntering ? trace.policy.entry : trace.policy.exit
        let count = trace.pendingCount ?? 0
        var reason = ": " + counted(count, "fix", "fixes")
        if let since = trace.pendingSince { reason += " from \(since) on" }
        reason +=
            " spoke for it \(gate.demands), and the fix at \(time), \(trace.signedDistance.sideText), cancelled it."
        return Missed(kind: isEntering ? .didEnterRegion : .didExitRegion, reason: reason)
    }

    private func unfinished(_ attempt: Attempt, _ trace: PairTrace, isEntering: Bool) -> Missed {
        let gate = isEntering ? trace.policy.entry : trace.policy.exit
        var reason = " yet: "
        if let pending = attempt.pending {
            reason += counted(pending.count, "fix", "fixes")
            reason += " from \(pending.since) on spoke for it \(gate.demands)"
        }
        reason += "; the track ended before it was confirmed."
        return Missed(kind: isEntering ? .didEnterRegion : .didExitRegion, reason: reason)
    }

    private func ended(_ attempt: Attempt, isEntering: Bool) -> Missed {
        let side = isEntering ? "inside" : "outside"
        var reason =
            attempt.count == 1
            ? ": the fix at \(attempt.first) was \(side)"
            : ": \(attempt.count) fixes from \(attempt.first) to \(attempt.last) were \(side)"
        if attempt.count == attempt.overCeiling {
            reason += ", but less accurate than the ceiling."
        } else {
            let by = max(attempt.furthest, 0).metersText
            reason += attempt.count == 1 ? " by \(by)" : " by at most \(by)"
            reason += ", and \(attempt.needed.metersText) or more were needed"
            if attempt.pending == nil, attempt.blurred > 0 {
                reason += " with its accuracy counted"
            }
            if attempt.overCeiling > 0 {
                reason += "; \(attempt.overCeiling) of them less accurate than the ceiling"
            }
            reason += "."
        }
        return Missed(kind: isEntering ? .didEnterRegion : .didExitRegion, reason: reason)
    }

    private func suppressed(_ trace: PairTrace, at time: Timestamp) -> Missed {
        let isEntering = trace.stateAfter == .inside
        return Missed(
            kind: isEntering ? .didEnterRegion : .didExitRegion,
            reason: " was told: it was decided at \(time), but the region's "
                + "\(isEntering ? "notifyOnEntry" : "notifyOnExit") is off.")
    }
}

extension PairTrace.MissedPassThrough {
    fileprivate func text(at time: Timestamp, _ trace: PairTrace) -> String {
        let start =
            ": the straight way from the fix at \(since) to that at \(time) leads through it, "
        switch reason {
        case .off:
            return start + "but pass-through is off."
        case .gapTooLong:
            let gap = trace.policy.passThroughGap?.decimalSeconds ?? ""
            return start + "but that is more than the pass-through gap of \(gap) s."
        case .tooShallow:
            return start + "but not deep enough for the entry gate."
        case .tooBrief:
            return start + "but for less than the entry gate's duration of "
                + "\(trace.policy.entry.duration.decimalSeconds) s."
        }
    }
}

extension LocationDistance {
    /// Where a fix is, by its signed distance.
    fileprivate var sideText: String {
        self > 0
            ? "\(metersText) outside" : self < 0 ? "\((-self).metersText) inside" : "on the line"
    }
}

extension Gate {
    /// What confirms, in words.
    fileprivate var demands: String {
        var parts: [String] = []
        var own = counted(fixes, "fix", "fixes")
        if duration > .zero { own += " over \(duration.decimalSeconds) s" }
        parts.append(own)
        if certainDistance.isFinite {
            parts.append("one \(certainDistance.metersText) and its accuracy beyond the line")
        }
        if let timeout { parts.append("\(timeout.decimalSeconds) s") }
        return "(needed: \(parts.joined(separator: ", or ")))"
    }
}
