import Geodesy
import RegionIndex

/// A number of a region within a monitor, small and dense; reused after removal.
typealias RegionSlot = Int32

/// Counts what changed the region set; a device and a pair remember up to where they were evaluated.
typealias Revision = UInt64

/// A region as the engine holds it; an edit puts another in its place.
///
/// A class, so that handing it around costs one reference and not one for each text and list in it.
final class MonitoredRegion: Sendable {
    let region: Region
    let geometry: RegionGeometry
    let policy: ResolvedPolicy

    /// When the region came.
    let addedRevision: Revision

    /// When its geometry last changed; the addition counts.
    let geometryRevision: Revision

    /// When its resolved policy last changed; the addition counts.
    let policyRevision: Revision

    /// The area at 9 significant digits: what "larger" and "smaller" mean in the order of events.
    let areaRank: Double

    init(
        _ region: Region, geometry: RegionGeometry, policy: ResolvedPolicy,
        addedRevision: Revision, geometryRevision: Revision, policyRevision: Revision
    ) {
        self.region = region
        self.geometry = geometry
        self.policy = policy
        self.addedRevision = addedRevision
        self.geometryRevision = geometryRevision
        self.policyRevision = policyRevision
        areaRank = geometry.area.roundedToNineDigits
    }

    /// A region that comes with a revision.
    convenience init(_ prepared: consuming PreparedRegion, addedAt revision: Revision) {
        self.init(
            prepared.region, geometry: prepared.geometry, policy: prepared.policy,
            addedRevision: revision, geometryRevision: revision, policyRevision: revision)
    }
}

extension Double {
    /// The number at 9 significant digits, so that the last bits of a computation decide no order.
    fileprivate var roundedToNineDigits: Double {
        guard self > 0, isFinite else { return self }
        var scale = 1.0
        var scaled = self
        while scaled >= 1e9 {
            scale *= 10
            scaled = self / scale
        }
        if scale > 1 { return scaled.rounded() * scale }
        while scaled < 1e8, scale < 1e300 {
            scale *= 10
            scaled = self * scale
        }
        return scaled.rounded() / scale
    }
}
