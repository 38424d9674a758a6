import Geodesy
import RegionIndex
import RegionMonitoring

/// A region as the reference holds it: its geometry, and the policy in force for it.
struct ReferenceRegion {
    var region: Region
    var geometry: RegionGeometry

    /// The policy after presets, the region's own values, the choice by size and the clamps.
    var policy: TransitionPolicy

    var identifier: RegionID { region.identifier }

    init(_ region: Region, under choice: PolicyChoice) throws {
        let choice = choice.applying(region.policy)
        for policy in [choice.smaller, choice.larger] where policy.isRefused {
            throw RegionError(region: region.identifier, reason: "its gates contradict each other")
        }
        self.region = region
        geometry = try RegionGeometry(region.shape)
        policy = Self.resolve(choice, for: geometry)
    }

    /// The choice by size, then §3: "an entry distance or entry certainDistance deeper than half the
    /// inradius is clamped to half of it".
    private static func resolve(
        _ choice: PolicyChoice, for geometry: RegionGeometry
    ) -> TransitionPolicy {
        var policy =
            geometry.inradius < PolicyChoice.zoneInradius ? choice.smaller : choice.larger
        let deepest = geometry.inradius / 2
        policy.entry.distance = min(policy.entry.distance, deepest)
        if policy.entry.certainDistance.isFinite {
            policy.entry.certainDistance = min(policy.entry.certainDistance, deepest)
        }
        return policy
    }

    /// §3, ceiling: whether a fix of this accuracy is a sign of life and nothing else.
    func isOverCeiling(_ accuracy: LocationDistance) -> Bool {
        switch policy.accuracyCeiling {
        case .none: false
        case .meters(let ceiling): accuracy > ceiling
        case .auto: accuracy > max(100, geometry.inradius)
        }
    }

    /// §2, area: compared at 9 significant digits.
    var areaRank: Double {
        let area = geometry.area
        guard area > 0, area.isFinite else { return area }
        var (digits, shift) = (area, 1.0)
        while digits >= 1e9 { (digits, shift) = (digits / 10, shift * 10) }
        while digits < 1e8 { (digits, shift) = (digits * 10, shift / 10) }
        return digits.rounded() * shift
    }
}

extension TransitionPolicy {
    /// §3: "Refused at configuration time: gates whose evidences could hold at once … ; distances above
    /// 20 km". What is asked for counts, before any clamp; the sum is linear between the limits, so that
    /// a look at those is enough.
    var isRefused: Bool {
        let far = max(entry.distance, exit.distance) > 20_000
        let accuracies = [0, entry.counted(.infinity), exit.counted(.infinity)]
        return far || accuracies.contains { entry.line($0) + exit.line($0) < 0 }
    }
}
