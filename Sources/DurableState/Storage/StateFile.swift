// A wrapper of the C library's file calls, the one place of this module that makes them, together with
// StateFolder.swift.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that grows by whole pieces, each on the disk before the next is begun.
struct StateFile: ~Copyable {
    let path: String
    private let descriptor: Int32

    /// Opens a file for reading and writing.
    init(path: String, isNew: Bool) throws(StateError) {
        let flags = O_RDWR | O_CLOEXEC | (isNew ? O_CREAT | O_TRUNC : 0)
        // SAFETY: Swift passes a valid C string for the time of the call.
        descriptor = unsafe open(path, flags, 0o600)
        self.path = path
        guard descriptor >= 0 else { throw StateError(system: "open", path) }
    }

    /// Opens a file for reading.
    init(reading path: String) throws(StateError) {
        // SAFETY: Swift passes a valid C string for the time of the call.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else { throw StateError(system: "open", path) }
    }

    deinit {
        if descriptor >= 0 { _ = close(descriptor) }
    }

    /// How long the file is.
    var length: Int64 {
        get throws(StateError) {
            var status = stat()
            // SAFETY: the pointer is to a local that outlives the call.
            guard unsafe fstat(descriptor, &status) == 0 else {
                throw StateError(system: "look at", path)
            }
            return Int64(status.st_size)
        }
    }

    /// Writes bytes at a place.
    func write(_ bytes: [UInt8], at offset: Int64) throws(StateError) {
        var written = 0
        while written < bytes.count {
            // SAFETY: the pointer and count describe what is left of the array, which lives on and is
            // not changed during the call.
            let result = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written,
                    off_t(offset) + off_t(written))
            }
            if result >= 0 {
                written += result
            } else if errno != EINTR {
                throw StateError(system: "write to", path)
            }
        }
    }

    /// Reads exactly so many bytes at a place.
    func read(_ count: Int, at offset: Int64) throws(StateError) -> [UInt8] {
        var failure: StateError?
        // SAFETY: `initialized` grows by what pread says it wrote.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while initialized < count {
                // SAFETY: the buffer has room for `count` bytes, and no more than what is left of them
                // is written.
                let result = unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: initialized),
                    count - initialized, off_t(offset) + off_t(initialized))
                if result > 0 {
                    initialized += result
                } else if result == 0 {
                    failure = StateError(
                        .damaged, "\(path): ends before byte \(offset + Int64(count))")
                    return
                } else if errno != EINTR {
                    failure = StateError(system: "read", path)
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Waits until what was written is on the disk.
    func synchronize() throws(StateError) {
        #if canImport(Darwin)
            let result = fcntl(descriptor, F_FULLFSYNC)
        #else
            let result = fdatasync(descriptor)
        #endif
        guard result == 0 else { throw StateError(system: "write to", path) }
    }

    /// Cuts the file.
    func truncate(to length: Int64) throws(StateError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw StateError(system: "cut", path)
        }
    }
}

extension StateError {
    /// The error of the system call that has just failed.
    init(system action: String, _ path: String, code: Int32 = errno) {
        // SAFETY: strerror returns a valid C string for every number; it is copied at once.
        let message = unsafe String(cString: strerror(code))
        let isFull = code == ENOSPC || code == EDQUOT
        self.init(isFull ? .full : .failed, "cannot \(action) \(path): \(message)")
    }
}
