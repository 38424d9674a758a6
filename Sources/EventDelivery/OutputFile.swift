// A wrapper of the C library's file calls, the one place of this module that makes them.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Why bytes could not be written.
public struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was written to: a path, or `standard output`.
    public var file: String

    /// The system's error number (`errno`).
    public var code: Int32

    /// What was tried, such as `write`.
    public var action: String

    /// Whether the reader of a pipe has gone, which is a normal end.
    public var isClosedPipe: Bool { code == EPIPE }

    /// The file and the system's message in one line.
    public var description: String {
        // SAFETY: strerror returns a valid C string for every number; it is copied at once.
        let message = unsafe String(cString: strerror(code))
        return "cannot \(action) \(file): \(message)"
    }

    init(_ action: String, _ file: String, code: Int32 = errno) {
        self.file = file
        self.action = action
        self.code = code
    }
}

/// A file that bytes are written to, without a buffer of its own.
///
/// The process should ignore `SIGPIPE`, so that a pipe whose reader has gone is an error of the write.
package struct OutputFile: Sendable {
    /// What becomes of a file that is there already.
    package enum Mode: Hashable, Sendable {
        /// It is emptied.
        case replacing

        /// It is kept, and written to at its end.
        case appending
    }

    /// How messages call the file.
    package let name: String

    private let descriptor: Int32

    /// How long the file was after the last complete write; `nil` when it cannot be cut.
    package private(set) var length: Int64?

    /// The standard output of the process.
    package static let standardOutput = OutputFile(
        name: "standard output", descriptor: STDOUT_FILENO, length: nil)

    /// The standard error of the process.
    package static let standardError = OutputFile(
        name: "standard error", descriptor: STDERR_FILENO, length: nil)

    private init(name: String, descriptor: Int32, length: Int64?) {
        self.name = name
        self.descriptor = descriptor
        self.length = length
    }

    /// Opens a file, creating it when it is missing.
    package init(path: String, _ mode: Mode) throws(OutputError) {
        let disposition = mode == .replacing ? O_TRUNC : O_APPEND
        // SAFETY: Swift passes a valid C string for the time of the call.
        let opened = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | disposition, 0o666)
        guard opened >= 0 else { throw OutputError("open", path) }
        var status = stat()
        // SAFETY: the pointer is to a local that outlives the call.
        let isKnown = unsafe fstat(opened, &status) == 0
        let isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
        self.init(
            name: path, descriptor: opened, length: isRegular ? Int64(status.st_size) : nil)
    }

    /// Writes all bytes.
    ///
    /// When it fails on a regular file, what was written of them is cut off again, so that a line is
    /// there whole or not at all.
    package mutating func append(_ bytes: [UInt8]) throws(OutputError) {
        var written = 0
        while written < bytes.count {
            // SAFETY: the pointer and count describe what is left of the array, which lives on and
            // is not changed during the call.
            let result = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(
                    descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if result >= 0 {
                written += result
            } else if errno == EAGAIN {
                waitUntilWritable()
            } else if errno != EINTR {
                let error = OutputError("write to", name)
                if let length, written > 0 { _ = ftruncate(descriptor, off_t(length)) }
                throw error
            }
        }
        if let known = length { length = known + Int64(written) }
    }

    /// Makes sure that what was written survives a crash of the machine; does nothing on what is no file.
    package func synchronize() throws(OutputError) {
        guard length != nil else { return }
        while fdatasync(descriptor) != 0 {
            if errno != EINTR { throw OutputError("synchronise", name) }
        }
    }

    /// Cuts a file that was opened for appending to a length that it has at least.
    package mutating func cut(to length: Int64) throws(OutputError) {
        guard let known = self.length, known >= length else {
            throw OutputError("resume", name, code: EINVAL)
        }
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw OutputError("cut", name) }
        self.length = length
    }

    /// Closes the file; standard output and standard error stay open.
    package func finish() throws(OutputError) {
        guard descriptor > STDERR_FILENO else { return }
        // After EINTR the descriptor is closed on Linux and must not be closed again.
        guard close(descriptor) == 0 || errno == EINTR else {
            throw OutputError("close", name)
        }
    }

    /// Waits on a descriptor that somebody made non-blocking, as terminals and pipes can be shared.
    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // SAFETY: one element, a local that outlives the call.
        _ = unsafe poll(&request, 1, -1)
    }
}
