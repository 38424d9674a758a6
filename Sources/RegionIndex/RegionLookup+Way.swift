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
        guard editsSinceTrie == 0, let trie, (start.longitude - end.longitude).magnitude < 180
        else {
            return true
        }
        return trie.mayMeetBoundary(
            from: SIMD2(start.longitude, start.latitude), to: SIMD2(end.longitude, end.latitude),
            where: matters)
    }
}
