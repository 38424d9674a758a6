/// What is wrong with compressed bytes, as the end of a sentence.
struct CompressionDamage: Error, Hashable {
    let message: String

    init(_ message: String) { self.message = message }
}

/// Undoes one kind of compression, a piece after the other, with bounded memory.
protocol Decompressor: AnyObject {
    /// Takes bytes of `input` from `start` on, and appends at most `limit` bytes to `output`.
    ///
    /// Either takes something or appends something, unless `start` is the end of `input` and all that
    /// it gave has been appended.
    ///
    /// - Returns: How many bytes of `input` were taken.
    func decompress(
        _ input: [UInt8], from start: Int, into output: inout [UInt8], limit: Int
    ) throws(CompressionDamage) -> Int

    /// Whether what was taken so far may be all.
    var isComplete: Bool { get }
}

/// How the bytes of an input are compressed.
enum Compression: Hashable {
    case none
    case gzip
    case zstandard

    /// How many bytes tell.
    static let magicCount = 4

    private static let gzipMagic: [UInt8] = [0x1F, 0x8B]
    private static let zstandardMagic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

    /// What the first bytes of an input show; `nil` when there are too few of them.
    init?(firstBytes: ArraySlice<UInt8>) {
        if firstBytes.starts(with: Self.gzipMagic) {
            self = .gzip
        } else if firstBytes.starts(with: Self.zstandardMagic) {
            self = .zstandard
        } else if Self.gzipMagic.starts(with: firstBytes)
            || Self.zstandardMagic.starts(with: firstBytes)
        {
            return nil
        } else {
            self = .none
        }
    }

    /// What undoes it; `nil`: nothing is to be undone.
    func makeDecompressor() throws(CompressionDamage) -> (any Decompressor)? {
        switch self {
        case .none: return nil
        case .gzip: return try GzipDecompressor()
        case .zstandard:
            #if Zstandard
                return try ZstandardDecompressor()
            #else
                throw CompressionDamage(
                    "compressed with zstd, which this build cannot read; "
                        + "build it with --traits Zstandard")
            #endif
        }
    }
}
