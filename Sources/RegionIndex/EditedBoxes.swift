/// The boxes of the regions that came since the index was built.
///
/// They gather in a short list and, when it is full, in packed trees of growing size, each at least four
/// times as large as the one before (the logarithmic method of Bentley and Saxe 1980), so that a query
/// looks at few trees. Dead boxes, those of regions that went again, fall out when trees are joined.
struct EditedBoxes: Sendable {
    /// Packed trees, the largest first.
    private(set) var trees: [PackedBoxTree] = []

    /// Boxes in no tree yet; looked through one by one.
    private(set) var recent: [BoxEntry] = []

    private static let mostRecent = 64

    /// Adds the boxes of a region.
    ///
    /// - Parameter generations: Those of all slots; an entry of another one is dead.
    mutating func insert(_ entries: [BoxEntry], _ generations: [UInt32]) {
        recent += entries
        if recent.count > Self.mostRecent { mergeRecent(generations) }
    }

    /// Joins the recent boxes with all trees that are not at least four times as large.
    private mutating func mergeRecent(_ generations: [UInt32]) {
        var entries = recent
        recent.removeAll(keepingCapacity: true)
        while let last = trees.last, last.entries.count < entries.count * 4 {
            entries += last.entries
            trees.removeLast()
        }
        entries.removeAll { generations[Int($0.slot)] != $0.generation }
        if !entries.isEmpty { trees.append(PackedBoxTree(entries)) }
    }

    /// Whether the box of a living region meets a box, given by its ``CompactBox/mask``.
    func hasEntry(meeting mask: SIMD4<Float>, _ generations: [UInt32]) -> Bool {
        func isAlive(_ entry: BoxEntry) -> Bool {
            generations[Int(entry.slot)] == entry.generation
        }
        for entry in recent where entry.box.meets(mask) && isAlive(entry) { return true }
        if trees.isEmpty { return false }
        var indices: [Int32] = []
        for tree in trees {
            indices.removeAll(keepingCapacity: true)
            tree.appendIndices(ofEntriesMeeting: mask, to: &indices)
            if indices.contains(where: { isAlive(tree.entries[Int($0)]) }) { return true }
        }
        return false
    }

    /// Appends the living regions with a box that meets a box: each once among those from `start` on.
    func appendSlots(
        meeting mask: SIMD4<Float>, _ generations: [UInt32], to found: inout [Int32],
        from start: Int
    ) {
        func append(_ entry: BoxEntry) {
            let isAlive = generations[Int(entry.slot)] == entry.generation
            if isAlive, !found[start...].contains(entry.slot) { found.append(entry.slot) }
        }
        for entry in recent where entry.box.meets(mask) { append(entry) }
        var indices: [Int32] = []
        for tree in trees {
            indices.removeAll(keepingCapacity: true)
            tree.appendIndices(ofEntriesMeeting: mask, to: &indices)
            for index in indices { append(tree.entries[Int(index)]) }
        }
    }
}

extension BoxEntry {
    /// The boxes of a region.
    static func entries(
        of geometry: RegionGeometry, slot: Int32, generation: UInt32
    ) -> [BoxEntry] {
        let boxes = geometry.boxes(margin: 0)
        return boxes.map { box in
            BoxEntry(
                box: CompactBox(box), slot: slot, generation: generation,
                isOneOfSeveral: boxes.count > 1)
        }
    }
}
