/// Builds a ``CellTrie`` by splitting a square into quarters, depth first.
struct CellTrieBuilder: ~Copyable {
    /// How a region lies to a cell.
    enum Relation {
        case covers
        case mayCross
        case isApart
    }

    /// What a cell knows of a region whose boundary may cross it.
    struct Item: BitwiseCopyable {
        var region: Int32
        var holdsReference = false

        /// In `edgeStack`; none of a region that does not go by edges.
        var firstEdge: Int
        var edgeCount: Int

        var edges: Range<Int> { firstEdge..<firstEdge + edgeCount }
    }

    /// A region's kind and box, side by side for the pass over the items of a cell.
    struct Outline: BitwiseCopyable {
        enum Kind: UInt8, BitwiseCopyable { case edges, circle, distance }

        var low: SIMD2<Double>
        var high: SIMD2<Double>
        var kind: Kind
        var slot: UInt32

        /// The number of the circle, or of the region among all.
        var number: Int32
    }

    /// A square cell: its place on the grid of 2^level cells a side.
    struct Cell {
        var level: Int
        var column: Int
        var row: Int
        var corner: SIMD2<Double>
    }

    /// What a cell has to tell its quarters.
    struct Contents {
        /// In `itemStack`.
        var items: Range<Int>

        /// How many of `coverStack` cover the cell.
        var coverCount: Int

        /// A place of the cell on no edge.
        var reference: SIMD2<Double>

        /// The words that the cell's part of the trie may take.
        var credit: Double
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

    var outlines: [Outline] = []
    var circles: [CircleTest] = []
    var entries: [TrieEntry]
    var words: [UInt32] = [0]

    var edgeStack: [UInt32] = []
    var itemStack: [Item] = []

    /// The regions that cover the cell at hand, those of larger cells first.
    var coverStack: [UInt32] = []

    /// By how many of `coverStack` there are: the list of them, if it was written.
    var coverLists: [TrieEntry?] = [.empty]
    var knownLists: [[UInt32]: TrieEntry] = [:]

    var origin: SIMD2<Double> { frame.origin }
    var width: Double { frame.width }
    var rootLevel: Int { frame.rootLevel }

    /// - Parameters:
    ///   - low, high: Corners of a box that holds every region, longitude first.
    init(
        vertices: [SIMD2<Double>], regions: [TrieRegion], low: SIMD2<Double>,
        high: SIMD2<Double>, limits: CellTrieLimits
    ) {
        self.vertices = vertices
        self.regions = regions
        weightPerCell = limits.weightPerCell
        // A little wider than the borders, so that no place of a region rounds to beyond the grid.
        let width = max((high - low).max() * 1.0001, 1e-6)
        let origin = low - SIMD2(0.00004, 0.00003) * width

        let weight = vertices.count + 8 * regions.count
        var rootLevel = 4
        while rootLevel < 10, 1 << (2 * (rootLevel + 1)) <= weight / 2 { rootLevel += 1 }
        var deepest = rootLevel
        while width / Double(1 << deepest) > limits.smallestCell, deepest < 40 { deepest += 1 }
        deepestLevel = deepest
        frame = TrieFrame(
            origin: origin, width: width, rootLevel: rootLevel,
            depth: deepest + (deepest - rootLevel) % 2)
        entries = Array(repeating: .empty, count: 1 << (2 * rootLevel))

        outlines.reserveCapacity(regions.count)
        edgeStack.reserveCapacity(2 * vertices.count)
        for (number, region) in regions.enumerated() { add(region, Int32(number)) }
        // Before everything, so that the step from it to the first reference point is crossed as
        // often as that point is deep: it lies in no region.
        let outside = Contents(
            items: itemStack.indices, coverCount: 0,
            reference: SIMD2(origin.x - width, origin.y - width * 0.77),
            credit: Double(limits.wordsPerVertex * weight))
        let root = Cell(level: 0, column: 0, row: 0, corner: origin)
        split(root, inherit(outside, into: root), Block(firstEntry: 0, level: 0))
    }

