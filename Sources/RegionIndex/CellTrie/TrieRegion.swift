/// A region as the trie's builder takes it.
struct TrieRegion {
    /// How the region says where it is.
    enum Form {
        /// By its edges in the builder's vertices: each range is a closed ring.
        case edges([Range<Int>])

        /// By the test of a circle, and by itself where that leaves it open.
        case circle(CircleTest)

        /// By itself: it says how it lies to the square cell around a place.
        case distance((_ center: SIMD2<Double>, _ halfWidth: Double) -> CellTrieBuilder.Relation)
    }

    var slot: Int32
    var form: Form

    /// Corners of a box that holds the region, longitude first.
    var low: SIMD2<Double>
    var high: SIMD2<Double>
}

/// How fine a trie may become.
package struct CellTrieLimits: Sendable {
    /// A cell with a greater weight is split: an edge weighs 1, a region that goes otherwise 3.
    package var weightPerCell = 8

    /// No cell is smaller, in degrees (2⁻¹⁶ is 1.7 m of latitude): where boundaries cross each
    /// other, no size of cell separates them.
    package var smallestCell = 0x1p-16

    /// How many words of 4 bytes an index may take for each vertex, and for each eighth of a region.
    /// Each cell has its share of them, by what is in it, and is split only as far as that suffices.
    package var wordsPerVertex = 16

    package init() {}
}
