import Geodesy
import RegionIndex

/// A gate in the numbers that the tracker works with.
struct ResolvedGate: Sendable {
    let distance: LocationDistance
    let accuracyFactor: Double
    let accuracyLimit: LocationDistance
    let fixes: Int
    let duration: Int64
    let certainDistance: LocationDistance
    let timeout: Int64?

    init(_ gate: Gate) {
        distance = gate.distance
        accuracyFactor = gate.accuracyFactor
        accuracyLimit = min(gate.accuracyLimit, TransitionPolicy.greatestDistance)
        fixes = gate.fixes
        duration = gate.duration.wholeMicroseconds
        certainDistance = gate.certainDistance
        timeout = gate.timeout?.wholeMicroseconds
    }

    /// Whether no fix on the old side can be evidence.
    var asksForTheNewSide: Bool { accuracyFactor >= 0 }

    /// a′: the accuracy as far as this gate counts it.
    func counted(_ accuracy: LocationDistance) -> LocationDistance { min(accuracy, accuracyLimit) }

    /// The distance from the boundary from which a fix is evidence.
    func threshold(_ accuracy: LocationDistance) -> LocationDistance {
        distance + accuracyFactor * counted(accuracy)
    }
}

/// A region's policy after presets, its own values, the choice by size and the clamps.
///
/// A class, so that nothing copies its many values around; regions that have the same share one.
final class ResolvedPolicy: Sendable {
    /// The values in force; two resolved policies are the same when these are.
    let values: TransitionPolicy

    let entry: ResolvedGate
    let exit: ResolvedGate
    let assumedAccuracy: LocationDistance
    let dwell: Int64?
    let passThroughGap: Int64?
    let maximumGap: Int64?
    let silence: Int64?

    /// Accuracies up to this are under the ceiling of every region of the policy.
    private let surelyUnderCeiling: LocationDistance

    /// Makes the values of a policy ready.
    init(_ values: TransitionPolicy) {
        self.values = values
        entry = ResolvedGate(values.entry)
        exit = ResolvedGate(values.exit)
        assumedAccuracy = values.assumedAccuracy
        dwell = values.dwell?.wholeMicroseconds
        passThroughGap = values.passThroughGap?.wholeMicroseconds
        maximumGap = values.maximumGap?.wholeMicroseconds
        silence = values.silence?.wholeMicroseconds
        surelyUnderCeiling =
            switch values.accuracyCeiling {
            case .none: .infinity
            case .meters(let ceiling): ceiling
            case .auto: Self.leastAutoCeiling
            }
    }

    /// What `auto` never goes below, in metres.
    static let leastAutoCeiling: LocationDistance = 100

    /// The accuracy a fix counts with: its own, or the policy's when it has none.
    func accuracy(of fix: LocationDistance?) -> LocationDistance { fix ?? assumedAccuracy }

    /// Whether a fix of this accuracy is too inaccurate to be evidence.
    func isOverCeiling(_ accuracy: LocationDistance, of geometry: RegionGeometry) -> Bool {
        if accuracy <= surelyUnderCeiling { return false }
        guard case .auto = values.accuracyCeiling else { return true }
        return !geometry.hasInradius(atLeast: accuracy)
    }

    /// The ceiling in metres.
    func ceiling(of geometry: RegionGeometry) -> LocationDistance {
        switch values.accuracyCeiling {
        case .none: .infinity
        case .meters(let ceiling): ceiling
        case .auto: max(Self.leastAutoCeiling, geometry.inradius)
        }
    }
}

extension RegionGeometry {
    /// Whether the inradius is at least `length`, measured only when its bounds leave it open.
    func hasInradius(atLeast length: LocationDistance) -> Bool {
        if inradiusBounds.lowerBound >= length { return true }
        if inradiusBounds.upperBound < length { return false }
        return inradius >= length
    }

    /// A depth an entry may ask for: at most half the inradius, else no fix could be deep enough.
    func clampedDepth(_ depth: LocationDistance) -> LocationDistance {
        if depth == .infinity || depth <= inradiusBounds.lowerBound / 2 { return depth }
        return min(depth, inradius / 2)
    }
}
