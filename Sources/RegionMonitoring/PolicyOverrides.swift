public import Geodesy

/// The presets that files and command lines can name.
public enum PolicyPreset: String, Hashable, Sendable, CaseIterable {
    /// Every crossing at once.
    case immediate

    /// For depots, customers and other places of up to a kilometre.
    case site

    /// For districts, tolls and borders.
    case zone

    /// `site` or `zone` by the region's size.
    case fleet

    /// Core Location's documented cushion of distance and time.
    case coreLocation = "core-location"

    /// Android's documented geofence contract.
    case android

    /// Windows' dwell time before either event.
    case windows

    /// Home Assistant's and OwnTracks' use of accuracy.
    case homeAssistant = "home-assistant"

    /// Inside when the circle of accuracy meets the region.
    case esriIntersects = "esri-intersects"

    /// Inside when the circle of accuracy is within the region.
    case esriContains = "esri-contains"

    /// In when the circle of accuracy is within the region, out when it is clear of it.
    case esriContainsThenDisjoint = "esri-contains-then-disjoint"
}

/// The values of a gate that somebody named.
public struct GateOverrides: Hashable, Sendable {
    /// Replaces ``Gate/distance``.
    public var distance: LocationDistance?

    /// Replaces ``Gate/accuracyFactor``.
    public var accuracyFactor: Double?

    /// Replaces ``Gate/accuracyLimit``; infinite for none.
    public var accuracyLimit: LocationDistance?

    /// Replaces ``Gate/fixes``.
    public var fixes: Int?

    /// Replaces ``Gate/duration``.
    public var duration: Duration?

    /// Replaces ``Gate/certainDistance``; infinite for none.
    public var certainDistance: LocationDistance?

    /// Replaces ``Gate/timeout``; `.some(nil)` for none.
    public var timeout: Duration??

    /// Creates overrides that change nothing.
    public init() {}

    func apply(to gate: inout Gate) {
        if let distance { gate.distance = distance }
        if let accuracyFactor { gate.accuracyFactor = accuracyFactor }
        if let accuracyLimit { gate.accuracyLimit = accuracyLimit }
        if let fixes { gate.fixes = fixes }
        if let duration { gate.duration = duration }
        if let certainDistance { gate.certainDistance = certainDistance }
        if let timeout { gate.timeout = timeout }
    }
}

/// The values of a policy that somebody named: a preset first, then single values on top.
///
/// A preset replaces every value of the policy it is applied to, except the assumed state and the
/// silence, which no preset sets.
public struct PolicyOverrides: Hashable, Sendable {
    /// The preset to start from instead.
    public var preset: PolicyPreset?

    /// Values of the way in.
    public var entry = GateOverrides()

    /// Values of the way out.
    public var exit = GateOverrides()

    /// Replaces ``TransitionPolicy/accuracyCeiling-swift.property``.
    public var accuracyCeiling: TransitionPolicy.AccuracyCeiling?

    /// Replaces ``TransitionPolicy/assumedAccuracy``.
    public var assumedAccuracy: LocationDistance?

    /// Replaces ``TransitionPolicy/dwell``; `.some(nil)` for none.
    public var dwell: Duration??

    /// Replaces ``TransitionPolicy/passThrough``.
    public var passThrough: Bool?

    /// Replaces ``TransitionPolicy/passThroughGap``; `.some(nil)` for any.
    public var passThroughGap: Duration??

    /// Replaces ``TransitionPolicy/maximumGap``; `.some(nil)` for any.
    public var maximumGap: Duration??

    /// Replaces ``TransitionPolicy/silence``; `.some(nil)` for never.
    public var silence: Duration??

    /// Replaces ``TransitionPolicy/initialTrigger-swift.property``.
    public var initialTrigger: TransitionPolicy.InitialTrigger?

    /// Replaces ``TransitionPolicy/assumedState-swift.property``.
    public var assumedState: TransitionPolicy.AssumedState?

    /// Creates overrides that change nothing.
    public init() {}

    /// Creates overrides that replace the policy by a preset.
    public init(preset: PolicyPreset) { self.preset = preset }

    func apply(to policy: inout TransitionPolicy) {
        entry.apply(to: &policy.entry)
        exit.apply(to: &policy.exit)
        if let accuracyCeiling { policy.accuracyCeiling = accuracyCeiling }
        if let assumedAccuracy { policy.assumedAccuracy = assumedAccuracy }
        if let dwell { policy.dwell = dwell }
        if let passThrough { policy.passThrough = passThrough }
        if let passThroughGap { policy.passThroughGap = passThroughGap }
        if let maximumGap { policy.maximumGap = maximumGap }
        if let silence { policy.silence = silence }
        if let initialTrigger { policy.initialTrigger = initialTrigger }
        if let assumedState { policy.assumedState = assumedState }
    }
}
