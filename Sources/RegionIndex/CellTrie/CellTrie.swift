/// Where a cell leads: to a leaf, or to a block of 4 × 4 smaller cells.
struct TrieEntry: BitwiseCopyable, Sendable {
    let rawValue: UInt32

    static let empty = TrieEntry(rawValue: 0)

    static func leaf(at offset: Int) -> TrieEntry { TrieEntry(rawValue: UInt32(offset)) }

    static func block(_ number: Int) -> TrieEntry {
        TrieEntry(rawValue: 0x8000_0000 | UInt32(number))
    }

    var isBlock: Bool { rawValue & 0x8000_0000 != 0 }
    var blockNumber: Int { Int(rawValue & 0x7FFF_FFFF) }
    var leafOffset: Int { Int(rawValue) }
}

/// An exact index of areas: a trie of square cells over the longitude/latitude plane.
///
/// A cell lists the regions that cover it wholly, which need no geometry at all, and those whose
/// boundary crosses it, each with the few edges near the cell and whether it holds the cell's
/// reference point. Whether such a region holds a place is the parity of the edges that the step from
/// the reference point to the place crosses: exact, closed, and independent of the region's size. (The
/// covering cells are the true-hit filter of A. Kipf et al., *Adaptive Geospatial Joins for Modern
/// Hardware*, arXiv:1802.09488; the parity step is that of S2's shape index, in the plane.)
///
/// Regions for which the plane is not the truth (circles, corridors, areas that reach ±180° or a pole)
/// are classified by cell through their signed distance and asked themselves where that leaves it
/// open. Immutable once built.
///
/// A leaf is a run of words: how many words its boundary items take, how many regions cover the cell,
/// then the reference point (four words, only if there are items), the items, and the covering
/// regions in ascending order. An item is a region with two flags, and, if it goes by its edges, a
/// count of runs and for each run its first edge and its length.
package final class CellTrie: Sendable {
    /// The item's region holds the cell's reference point.
    static let holdsReference: UInt32 = 0x8000_0000

    /// The item's region is to be asked itself.
    static let asksRegion: UInt32 = 0x4000_0000

    static let slotMask: UInt32 = 0x3FFF_FFFF

    let origin: SIMD2<Double>
    let cellsPerDegree: Double
    let rootSize: Int
    let firstBlock: Int
    let entries: [TrieEntry]
    let words: [UInt32]

    /// All rings one after the other, each closed: edge i runs from vertex i to vertex i + 1.
    let vertices: [SIMD2<Double>]

    init(_ builder: consuming CellTrieBuilder) {
        origin = builder.origin
        cellsPerDegree = Double(builder.rootSize) / builder.width
        rootSize = builder.rootSize
        firstBlock = builder.rootSize * builder.rootSize
        entries = builder.entries
        words = builder.words
        vertices = builder.vertices
    }

    /// How many bytes the index takes.
    package var byteCount: Int { entries.count * 4 + words.count * 4 + vertices.count * 16 }
}
