public import Geodesy

/// What it takes to get from one side of a boundary to the other: hysteresis in distance, accuracy,
/// number and time.
///
/// With s the signed distance to the boundary (negative inside) and a′ the fix's accuracy, at most
/// ``accuracyLimit`` and never more than 20 km, a fix is evidence for the inside when
/// s ≤ −(`distance` + `accuracyFactor`·a′) by the entry gate, and for the outside when
/// s > `distance` + `accuracyFactor`·a′ by the exit gate.
public struct Gate: Hashable, Sendable {
    /// How far beyond the boundary a fix must be, in metres, 0 to 20,000.
    public var distance: LocationDistance

    /// How much of the fix's accuracy is added to the distance, −1 to 1.
    public var accuracyFactor: Double

    /// The most accuracy that counts, in metres; infinite when there is no limit.
    public var accuracyLimit: LocationDistance

    /// How many evidence fixes confirm, at least 1.
    public var fixes: Int

    /// How long the evidence must last before it confirms.
    public var duration: Duration

    /// How far beyond the boundary plus its accuracy one fix confirms at once, in metres; infinite
    /// when no fix does.
    public var certainDistance: LocationDistance

    /// After what time the evidence confirms without further evidence; `nil` when it does not.
    public var timeout: Duration?

    /// Creates a gate; by default the first fix on the other side confirms.
    public init(
        distance: LocationDistance = 0,
        accuracyFactor: Double = 0,
        accuracyLimit: LocationDistance = .infinity,
        fixes: Int = 1,
        duration: Duration = .zero,
        certainDistance: LocationDistance = .infinity,
        timeout: Duration? = nil
    ) {
        self.distance = distance
        self.accuracyFactor = accuracyFactor
        self.accuracyLimit = accuracyLimit
        self.fixes = fixes
        self.duration = duration
        self.certainDistance = certainDistance
        self.timeout = timeout
    }
}
