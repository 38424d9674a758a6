public import Geodesy

/// Which policy a region gets: one for all, or one by the region's size.
public struct PolicyChoice: Hashable, Sendable {
    /// From which inradius on, in metres, a region is a zone to ``fleet``.
    public static let zoneInradius: LocationDistance = 1000

    /// The policy of regions with an inradius under ``zoneInradius``.
    public var smaller: TransitionPolicy

    /// The policy of regions from that inradius on.
    public var larger: TransitionPolicy

    /// Creates a choice by size.
    public init(smaller: TransitionPolicy, larger: TransitionPolicy) {
        self.smaller = smaller
        self.larger = larger
    }

    /// Creates a choice of one policy for all regions.
    public init(_ policy: TransitionPolicy) {
        self.init(smaller: policy, larger: policy)
    }

    /// Whether a region's size makes no difference.
    var isUniform: Bool { smaller == larger }

    /// The choice with what somebody named on top.
    public func applying(_ overrides: PolicyOverrides) -> PolicyChoice {
        var result = self
        if let preset = overrides.preset {
            result = PolicyChoice(preset: preset)
            result.smaller.assumedState = smaller.assumedState
            result.smaller.silence = smaller.silence
            result.larger.assumedState = larger.assumedState
            result.larger.silence = larger.silence
        }
        overrides.apply(to: &result.smaller)
        overrides.apply(to: &result.larger)
        return result
    }
}

extension PolicyChoice {
    /// Creates the choice that a preset stands for; what a preset asks its user for is 0.
    public init(preset: PolicyPreset) {
        switch preset {
        case .immediate: self = .immediate
        case .site: self = .site
        case .zone: self = .zone
        case .fleet: self = .fleet
        case .coreLocation: self = .coreLocation(cushion: 0)
        case .android: self = .android(loiteringDelay: nil)
        case .windows: self = .windows(dwellTime: .zero)
        case .homeAssistant: self = .homeAssistant
        case .esriIntersects: self = .esri(.intersects)
        case .esriContains: self = .esri(.contains)
        case .esriContainsThenDisjoint: self = .esri(.containsThenDisjoint)
        }
    }

    /// Every crossing at once, without hysteresis.
    public static let immediate = PolicyChoice(TransitionPolicy())

    /// For depots, customers and other places: in after two fixes (or one 30 m deep, or a minute),
    /// out 20 m and the fix's accuracy beyond the line after two fixes (or one 500 m off, or five
    /// minutes).
    ///
    /// Three guards are needed against real noise: distance, clamped accuracy and persistence.
    public static let site = PolicyChoice(
        TransitionPolicy(
            entry: Gate(fixes: 2, certainDistance: 30, timeout: .seconds(60)), exit: siteExit,
            accuracyCeiling: .auto, assumedAccuracy: 15))

    /// For districts, tolls and borders: in at the first fix or on the way through, out as ``site``.
    public static let zone = PolicyChoice(
        TransitionPolicy(
            exit: siteExit, accuracyCeiling: .auto, assumedAccuracy: 15, passThrough: true))

    /// ``site`` for regions with an inradius under a kilometre, ``zone`` from there on; the default.
    public static let fleet = PolicyChoice(smaller: site.smaller, larger: zone.larger)

    /// Core Location's documented rule: `cushion` metres beyond the boundary for 20 s.
    public static func coreLocation(cushion: LocationDistance = 200) -> PolicyChoice {
        let gate = Gate(distance: cushion, duration: .seconds(20))
        return PolicyChoice(TransitionPolicy(entry: gate, exit: gate))
    }

    /// Android's documented contract: enter and dwell are told at registration too.
    public static func android(loiteringDelay: Duration?) -> PolicyChoice {
        PolicyChoice(
            TransitionPolicy(dwell: loiteringDelay, initialTrigger: [.enter, .dwell]))
    }

    /// Windows' rule: on the other side for the dwell time.
    public static func windows(dwellTime: Duration) -> PolicyChoice {
        let gate = Gate(duration: dwellTime)
        return PolicyChoice(TransitionPolicy(entry: gate, exit: gate))
    }

    /// Home Assistant's and OwnTracks' rule: in when the circle of accuracy touches the region, out
    /// when it is clear of it.
    public static let homeAssistant = PolicyChoice(
        TransitionPolicy(entry: Gate(accuracyFactor: -1), exit: Gate(accuracyFactor: 1)))

    /// How Esri's geotriggers use the accuracy of a fix.
    public enum EsriMode: Hashable, Sendable {
        /// Inside while the circle of accuracy meets the region.
        case intersects

        /// Inside while the circle of accuracy is within the region.
        case contains

        /// In once the circle of accuracy is within the region, out once it is clear of it.
        case containsThenDisjoint
    }

    /// Esri's rule in one of its three accuracy modes.
    public static func esri(_ mode: EsriMode) -> PolicyChoice {
        let (entry, exit): (Double, Double) =
            switch mode {
            case .intersects: (-1, 1)
            case .contains: (1, -1)
            case .containsThenDisjoint: (1, 1)
            }
        return PolicyChoice(
            TransitionPolicy(
                entry: Gate(accuracyFactor: entry), exit: Gate(accuracyFactor: exit)))
    }

    private static let siteExit = Gate(
        distance: 20, accuracyFactor: 1, accuracyLimit: 100, fixes: 2, certainDistance: 500,
        timeout: .seconds(300))
}
