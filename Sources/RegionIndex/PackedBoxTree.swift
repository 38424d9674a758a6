import Geodesy

/// A box of degrees in single precision, rounded outwards, laid out so that one comparison of four
/// numbers tells whether two boxes meet.
struct CompactBox: Hashable, Sendable {
    /// west, south, −east, −north.
    private(set) var edges: SIMD4<Float>

    init(_ box: GeodeticBox) {
        edges = SIMD4(
            Self.roundedDown(box.west), Self.roundedDown(box.south), Self.roundedDown(-box.east),
            Self.roundedDown(-box.north))
    }

    init(edges: SIMD4<Float>) { self.edges = edges }

    private static func roundedDown(_ value: Double) -> Float {
        let rounded = Float(value)
        return Double(rounded) > value ? rounded.nextDown : rounded
    }

    func union(_ other: CompactBox) -> CompactBox {
        CompactBox(edges: pointwiseMin(edges, other.edges))
    }

    /// Whether the boxes share a place; `mask` is the other box's ``mask``.
    func meets(_ mask: SIMD4<Float>) -> Bool { all(edges .<= mask) }

    /// east, north, −west, −south: what ``meets(_:)`` compares with.
    var mask: SIMD4<Float> { SIMD4(-edges.z, -edges.w, -edges.x, -edges.y) }

    var center: SIMD2<Float> { SIMD2(edges.x - edges.z, edges.y - edges.w) / 2 }
}

/// One box of a region in a tree.
struct BoxEntry: Sendable {
    var box: CompactBox
    var slot: Int32
    /// Which insertion of the slot this box belongs to; older ones are dead.
    var generation: UInt32
    /// Whether the region has more boxes than this one.
    var isOneOfSeveral: Bool
}

/// An R-tree packed once by sort-tile-recursive (Leutenegger, Lopez and Edgington 1997): full nodes
/// of sixteen, never changed.
///
/// - Complexity: O(n log n) to build, O(log n + found) for a query that meets few boxes.
struct PackedBoxTree: Sendable {
    private static let fanOut = 16

    /// The leaves, in packed order.
    let entries: [BoxEntry]

    /// Boxes of the inner nodes, level by level from just above the leaves.
    let nodes: [CompactBox]
    let levels: [Int]

    /// Creates the tree that these parts were taken from.
    init(entries: [BoxEntry], nodes: [CompactBox], levels: [Int]) {
        self.entries = entries
        self.nodes = nodes
        self.levels = levels
    }

    init(_ unsorted: [BoxEntry]) {
        var entries = unsorted
        entries.sort { $0.box.center.x < $1.box.center.x }
        let leaves = (entries.count + Self.fanOut - 1) / Self.fanOut
        let slices = max(1, Int(Double(leaves).squareRoot().rounded(.up)))
        let sliceLength = (leaves + slices - 1) / slices * Self.fanOut
        for start in stride(from: 0, to: entries.count, by: max(sliceLength, 1)) {
            let end = min(start + sliceLength, entries.count)
            entries[start..<end].sort { $0.box.center.y < $1.box.center.y }
        }
        var nodes: [CompactBox] = []
        var levels = [0]
        var below = entries.map(\.box)
        while below.count > 1 {
            var above: [CompactBox] = []
            above.reserveCapacity(below.count / Self.fanOut + 1)
            for start in stride(from: 0, to: below.count, by: Self.fanOut) {
                let end = min(start + Self.fanOut, below.count)
                above.append(below[(start + 1)..<end].reduce(below[start]) { $0.union($1) })
            }
            nodes += above
            levels.append(nodes.count)
            below = above
        }
        self.entries = entries
        self.nodes = nodes
        self.levels = levels
    }

    /// Appends the indices of the entries whose boxes meet a box, given by its ``CompactBox/mask``.
    func appendIndices(ofEntriesMeeting mask: SIMD4<Float>, to found: inout [Int32]) {
        if levels.count == 1 {
            appendLeaves(0..<entries.count, mask, &found)
        } else {
            visit(level: levels.count - 2, node: 0, mask, &found)
        }
    }

    private func visit(
        level: Int, node: Int, _ mask: SIMD4<Float>, _ found: inout [Int32]
    ) {
        let first = node * Self.fanOut
        if level == 0 {
            appendLeaves(first..<min(first + Self.fanOut, entries.count), mask, &found)
            return
        }
        let below = levels[level - 1]
        for child in first..<min(first + Self.fanOut, levels[level] - below)
        where nodes[below + child].meets(mask) {
            visit(level: level - 1, node: child, mask, &found)
        }
    }

    private func appendLeaves(
        _ indices: Range<Int>, _ mask: SIMD4<Float>, _ found: inout [Int32]
    ) {
        for index in indices where entries[index].box.meets(mask) { found.append(Int32(index)) }
    }
}
