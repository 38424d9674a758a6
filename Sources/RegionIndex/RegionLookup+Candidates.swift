package import Geodesy

extension RegionLookup {
    /// Appends, each once, at least the regions within `margin` metres (s ≤ margin) of a valid,
    /// normalised place.
    ///
    /// - Complexity: O(log² n) plus the boxes met.
    package func candidates(
        near place: LocationCoordinate2D, within margin: LocationDistance,
        into found: inout [Int32]
    ) {
        let start = found.count
        if margin > 0 {
            let boxes = GeodeticBox.boxes(
                south: place.latitude, west: place.longitude, north: place.latitude,
                east: place.longitude, within: margin * (1 + 1e-4) + 0.01)
            for box in boxes { collect(box, start, isOnly: boxes.count == 1, &found) }
            return
        }
        let isOnSeam = place.longitude == -180
        let box = GeodeticBox(
            south: place.latitude, west: place.longitude, north: place.latitude,
            east: place.longitude)
        collect(box, start, isOnly: !isOnSeam, &found)
        if isOnSeam {
            let other = GeodeticBox(
                south: place.latitude, west: 180, north: place.latitude, east: 180)
            collect(other, start, isOnly: false, &found)
        }
    }

    /// Appends, each once, at least the regions that the way from `start` to `end` meets: straight
    /// in longitude and latitude, the shorter way around.
    package func candidates(
        from start: LocationCoordinate2D, to end: LocationCoordinate2D,
        into found: inout [Int32]
    ) {
        let path = SegmentPath(from: start, to: end)
        let first = found.count
        // A long slanting way has a large box: its halves, quarters, … have smaller ones.
        let extent = min(abs(path.latitudeChange), abs(path.longitudeChange))
        let count = extent > 1 ? min(Int(extent.rounded(.up)), 64) : 1
        for piece in 0..<count {
            let a = path.planarPoint(at: Double(piece) / Double(count))
            let b = path.planarPoint(at: Double(piece + 1) / Double(count))
            let boxes = GeodeticBox.boxes(
                south: min(a.y, b.y), west: min(a.x, b.x), north: max(a.y, b.y),
                east: max(a.x, b.x), within: 0)
            for box in boxes {
                collect(box, first, isOnly: count == 1 && boxes.count == 1, &found)
            }
        }
    }

    /// Appends what meets a box; a region that has several boxes, or was met by another box of the
    /// same query, is looked for among those found since `start`.
    private func collect(
        _ box: GeodeticBox, _ start: Int, isOnly: Bool, _ found: inout [Int32]
    ) {
        let mask = CompactBox(box).mask
        if let boxes = index?.boxes { collect(mask, in: boxes, start, isOnly: isOnly, &found) }
        guard hasEdits else { return }
        for entry in edits.recent where entry.box.meets(mask) {
            if isNew(entry, among: found[start...], isOnly) { found.append(entry.slot) }
        }
        for tree in edits.trees { collect(mask, in: tree, start, isOnly: isOnly, &found) }
    }

    private func collect(
        _ mask: SIMD4<Float>, in tree: PackedBoxTree, _ start: Int, isOnly: Bool,
        _ found: inout [Int32]
    ) {
        // Indices first; those of new, living entries then make way for their slots.
        var end = found.count
        tree.appendIndices(ofEntriesMeeting: mask, to: &found)
        for place in end..<found.count {
            let entry = tree.entries[Int(found[place])]
            if isNew(entry, among: found[start..<end], isOnly) {
                found[end] = entry.slot
                end += 1
            }
        }
        found.removeLast(found.count - end)
    }

    private func isNew(
        _ entry: BoxEntry, among found: ArraySlice<Int32>, _ isOnly: Bool
    ) -> Bool {
        isAlive(entry) && (isOnly && !entry.isOneOfSeveral || !found.contains(entry.slot))
    }
}
