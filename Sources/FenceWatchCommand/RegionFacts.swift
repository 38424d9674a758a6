import RegionFiles
import RegionIndex
import RegionMonitoring

/// What `check` tells about a sound region.
struct RegionFacts {
    /// A distance of the policy that is too deep for the region, and what is used instead.
    struct Clamp {
        var option: PolicyOption
        var asked: LocationDistance
        var used: LocationDistance
    }

    let region: Region
    let position: SourcePosition
    let area: Double
    let inradius: LocationDistance

    /// `site` or `zone` where the policy is chosen by size; `nil` where it is not.
    let size: PolicyPreset?

    let clamps: [Clamp]

    init(_ entry: RegionFile.Entry, under policy: PolicyChoice) {
        region = entry.region
        position = entry.position
        area = entry.geometry.area
        let inradius = entry.geometry.inradius
        self.inradius = inradius
        let choice = policy.applying(entry.region.policy)
        let isLarge = inradius >= PolicyChoice.zoneInradius
        size = choice.smaller == choice.larger ? nil : isLarge ? .zone : .site
        let gate = (isLarge ? choice.larger : choice.smaller).entry
        clamps = [
            (PolicyOption.enterDistance, gate.distance),
            (.enterCertainDistance, gate.certainDistance),
        ].compactMap { option, asked in
            // An infinite certain distance asks for nothing.
            asked.isFinite && asked > inradius / 2
                ? Clamp(option: option, asked: asked, used: inradius / 2) : nil
        }
    }

    /// What the region is: `circle`, `polygon`, `multipolygon` or `corridor`.
    var kind: String {
        switch region.shape {
        case .circle: "circle"
        case .polygons(let polygons): polygons.count == 1 ? "polygon" : "multipolygon"
        case .corridor: "corridor"
        }
    }

    /// The positions that the shape is made of, a ring's last one not counted.
    var vertexCount: Int {
        switch region.shape {
        case .circle: 1
        case .polygons(let polygons):
            polygons.reduce(0) { sum, polygon in
                polygon.holes.reduce(sum + polygon.exterior.count - 1) { $0 + $1.count - 1 }
            }
        case .corridor(let corridor): corridor.lines.reduce(0) { $0 + $1.count }
        }
    }
}
