/// An exact index of a set of regions as it was at one time; immutable, so that any thread may build it
/// and any number may use it.
package final class IndexSnapshot: Sendable {
    /// The exact index; `nil` when there are no regions.
    let trie: CellTrie?

    /// The boxes of all regions.
    let boxes: PackedBoxTree?

    /// What the slots' generations were.
    let generations: [UInt32]

    init(_ geometries: [RegionGeometry?], _ generations: [UInt32]) {
        trie = CellTrie(geometries)
        var entries: [BoxEntry] = []
        for (slot, geometry) in geometries.enumerated() {
            guard let geometry else { continue }
            entries += BoxEntry.entries(
                of: geometry, slot: Int32(slot), generation: generations[slot])
        }
        boxes = entries.isEmpty ? nil : PackedBoxTree(entries)
        self.generations = generations
    }

    /// Builds the index of regions that are to be in the slots from 0.
    ///
    /// - Complexity: O(n log n).
    package convenience init(_ geometries: [RegionGeometry]) {
        self.init(geometries, Array(repeating: 1, count: geometries.count))
    }

    /// Whether this is the index of so many regions in the slots from 0, for ``RegionLookup/init(_:_:)``.
    package func holdsSlots(upTo count: Int) -> Bool {
        generations.count == count && generations.allSatisfy { $0 == 1 }
    }

    init(trie: CellTrie?, boxes: PackedBoxTree?, generations: [UInt32]) {
        self.trie = trie
        self.boxes = boxes
        self.generations = generations
    }
}
