public import Geodesy
import RegionIndex

/// Why one fix did, or did not, change the state of one pair: what the tracker saw and concluded.
public struct PairTrace: Hashable, Sendable {
    /// What a fix says about the way out of the present state.
    public enum Reading: String, Hashable, Sendable {
        /// It is evidence for the other side.
        case evidence

        /// It would be evidence, but for its accuracy: it neither counts nor cancels.
        case blurred

        /// It is no evidence.
        case neutral

        /// It is less accurate than the region's ceiling: a sign of life and nothing else.
        case overCeiling

        /// It settles an unknown state, or one whose geometry changed, by other rules.
        case determination
    }

    /// The region.
    public var region: RegionID

    /// The state before the fix; `inside` also for a silent pair.
    public var stateBefore: RegionState

    /// The state after the fix.
    public var stateAfter: RegionState

    /// Whether the fix was dropped as unmoved and stands for the last delivered one.
    public var isRepeat = false

    /// s: metres to the boundary, negative inside.
    public var signedDistance: LocationDistance

    /// a: the fix's accuracy in metres, or the policy's assumption.
    public var accuracy: LocationDistance

    /// a′: the accuracy as far as the gate counts it.
    public var countedAccuracy: LocationDistance

    /// How far beyond the boundary the fix had to be, in metres.
    public var threshold: LocationDistance

    /// What the fix said.
    public var reading: Reading

    /// Whether the fix cancelled a pending transition.
    public var cancelsPending = false

    /// How many evidence fixes the transition has that is pending after the fix, or that the fix
    /// confirmed or cancelled; `nil` when there is none.
    public var pendingCount: Int?

    /// When that transition had its first evidence.
    public var pendingSince: Timestamp?

    /// What confirmed a transition at this fix.
    public var confirmation: RegionEvent.Evidence?

    /// Whether the fix confirmed by itself, being beyond doubt by the gate's `certainDistance`.
    public var isCertain = false

    /// The way from an earlier fix to this one that led through the region and was no visit.
    public var missedPassThrough: MissedPassThrough?

    /// The policy in force.
    public var policy: TransitionPolicy

    /// A way through a region, between two fixes outside of it, that is no visit.
    public struct MissedPassThrough: Hashable, Sendable {
        /// Why it is none.
        public enum Reason: String, Hashable, Sendable {
            /// The policy's `passThrough` is off.
            case off

            /// The time between the fixes is longer than the policy's `passThroughGap`.
            case gapTooLong

            /// The way does not lead deep enough into the region.
            case tooShallow

            /// The way does not stay in the region for the entry gate's `duration`.
            case tooBrief
        }

        /// Why it is none.
        public var reason: Reason

        /// The time of the earlier fix.
        public var since: Timestamp
    }

    init(region: MonitoredRegion, pair: PairRecord) {
        self.region = region.region.identifier
        stateBefore = RegionState(pair.state)
        stateAfter = stateBefore
        signedDistance = 0
        accuracy = 0
        countedAccuracy = 0
        threshold = 0
        reading = .determination
        policy = region.policy.values
    }
}

extension RegionState {
    init(_ state: PairRecord.State) {
        switch state {
        case .unknown: self = .unknown
        case .outside: self = .outside
        case .inside: self = .inside
        }
    }
}

extension PairTrace.Reading {
    init(_ reading: GateReading) {
        self = reading.isEvidence ? .evidence : reading.isBlurred ? .blurred : .neutral
    }
}

/// Keeps the record of one fix while its tracker works.
final class TraceRecorder {
    var trace: PairTrace

    init(_ trace: PairTrace) { self.trace = trace }
}

extension RegionTracker {
    /// Begins the record of a fix, where one is wanted.
    mutating func traceSighting(_ sighting: inout Sighting) {
        guard recorder != nil else { return }
        let gate = gate
        recorder?.trace.signedDistance = sighting.measure.signedDistance()
        recorder?.trace.accuracy = sighting.accuracy
        recorder?.trace.countedAccuracy = gate.counted(sighting.accuracy)
        recorder?.trace.threshold = gate.threshold(sighting.accuracy)
    }

    /// Ends the record of a fix, where one is wanted.
    mutating func finishTrace() {
        guard recorder != nil else { return }
        recorder?.trace.stateAfter = RegionState(pair.state)
        if let pending = pair.pending { tracePending(pending) }
    }

    /// Records a transition that is pending, or that ends.
    mutating func tracePending(_ pending: PendingTransition) {
        guard recorder != nil else { return }
        recorder?.trace.pendingCount = pending.count
        recorder?.trace.pendingSince = pending.first
    }

    /// Records why a way through the region is no visit, if it leads through it at all.
    mutating func traceMissedPassThrough(
        from start: TrackPoint, to end: TrackPoint, _ reason: PairTrace.MissedPassThrough.Reason
    ) {
        guard recorder != nil else { return }
        let chords = region.geometry.insideIntervals(from: start.coordinate, to: end.coordinate)
        guard chords.contains(where: { $0.lowerBound < $0.upperBound }) else { return }
        recorder?.trace.missedPassThrough = PairTrace.MissedPassThrough(
            reason: reason, since: start.time)
    }
}
