/// How fine a trie may become.
package struct CellTrieLimits: Sendable {
    /// A cell with a greater weight is split: an edge weighs 1, a region that is asked itself 3.
    package var weightPerCell = 8

    /// No cell is smaller, in degrees (2⁻¹⁶ is 1.7 m of latitude): where boundaries cross each
    /// other, no size of cell separates them.
    package var smallestCell = 0x1p-16

    /// How many words of 4 bytes an index may take for each vertex, and for each eighth of a region;
    /// beyond it, it is built anew with larger smallest cells.
    package var wordsPerVertex = 16

    package init() {}
}

/// A region as the builder takes it.
struct TrieRegion {
    /// How the region says where it is.
    enum Form {
        /// By its edges in the builder's vertices: each range is a closed ring.
        case edges([Range<Int>])

        /// By itself: it says how it lies to the square cell around a place.
        case distance((_ center: SIMD2<Double>, _ halfWidth: Double) -> CellTrieBuilder.Relation)
    }

    var slot: Int32
    var form: Form
}

/// Builds a ``CellTrie`` by splitting a square into quarters, depth first.
struct CellTrieBuilder: ~Copyable {
    /// How a region lies to a cell.
    enum Relation {
        case covers
        case mayCross
        case isApart
    }

    /// What a cell knows of one region.
    struct Item {
        var region: Int
        var coversCell = false
        var holdsReference = false

        /// In `edgeStack`; empty for a region that goes by distance.
        var edges: Range<Int>
    }

    /// A square cell: its place on the grid of 2^level cells a side.
    struct Cell {
        var level: Int
        var column: Int
        var row: Int
    }

    /// The 16 entries that a cell below the root grid writes into.
    struct Block {
        var firstEntry: Int
        var level: Int
    }

    let vertices: [SIMD2<Double>]
    let regions: [TrieRegion]
    let frame: TrieFrame
    let deepestLevel: Int
    let weightPerCell: Int

    /// The most words the trie may take.
    let budget: Int

    /// Whether the budget did not suffice; what was built is not an index then.
    var isOverBudget = false

    var origin: SIMD2<Double> { frame.origin }
    var width: Double { frame.width }
    var rootLevel: Int { frame.rootLevel }
    var rootSize: Int { 1 << rootLevel }

    var entries: [TrieEntry]
    var words: [UInt32] = [0]
    var coverLeaves: [[UInt32]: TrieEntry] = [:]
    var edgeStack: [UInt32] = []
    var itemStack: [Item] = []

    /// - Parameters:
    ///   - south, west, north, east: Borders in degrees that hold every region.
    init(
        vertices: [SIMD2<Double>], regions: [TrieRegion], south: Double, west: Double,
        north: Double, east: Double, limits: CellTrieLimits
    ) {
        self.vertices = vertices
        self.regions = regions
        weightPerCell = limits.weightPerCell
        // A little wider than the borders, so that no place of a region rounds to beyond the grid.
        let width = max(max(east - west, north - south) * 1.0001, 1e-6)
        let origin = SIMD2(west - width * 0.00004, south - width * 0.00003)

        let weight = vertices.count + 8 * regions.count
        var rootLevel = 4
        while rootLevel < 10, 1 << (2 * (rootLevel + 1)) <= weight / 2 { rootLevel += 1 }
        budget = limits.wordsPerVertex * weight + (4 << (2 * rootLevel))
        var deepest = rootLevel
        while width / Double(1 << deepest) > limits.smallestCell, deepest < 40 { deepest += 1 }
        deepestLevel = deepest
        frame = TrieFrame(
            origin: origin, width: width, rootLevel: rootLevel,
            depth: deepest + (deepest - rootLevel) % 2)
        entries = Array(repeating: .empty, count: 1 << (2 * rootLevel))

        let root = Cell(level: 0, column: 0, row: 0)
        let reference = Self.reference(of: origin, width)
        // Before everything, so that the step from it to the first reference point is crossed as
        // often as that point is deep: it lies in no region.
        let outside = SIMD2(origin.x - width, origin.y - width * 0.77)
        for (number, region) in regions.enumerated() {
            let first = edgeStack.count
            if case .edges(let rings) = region.form {
                for ring in rings {
                    for edge in ring.dropLast() { edgeStack.append(UInt32(edge)) }
                }
            }
            itemStack.append(Item(region: number, edges: first..<edgeStack.count))
        }
        // The root's reference is made up by `inherit`, from a parent whose reference is outside.
        let parentItems = itemStack.indices
        let start = itemStack.count
        let edgeStart = edgeStack.count
        let place = inherit(
            parentItems, from: outside, into: origin, width, firstChoice: reference)
        split(root, start..<itemStack.count, place, Block(firstEntry: 0, level: 0))
        itemStack.removeSubrange(start...)
        edgeStack.removeSubrange(edgeStart...)
    }

    static func reference(of corner: SIMD2<Double>, _ width: Double) -> SIMD2<Double> {
        SIMD2(corner.x + width * 0.48713, corner.y + width * 0.51379)
    }

    private mutating func split(
        _ cell: Cell, _ items: Range<Int>, _ reference: SIMD2<Double>, _ block: Block
    ) {
        isOverBudget = isOverBudget || entries.count + words.count > budget
        if isOverBudget { return }
        var weight = 0
        for index in items where !itemStack[index].coversCell {
            weight += itemStack[index].edges.isEmpty ? 3 : itemStack[index].edges.count
        }
        if weight <= weightPerCell || cell.level >= deepestLevel {
            fill(cell, makeLeaf(items, reference), block)
            return
        }
        var childBlock = block
        if cell.level >= rootLevel, (cell.level - rootLevel).isMultiple(of: 2) {
            childBlock = Block(firstEntry: entries.count, level: cell.level + 2)
            entries.append(contentsOf: repeatElement(.empty, count: 16))
            fill(cell, .block((childBlock.firstEntry - rootSize * rootSize) / 16), block)
        }
        let childWidth = width / Double(1 << (cell.level + 1))
        for quarter in 0..<4 {
            let child = Cell(
                level: cell.level + 1, column: 2 * cell.column + (quarter & 1),
                row: 2 * cell.row + (quarter >> 1))
            let firstItem = itemStack.count
            let firstEdge = edgeStack.count
            let corner = SIMD2(
                origin.x + Double(child.column) * childWidth,
                origin.y + Double(child.row) * childWidth)
            let place = inherit(
                items, from: reference, into: corner, childWidth,
                firstChoice: Self.reference(of: corner, childWidth))
            split(child, firstItem..<itemStack.count, place, childBlock)
            itemStack.removeSubrange(firstItem...)
            edgeStack.removeSubrange(firstEdge...)
        }
    }
}
