package import Geodesy

extension RegionLookup {
    /// Appends the regions that matter and whose boundary may meet the way between two normalised
    /// places: straight in longitude and latitude, the shorter way around. Each other region that matters
    /// holds all of the way or nothing of it.
    ///
    /// - Parameters:
    ///   - cell: The cell of the end.
    ///   - matters: By slot, whether a region matters.
    ///   - found: A region may come more than once, and one that was removed may come.
    /// - Returns: Whether the way was looked through; if not, any region may be met. Ways of many cells,
    ///   over ±180° or near regions that are not packed yet are not.
    /// - Complexity: O(1) expected.
    @inline(__always)
    package func appendRegions(
        withBoundaryMetFrom start: LocationCoordinate2D, to end: LocationCoordinate2D,
        in cell: IndexCell, where matters: borrowing [Bool], into found: inout [Int32]
    ) -> Bool {
        guard (start.longitude - end.longitude).magnitude < 180,
            !hasEdits || !isNearEdit(wayFrom: start, to: end)
        else { return false }
        return cells.appendRegions(
            withBoundaryMetFrom: start.planarPoint, to: end.planarPoint, in: cell, where: matters,
            into: &found)
    }

    /// Appends at least the regions that matter and whose boundary meets a way, each maybe more than
    /// once.
    ///
    /// - Complexity: O(1) expected; O(log² n) plus the boxes met for a way that is not looked through.
    package func candidates(
        withBoundaryMetFrom start: LocationCoordinate2D, to end: LocationCoordinate2D,
        where matters: borrowing [Bool], into found: inout [Int32]
    ) {
        let count = found.count
        let isKnown = appendRegions(
            withBoundaryMetFrom: start, to: end, in: cell(at: end), where: matters, into: &found)
        if isKnown {
            guard hasEdits, found.count > count else { return }
            let live = found[count...].filter { isIndexed($0) }
            found.replaceSubrange(count..., with: live)
        } else {
            found.removeSubrange(count...)
            candidates(from: start, to: end, into: &found)
        }
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
