public import Geodesy

/// Which fixes are evaluated at all.
///
/// The reasons are looked for in the order of ``LocationRejection/Reason``.
public struct LocationFilter: Hashable, Sendable {
    /// Whether fixes at exactly 0, 0 are evaluated; off, since trackers send that for "no position".
    public var keepsNullIsland: Bool

    /// How far ahead of the clock a fix may be; 300 s. One fix from 2099 would make all later ones
    /// late. Not looked at when the caller gives no clock.
    public var futureTolerance: Duration

    /// The age, by the clock, from which a fix is stale; `nil`: none.
    public var maximumAge: Duration?

    /// The greatest accuracy radius in metres; `nil`: any. Fixes without accuracy pass.
    public var maximumAccuracy: LocationDistance?

    /// Whether fixes made by software are rejected.
    public var rejectsSimulated: Bool

    /// For how long fixes are held back to be put in the order of time; `nil`: not at all.
    public var reorderWindow: Duration?

    /// The greatest speed from the last fix, in metres per second; `nil`: any.
    public var maximumSpeed: Double?

    /// The shortest time between two fixes; `nil`: any.
    public var minimumInterval: Duration?

    /// How far a device must have moved since its last fix, in metres; `nil`: not at all. Core
    /// Location's name.
    public var distanceFilter: LocationDistance?

    /// Creates a filter; by default it refuses null island and fixes from the future.
    public init(
        keepsNullIsland: Bool = false,
        futureTolerance: Duration = .seconds(300),
        maximumAge: Duration? = nil,
        maximumAccuracy: LocationDistance? = nil,
        rejectsSimulated: Bool = false,
        reorderWindow: Duration? = nil,
        maximumSpeed: Double? = nil,
        minimumInterval: Duration? = nil,
        distanceFilter: LocationDistance? = nil
    ) {
        self.keepsNullIsland = keepsNullIsland
        self.futureTolerance = futureTolerance
        self.maximumAge = maximumAge
        self.maximumAccuracy = maximumAccuracy
        self.rejectsSimulated = rejectsSimulated
        self.reorderWindow = reorderWindow
        self.maximumSpeed = maximumSpeed
        self.minimumInterval = minimumInterval
        self.distanceFilter = distanceFilter
    }
}
