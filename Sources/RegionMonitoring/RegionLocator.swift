public import Geodesy
package import RegionIndex

/// Tells which regions contain a place: the spatial join, without devices, time or state.
///
/// ```swift
/// var locator = RegionLocator()
/// try locator.insert(depot)
/// print(locator.regions(containing: place), locator.nearestRegion(to: place)?.distance ?? 0)
/// ```
///
/// Circles, polygons and corridors are closed sets, exactly as a ``RegionMonitor`` takes them; policies
/// play no part. A value: copies are independent.
public struct RegionLocator: Sendable {
    /// A region and how far its boundary is.
    public struct Neighbor: Hashable, Sendable {
        /// The region.
        public var region: RegionID

        /// s: the metres to its boundary, negative inside, 0 on it.
        public var distance: LocationDistance
    }

    var lookup = RegionLookup()
    var identifiers: [RegionID] = []
    private var geometries: [RegionGeometry] = []
    private var slots: [RegionID: Int32] = [:]

    /// How far around a place the nearest region is looked for first, in metres.
    private static let firstReach: LocationDistance = 1000

    /// From which distance on all regions are compared, in metres.
    private static let lastReach: LocationDistance = 1_000_000

    /// Creates a locator without regions.
    public init() {}

    /// Creates a locator of regions.
    ///
    /// - Throws: ``RegionError`` for the first region whose geometry cannot be used.
    /// - Complexity: O(*n* log *n*) in the regions and their vertices.
    public init(_ regions: some Sequence<Region>) throws(RegionError) {
        for region in regions { try insert(region) }
        optimize()
    }

    /// How many regions there are.
    public var count: Int { slots.count }

    /// Adds a region, or replaces the one of the same identifier.
    ///
    /// - Throws: ``RegionError`` when the geometry cannot be used; then nothing changes.
    /// - Complexity: O(*v* log *v*) in the region's vertices.
    public mutating func insert(_ region: Region) throws(RegionError) {
        do throws(GeometryError) {
            insert(region.identifier, try RegionGeometry(region.shape))
        } catch {
            throw RegionError(region: region.identifier, reason: error.reason)
        }
    }

    /// Adds a region whose geometry was made already, or replaces the one of the same identifier.
    package mutating func insert(_ identifier: RegionID, _ geometry: RegionGeometry) {
        if let slot = slots[identifier] {
            lookup.remove(slot)
            geometries[Int(slot)] = geometry
            lookup.insert(slot, geometry)
            return
        }
        let slot = Int32(identifiers.count)
        slots[identifier] = slot
        identifiers.append(identifier)
        geometries.append(geometry)
        lookup.insert(slot, geometry)
    }

    /// Puts the index in its fastest form after many insertions; answers do not change.
    public mutating func optimize() { lookup.pack() }

    /// The regions that contain a place, in the order of their identifiers' bytes; none for a
    /// coordinate that is not valid.
    ///
    /// - Complexity: O(1) expected, plus the hits; O(log *n*) more after insertions that
    ///   ``optimize()`` has not seen.
    public func regions(containing place: LocationCoordinate2D) -> [RegionID] {
        guard place.isValid else { return [] }
        var found: [Int32] = []
        lookup.regions(containing: place.normalized, into: &found)
        return found.count < 2
            ? found.map { identifiers[Int($0)] } : found.map { identifiers[Int($0)] }.sorted()
    }

    /// s: the metres from a place to a region's boundary, negative inside; `nil` for an unknown region
    /// or a coordinate that is not valid.
    ///
    /// - Complexity: O(log *v*) in the region's vertices near the place, O(*v*) far from it.
    public func signedDistance(
        from place: LocationCoordinate2D, to region: RegionID
    ) -> LocationDistance? {
        guard place.isValid, let slot = slots[region] else { return nil }
        return geometries[Int(slot)].signedDistance(to: place.normalized)
    }

    /// The region whose boundary or inside is nearest to a place: the smallest s, so that of several
    /// that contain it, it is the one it lies deepest in. Of equally near ones the identifier that comes
    /// first in the order of bytes; `nil` without regions, or for a coordinate that is not valid.
    ///
    /// Distances to polygons and corridors are those of a local metric, which the articles describe: at
    /// hundreds of kilometres an order of nearness, no more.
    ///
    /// - Complexity: O(log² *n*) and the regions about as near; O(*n*) when none is within 1000 km.
    public func nearestRegion(to place: LocationCoordinate2D) -> Neighbor? {
        guard place.isValid, !slots.isEmpty else { return nil }
        let place = place.normalized
        var reach = Self.firstReach
        while reach < Self.lastReach {
            var candidates: [Int32] = []
            lookup.candidates(near: place, within: reach, into: &candidates)
            // The candidates are all that are so near, and some that are not.
            if let best = nearest(to: place, among: candidates), best.distance <= reach {
                return best
            }
            reach *= 4
        }
        return nearest(to: place, among: geometries.indices.map { Int32($0) })
    }

    private func nearest(to place: LocationCoordinate2D, among slots: [Int32]) -> Neighbor? {
        var best: Neighbor?
        for slot in slots {
            let distance = geometries[Int(slot)].signedDistance(to: place)
            let found = Neighbor(region: identifiers[Int(slot)], distance: distance)
            if let best, (best.distance, best.region) <= (distance, found.region) { continue }
            best = found
        }
        return best
    }
}
