import Geodesy

/// Finds the regions that contain a place, exactly, and those that may have to do with a place or a
/// way.
///
/// A value; a copy is a snapshot. Regions are named by small numbers, 0 or more, that may be used again
/// after removal. Most are in a ``IndexSnapshot``, which never changes; regions inserted since it was
/// built are found by their boxes and asked themselves, removed ones are passed over. ``pack()``
/// builds the index anew; to go on meanwhile, build it elsewhere with ``rebuilt()`` and take it over by
/// ``install(_:)``.
///
/// What boxes find is a superset, and the caller asks each region's geometry.
package struct RegionLookup: Sendable {
    /// The regions as they were when it was built.
    private(set) var index: IndexSnapshot? {
        didSet { cells = index?.trie?.cells ?? .empty }
    }

    /// The cells of the index, at hand without counting a reference to it.
    private(set) var cells = TrieCells.empty

    /// The boxes of the regions inserted since.
    private(set) var edits = EditedBoxes()

    /// The generation of each slot in use, odd while it is in.
    private(set) var generations: [UInt32] = []

    private(set) var geometries: [RegionGeometry?] = []

    /// How many regions came, went or changed since the index was built.
    private(set) var editCount = 0

    package init() {}

    /// Creates the look-up of regions in the slots from 0 with the index that was built of them.
    ///
    /// - Precondition: ``IndexSnapshot/holdsSlots(upTo:)`` for their number.
    package init(_ geometries: [RegionGeometry?], _ index: IndexSnapshot) {
        precondition(index.holdsSlots(upTo: geometries.count), "the index is of other regions")
        self.index = index
        cells = index.trie?.cells ?? .empty
        self.geometries = geometries
        generations = index.generations
    }

    @inline(__always)
    var hasEdits: Bool { editCount > 0 }

    /// Adds a region under a slot that is not in use.
    ///
    /// - Complexity: O(log² e) on average in the number of edits since the index was built.
    package mutating func insert(_ slot: Int32, _ geometry: RegionGeometry) {
        precondition(slot >= 0, "slot \(slot) is negative")
        let index = Int(slot)
        if index >= generations.count {
            let missing = index + 1 - generations.count
            generations.append(contentsOf: repeatElement(0, count: missing))
            geometries.append(contentsOf: repeatElement(nil, count: missing))
        }
        precondition(generations[index] % 2 == 0, "slot \(slot) is in use")
        generations[index] += 1
        geometries[index] = geometry
        editCount += 1
        addToEdits(index)
    }

    private mutating func addToEdits(_ index: Int) {
        guard let geometry = geometries[index] else { return }
        let entries = BoxEntry.entries(
            of: geometry, slot: Int32(index), generation: generations[index])
        edits.insert(entries, generations)
    }

    /// Takes out a region; a slot that is not in use is left alone.
    ///
    /// - Complexity: O(1).
    package mutating func remove(_ slot: Int32) {
        let index = Int(slot)
        guard slot >= 0, index < generations.count, generations[index] % 2 == 1 else { return }
        generations[index] += 1
        geometries[index] = nil
        editCount += 1
    }

    /// Whether so much was edited since the last ``pack()`` that packing again is worth its time.
    package var isWorthPacking: Bool {
        editCount > 0 && editCount * 4 >= (index?.generations.count ?? 0)
    }

    /// Builds the index of all regions.
    ///
    /// - Complexity: O(n log n).
    package mutating func pack() {
        if hasEdits { install(rebuilt()) }
    }

    /// The index of all regions as they are now, built on the side; nothing changes.
    ///
    /// - Complexity: O(n log n).
    package func rebuilt() -> IndexSnapshot { IndexSnapshot(geometries, generations) }

    /// Takes over an index that was built from this look-up or an earlier state of it; what was edited
    /// since stays edited.
    ///
    /// - Complexity: O(n) with a small factor, plus the insertions that the index does not have.
    package mutating func install(_ index: IndexSnapshot) {
        self.index = index
        edits = EditedBoxes()
        editCount = 0
        for slot in generations.indices
        where slot >= index.generations.count || index.generations[slot] != generations[slot] {
            editCount += 1
            if generations[slot] % 2 == 1 { addToEdits(slot) }
        }
    }

    /// Whether the index holds the region that is in a slot now.
    @inline(__always)
    func isIndexed(_ slot: Int32) -> Bool {
        let place = Int(slot)
        guard let index, place < index.generations.count else { return false }
        let generation = index.generations[place]
        return generation == generations[place] && generation % 2 == 1
    }

    func isAlive(_ entry: BoxEntry) -> Bool {
        generations[Int(entry.slot)] == entry.generation
    }
}
