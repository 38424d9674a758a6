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
///
/// A leaf is a run of words. Without boundary items it is a count and the covering regions, ascending.
/// With them it begins with how many words the items take and how many regions cover the cell; then
/// come the reference point (four words), the items and the covering regions, or instead of their
/// number, marked, the offset of a list of them. An item is a region with flags and, for a circle, the
/// number of its test; for a region that goes by edges runs of them: each the first edge and the
/// length, the last run marked.
package final class CellTrie: Sendable {
    /// The item's region holds the cell's reference point.
    static let holdsReference: UInt32 = 0x8000_0000

    /// The item's region is to be asked itself.
    static let asksRegion: UInt32 = 0x4000_0000

    /// The item's region is a circle with a test.
    static let isCircle: UInt32 = 0x2000_0000

    static let slotMask: UInt32 = 0x1FFF_FFFF

    /// Marks the length of an item's last run.
    static let lastRun: UInt32 = 0x8000_0000

    /// Marks the offset of a list of covering regions.
    static let sharedCovers: UInt32 = 0x8000_0000

    /// More covering regions than this are put in a list that cells share.
    static let mostCoversInLeaf = 3

    let frame: TrieFrame

    /// The root grid, row by row, then blocks of 16.
    let entries: FlatArray<TrieEntry>

    let words: FlatArray<UInt32>

    /// All rings one after the other, each closed: edge i runs from vertex i to vertex i + 1.
    let vertices: FlatArray<SIMD2<Double>>

    let circles: FlatArray<CircleTest>

    /// Keeps the arrays alive.
    private let memory: any AnyObject & Sendable

    init(_ builder: consuming CellTrieBuilder) {
        frame = builder.frame
        let memory = FlatMemory()
        self.memory = memory
        entries = memory.copy(builder.entries)
        words = memory.copy(builder.words)
        vertices = memory.copy(builder.vertices)
        circles = memory.copy(builder.circles)
    }

    /// Creates a trie over arrays that `memory` keeps alive.
    init(
        frame: TrieFrame, entries: FlatArray<TrieEntry>, words: FlatArray<UInt32>,
        vertices: FlatArray<SIMD2<Double>>, circles: FlatArray<CircleTest>,
        memory: any AnyObject & Sendable
    ) {
        self.frame = frame
        self.entries = entries
        self.words = words
        self.vertices = vertices
        self.circles = circles
        self.memory = memory
    }

    /// How many bytes the index takes.
    package var byteCount: Int {
        entries.count * 4 + words.count * 4 + vertices.count * 16
            + circles.count * MemoryLayout<CircleTest>.stride
    }
}
