/// A stay of one device in one region, from its beginning to its end: Core Location's `CLVisit`, for
/// regions.
///
/// A visit is told once, when it has ended. One that is still going on is no value of this type.
public struct Visit: Hashable, Sendable {
    /// The visit's number among those of the device, from 1 in the order of opening, as events have
    /// it; `nil` for a stay whose beginning was not seen.
    public var number: UInt64?

    /// The device.
    public var device: DeviceID

    /// The region.
    public var region: RegionID

    /// When it began: when the track crossed the boundary, or when the device was first found inside.
    /// `nil` when that is not known, as of a device assumed to be inside.
    public var enteredAt: Timestamp?

    /// When the crossing in happened at the earliest and latest; `nil` when no crossing began it.
    public var enteredBounds: RegionEvent.Bounds?

    /// When it ended: when the track crossed the boundary, or as ``reason`` says.
    public var exitedAt: Timestamp

    /// When the crossing out happened at the earliest and latest; `nil` when no crossing ended it.
    public var exitedBounds: RegionEvent.Bounds?

    /// The time of the fix, or of the `advance(to:)`, that proved the end; never before ``exitedAt``.
    public var decidedAt: Timestamp

    /// What ended the visit otherwise than by a crossing: `removed`, `deviceRemoved` or
    /// `regionChanged`; `nil` for a crossing.
    public var reason: RegionEvent.Reason?

    /// Whether the visit lasted for the policy's dwell, told by a `didDwellInRegion`.
    public var hasDwelled: Bool

    /// Creates a visit; engines and tests do, users receive them.
    public init(
        number: UInt64?, device: DeviceID, region: RegionID, enteredAt: Timestamp? = nil,
        enteredBounds: RegionEvent.Bounds? = nil, exitedAt: Timestamp,
        exitedBounds: RegionEvent.Bounds? = nil, decidedAt: Timestamp,
        reason: RegionEvent.Reason? = nil, hasDwelled: Bool = false
    ) {
        self.number = number
        self.device = device
        self.region = region
        self.enteredAt = enteredAt
        self.enteredBounds = enteredBounds
        self.exitedAt = exitedAt
        self.exitedBounds = exitedBounds
        self.decidedAt = decidedAt
        self.reason = reason
        self.hasDwelled = hasDwelled
    }

    /// How long it was; `nil` when its beginning is not known.
    public var duration: Duration? { enteredAt.map { exitedAt - $0 } }
}
