import Geodesy
import RegionMonitoring

/// What a reader remembers of all the files it has read.
struct RegionRegistry: Sendable {
    private var files: [String] = []
    private var identifiers: [RegionID: Place] = [:]

    /// Regions by the hash of their shape. Of a million shapes two have the same 64 bits by chance
    /// once in some 30 million runs, and then a warning is wrong: not worth keeping all shapes for.
    private var shapes: [Int: RegionID] = [:]

    /// The regions of the only file so far, whose identifiers are known to differ: they are taken when
    /// another file comes.
    private var unclaimed: [RegionFile.Entry] = []

    /// Where all regions lie, if doubts are looked for.
    var places = SwappedPlaces()

    /// A position without the file's name, as there may be a million of them.
    private struct Place {
        var file: UInt32
        var line: UInt32
        var column: UInt32
    }

    mutating func beginFile(_ name: String) {
        let entries = unclaimed
        unclaimed = []
        reserve(entries.count)
        for entry in entries { _ = claim(entry.region.identifier, at: entry.position) }
        files.append(name)
    }

    /// Whether no region has been taken yet.
    var isEmpty: Bool { identifiers.isEmpty && unclaimed.isEmpty }

    /// Takes all regions of a file when another comes, as no two of them have one identifier.
    mutating func claimLater(_ entries: [RegionFile.Entry]) {
        precondition(isEmpty, "regions of other files came before")
        unclaimed = entries
    }

    /// Makes room for so many more regions.
    mutating func reserve(_ count: Int) {
        identifiers.reserveCapacity(identifiers.count + count)
    }

    /// Takes an identifier for the feature at a position of the last file begun; the position of the
    /// earlier feature that has it if there is one, which then keeps it.
    mutating func claim(_ region: RegionID, at position: SourcePosition) -> SourcePosition? {
        let place = Place(
            file: UInt32(files.count - 1), line: UInt32(clamping: position.line),
            column: UInt32(clamping: position.column))
        guard let earlier = identifiers.updateValue(place, forKey: region) else { return nil }
        identifiers[region] = earlier
        return SourcePosition(
            file: files[Int(earlier.file)], line: Int(earlier.line), column: Int(earlier.column))
    }

    /// Notes what a region covers; an earlier region that covers exactly the same.
    mutating func note(_ shape: RegionShape, of region: RegionID) -> RegionID? {
        let hash = shape.hashOfOutline
        if let earlier = shapes[hash] { return earlier }
        shapes[hash] = region
        return nil
    }
}
