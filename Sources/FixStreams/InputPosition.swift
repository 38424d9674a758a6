/// How far a file has been read, so that a later process can read on.
///
/// The file is known again by what is in it: the bytes at its beginning and those before the place. Where
/// it is on the disk tells it from others when it has been renamed meanwhile.
package struct InputPosition: Hashable, Sendable {
    /// How many bytes were read.
    package var offset: UInt64

    /// How many lines have ended before that.
    package var lineCount: UInt64

    /// Whether the place is within a line that has been read as a whole, or is not wanted.
    package var isWithinLine: Bool

    /// Where the file is on the disk.
    var identity: FileStatus.Identity

    /// The checksum of the bytes at the beginning.
    var head: UInt64

    /// The checksum of the bytes before the place.
    var tail: UInt64

    private static let version: UInt8 = 1
    static let headLength: UInt64 = 4096
    static let tailLength: UInt64 = 256

    init(
        offset: UInt64, isWithinLine: Bool, identity: FileStatus.Identity, head: UInt64,
        tail: UInt64
    ) {
        self.offset = offset
        lineCount = 0
        self.isWithinLine = isWithinLine
        self.identity = identity
        self.head = head
        self.tail = tail
    }

    /// The position in an open file; `nil` when the file has become shorter.
    init?(
        of descriptor: borrowing Descriptor, after offset: UInt64, isWithinLine: Bool
    ) throws(SystemError) {
        guard let found = try Self.checksums(of: descriptor, before: offset) else { return nil }
        var isWithinLine = isWithinLine
        if offset > 0, !isWithinLine {
            // A last line without an end has been read as one; more of it may come.
            let last = try Self.bytes(of: descriptor, 1, at: Int64(clamping: offset) - 1)
            isWithinLine = last != [UInt8(ascii: "\n")]
        }
        self.init(
            offset: offset, isWithinLine: isWithinLine,
            identity: try descriptor.status.identity, head: found.head, tail: found.tail)
    }

    /// The position in a form that ``init(_:)`` reads, in this release and later ones.
    package var bytes: [UInt8] {
        var bytes = [Self.version, isWithinLine ? 1 : 0]
        for word in [offset, lineCount, identity.device, identity.number, head, tail] {
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// Reads a position; `nil` when the bytes are none.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 50, bytes[0] == Self.version, bytes[1] <= 1 else { return nil }
        var words = [UInt64](repeating: 0, count: 6)
        for index in 0..<48 { words[index / 8] |= UInt64(bytes[2 + index]) << (index % 8 * 8) }
        self.init(
            offset: words[0], isWithinLine: bytes[1] == 1,
            identity: FileStatus.Identity(device: words[2], number: words[3]), head: words[4],
            tail: words[5])
        lineCount = words[1]
    }

    /// FNV-1a, 64 bits (Fowler, Noll, Vo; RFC 9923).
    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The checksums of a file's beginning and of what stands before a place; `nil` when the file is
    /// shorter than that.
    static func checksums(
        of descriptor: borrowing Descriptor, before offset: UInt64
    ) throws(SystemError) -> (head: UInt64, tail: UInt64)? {
        let headLength = Int(min(offset, headLength))
        let tailLength = Int(min(offset, tailLength))
        guard
            let head = try bytes(of: descriptor, headLength, at: 0),
            let tail = try bytes(of: descriptor, tailLength, at: Int64(offset) - Int64(tailLength))
        else { return nil }
        return (checksum(head), checksum(tail))
    }

    private static func bytes(
        of descriptor: borrowing Descriptor, _ count: Int, at offset: Int64
    ) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let rest = count - bytes.count
            guard
                let read = try descriptor.read(
                    into: &bytes, limit: rest, at: offset + Int64(bytes.count)), read > 0
            else { return nil }
        }
        return bytes
    }

    /// Whether a file holds what was read, so that it can be read on from here.
    func fits(_ descriptor: borrowing Descriptor) throws(SystemError) -> Bool {
        guard try descriptor.status.kind == .regular,
            let found = try Self.checksums(of: descriptor, before: offset)
        else { return false }
        return found == (head, tail)
    }
}
