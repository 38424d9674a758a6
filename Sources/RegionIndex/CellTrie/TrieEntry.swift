/// Where a cell leads: to a block of 4 × 4 smaller cells, to the one region that covers it, or to a
/// leaf: a list of regions that cover it, or one with boundary items.
struct TrieEntry: BitwiseCopyable, Hashable, Sendable {
    let rawValue: UInt32

    @inline(__always)
    init(rawValue: UInt32) { self.rawValue = rawValue }

    private static let blockBit: UInt32 = 0x8000_0000
    static let boundaryBit: UInt32 = 0x4000_0000
    private static let singleBit: UInt32 = 0x2000_0000
    private static let numberMask: UInt32 = 0x1FFF_FFFF

    /// The greatest number of a region or a block, and the greatest offset of a leaf.
    static let greatestNumber = Int(numberMask)

    /// No region: the list at the beginning of the leaf words, which is empty.
    static let empty = TrieEntry(rawValue: 0)

    static func block(_ number: Int) -> TrieEntry { TrieEntry(blockBit, number) }

    /// Covered by one region and crossed by none.
    static func single(_ slot: UInt32) -> TrieEntry { TrieEntry(singleBit, Int(slot)) }

    /// Covered by the regions of the list at an offset and crossed by none.
    static func covers(at offset: Int) -> TrieEntry { TrieEntry(0, offset) }

    /// Crossed by boundaries.
    static func boundary(at offset: Int) -> TrieEntry { TrieEntry(boundaryBit, offset) }

    private init(_ kind: UInt32, _ number: Int) {
        precondition(number <= Self.greatestNumber, "the index is too large")
        rawValue = kind | UInt32(number)
    }

    @inline(__always)
    var isBlock: Bool { rawValue & Self.blockBit != 0 }

    @inline(__always)
    var isBoundary: Bool { rawValue & Self.boundaryBit != 0 }

    @inline(__always)
    var isSingle: Bool { rawValue & Self.singleBit != 0 }

    /// The block's number, the region's slot or the leaf's offset.
    @inline(__always)
    var number: Int { Int(rawValue & Self.numberMask) }
}
