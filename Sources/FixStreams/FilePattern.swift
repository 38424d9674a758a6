// A wrapper of the C library's glob.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A pattern of file names, as shells have it.
enum FilePattern {
    /// Whether a path holds one of `*`, `?` and `[`.
    static func isPattern(_ path: String) -> Bool {
        path.utf8.contains {
            [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "[")].contains($0)
        }
    }

    /// The paths that match now and are no folders, sorted byte by byte.
    static func paths(matching pattern: String) -> [String] {
        var result = unsafe glob_t()
        // SAFETY: the structure is ours and freed below whatever glob returns; the pattern is a valid C
        // string for the time of the call.
        defer { unsafe globfree(&result) }
        guard unsafe glob(pattern, GLOB_NOSORT, nil, &result) == 0 else { return [] }
        var paths: [String] = []
        for index in 0..<Int(unsafe result.gl_pathc) {
            // SAFETY: gl_pathv holds gl_pathc C strings that live until globfree; each is copied.
            guard let entry = unsafe result.gl_pathv[index] else { continue }
            let path = unsafe String(cString: entry)
            if let status = FileStatus(path: path), status.kind != .folder { paths.append(path) }
        }
        return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
