/// Where a device stands with a region.
public enum RegionState: String, Hashable, Sendable, CaseIterable {
    /// Not known: no evidence yet, or the device has fallen silent inside.
    case unknown

    /// Within the region.
    case inside

    /// Not within the region.
    case outside

    /// The region is not, or no longer, monitored for the device.
    case unmonitored
}

/// Something that happened between one device and one region.
///
/// `didEnterRegion` and `didExitRegion` are crossings and carry ``bounds`` and ``evidence``;
/// `didDetermineState` carries a ``reason``. Which further members are set is said at each.
public struct RegionEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The device came in.
        case didEnterRegion

        /// The device went out.
        case didExitRegion

        /// The device has been inside for the policy's dwell.
        case didDwellInRegion

        /// The state was settled otherwise than by a crossing.
        case didDetermineState
    }

    /// What proved a crossing.
    public enum Evidence: String, Hashable, Sendable {
        /// Enough fixes, or one beyond doubt.
        case fixes

        /// A straight way between two fixes that meets the region.
        case segment

        /// Time that passed without evidence to the contrary.
        case timeout
    }

    /// Why a state was determined.
    public enum Reason: String, Hashable, Sendable {
        /// The first evidence about the pair.
        case initial

        /// Asked for with `requestState(for:of:)`.
        case requested

        /// The region's geometry changed around the device.
        case regionChanged

        /// The region is no longer monitored.
        case removed

        /// The device was removed.
        case deviceRemoved

        /// No fix came for the policy's `silence`.
        case silent

        /// The device was heard again.
        case resumed
    }

    /// When a crossing happened at the earliest and at the latest.
    public struct Bounds: Hashable, Sendable {
        /// The last fix known to be on the old side; `nil` when there was none.
        public var earliest: Timestamp?

        /// The next fix after it.
        public var latest: Timestamp

        /// Creates bounds.
        public init(earliest: Timestamp?, latest: Timestamp) {
            self.earliest = earliest
            self.latest = latest
        }
    }

    /// What happened.
    public var kind: Kind

    /// The device.
    public var device: DeviceID

    /// The region.
    public var region: RegionID

    /// The event's number among those of the device, from 1 without gaps.
    public var sequence: UInt64

    /// The visit's number among those of the device, from 1; `nil` when the event is about none.
    public var visit: UInt64?

    /// When it happened: for a crossing, when the track crossed the boundary.
    public var timestamp: Timestamp

    /// When the crossing happened at the earliest and latest; crossings only.
    public var bounds: Bounds?

    /// The time of the fix, or of the `advance(to:)`, that proved it; never before ``timestamp``.
    public var decidedAt: Timestamp

    /// What proved the crossing; crossings only.
    public var evidence: Evidence?

    /// The state from this event on.
    public var state: RegionState

    /// Why the state was determined; `didDetermineState` only.
    public var reason: Reason?

    /// When the visit began, where an event ends a visit whose beginning is known.
    public var enteredAt: Timestamp?

    /// How long the visit was, where an event ends a visit whose beginning is known.
    public var duration: Duration?

    /// The fix that decided; `nil` when time or a request did.
    public var fix: Location?

    /// Creates an event; engines and tests do, users receive them.
    public init(
        kind: Kind, device: DeviceID, region: RegionID, sequence: UInt64, visit: UInt64? = nil,
        timestamp: Timestamp, bounds: Bounds? = nil, decidedAt: Timestamp,
        evidence: Evidence? = nil, state: RegionState, reason: Reason? = nil,
        enteredAt: Timestamp? = nil, duration: Duration? = nil, fix: Location? = nil
    ) {
        self.kind = kind
        self.device = device
        self.region = region
        self.sequence = sequence
        self.visit = visit
        self.timestamp = timestamp
        self.bounds = bounds
        self.decidedAt = decidedAt
        self.evidence = evidence
        self.state = state
        self.reason = reason
        self.enteredAt = enteredAt
        self.duration = duration
        self.fix = fix
    }
}
