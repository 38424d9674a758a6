/// The cells of a ``CellTrie``: what a search reads, without a reference to count. The trie owns the memory;
/// whoever stores the cells stores the trie beside them.
///
/// A leaf is a run of words. Without boundary items it is a count and the covering regions, ascending.
/// With them it begins with how many words the items take and how many regions cover the cell; then
/// come the reference point (four words), the items and the covering regions, or instead of their
/// number, marked, the offset of a list of them. An item is a region with flags and, for a circle, the
/// number of its test; for a region that goes by edges runs of them: each the first edge and the
/// length, the last run marked.
struct TrieCells: Sendable {
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

    /// No regions: no place lies in the square.
    static let empty = TrieCells(
        frame: TrieFrame(origin: SIMD2(repeating: 1000), width: 1, rootLevel: 0, depth: 0),
        entries: .empty, words: .empty, vertices: .empty, circles: .empty)

    /// How many bytes they take.
    var byteCount: Int {
        entries.count * 4 + words.count * 4 + vertices.count * 16
            + circles.count * MemoryLayout<CircleTest>.stride
    }
}
