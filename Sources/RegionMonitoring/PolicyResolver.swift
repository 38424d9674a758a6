import Geodesy
import RegionIndex

/// Gives regions the policies they resolve to: checked once, and one object for all regions that have the
/// same values.
struct PolicyResolver: Sendable {
    private let isUniform: Bool
    private let smaller: ResolvedPolicy
    private let larger: ResolvedPolicy

    /// - Throws: ``PolicyError`` when a value is out of range or the gates contradict each other.
    init(_ choice: PolicyChoice) throws(PolicyError) {
        isUniform = choice.isUniform
        try choice.smaller.validate()
        smaller = ResolvedPolicy(choice.smaller)
        if isUniform {
            larger = smaller
        } else {
            try choice.larger.validate()
            larger = ResolvedPolicy(choice.larger)
        }
    }

    /// The policy of a region.
    ///
    /// - Complexity: O(1), and what measuring the inradius takes where its bounds leave a clamp open.
    func policy(for geometry: RegionGeometry) -> ResolvedPolicy {
        let policy =
            isUniform || !geometry.hasInradius(atLeast: PolicyChoice.zoneInradius)
            ? smaller : larger
        let entry = policy.values.entry
        let distance = geometry.clampedDepth(entry.distance)
        let certainDistance = geometry.clampedDepth(entry.certainDistance)
        if distance == entry.distance, certainDistance == entry.certainDistance { return policy }
        var values = policy.values
        values.entry.distance = distance
        values.entry.certainDistance = certainDistance
        return ResolvedPolicy(values)
    }
}
