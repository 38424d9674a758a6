/// A finite source whose bytes may be compressed, which their beginning tells.
///
/// What is not compressed passes through untouched.
final class DecompressingSource: FixSource {
    private enum State {
        /// Not known before the first bytes have come.
        case unknown
        case plain
        case compressed(any Decompressor)
    }

    private let source: StreamSource
    private var state = State.unknown

    /// Compressed bytes, those before `start` being done with.
    private var packed: [UInt8] = []
    private var start = 0

    /// Whether the source has given all.
    private var isDrained = false

    /// What is wrong with the compression, once a read has failed.
    private(set) var damage: CompressionDamage?

    /// The most compressed bytes of one read.
    private static let packedLimit = 1 << 16

    init(_ source: StreamSource) { self.source = source }

    /// A source for a file whose first bytes are known, if it is compressed; else the file itself.
    static func source(
        for file: StreamSource
    ) throws(SystemError) -> any FixSource {
        guard let beginning = try file.prefix(limit: Compression.magicCount) else {
            return DecompressingSource(file)
        }
        let compression = Compression(firstBytes: beginning[...])
        return compression == nil || compression == Compression.none
            ? file : DecompressingSource(file)
    }

    var readinessDescriptor: Int32? { start < packed.count ? nil : source.readinessDescriptor }

    /// Known for bytes that are not compressed only.
    var byteCount: Int64? { if case .compressed = state { nil } else { source.byteCount } }

    func read(into bytes: inout [UInt8], limit: Int) throws(SystemError) -> ReadOutcome {
        if damage != nil { throw .isDamaged }
        switch state {
        case .plain: return try source.read(into: &bytes, limit: limit)
        case .compressed(let decompressor):
            return try read(decompressor, into: &bytes, limit: limit)
        case .unknown: return try begin(into: &bytes, limit: limit)
        }
    }

    /// Reads the first bytes.
    private func begin(into bytes: inout [UInt8], limit: Int) throws(SystemError) -> ReadOutcome {
        let outcome = try source.read(into: &packed, limit: limit)
        switch (outcome, Compression(firstBytes: packed[...])) {
        case (.nothingYet, _), (.restarted, _): return outcome
        case (.bytes, nil): return .bytes
        case (.end, nil), (_, Compression.none?):
            bytes += packed
            packed = []
            state = .plain
            return outcome
        case (.bytes, let compression?), (.end, let compression?):
            do throws(CompressionDamage) {
                guard let decompressor = try compression.makeDecompressor() else { break }
                state = .compressed(decompressor)
            } catch {
                throw fail(error)
            }
        }
        return .bytes
    }

    private func read(
        _ decompressor: any Decompressor, into bytes: inout [UInt8], limit: Int
    ) throws(SystemError) -> ReadOutcome {
        if start == packed.count, !isDrained {
            packed.removeAll(keepingCapacity: true)
            start = 0
            switch try source.read(into: &packed, limit: Self.packedLimit) {
            case .bytes: break
            case .nothingYet: return .nothingYet
            case .restarted, .end: isDrained = true
            }
        }
        let before = bytes.count
        do throws(CompressionDamage) {
            start += try decompressor.decompress(packed, from: start, into: &bytes, limit: limit)
            guard isDrained, start == packed.count, bytes.count == before else { return .bytes }
            guard decompressor.isComplete else {
                throw CompressionDamage("the compressed data end before their time")
            }
        } catch {
            let failure = fail(error)
            // What stands before the damage is sound; the next read fails.
            guard bytes.count > before else { throw failure }
            return .bytes
        }
        return .end
    }

    private func fail(_ damage: CompressionDamage) -> SystemError {
        self.damage = damage
        return .isDamaged
    }

    func prefix(limit: Int) throws(SystemError) -> [UInt8]? {
        guard let beginning = try source.prefix(limit: limit) else { return nil }
        var bytes: [UInt8] = []
        do throws(CompressionDamage) {
            let compression = Compression(firstBytes: beginning[...]) ?? .none
            guard let decompressor = try compression.makeDecompressor() else { return beginning }
            var start = 0
            while start < beginning.count, bytes.count < limit {
                start += try decompressor.decompress(
                    beginning, from: start, into: &bytes, limit: limit - bytes.count)
            }
        } catch {
            throw fail(error)
        }
        return bytes
    }
}