    private mutating func add(_ region: TrieRegion, _ number: Int32) {
        let first = edgeStack.count
        var outline = Outline(
            low: region.low, high: region.high, kind: .distance, slot: UInt32(region.slot),
            number: number)
        switch region.form {
        case .edges(let rings):
            outline.kind = .edges
            for ring in rings {
                for edge in ring.dropLast() { edgeStack.append(UInt32(edge)) }
            }
        case .circle(let test):
            outline.kind = .circle
            outline.number = Int32(circles.count)
            circles.append(test)
        case .distance: break
        }
        outlines.append(outline)
        itemStack.append(
            Item(region: number, firstEdge: first, edgeCount: edgeStack.count - first))
    }

    /// A place in the middle of a cell, on no line that a file's coordinates are likely to form.
    static func reference(of corner: SIMD2<Double>, _ width: Double) -> SIMD2<Double> {
        SIMD2(corner.x + width * 0.48713, corner.y + width * 0.51379)
    }

    func width(atLevel level: Int) -> Double { width / Double(1 << level) }

    private mutating func split(_ cell: Cell, _ contents: Contents, _ block: Block) {
        if weight(of: contents.items) <= weightPerCell || cell.level >= deepestLevel {
            fill(cell, makeLeaf(contents), block)
            return
        }
        let itemCount = itemStack.count
        let edgeCount = edgeStack.count
        let coverCount = coverStack.count
        var quarters: InlineArray<4, (cell: Cell, contents: Contents)> = InlineArray(
            repeating: (cell, contents))
        var covers: InlineArray<4, Range<Int>> = InlineArray(repeating: 0..<0)
        let childWidth = width(atLevel: cell.level + 1)
        var size = 0.0
        var share = 0.0
        for quarter in 0..<4 {
            let column = 2 * cell.column + (quarter & 1)
            let row = 2 * cell.row + (quarter >> 1)
            let child = Cell(
                level: cell.level + 1, column: column, row: row,
                corner: SIMD2(
                    origin.x + Double(column) * childWidth, origin.y + Double(row) * childWidth))
            let firstCover = coverStack.count
            var inherited = inherit(contents, into: child)
            covers[quarter] = firstCover..<coverStack.count
            inherited.credit = self.share(of: inherited.items)
            size += self.size(of: inherited.items)
            share += inherited.credit
            quarters[quarter] = (child, inherited)
        }
        if size + 16 > contents.credit {
            drop(items: itemCount, edges: edgeCount, covers: coverCount)
            fill(cell, makeLeaf(contents), block)
            return
        }
        var childBlock = block
        if cell.level >= rootLevel, (cell.level - rootLevel).isMultiple(of: 2) {
            childBlock = Block(firstEntry: entries.count, level: cell.level + 2)
            entries.append(contentsOf: repeatElement(.empty, count: 16))
            fill(cell, .block((childBlock.firstEntry - frame.firstBlock) / 16), block)
        }
        // The covers of the four follow each other on the stack; each in its turn comes down to lie
        // on those of the cell.
        let found = Array(coverStack[coverCount...])
        for quarter in 0..<4 {
            drop(covers: coverCount)
            for index in covers[quarter] { push(cover: found[index - coverCount]) }
            var (child, inherited) = quarters[quarter]
            inherited.coverCount = coverStack.count
            inherited.credit *= share > 0 ? contents.credit / share : 0
            split(child, inherited, childBlock)
        }
        drop(items: itemCount, edges: edgeCount, covers: coverCount)
    }

    private mutating func drop(items: Int, edges: Int, covers: Int) {
        itemStack.removeLast(itemStack.count - items)
        edgeStack.removeLast(edgeStack.count - edges)
        drop(covers: covers)
    }

    private mutating func drop(covers: Int) {
        coverStack.removeLast(coverStack.count - covers)
        coverLists.removeLast(coverLists.count - covers - 1)
    }

    mutating func push(cover slot: UInt32) {
        coverStack.append(slot)
        coverLists.append(nil)
    }

    // MARK: What cells cost

    /// What the tests of a place of a cell cost.
    private func weight(of items: Range<Int>) -> Int {
        var weight = 0
        for index in items {
            let edges = itemStack[index].edgeCount
            weight += edges == 0 ? 3 : edges
        }
        return weight
    }

    /// The words of a leaf with these items, about.
    private func size(of items: Range<Int>) -> Double {
        if items.isEmpty { return 1 }
        return Double(7 + 3 * items.count)
    }

    /// What a cell with these items may claim of the budget.
    private func share(of items: Range<Int>) -> Double {
        var edges = 0
        for index in items { edges += itemStack[index].edgeCount }
        return Double(edges + 8 * items.count)
    }
}
