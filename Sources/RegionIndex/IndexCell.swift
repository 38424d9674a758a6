/// A cell of the index: what a look-up needs to know of a place before it asks for the regions there.
///
/// Cells of one ``RegionLookup`` may be compared as long as nothing is inserted or removed.
package struct IndexCell: BitwiseCopyable, Hashable, Sendable {
    /// A trie entry that is not a block; the block's bit says that edits may add regions.
    let rawValue: UInt32

    /// How many bits of a position the cell leaves open: it is 2^openBits smallest cells wide.
    let openBits: UInt8

    @inline(__always)
    init(rawValue: UInt32, openBits: UInt8 = 0) {
        self.rawValue = rawValue
        self.openBits = openBits
    }

    /// Cells are equal when they have the same regions: a trie keeps equal lists once.
    @inline(__always)
    package static func == (left: IndexCell, right: IndexCell) -> Bool {
        left.rawValue == right.rawValue
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The cell of places that no region is near.
    package static let empty = IndexCell(rawValue: 0)

    /// Whether every place of the cell has the same regions, so that no geometry needs to be asked.
    /// Equal uniform cells have equal regions.
    package var isUniform: Bool {
        @inline(__always) get { rawValue & (TrieEntry.boundaryBit | Self.editedBit) == 0 }
    }

    /// The cell as a number, to be kept where nothing but comparing is asked.
    package var number: UInt32 {
        @inline(__always) get { rawValue }
    }

    /// Whether this is the cell of a kept number.
    @inline(__always)
    package func isCell(_ number: UInt32) -> Bool { rawValue == number }

    /// Whether regions inserted since the index was built may hold places of the cell.
    static let editedBit: UInt32 = 0x8000_0000

    @inline(__always)
    var isEdited: Bool { rawValue & Self.editedBit != 0 }

    /// The same cell, near which regions were inserted.
    @inline(__always)
    var edited: IndexCell {
        IndexCell(rawValue: rawValue | Self.editedBit, openBits: openBits)
    }

    /// What the trie says of the cell.
    @inline(__always)
    var entry: TrieEntry { TrieEntry(rawValue: rawValue & ~Self.editedBit) }
}
