// A wrapper of the C library's calls about folders; see StateFile.swift.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The folder that the state is in, locked for one process while it is open.
struct StateFolder: ~Copyable {
    let path: String
    private let lock: Int32

    static let lockName = "lock"

    /// Locks a folder, which is made when it is missing.
    init(path: String) throws(StateError) {
        lock = try Self.lock(path)
        self.path = path
    }

    /// Locks a folder and gives the descriptor that holds the lock.
    private static func lock(_ path: String) throws(StateError) -> Int32 {
        // SAFETY: Swift passes a valid C string for the time of the call.
        let made = unsafe mkdir(path, 0o700)
        guard made == 0 || errno == EEXIST else {
            throw StateError(system: "make the folder", path)
        }
        let file = "\(path)/\(lockName)"
        // SAFETY: Swift passes a valid C string for the time of the call.
        let opened = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw StateError(system: "open", file) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let isHeld = errno == EWOULDBLOCK
            defer { _ = close(opened) }
            guard isHeld else { throw StateError(system: "lock", file) }
            let holder = holder(opened).map { " (process \($0))" } ?? ""
            throw StateError(
                .locked, "state '\(path)' is in use by another fencewatch\(holder)")
        }
        note(holder: opened)
        return opened
    }

    deinit {
        // The lock goes with the descriptor.
        if lock >= 0 { _ = close(lock) }
    }

    private static func holder(_ descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 20)
        // SAFETY: the array has room for that many bytes.
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        let digits = bytes.prefix(max(count, 0)).prefix { (0x30...0x39).contains($0) }
        return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
    }

    /// Writes the process's number for others to tell; without effect on a full disk.
    private static func note(holder descriptor: Int32) {
        guard ftruncate(descriptor, 0) == 0 else { return }
        let text = Array("\(getpid())\n".utf8)
        // SAFETY: the array holds that many bytes.
        _ = unsafe pwrite(descriptor, text, text.count, 0)
    }

    /// The names in a folder, in the order of their bytes.
    static func names(in path: String) throws(StateError) -> [String] {
        // SAFETY: Swift passes a valid C string for the time of the call.
        guard let folder = unsafe opendir(path) else { throw StateError(system: "read", path) }
        // SAFETY: the folder is open and closed only here.
        defer { _ = unsafe closedir(folder) }
        var names: [String] = []
        // SAFETY: an entry is good until the next call; its name is copied at once.
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                unsafe String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file; one that is not there is none to remove.
    static func remove(_ path: String) throws(StateError) {
        // SAFETY: Swift passes a valid C string for the time of the call.
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw StateError(system: "remove", path)
        }
    }

    /// Gives a file another name, in one step.
    static func rename(_ path: String, to other: String) throws(StateError) {
        // SAFETY: Swift passes valid C strings for the time of the call. Named in full: the method's
        // own name hides it.
        guard renameFile(path, other) == 0 else { throw StateError(system: "rename", path) }
    }

    /// Waits until the names in a folder are on the disk.
    static func synchronize(_ path: String) throws(StateError) {
        // SAFETY: Swift passes a valid C string for the time of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StateError(system: "open", path) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StateError(system: "write to", path) }
    }

    /// Whether there is something under a path.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: the path is a valid C string and the pointer is to a local, both for the call.
        return unsafe stat(path, &status) == 0
    }
}

// SAFETY: both are valid C strings for the time of the call.
private func renameFile(_ path: String, _ other: String) -> Int32 { unsafe rename(path, other) }
