import Geodesy
import RegionIndex
import RegionMonitoring

/// One device and one region: what was seen and what is concluded from it.
struct ReferencePair {
    /// A transition that has evidence and is not confirmed (§4).
    struct Pending {
        /// The first evidence, as an index of ``history``.
        var first: Int
        var evidenceFixes: Int
    }

    /// From an enter, or a determination as inside, to the exit (§1).
    struct Visit {
        enum Origin {
            case enter
            case determination
            case assumption
        }

        var token: VisitBook.Token
        var origin: Origin

        /// `nil` after an assumption: the start is unknown.
        var enteredAt: Timestamp?
        var hasDwelled = false
    }

    /// Every fix since the pair began, in order; nothing is ever dropped.
    var history: [SeenFix] = []

    /// `nil`: no delivered fix reached the pair yet. Silent pairs are inside.
    var state: RegionState?
    var isSilent = false
    var pending: Pending?
    var visit: Visit?

    /// Where the present geometry begins in ``history``.
    var geometryStart = 0

    /// Whether the geometry changed and no fix classified since (§10).
    var isUnclassified = false

    /// Where the search for a bracket ends: the deciding fix, or what came after the decision (§5).
    var decisionStart = 0

    /// The latest crossing or dwell of the pair; later ones are never before it (§5).
    var lastTimestamp: Timestamp?
}

/// A fix as one pair saw it, with the policy it was judged by.
struct SeenFix {
    var fix: Location
    var coordinate: LocationCoordinate2D

    /// a: its accuracy, or the assumed one.
    var accuracy: LocationDistance

    /// s: metres to the boundary, negative inside.
    var signedDistance: LocationDistance
    var policy: TransitionPolicy
    var isOverCeiling: Bool
    var isUnmoved: Bool

    var time: Timestamp { fix.timestamp }

    init(_ sighting: Sighting, in region: ReferenceRegion) {
        fix = sighting.fix
        isUnmoved = sighting.isUnmoved
        coordinate = sighting.position.coordinate
        accuracy = sighting.position.horizontalAccuracy ?? region.policy.assumedAccuracy
        signedDistance = region.geometry.signedDistance(to: coordinate)
        policy = region.policy
        isOverCeiling = region.isOverCeiling(accuracy)
    }
}

extension ReferencePair {
    /// Takes a fix: concludes the state, then passes through, dwells and resumes as far as they apply.
    mutating func take(
        _ sighting: Sighting, in region: ReferenceRegion, visits: inout VisitBook,
        drafts: inout [ReferenceDraft]
    ) {
        if state == nil {
            // §8: "an `unmoved` one does not count".
            if sighting.isUnmoved { return }
            begin(under: region.policy, visits: &visits)
        }
        let fix = SeenFix(sighting, in: region)
        let wasOutsideInPeace = state == .outside && pending == nil
        history.append(fix)

        if fix.isOverCeiling {
            confirmByTimeout(at: fix.time, by: fix, in: region, visits: &visits, drafts: &drafts)
        } else if isUnclassified {
            if !fix.isUnmoved { classify(by: fix, in: region, visits: &visits, drafts: &drafts) }
        } else if state == .unknown {
            if !fix.isUnmoved { determine(by: fix, in: region, visits: &visits, drafts: &drafts) }
        } else {
            weigh(fix, in: region, visits: &visits, drafts: &drafts)
            if wasOutsideInPeace, state == .outside, pending == nil {
                passThrough(to: fix, in: region, visits: &visits, drafts: &drafts)
            }
        }
        dwell(at: fix, in: region, drafts: &drafts)
        resume(by: fix, in: region, drafts: &drafts)
    }

    /// Takes an `advance(to:)` in the order of §11: a timeout, the dwell, silence.
    mutating func take(
        _ tick: Tick, in region: ReferenceRegion, visits: inout VisitBook,
        drafts: inout [ReferenceDraft]
    ) {
        let wasSilent = isSilent
        confirmByTimeout(at: tick.time, by: nil, in: region, visits: &visits, drafts: &drafts)
        guard state == .inside else { return }
        let deadline = region.policy.silence.map { tick.lastAccepted + $0 }
        if !wasSilent, pending == nil {
            dwell(upTo: min(tick.time, deadline ?? tick.time), in: region, drafts: &drafts)
        }
        if let deadline, tick.time >= deadline, !isSilent {
            isSilent = true
            var draft = ReferenceDraft(.didDetermineState, .unknown, in: region, at: deadline)
            draft.reason = .silent
            draft.visit = visit?.token
            drafts.append(draft)
        }
    }

    /// §8: what is taken for granted at the first fix.
    private mutating func begin(under policy: TransitionPolicy, visits: inout VisitBook) {
        state = policy.assumedState.asRegionState
        guard state == .inside else { return }
        // No visit in the sense of §1, which an enter or a determination begins: it gets no number.
        visit = Visit(token: visits.open(), origin: .assumption)
    }
}

extension TransitionPolicy.AssumedState {
    var asRegionState: RegionState {
        switch self {
        case .unknown: .unknown
        case .outside: .outside
        case .inside: .inside
        }
    }
}
