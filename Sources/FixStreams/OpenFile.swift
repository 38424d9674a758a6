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

    /// The first bytes as they were when they were read, at most as many as the limit.
    private(set) var head: [UInt8] = []

    /// How many first bytes tell two files of one place apart.
    static let headLimit = 1024

    /// When the content had changed last as of the last read.
    private(set) var modified = Int64.min

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// Whether nothing has been read yet.
    var isAtStart: Bool { position == 0 }

    var status: FileStatus {
        get throws(SystemError) { try descriptor.status }
    }

    /// Appends what is there, at most `limit` bytes.
    func read(into bytes: inout [UInt8], limit: Int) throws(SystemError) -> Outcome {
        let status = try descriptor.status
        if status.size < position { return .rewritten }
        if status.size == position {
            guard status.modified != modified else { return .end }
            // Perhaps cut, and filled to the very same length.
            modified = status.modified
            return try isIntact ? .end : .rewritten
        }
        let before = bytes.count
        let count = try descriptor.read(into: &bytes, limit: limit, at: position) ?? 0
        // Looked at afterwards: what was written anew before the read, or during it, shows.
        if try !isIntact {
            bytes.removeSubrange(before...)
            return .rewritten
        }
        modified = status.modified
        if head.count < Self.headLimit, position == Int64(head.count) {
            head += bytes[before...].prefix(Self.headLimit - head.count)
        }
        position += Int64(count)
        tail = Array((tail + bytes.suffix(min(count, Self.tailLimit))).suffix(Self.tailLimit))
        return count > 0 ? .bytes : .end
    }

    /// Whether the bytes before the place are still those that were read.
    var isIntact: Bool {
        get throws(SystemError) { try hasTail(tail, at: position) }
    }

    private func hasTail(_ tail: [UInt8], at position: Int64) throws(SystemError) -> Bool {
        guard !tail.isEmpty else { return true }
        var found: [UInt8] = []
        _ = try descriptor.read(
            into: &found, limit: tail.count, at: position - Int64(tail.count))
        return found == tail
    }

    /// Whether first bytes may be those of this file as it was read.
    func agrees(withHead other: [UInt8]) -> Bool {
        other.starts(with: head) || head.starts(with: other)
    }

    /// Whether the file holds what was read of another one, which it is a copy of then.
    func continues(_ other: OpenFile) -> Bool {
        guard other.position > 0, let size = try? descriptor.status.size, size >= other.position,
            let head = try? prefix(limit: Self.headLimit), head.starts(with: other.head)
        else { return false }
        return (try? hasTail(other.tail, at: other.position)) == true
    }

    /// Reads on where another one, of which this is a copy, was read to.
    func goOn(from other: OpenFile) {
        position = other.position
        tail = other.tail
        head = other.head
    }

    /// Reads from the start again.
    func restart() {
        position = 0
        tail = []
        head = []
    }

    /// Passes over what is there. Returns where that ends, and whether it does in the midst of a line.
    func skipToEnd() throws(SystemError) -> (offset: Int64, isWithinLine: Bool) {
        try moveOn(to: descriptor.status.size)
        return (position, position > 0 && tail.last != UInt8(ascii: "\n"))
    }

    /// Where a later process can read on.
    func inputPosition(
        after offset: UInt64, isWithinLine: Bool
    ) throws(SystemError) -> InputPosition? {
        try InputPosition(of: descriptor, after: offset, isWithinLine: isWithinLine)
    }

    /// Whether the file holds what was read before a position.
    func fits(_ position: InputPosition) throws(SystemError) -> Bool {
        try position.fits(descriptor)
    }

    /// Reads on behind a position that fits.
    func goOn(at place: InputPosition) throws(SystemError) {
        try moveOn(to: Int64(clamping: place.offset))
    }

    private func moveOn(to place: Int64) throws(SystemError) {
        position = place
        tail = []
        modified = try descriptor.status.modified
        head = try prefix(limit: Int(min(place, Int64(Self.headLimit))))
        let count = Int(min(place, Int64(Self.tailLimit)))
        guard count > 0 else { return }
        _ = try descriptor.read(into: &tail, limit: count, at: place - Int64(count))
    }

    /// The first bytes, at most `limit`.
    func prefix(limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try descriptor.read(into: &bytes, limit: limit, at: 0)
        return bytes
    }
}
