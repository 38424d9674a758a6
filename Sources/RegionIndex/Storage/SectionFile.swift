#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file of plain arrays that is used where it lies: mapped, never parsed.
///
/// A header (``Header``), a table of sections (``Entry``) and the sections, each at a multiple of 64
/// bytes. All numbers are little-endian as the machine's memory is; the checksum is over all that
/// follows it. A program reads only its own magic and version: whatever is older, newer, foreign, cut
/// off or damaged is refused.
@safe
package final class SectionFile {
    /// What is wrong with a file.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    struct Header: BitwiseCopyable {
        var magic: UInt64
        var version: UInt32
        var sectionCount: UInt32
        var byteCount: UInt64
        var checksum: UInt64
    }

    struct Entry: BitwiseCopyable {
        var kind: UInt32
        var stride: UInt32
        var offset: UInt64
        var byteCount: UInt64
    }

    static let alignment = 64

    // SAFETY: `bytes` is a private mapping of the file, read-only, released by `deinit` alone; the
    // file must not be cut while it is in use, as for every mapped file.
    private let bytes: UnsafeRawBufferPointer
    private let sections: [UInt32: Entry]

    /// Maps a file and checks it.
    ///
    /// - Parameters:
    ///   - magic, version: What the file must begin with.
    /// - Complexity: O(n) in the file's bytes, for the checksum: about 10 GB/s.
    package init(path: String, magic: UInt64, version: UInt32) throws(Failure) {
        // SAFETY: the path's C text lives through the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("open it") }
        defer { close(descriptor) }
        var status = stat()
        // SAFETY: the structure lives through the call.
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw Self.failure("size it")
        }
        let size = Int(status.st_size)
        guard size >= MemoryLayout<Header>.size else {
            throw Failure("it has \(size) bytes, less than a header")
        }
        // SAFETY: a new mapping of `size` bytes that nothing else refers to.
        let mapping = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else {
            throw Self.failure("map it")
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: mapping, count: size)
        do throws(Failure) {
            sections = try unsafe Self.checked(bytes, magic, version)
        } catch {
            unsafe munmap(mapping, size)
            throw error
        }
        unsafe self.bytes = unsafe bytes
    }

    /// Whether a regular file begins as files of a kind do.
    package static func isFile(_ path: String, magic: UInt64) -> Bool {
        var status = stat()
        // SAFETY: the path's C text and the structure live through the calls; the pointer is to a
        // local of 8 bytes, as many as are asked for.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var start: UInt64 = 0
        return unsafe pread(descriptor, &start, 8, 0) == 8 && start == magic
    }

    /// What the system says of its last failure.
    static func failure(_ what: String) -> Failure {
        // SAFETY: strerror's text is copied at once.
        let reason = unsafe String(cString: strerror(errno))
        return Failure("cannot \(what): \(reason)")
    }

    deinit {
        unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }

    /// The sections of a file that is whole and of the right kind.
    private static func checked(
        _ bytes: UnsafeRawBufferPointer, _ magic: UInt64, _ version: UInt32
    ) throws(Failure) -> [UInt32: Entry] {
        // SAFETY: the caller saw that there are enough bytes for a header.
        let header = unsafe bytes.loadUnaligned(as: Header.self)
        guard header.magic == magic else { throw Failure("it is not a file of this kind") }
        guard header.version == version else {
            throw Failure(
                "it is of version \(header.version); this program reads version \(version)")
        }
        guard header.byteCount == UInt64(bytes.count) else {
            throw Failure(
                "it has \(bytes.count) bytes instead of \(header.byteCount): it was cut off or is "
                    + "still being written")
        }
        guard bytes.count % alignment == 0 else { throw damaged }
        let table = MemoryLayout<Header>.size
        let tableSize = Int(header.sectionCount) * MemoryLayout<Entry>.size
        guard table + tableSize <= bytes.count else { throw damaged }
        var checksum = Checksum(seed: header.seed)
        unsafe checksum.update(UnsafeRawBufferPointer(rebasing: bytes[table...]))
        guard checksum.value == header.checksum else { throw damaged }
        var sections: [UInt32: Entry] = [:]
        for number in 0..<Int(header.sectionCount) {
            let offset = table + number * MemoryLayout<Entry>.size
            // SAFETY: the table lies within the bytes.
            let entry = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Entry.self)
            let (end, overflow) = entry.offset.addingReportingOverflow(entry.byteCount)
            guard !overflow, end <= UInt64(bytes.count), entry.stride > 0,
                entry.offset % UInt64(alignment) == 0,
                entry.byteCount % UInt64(entry.stride) == 0,
                sections.updateValue(entry, forKey: entry.kind) == nil
            else { throw damaged }
        }
        return sections
    }

    private static var damaged: Failure { Failure("it is damaged: its checksum does not fit") }

    /// A copy of a section of bytes.
    package func bytes(_ kind: UInt32) throws(Failure) -> [UInt8] {
        try array(kind, of: UInt8.self).array
    }

    /// The elements of a section, which live as long as this object.
    func array<Element: BitwiseCopyable>(
        _ kind: UInt32, of type: Element.Type
    ) throws(Failure) -> FlatArray<Element> {
        guard let entry = sections[kind] else { throw Failure("it has no section \(kind)") }
        guard Int(entry.stride) == MemoryLayout<Element>.stride else {
            throw Failure("section \(kind) has elements of \(entry.stride) bytes")
        }
        let count = Int(entry.byteCount) / MemoryLayout<Element>.stride
        guard count > 0, let base = unsafe bytes.baseAddress else { return .empty }
        // SAFETY: the section lies within the mapping, at a multiple of 64 bytes from its beginning,
        // which is a page's; any bits are a value of a plain type.
        let start = unsafe (base + Int(entry.offset)).bindMemory(to: Element.self, capacity: count)
        return unsafe FlatArray(base: start, count: count)
    }
}

extension SectionFile.Header {
    /// What the checksum begins with: the header but for the checksum itself.
    var seed: UInt64 {
        Checksum.mix(magic, UInt64(version) << 32 | UInt64(sectionCount)) ^ byteCount
    }
}

// SAFETY: the mapping is only read.
extension SectionFile: @unchecked Sendable {}
