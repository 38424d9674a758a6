package import Geodesy

/// Finds the regions that contain a place, exactly, and those that may have to do with a place or a
/// way: a trie of cells, and a spatial index over boxes.
///
/// A value; a copy is a snapshot. What the boxes find is a superset, and the caller asks each region's
/// geometry. Regions are named by small numbers, 0 or more, that may be used again after removal.
///
/// Insertions gather in a short list and, when it is full, in packed trees of growing size, each at
/// least four times as large as the one before (the logarithmic method of Bentley and Saxe 1980), so
/// that a query looks at few trees; removals leave dead entries behind until a quarter is dead.
package struct RegionLookup: Sendable {
    /// Packed trees, the largest first.
    private(set) var trees: [PackedBoxTree] = []

    /// Boxes in no tree yet; looked through one by one.
    private(set) var recent: [BoxEntry] = []

    /// The generation of each slot in use, odd while it is in.
    private(set) var generations: [UInt32] = []

    private var deadEntries = 0
    private var liveEntries = 0

    /// The exact index of the regions as they were when it was built.
    private(set) var trie: CellTrie?

    /// The generations of the slots when the trie was built.
    private(set) var trieGenerations: [UInt32] = []

    /// How many regions came, went or changed since the trie was built.
    private(set) var editsSinceTrie = 0

    private(set) var geometries: [RegionGeometry?] = []

    /// How many boxes each slot has; those that are dead are counted by it.
    private var boxCounts: [Int32] = []

    private static let mostRecent = 64

    package init() {}

    /// Adds a region under a slot that is not in use.
    ///
    /// - Complexity: O(log² n) on average.
    package mutating func insert(_ slot: Int32, _ geometry: RegionGeometry) {
        precondition(slot >= 0, "slot \(slot) is negative")
        let index = Int(slot)
        if index >= generations.count {
            let missing = index + 1 - generations.count
            generations.append(contentsOf: repeatElement(0, count: missing))
            boxCounts.append(contentsOf: repeatElement(0, count: missing))
            geometries.append(contentsOf: repeatElement(nil, count: missing))
        }
        precondition(generations[index] % 2 == 0, "slot \(slot) is in use")
        generations[index] += 1
        geometries[index] = geometry
        editsSinceTrie += 1
        let boxes = geometry.boxes(margin: 0)
        boxCounts[index] = Int32(boxes.count)
        liveEntries += boxes.count
        for box in boxes {
            recent.append(
                BoxEntry(
                    box: CompactBox(box), slot: slot, generation: generations[index],
                    isOneOfSeveral: boxes.count > 1))
        }
        if recent.count > Self.mostRecent { mergeRecent() }
    }

    /// Takes out a region; a slot that is not in use is left alone.
    ///
    /// - Complexity: O(1) on average.
    package mutating func remove(_ slot: Int32) {
        let index = Int(slot)
        guard slot >= 0, index < generations.count, generations[index] % 2 == 1 else { return }
        generations[index] += 1
        geometries[index] = nil
        editsSinceTrie += 1
        deadEntries += Int(boxCounts[index])
        liveEntries -= Int(boxCounts[index])
        boxCounts[index] = 0
        if deadEntries > Self.mostRecent, deadEntries * 4 > liveEntries { packBoxes() }
    }

    /// Whether so much was edited since the last ``pack()`` that packing again is worth its time.
    package var isWorthPacking: Bool {
        editsSinceTrie > 0 && editsSinceTrie * 4 >= trieGenerations.count
    }

    /// Builds the exact index of all regions and puts their boxes into one tree.
    ///
    /// - Complexity: O(n log n).
    package mutating func pack() {
        packBoxes()
        guard editsSinceTrie > 0 else { return }
        trie = CellTrie(geometries)
        trieGenerations = generations
        editsSinceTrie = 0
    }

    private mutating func packBoxes() {
        if deadEntries == 0, recent.isEmpty, trees.count <= 1 { return }
        var entries = recent.filter(isAlive)
        for tree in trees { entries += tree.entries.filter(isAlive) }
        recent.removeAll(keepingCapacity: true)
        trees = entries.isEmpty ? [] : [PackedBoxTree(entries)]
        deadEntries = 0
    }

    func isAlive(_ entry: BoxEntry) -> Bool {
        generations[Int(entry.slot)] == entry.generation
    }

    /// Joins the recent boxes with all trees that are not at least four times as large.
    private mutating func mergeRecent() {
        var entries = recent
        recent.removeAll(keepingCapacity: true)
        while let last = trees.last, last.entries.count < entries.count * 4 {
            entries += last.entries
            trees.removeLast()
        }
        let total = entries.count
        entries.removeAll { !isAlive($0) }
        deadEntries -= total - entries.count
        if !entries.isEmpty { trees.append(PackedBoxTree(entries)) }
    }

    // MARK: Queries

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
        for entry in recent where entry.box.meets(mask) {
            if isNew(entry, among: found[start...], isOnly) { found.append(entry.slot) }
        }
        for tree in trees {
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
    }

    private func isNew(
        _ entry: BoxEntry, among found: ArraySlice<Int32>, _ isOnly: Bool
    ) -> Bool {
        isAlive(entry) && (isOnly && !entry.isOneOfSeveral || !found.contains(entry.slot))
    }
}
