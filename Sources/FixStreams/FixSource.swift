/// What one read of a source gave.
enum ReadOutcome: Hashable {
    /// Bytes were appended.
    case bytes

    /// There is nothing at this moment, but there may be later.
    case nothingYet

    /// The bytes that follow are those of another file or of one begun anew: what was read so far is
    /// complete.
    case restarted

    /// There will never be more.
    case end
}

/// Bytes from somewhere, in pieces.
///
/// One owner reads a source. A read never waits: it takes what is there. Whoever must wait does so with
/// `poll` on ``readinessDescriptor``.
protocol FixSource: AnyObject {
    /// Appends at most `limit` bytes to `bytes`.
    ///
    /// Throwing means that the source cannot be read on.
    func read(into bytes: inout [UInt8], limit: Int) throws(SystemError) -> ReadOutcome

    /// The first bytes of the source, at most `limit`, read without taking them; `nil` where that is
    /// not possible.
    func prefix(limit: Int) throws(SystemError) -> [UInt8]?

    /// What turns readable with new bytes; `nil` where `poll` is of no use.
    var readinessDescriptor: Int32? { get }

    /// How many bytes the source holds in all; `nil` when that is not known or will grow.
    var byteCount: Int64? { get }
}

/// A source that a later process can read on in: a file.
protocol ResumableSource: FixSource {
    /// Where the source is after so many of its bytes; `nil` where that means nothing.
    func position(after offset: UInt64, isWithinLine: Bool) throws(SystemError) -> InputPosition?

    /// Goes on behind a position, if the file holds what was read before it; else nothing changes.
    func resume(at position: InputPosition) throws(SystemError) -> Bool

    /// Goes back to the beginning.
    func restart() throws(SystemError)
}

/// A finite source: a file, a pipe, a socket, a terminal.
final class StreamSource: ResumableSource {
    private let descriptor: Descriptor
    private let isRegular: Bool
    let byteCount: Int64?

    init(_ descriptor: consuming Descriptor) throws(SystemError) {
        let status = try descriptor.status
        guard status.kind != .folder else { throw .isFolder }
        isRegular = status.kind == .regular
        byteCount = isRegular ? status.size : nil
        self.descriptor = descriptor
    }

    var readinessDescriptor: Int32? { isRegular ? nil : descriptor.number }

    func read(into bytes: inout [UInt8], limit: Int) throws(SystemError) -> ReadOutcome {
        // A file is always ready. Of the rest we cannot be sure that reads do not wait: the standard
        // input is shared with other processes, so its flags are not ours to change.
        guard isRegular || descriptor.isReadable else { return .nothingYet }
        switch try descriptor.read(into: &bytes, limit: limit) {
        case nil: return .nothingYet
        case 0: return .end
        default: return .bytes
        }
    }

    func prefix(limit: Int) throws(SystemError) -> [UInt8]? {
        guard isRegular, descriptor.isOwned else { return nil }
        var bytes: [UInt8] = []
        _ = try descriptor.read(into: &bytes, limit: limit, at: 0)
        return bytes
    }

    func position(
        after offset: UInt64, isWithinLine: Bool
    ) throws(SystemError) -> InputPosition? {
        guard isRegular, descriptor.isOwned else { return nil }
        return try InputPosition(of: descriptor, after: offset, isWithinLine: isWithinLine)
    }

    func resume(at position: InputPosition) throws(SystemError) -> Bool {
        guard isRegular, descriptor.isOwned, try position.fits(descriptor) else { return false }
        try descriptor.seek(to: Int64(clamping: position.offset))
        return true
    }

    func restart() throws(SystemError) { try descriptor.seek(to: 0) }
}
