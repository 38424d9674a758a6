package import Geodesy

extension RegionLookup {
    /// Whether the boundary of a region that matters may meet the way between two normalised places:
    /// straight in longitude and latitude, the shorter way around. True in doubt, which ways of many
    /// cells, over ±180° or near regions that are not packed yet are.
    ///
    /// Where it is false, each region that matters holds all of the way or nothing of it.
    ///
    /// - Parameter matters: By slot, whether a region matters.
    /// - Complexity: O(1) expected.
    @inline(__always)
    package func mayMeetBoundary(
        from start: LocationCoordinate2D, to end: LocationCoordinate2D,
        where matters: borrowing [Bool]
    ) -> Bool {
        guard let trie = trie(forWayFrom: start, to: end) else { return true }
        return trie.mayMeetBoundary(
            from: start.planarPoint, to: end.planarPoint, where: matters)
    }

    /// The trie, where it knows all regions and the plane all of the way.
    @inline(__always)
    private func trie(
        forWayFrom start: LocationCoordinate2D, to end: LocationCoordinate2D
    ) -> CellTrie? {
        guard (start.longitude - end.longitude).magnitude < 180 else { return nil }
        return hasEdits && isNearEdit(wayFrom: start, to: end) ? nil : trie
    }

    /// Whether the way may meet a region that is not in the index.
    @inline(never)
    private func isNearEdit(
        wayFrom start: LocationCoordinate2D, to end: LocationCoordinate2D
    ) -> Bool {
        let box = GeodeticBox(
            south: min(start.latitude, end.latitude), west: min(start.longitude, end.longitude),
            north: max(start.latitude, end.latitude), east: max(start.longitude, end.longitude))
        // The meridian −180 is 180 too.
        return box.west == -180 || edits.hasEntry(meeting: CompactBox(box).mask, generations)
    }
}

extension LocationCoordinate2D {
    @inline(__always)
    fileprivate var planarPoint: SIMD2<Double> { SIMD2(longitude, latitude) }
}
