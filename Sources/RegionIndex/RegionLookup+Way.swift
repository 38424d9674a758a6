package import Geodesy

extension RegionLookup {
    /// Whether the boundary of a region that matters may meet the way between two normalised places:
    /// straight in longitude and latitude, the shorter way around. True in doubt, which ways of many
    /// cells, over ±180° or with edits to pack are.
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
        let search = trie.findBoundaries(
            from: start.planarPoint, to: end.planarPoint, where: matters
        ) { _ in true }
        return search != .done
    }

    /// Appends, some more than once, at least the regions that matter and that the way between two
    /// normalised places meets but does not lie in from end to end.
    ///
    /// - Parameter matters: By slot, whether a region matters; more may be found.
    /// - Complexity: O(1) expected; O(log² n) plus the boxes met where the cells do not tell.
    package func appendRegions(
        metFrom start: LocationCoordinate2D, to end: LocationCoordinate2D,
        where matters: borrowing [Bool], into found: inout [Int32]
    ) {
        if let trie = trie(forWayFrom: start, to: end) {
            let search = trie.findBoundaries(
                from: start.planarPoint, to: end.planarPoint, where: matters
            ) { slot in
                found.append(slot)
                return false
            }
            if search == .done { return }
        }
        candidates(from: start, to: end, into: &found)
    }

    /// The trie, where it knows all regions and the plane all of the way.
    @inline(__always)
    private func trie(
        forWayFrom start: LocationCoordinate2D, to end: LocationCoordinate2D
    ) -> CellTrie? {
        guard editsSinceTrie == 0, (start.longitude - end.longitude).magnitude < 180 else {
            return nil
        }
        return trie
    }
}

extension LocationCoordinate2D {
    @inline(__always)
    fileprivate var planarPoint: SIMD2<Double> { SIMD2(longitude, latitude) }
}
