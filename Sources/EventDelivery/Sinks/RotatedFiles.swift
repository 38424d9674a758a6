// A wrapper of the C library's calls on folders and names.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The files that a log was put aside in.
enum RotatedFiles {
    /// The path of one.
    static func path(of path: String, number: UInt64) -> String {
        let digits = String(number)
        return path + "." + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    }

    /// The numbers of those that are there, smallest first.
    static func numbers(of path: String) throws(OutputError) -> [UInt64] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let name = Array("\(parts.last ?? "").".utf8)
        let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/"
        // SAFETY: Swift passes a valid C string for the call; the stream is closed below and used here
        // only.
        guard let stream = unsafe opendir(folder) else { throw OutputError("list", folder) }
        defer { unsafe closedir(stream) }
        var numbers: [UInt64] = []
        while let entry = unsafe readdir(stream) {
            // SAFETY: the name is a C string within the entry, and is copied before the next call.
            let bytes = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) {
                    unsafe Array(String(cString: $0).utf8)
                }
            }
            guard bytes.starts(with: name), bytes.count >= name.count + 6 else { continue }
            let digits = bytes[name.count...]
            if digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let number = UInt64(String(decoding: digits, as: UTF8.self))
            {
                numbers.append(number)
            }
        }
        return numbers.sorted()
    }

    /// Puts the log aside.
    static func rename(_ path: String, number: UInt64) throws(OutputError) {
        let target = Self.path(of: path, number: number)
        // SAFETY: both are valid C strings for the call.
        guard renameFile(path, target) == 0 else { throw OutputError("rename", path) }
    }

    /// Removes one; one that is gone already is no failure.
    static func remove(_ path: String, number: UInt64) throws(OutputError) {
        let target = Self.path(of: path, number: number)
        // SAFETY: a valid C string for the call.
        guard unsafe unlink(target) == 0 || errno == ENOENT else {
            throw OutputError("remove", target)
        }
    }
}

/// `rename(2)`, which the method of that name hides.
private func renameFile(_ path: String, _ target: String) -> Int32 {
    // SAFETY: both are valid C strings for the call.
    unsafe rename(path, target)
}
