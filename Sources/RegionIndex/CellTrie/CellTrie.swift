/// An exact index of areas: a trie of square cells over the longitude/latitude plane.
///
/// A cell lists the regions that cover it wholly, which need no geometry at all, and those whose
/// boundary crosses it, each with the few edges near the cell and whether it holds the cell's
/// reference point. Whether such a region holds a place is the parity of the edges that the step from
/// the reference point to the place crosses: exact, closed, and independent of the region's size. (The
/// covering cells are the true-hit filter of A. Kipf et al., *Adaptive Geospatial Joins for Modern
/// Hardware*, arXiv:1802.09488; the parity step is that of S2's shape index, in the plane.)
///
/// A circle has a test of its own (``CircleTest``). Other regions for which the plane is not the truth
/// (corridors, areas that reach ±180° or a pole, circles near a pole) are classified by cell through
/// their signed distance and asked themselves where that leaves it open. Immutable once built.
package final class CellTrie: Sendable {
    let cells: TrieCells

    /// Keeps the cells alive.
    private let memory: any AnyObject & Sendable

    init(_ builder: consuming CellTrieBuilder) {
        let memory = FlatMemory()
        self.memory = memory
        cells = TrieCells(
            frame: builder.frame, entries: memory.copy(builder.entries),
            words: memory.copy(builder.words), vertices: memory.copy(builder.vertices),
            circles: memory.copy(builder.circles))
    }

    /// Creates a trie of cells that `memory` keeps alive.
    init(_ cells: TrieCells, in memory: any AnyObject & Sendable) {
        self.cells = cells
        self.memory = memory
    }

    /// How many bytes the index takes.
    package var byteCount: Int { cells.byteCount }
}
