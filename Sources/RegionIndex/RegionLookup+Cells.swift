package import Geodesy

extension RegionLookup {
    /// The cell of the index that holds a normalised place; the empty cell for one that is not valid.
    ///
    /// - Complexity: O(1) expected; O(log² n) more while there are edits to pack.
    @inline(__always)
    package func cell(at place: LocationCoordinate2D) -> IndexCell {
        let cell = IndexCell(
            rawValue: trie?.entry(at: SIMD2(place.longitude, place.latitude)).rawValue ?? 0)
        return editsSinceTrie > 0 && isNearEdit(place) ? cell.edited : cell
    }

    /// Appends, each once and in ascending order, exactly the regions that contain a valid,
    /// normalised place.
    ///
    /// - Complexity: O(1) expected, plus the hits; O(log² n) more while there are edits to pack.
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
        let hasEdits = editsSinceTrie > 0
        if let trie {
            trie.forEachRegion(
                of: cell.entry, containing: SIMD2(place.longitude, place.latitude),
                ask: { geometries[Int($0)]?.contains(place) ?? false },
                do: { if !hasEdits || isInTrie($0) { found.append($0) } })
        }
        if cell.isEdited { appendEdited(containing: place, to: &found) }
        if !cell.isUniform, found.count - start > 1 { found[start...].sort() }
    }

    /// Whether the trie holds the region that is in a slot now.
    func isInTrie(_ slot: Int32) -> Bool {
        let index = Int(slot)
        return index < trieGenerations.count && trieGenerations[index] == generations[index]
            && generations[index] % 2 == 1
    }

    /// Whether a region that is not in the trie may contain a place.
    @inline(never)
    private func isNearEdit(_ place: LocationCoordinate2D) -> Bool {
        var slots: [Int32] = []
        candidates(near: place, within: 0, into: &slots)
        return slots.contains { !isInTrie($0) }
    }

    @inline(never)
    private func appendEdited(containing place: LocationCoordinate2D, to found: inout [Int32]) {
        let start = found.count
        candidates(near: place, within: 0, into: &found)
        var end = start
        for index in start..<found.count {
            let slot = found[index]
            if !isInTrie(slot), geometries[Int(slot)]?.contains(place) ?? false {
                found[end] = slot
                end += 1
            }
        }
        found.removeSubrange(end...)
    }
}

extension RegionLookup {
    /// How large the parts of the index are.
    package var indexDescription: String {
        guard let trie else { return "no index" }
        return "\(trie.entries.count) entries, \(trie.words.count) words,"
            + " \(trie.vertices.count) vertices, \(trie.byteCount) bytes"
    }
}
