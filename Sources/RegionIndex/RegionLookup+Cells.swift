package import Geodesy

extension RegionLookup {
    /// The cell of the index that holds a normalised place; the empty cell for one that is not valid.
    ///
    /// - Complexity: O(1) expected; O(log² e) more while there are e edits to pack.
    @inline(__always)
    package func cell(at place: LocationCoordinate2D) -> IndexCell {
        let cell = cells.cell(at: SIMD2(place.longitude, place.latitude))
        return hasEdits && isNearEdit(place) ? cell.edited : cell
    }

    /// Appends, each once and in ascending order, exactly the regions that contain a valid,
    /// normalised place.
    ///
    /// - Complexity: O(1) expected, plus the hits; O(log² e) more while there are e edits to pack.
    @inline(__always)
    package func regions(containing place: LocationCoordinate2D, into found: inout [Int32]) {
        regions(of: cell(at: place), containing: place, into: &found)
    }

    /// Appends, each once and in ascending order, exactly the regions that contain a place of a cell
    /// that this look-up gave for it.
    ///
    /// - Complexity: O(1) expected, plus the hits.
    @inline(__always)
    package func regions(
        of cell: IndexCell, containing place: LocationCoordinate2D, into found: inout [Int32]
    ) {
        if cell == .empty { return }
        let start = found.count
        let hasEdits = hasEdits
        let entry = cell.entry
        if entry != .empty {
            cells.forEachRegion(
                of: entry, containing: SIMD2(place.longitude, place.latitude),
                ask: { holds($0, place) },
                do: { if !hasEdits || isIndexed($0) { found.append($0) } })
        }
        if cell.isEdited { appendEdited(containing: place, to: &found) }
        if !cell.isUniform, found.count - start > 1 { found.sortTail(from: start) }
    }

    /// Whether the region in a slot, if there is one, holds a place.
    @inline(never)
    private func holds(_ slot: Int32, _ place: LocationCoordinate2D) -> Bool {
        geometries[Int(slot)]?.contains(place) ?? false
    }

    /// Whether a region that is not in the index may contain a place.
    @inline(never)
    private func isNearEdit(_ place: LocationCoordinate2D) -> Bool {
        Self.masks(of: place).contains { edits.hasEntry(meeting: $0, generations) }
    }

    /// The boxes of a place alone; −180 is 180 too.
    private static func masks(of place: LocationCoordinate2D) -> [SIMD4<Float>] {
        func mask(_ longitude: LocationDegrees) -> SIMD4<Float> {
            CompactBox(
                GeodeticBox(
                    south: place.latitude, west: longitude, north: place.latitude,
                    east: longitude)
            ).mask
        }
        return place.longitude == -180 ? [mask(-180), mask(180)] : [mask(place.longitude)]
    }

    @inline(never)
    private func appendEdited(containing place: LocationCoordinate2D, to found: inout [Int32]) {
        let start = found.count
        for mask in Self.masks(of: place) {
            edits.appendSlots(meeting: mask, generations, to: &found, from: start)
        }
        var end = start
        for index in start..<found.count {
            let slot = found[index]
            if geometries[Int(slot)]?.contains(place) ?? false {
                found[end] = slot
                end += 1
            }
        }
        found.removeSubrange(end...)
    }
}

extension RegionLookup {
    /// How many bytes the index of the regions takes, their geometry for containment included.
    package var indexByteCount: Int { cells.byteCount }
}

extension [Int32] {
    /// Sorts the elements from a place on, which are few or nearly in order: two runs that ascend.
    fileprivate mutating func sortTail(from start: Int) {
        guard count - start <= 24 else {
            self[start...].sort()
            return
        }
        for index in (start + 1)..<count {
            let element = self[index]
            var place = index
            while place > start, self[place - 1] > element {
                self[place] = self[place - 1]
                place -= 1
            }
            self[place] = element
        }
    }
}
