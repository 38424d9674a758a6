import Geodesy

/// Where a device was at a time: an end of a bracket.
struct TrackPoint: Hashable, Sendable {
    var time: Timestamp
    var coordinate: LocationCoordinate2D
}

/// The two fixes between which a coming crossing lies.
struct Bracket: Hashable, Sendable {
    /// The last fix known to be on the old side.
    var earlier: TrackPoint?

    /// The next fix after it that was not blurred, once there is one.
    var later: TrackPoint?

    /// Whether `earlier` is the latest fix that counts: then it can begin a pass-through segment.
    var isCurrent = false

    static let none = Bracket()
}

/// A transition that evidence has begun and that is not yet confirmed.
struct PendingTransition: Hashable, Sendable {
    /// The time of the first evidence.
    var first: Timestamp

    /// How many evidence fixes there were.
    var count: Int

    /// The bracket as it stood at the first evidence.
    var bracket: Bracket
}

/// What is remembered of one device and one region while they have to do with each other.
///
/// A pair that is outside with nothing pending and a clean last fix is not stored at all.
struct PairRecord: Hashable, Sendable {
    enum State: UInt8, Sendable {
        case unknown
        case outside
        case inside
    }

    var slot: RegionSlot

    var state: State

    /// Up to which revision the pair was evaluated.
    var revision: Revision

    /// Whether the geometry changed: the next fix classifies by its side alone.
    var needsClassification = false

    /// Whether the device fell silent inside.
    var isSilent = false

    var pending: PendingTransition?
    var bracket = Bracket.none

    /// The accuracy of the latest fix that counted: a segment begins there.
    var lastAccuracy: LocationDistance = 0

    /// The visit's number, 0 for none; negative while the decision that opens it is being made.
    var visit: Int64 = 0

    /// When the visit began, if that is known.
    var enteredAt: Timestamp?

    /// Whether a dwell is still to be told of this visit, if its beginning is known.
    var awaitsDwell = false

    /// Whether the visit began by a determination that made no enter: it dwells only by a trigger.
    var beganByDetermination = false

    /// The latest crossing or dwell told of the pair: none that follows lies before it.
    var latestMark: Timestamp?

    init(slot: RegionSlot, state: State, revision: Revision) {
        self.slot = slot
        self.state = state
        self.revision = revision
    }

    /// Drops what an edit of the region made void.
    mutating func refresh(for region: MonitoredRegion, at current: Revision) {
        if revision < region.geometryRevision {
            pending = nil
            bracket = .none
            lastAccuracy = 0
            if state != .unknown { needsClassification = true }
        } else if revision < region.policyRevision {
            pending = nil
        }
        revision = current
    }
}
