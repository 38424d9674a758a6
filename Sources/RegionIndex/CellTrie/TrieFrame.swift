import CIntrinsics

/// The square that a trie divides, and its grid of smallest cells.
///
/// A place's column and row are taken once, as numbers of smallest cells; every level of the trie
/// then reads two bits more of them.
struct TrieFrame: BitwiseCopyable, Hashable, Sendable {
    // Two numbers and not a vector, which would ask all that hold a frame for 16-byte alignment.
    private let west: Double
    private let south: Double

    /// The south-west corner, longitude first, in degrees.
    @inline(__always)
    var origin: SIMD2<Double> { SIMD2(west, south) }

    /// The square's side in degrees.
    let width: Double

    /// The root grid has 2^rootLevel cells a side.
    let rootLevel: Int

    /// The grid of the smallest cells has 2^depth a side; an even number of levels below the root.
    let depth: Int

    private let cellsPerDegree: Double
    private let limit: Double

    init(origin: SIMD2<Double>, width: Double, rootLevel: Int, depth: Int) {
        west = origin.x
        south = origin.y
        self.width = width
        self.rootLevel = rootLevel
        self.depth = depth
        limit = Double(1 << depth)
        cellsPerDegree = limit / width
    }

    /// How many entries the root grid has.
    @inline(__always)
    var firstBlock: Int { 1 &<< (2 &* rootLevel) }

    /// The column and row of a place among the smallest cells; negative outside of the square and for
    /// what is not a number.
    @inline(__always)
    func position(of p: SIMD2<Double>) -> TriePosition {
        let place = (p - origin) * cellsPerDegree
        guard place.x >= 0, place.y >= 0, place.x < limit, place.y < limit else {
            return TriePosition(column: -1, row: -1)
        }
        return TriePosition(column: Int(ci_truncate(place.x)), row: Int(ci_truncate(place.y)))
    }

    /// The number of the root grid's entry for a position within the square.
    @inline(__always)
    func rootEntry(of position: TriePosition) -> Int {
        let shift = depth &- rootLevel
        return (position.row &>> shift) &<< rootLevel | position.column &>> shift
    }
}

/// The column and row of a place among a trie's smallest cells.
struct TriePosition: BitwiseCopyable, Sendable {
    var column: Int
    var row: Int

    @inline(__always)
    var isInside: Bool { column >= 0 }

    /// Which of a block's 16 entries to take, when so many bits are left below the block.
    @inline(__always)
    func child(_ shift: Int) -> Int { (row &>> shift & 3) &* 4 &+ (column &>> shift & 3) }
}
