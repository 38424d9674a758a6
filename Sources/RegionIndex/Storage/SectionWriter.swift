#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Writes a ``SectionFile``.
@safe
package struct SectionWriter {
    /// The bytes of a section.
    @safe
    private struct Section {
        let kind: UInt32
        let stride: Int

        // SAFETY: they belong to `owner`, which is kept as long.
        let bytes: UnsafeRawBufferPointer
        let owner: AnyObject
    }

    private var sections: [Section] = []

    package init() {}

    /// Adds a section with the elements of an array that `owner` keeps alive.
    mutating func add<Element: BitwiseCopyable>(
        _ kind: UInt32, _ array: FlatArray<Element>, of owner: AnyObject
    ) {
        // SAFETY: the caller says who owns the array's memory.
        let section = unsafe Section(
            kind: kind, stride: MemoryLayout<Element>.stride, bytes: array.bytes, owner: owner)
        sections.append(section)
    }

    /// Adds a section of bytes.
    package mutating func add(_ kind: UInt32, bytes: [UInt8]) { add(kind, bytes) }

    /// Adds a section with a copy of an array, whose elements have no padding.
    mutating func add<Element: BitwiseCopyable>(_ kind: UInt32, _ elements: [Element]) {
        let memory = FlatMemory()
        add(kind, memory.copy(elements), of: memory)
    }

    /// Writes the file: under another name first, so that a file of this name is whole.
    package func write(
        to path: String, magic: UInt64, version: UInt32
    ) throws(SectionFile.Failure) {
        let part = path + ".part"
        // SAFETY: the path's C text lives through the call.
        let descriptor = unsafe open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SectionFile.failure("create \(part)") }
        do throws(SectionFile.Failure) {
            try write(to: descriptor, magic, version)
            // SAFETY: the C texts of the two paths live through the calls.
            guard fsync(descriptor) == 0, unsafe rename(part, path) == 0 else {
                throw SectionFile.failure("write \(path)")
            }
            close(descriptor)
        } catch {
            close(descriptor)
            unsafe unlink(part)
            throw error
        }
    }

    private func write(
        to descriptor: Int32, _ magic: UInt64, _ version: UInt32
    ) throws(SectionFile.Failure) {
        let tableEnd =
            MemoryLayout<SectionFile.Header>.size
            + sections.count * MemoryLayout<SectionFile.Entry>.size
        var offset = Self.aligned(tableEnd)
        var table: [SectionFile.Entry] = []
        for section in sections {
            // SAFETY: a count reads no memory.
            let size = unsafe section.bytes.count
            table.append(
                SectionFile.Entry(
                    kind: section.kind, stride: UInt32(section.stride), offset: UInt64(offset),
                    byteCount: UInt64(size)))
            offset = Self.aligned(offset + size)
        }
        var header = SectionFile.Header(
            magic: magic, version: version, sectionCount: UInt32(table.count),
            byteCount: UInt64(offset), checksum: 0)
        var checksum = Checksum(seed: header.seed)
        let first = padded(table, to: Self.aligned(tableEnd) - MemoryLayout.size(ofValue: header))
        // SAFETY: the arrays live through the calls that read their bytes.
        unsafe first.withUnsafeBytes { unsafe checksum.update($0) }
        for section in sections {
            let (whole, rest) = unsafe Self.blocks(of: section.bytes)
            unsafe checksum.update(whole)
            unsafe rest.withUnsafeBytes { unsafe checksum.update($0) }
        }
        header.checksum = checksum.value
        // SAFETY: the header has no padding.
        try put(unsafe withUnsafeBytes(of: header) { unsafe Array($0) }, descriptor)
        try put(first, descriptor)
        for section in sections {
            let (whole, rest) = unsafe Self.blocks(of: section.bytes)
            try unsafe put(whole, descriptor)
            try put(rest, descriptor)
        }
    }

    private static func aligned(_ offset: Int) -> Int {
        (offset + SectionFile.alignment - 1) / SectionFile.alignment * SectionFile.alignment
    }

    /// The bytes up to the last whole unit of alignment, and the rest filled up with zeros.
    private static func blocks(
        of bytes: UnsafeRawBufferPointer
    ) -> (UnsafeRawBufferPointer, [UInt8]) {
        let whole = bytes.count / SectionFile.alignment * SectionFile.alignment
        var rest = unsafe Array(bytes[whole...])
        rest += repeatElement(0, count: aligned(rest.count) - rest.count)
        return unsafe (UnsafeRawBufferPointer(rebasing: bytes[..<whole]), rest)
    }

    private func padded(_ table: [SectionFile.Entry], to size: Int) -> [UInt8] {
        // SAFETY: the entries have no padding; their bytes are copied at once.
        var bytes = unsafe table.withUnsafeBytes { unsafe Array($0) }
        bytes += repeatElement(0, count: size - bytes.count)
        return bytes
    }

    private func put(_ bytes: [UInt8], _ descriptor: Int32) throws(SectionFile.Failure) {
        var failure: SectionFile.Failure?
        // SAFETY: the array lives through the call.
        unsafe bytes.withUnsafeBytes { bytes in
            do throws(SectionFile.Failure) {
                try unsafe put(bytes, descriptor)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private func put(
        _ bytes: UnsafeRawBufferPointer, _ descriptor: Int32
    ) throws(SectionFile.Failure) {
        var left = unsafe bytes
        while unsafe !left.isEmpty {
            // SAFETY: the buffer holds as many bytes as are offered.
            let count = unsafe Glibc.write(descriptor, left.baseAddress, left.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SectionFile.failure("write") }
            unsafe left = unsafe UnsafeRawBufferPointer(rebasing: left[count...])
        }
    }
}
