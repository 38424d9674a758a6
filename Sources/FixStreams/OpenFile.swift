/// A file that is read from one place on, which notices when other bytes stand before that place.
final class OpenFile {
    /// What a read gave.
    enum Outcome {
        /// Bytes.
        case bytes

        /// Nothing: all has been read.
        case end

        /// Nothing: the file is shorter than what was read, or another one in its content.
        case rewritten
    }

    private let descriptor: Descriptor
    private var position: Int64 = 0

    /// The bytes before the place, at most as many as the limit.
    private var tail: [UInt8] = []
    private static let tailLimit = 64

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// Whether nothing has been read yet.
    var isAtStart: Bool { position == 0 }

    var status: FileStatus {
        get throws(SystemError) { try descriptor.status }
    }

    /// Appends what is there, at most `limit` bytes.
    func read(into bytes: inout [UInt8], limit: Int) throws(SystemError) -> Outcome {
        let size = try descriptor.status.size
        if size < position { return .rewritten }
        if size == position { return .end }
        if try !hasTail(tail, at: position) { return .rewritten }
        let count = try descriptor.read(into: &bytes, limit: limit, at: position) ?? 0
        position += Int64(count)
        remember(bytes.suffix(min(count, Self.tailLimit)))
        return count > 0 ? .bytes : .end
    }

    private func remember(_ bytes: ArraySlice<UInt8>) {
        tail = Array((tail + bytes).suffix(Self.tailLimit))
    }

    private func hasTail(_ tail: [UInt8], at position: Int64) throws(SystemError) -> Bool {
        guard !tail.isEmpty else { return true }
        var found: [UInt8] = []
        _ = try descriptor.read(
            into: &found, limit: tail.count, at: position - Int64(tail.count))
        return found == tail
    }

    /// Whether the file holds what was read of another one, which it is a copy of then.
    func continues(_ other: OpenFile) -> Bool {
        guard other.position > 0, let size = try? descriptor.status.size, size >= other.position
        else { return false }
        return (try? hasTail(other.tail, at: other.position)) == true
    }

    /// Reads on where another one, of which this is a copy, was read to.
    func goOn(from other: OpenFile) {
        position = other.position
        tail = other.tail
    }

    /// Reads from the start again.
    func restart() {
        position = 0
        tail = []
    }

    /// Passes over what is there. Returns where that ends, and whether it does in the midst of a line.
    func skipToEnd() throws(SystemError) -> (offset: Int64, isWithinLine: Bool) {
        position = try descriptor.status.size
        tail = []
        guard position > 0 else { return (0, false) }
        let count = Int(min(position, Int64(Self.tailLimit)))
        _ = try descriptor.read(into: &tail, limit: count, at: position - Int64(count))
        return (position, tail.last != UInt8(ascii: "\n"))
    }

    /// The first bytes, at most `limit`.
    func prefix(limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try descriptor.read(into: &bytes, limit: limit, at: 0)
        return bytes
    }
}
