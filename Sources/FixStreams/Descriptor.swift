// A wrapper of the C library's file calls, the one place of this module that makes them, together with
// FileWatcher.swift and WakePipe.swift.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An error number of the system (`errno`).
struct SystemError: Error, Hashable, Sendable {
    let code: Int32

    init(code: Int32 = errno) { self.code = code }

    /// The system's message for it.
    static func message(for code: Int32) -> String {
        // SAFETY: strerror returns a valid C string for every number; it is copied at once.
        unsafe String(cString: strerror(code))
    }

    /// `EBADMSG`, for data that cannot be decompressed.
    static let isDamaged = SystemError(code: EBADMSG)

    /// `ENOENT`.
    static let noSuchFile = SystemError(code: ENOENT)

    /// `EISDIR`, for a folder where a file should be.
    static let isFolder = SystemError(code: EISDIR)
}

/// What a file is, as far as reading it goes.
struct FileStatus: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case regular
        case folder
        case stream
    }

    /// What tells one file from another, whatever their names.
    struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
    }

    let kind: Kind
    let identity: Identity
    let size: Int64

    /// When the content changed last, in nanoseconds since 1970.
    let modified: Int64

    private init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .folder
        default: kind = .stream
        }
        identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            number: UInt64(truncatingIfNeeded: status.st_ino))
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// The status of the file that a path leads to now; `nil` when there is none.
    init?(path: String) {
        var status = stat()
        // SAFETY: the path is a valid C string and the pointer is to a local, both for the call.
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    fileprivate init(of descriptor: Int32) throws(SystemError) {
        var status = stat()
        // SAFETY: the pointer is to a local that outlives the call.
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError() }
        self.init(status)
    }
}

/// An open file, closed with the value that owns it.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Whether it is closed with this value; a borrowed one may have been read by others.
    let isOwned: Bool

    /// Opens a file for reading. Does not wait for the writer of a named pipe.
    init(path: String) throws(SystemError) {
        // SAFETY: Swift passes a valid C string for the time of the call.
        number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        isOwned = true
        guard number >= 0 else { throw SystemError() }
    }

    /// Takes a descriptor that belongs to somebody else, and is not closed.
    init(borrowing number: Int32) {
        self.number = number
        isOwned = false
    }

    deinit {
        if isOwned, number >= 0 { _ = close(number) }
    }

    var status: FileStatus {
        get throws(SystemError) { try FileStatus(of: number) }
    }

    /// Appends at most `limit` bytes to `bytes`. Returns how many, 0 at the end, or `nil` when there
    /// are none yet.
    ///
    /// - Parameter offset: Where to read; `nil`: where the last read ended.
    func read(
        into bytes: inout [UInt8], limit: Int, at offset: Int64? = nil
    ) throws(SystemError) -> Int? {
        while true {
            var count = 0
            bytes.append(addingCapacity: limit) { output in
                // SAFETY: the buffer has room for `limit` bytes, and read and pread write no more
                // than that; `initialized` grows by what they say they wrote.
                unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
                    let start = unsafe buffer.baseAddress.map { unsafe $0 + initialized }
                    count =
                        if let offset {
                            unsafe pread(number, start, limit, off_t(offset))
                        } else {
                            // Named in full: the method's own name hides it.
                            unsafe readBytes(number, start, limit)
                        }
                    initialized += max(count, 0)
                }
            }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return nil
            default: throw SystemError()
            }
        }
    }

    /// Makes the next read begin at `offset`.
    func seek(to offset: Int64) throws(SystemError) {
        guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw SystemError() }
    }

    /// Whether a read would return at once, with bytes or at the end.
    var isReadable: Bool { !Self.wait(for: [number], milliseconds: 0).isEmpty }

    /// Waits until one of the descriptors can be read without waiting, or the time is over, or a
    /// signal has come. Returns those that can be read.
    ///
    /// - Parameter milliseconds: How long; negative: for ever.
    static func wait(for descriptors: [Int32], milliseconds: Int32) -> [Int32] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // SAFETY: the pointer is to an array of that many entries, for the time of the call.
        let count = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
        return count > 0 ? entries.filter { $0.revents != 0 }.map(\.fd) : []
    }
}

/// The system's `read`.
@unsafe private func readBytes(
    _ descriptor: Int32, _ start: UnsafeMutablePointer<UInt8>?, _ count: Int
) -> Int {
    // SAFETY: the caller's promise that `start` has room for `count` bytes.
    unsafe read(descriptor, start, count)
}

extension Span<UInt8> {
    /// The first place of `byte` from `start` on.
    ///
    /// - Complexity: linear, some tens of bytes a nanosecond.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        precondition(0...count ~= start, "\(start) is not within 0...\(count)")
        // SAFETY: memchr looks at `count - start` bytes from `start` on, all within the buffer, and
        // returns a place among them or nil.
        return unsafe withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }

    /// Behind the last `byte` from `start` on; `nil` when there is none.
    func endIndexOfLast(_ byte: UInt8, from start: Int) -> Int? {
        var index = count
        while index > start {
            if self[index - 1] == byte { return index }
            index -= 1
        }
        return nil
    }
}
