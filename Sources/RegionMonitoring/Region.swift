public import Geodesy

/// An area to watch, with its name and what is told about it.
public struct Region: Hashable, Sendable {
    /// The identifier, unique within a monitor.
    public var identifier: RegionID

    /// The area.
    public var shape: RegionShape

    /// A name for people; the engine does not use it.
    public var name: String?

    /// Whether `didEnterRegion` is delivered; the state is kept either way.
    public var notifyOnEntry: Bool

    /// Whether `didExitRegion` is delivered; the state is kept either way.
    public var notifyOnExit: Bool

    /// Whether `didDwellInRegion` is delivered; the state is kept either way.
    public var notifyOnDwell: Bool

    /// What this region changes of the monitor's policy.
    public var policy: PolicyOverrides {
        get { ownPolicy?.overrides ?? PolicyOverrides() }
        set { ownPolicy = OwnPolicy(newValue) }
    }

    /// The same; `nil` for nothing, as most regions have it: overrides take half a kilobyte.
    private var ownPolicy: OwnPolicy?

    /// Further facts that came with the region, each a JSON text by its name; kept, not evaluated.
    public var properties: [String: String]

    /// Creates a region; whether it can be monitored is checked when monitoring starts.
    public init(
        identifier: RegionID,
        shape: RegionShape,
        name: String? = nil,
        notifyOnEntry: Bool = true,
        notifyOnExit: Bool = true,
        notifyOnDwell: Bool = true,
        policy: PolicyOverrides = PolicyOverrides(),
        properties: [String: String] = [:]
    ) {
        self.identifier = identifier
        self.shape = shape
        self.name = name
        self.notifyOnEntry = notifyOnEntry
        self.notifyOnExit = notifyOnExit
        self.notifyOnDwell = notifyOnDwell
        ownPolicy = OwnPolicy(policy)
        self.properties = properties
    }

    /// Creates a circular region, as Core Location's `CLCircularRegion` does.
    public init(
        identifier: RegionID, center: LocationCoordinate2D, radius: LocationDistance
    ) {
        self.init(identifier: identifier, shape: .circle(Circle(center: center, radius: radius)))
    }

    /// Whether it changes something of the monitor's policy.
    var hasOwnPolicy: Bool { ownPolicy != nil }
}

/// Overrides that change something.
private final class OwnPolicy: Hashable, Sendable {
    let overrides: PolicyOverrides

    init?(_ overrides: PolicyOverrides) {
        if overrides == PolicyOverrides() { return nil }
        self.overrides = overrides
    }

    static func == (left: OwnPolicy, right: OwnPolicy) -> Bool {
        left === right || left.overrides == right.overrides
    }

    func hash(into hasher: inout Hasher) { hasher.combine(overrides) }
}
