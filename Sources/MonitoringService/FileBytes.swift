// A wrapper of the C library's file calls.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Reads whole files.
package enum FileBytes {
    /// Why a file could not be read, in the system's words.
    package struct Failure: Error {
        package var message: String

        fileprivate init(message: String) { self.message = message }

        fileprivate init(code: Int32 = errno) {
            // SAFETY: strerror returns a valid C string for every number; it is copied at once.
            message = unsafe String(cString: strerror(code))
        }
    }

    /// What changes when a file is written or replaced.
    package struct Stamp: Hashable, Sendable {
        private let device: UInt64
        private let number: UInt64
        private let size: Int64
        private let seconds: Int64
        private let nanoseconds: Int64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
            size = Int64(status.st_size)
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            seconds = Int64(time.tv_sec)
            nanoseconds = Int64(time.tv_nsec)
        }
    }

    /// The stamp of the file that a path leads to; `nil` when there is none.
    package static func stamp(_ path: String) -> Stamp? {
        var status = stat()
        // SAFETY: the path is a valid C string and the pointer is to a local, both for the call.
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Stamp(status)
    }

    /// The content of a file, also of a pipe, to its end.
    package static func read(_ path: String) throws(Failure) -> [UInt8] {
        // SAFETY: Swift passes a valid C string for the time of the call.
        // Without waiting: a named pipe that nobody writes into would not open otherwise.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Failure() }
        defer { _ = close(descriptor) }
        var status = stat()
        // SAFETY: the pointer is to a local that outlives the call.
        if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw Failure(code: EISDIR)
        }
        var bytes: [UInt8] = []
        var waitsForWriter = false
        bytes.reserveCapacity(Int(clamping: status.st_size) + 1)
        while true {
            let piece = max(1 << 16, bytes.capacity - bytes.count)
            let count = append(to: &bytes, atMost: piece, from: descriptor)
            if count > 0 || count < 0 && errno == EINTR { continue }
            if count < 0 {
                // A pipe whose writer has not written yet.
                guard errno == EAGAIN else { throw Failure() }
                try wait(for: descriptor, atMost: -1)
            } else if bytes.isEmpty, status.st_mode & S_IFMT == S_IFIFO, !waitsForWriter {
                waitsForWriter = true
                try wait(for: descriptor, atMost: Self.writerPatience)
            } else {
                return bytes
            }
        }
    }

    /// How long a pipe that nobody has opened for writing is waited for, in milliseconds.
    private static let writerPatience: Int32 = 5000

    /// Waits until there is something to read, or the end.
    private static func wait(for descriptor: Int32, atMost limit: Int32) throws(Failure) {
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            // SAFETY: the pointer is to one local structure, which outlives the call.
            let answer = unsafe poll(&question, 1, limit)
            if answer > 0 { return }
            if answer == 0 { throw Failure(message: "a pipe into which nobody writes") }
            guard errno == EINTR else { throw Failure() }
        }
    }

    /// Appends what one read gives and returns how much that was; negative when it failed.
    private static func append(
        to bytes: inout [UInt8], atMost limit: Int, from descriptor: Int32
    ) -> Int {
        var count = 0
        bytes.append(addingCapacity: limit) { output in
            // SAFETY: the buffer has room for `limit` bytes, read writes no more than that, and
            // `initialized` grows by what read says it wrote.
            unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
                let start = unsafe buffer.baseAddress?.advanced(by: initialized)
                count = unsafe readBytes(descriptor, start, limit)
                initialized += max(count, 0)
            }
        }
        return count
    }
}

/// The system's `read`, whose name the method above hides.
@unsafe private func readBytes(
    _ descriptor: Int32, _ start: UnsafeMutablePointer<UInt8>?, _ count: Int
) -> Int {
    // SAFETY: the caller's promise that `start` has room for `count` bytes.
    unsafe read(descriptor, start, count)
}
