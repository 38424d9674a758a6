public import Geodesy

/// The rules by which a device's fixes become enters and exits of a region.
public struct TransitionPolicy: Hashable, Sendable {
    /// The least accurate fix that still counts for a region.
    public enum AccuracyCeiling: Hashable, Sendable {
        /// Every fix counts.
        case none

        /// Fixes as accurate as 100 m or the region's inradius, whichever is greater.
        case auto

        /// Fixes as accurate as this many metres.
        case meters(LocationDistance)
    }

    /// What is taken for the state of a device that was never seen.
    public enum AssumedState: String, Hashable, Sendable, CaseIterable {
        /// Nothing: the first evidence settles the state, and only inside is told.
        case unknown

        /// Outside: a first fix inside is an enter.
        case outside

        /// Inside: a first fix outside is an exit.
        case inside
    }

    /// Android's registration events: what a first determination adds.
    public struct InitialTrigger: OptionSet, Hashable, Sendable {
        /// The bits, one a trigger.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A device found inside enters.
        public static let enter = InitialTrigger(rawValue: 1)

        /// A device found outside exits.
        public static let exit = InitialTrigger(rawValue: 2)

        /// A device found inside dwells in time.
        public static let dwell = InitialTrigger(rawValue: 4)
    }

    /// The way in.
    public var entry: Gate

    /// The way out.
    public var exit: Gate

    /// Which fixes are too inaccurate to count.
    public var accuracyCeiling: AccuracyCeiling

    /// The accuracy, in metres, of a fix that has none.
    public var assumedAccuracy: LocationDistance

    /// After what time inside a dwell is told; `nil`: never.
    public var dwell: Duration?

    /// Whether a straight way between two fixes through the region is a visit.
    public var passThrough: Bool

    /// The longest time between two fixes that pass-through bridges; `nil`: any.
    public var passThroughGap: Duration?

    /// The longest time between two fixes in which a crossing is interpolated; `nil`: any.
    public var maximumGap: Duration?

    /// After what time without a fix a device inside is told as unknown; `nil`: never.
    public var silence: Duration?

    /// What a first determination adds.
    public var initialTrigger: InitialTrigger

    /// The state of a device never seen.
    public var assumedState: AssumedState

    /// Creates a policy; by default that of ``PolicyChoice/immediate``.
    public init(
        entry: Gate = Gate(),
        exit: Gate = Gate(),
        accuracyCeiling: AccuracyCeiling = .none,
        assumedAccuracy: LocationDistance = 0,
        dwell: Duration? = nil,
        passThrough: Bool = false,
        passThroughGap: Duration? = .seconds(60),
        maximumGap: Duration? = .seconds(6 * 3600),
        silence: Duration? = nil,
        initialTrigger: InitialTrigger = [],
        assumedState: AssumedState = .unknown
    ) {
        self.entry = entry
        self.exit = exit
        self.accuracyCeiling = accuracyCeiling
        self.assumedAccuracy = assumedAccuracy
        self.dwell = dwell
        self.passThrough = passThrough
        self.passThroughGap = passThroughGap
        self.maximumGap = maximumGap
        self.silence = silence
        self.initialTrigger = initialTrigger
        self.assumedState = assumedState
    }
}
