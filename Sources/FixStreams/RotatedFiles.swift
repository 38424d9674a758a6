// A wrapper of the C library's way to list a folder.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The files beside a followed one that a rotation made of it: `fixes.log.1`, `fixes.log-20260301`.
enum RotatedFiles {
    /// One of them.
    struct File: Equatable {
        let path: String
        let status: FileStatus

        /// What the name has behind that of the followed file.
        fileprivate let suffix: [UInt8]
    }

    /// The most that are looked at.
    private static let limit = 4096

    /// How often a folder is listed that changes meanwhile.
    private static let attempts = 5

    /// The files whose names are that of `path`, a point or a minus sign, and digits, points, minus
    /// signs, underlines, `T` and `Z`; the oldest content first. Compressed ones are none of them.
    static func beside(_ path: String) -> [File] {
        // A file whose name changes while the folder is listed may be listed twice or not at all.
        var files = listed(beside: path)
        for _ in 1..<attempts {
            let again = listed(beside: path)
            if again.map(\.path) == files.map(\.path),
                again.map(\.status.identity) == files.map(\.status.identity)
            {
                break
            }
            files = again
        }
        var places: Set<FileStatus.Identity> = []
        return files.filter { places.insert($0.status.identity).inserted }
    }

    private static func listed(beside path: String) -> [File] {
        let bytes = Array(path.utf8)
        let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(decoding: bytes[...$0], as: UTF8.self) } ?? ""
        let name = bytes[(slash.map { $0 + 1 } ?? 0)...]
        var files: [File] = []
        for entry in names(in: folder.isEmpty ? "." : folder) {
            let rest = Array(entry.dropFirst(name.count))
            guard entry.starts(with: name), isSuffix(rest[...]) else { continue }
            let path = folder + String(decoding: entry, as: UTF8.self)
            guard let status = FileStatus(path: path), status.kind == .regular else { continue }
            files.append(File(path: path, status: status, suffix: rest))
        }
        return files.sorted(by: isOlder)
    }

    /// Files that were written within one tick of the clock have one time. Of names with a date, or so
    /// many digits, the greater one is later; else the number counts rotations since.
    private static func isOlder(_ one: File, _ other: File) -> Bool {
        if one.status.modified != other.status.modified {
            return one.status.modified < other.status.modified
        }
        let suffixes = (one.suffix, other.suffix)
        if hasDate(suffixes.0), hasDate(suffixes.1) {
            return suffixes.0.lexicographicallyPrecedes(suffixes.1)
        }
        if suffixes.0.count != suffixes.1.count { return suffixes.0.count > suffixes.1.count }
        return suffixes.1.lexicographicallyPrecedes(suffixes.0)
    }

    private static func hasDate(_ suffix: [UInt8]) -> Bool {
        suffix.count { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } >= 6
    }

    /// Whether a name that has `suffix` behind another one is that of a rotated file.
    private static func isSuffix(_ suffix: ArraySlice<UInt8>) -> Bool {
        suffix.count > 1
            && (suffix.first == UInt8(ascii: ".") || suffix.first == UInt8(ascii: "-"))
            && suffix.allSatisfy(isOfRotation)
    }

    /// Whether a path is that of a rotated file of one of `paths`, by its name alone.
    static func isRotated(_ path: String, of paths: Set<String>) -> Bool {
        let bytes = Array(path.utf8)
        var start = bytes.count
        while start > 0, isOfRotation(bytes[start - 1]) {
            start -= 1
            if isSuffix(bytes[start...]),
                paths.contains(String(decoding: bytes[..<start], as: UTF8.self))
            {
                return true
            }
        }
        return false
    }

    private static func isOfRotation(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "T"), UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    /// The names in a folder; none when it cannot be read.
    private static func names(in folder: String) -> [[UInt8]] {
        var names: [[UInt8]] = []
        // SAFETY: Swift passes a valid C string; the handle is ours until closedir.
        guard let handle = unsafe opendir(folder) else { return [] }
        // SAFETY: opened above, closed here only.
        defer { _ = unsafe closedir(handle) }
        // SAFETY: an entry is valid until the next call of readdir with this handle; its name ends with
        // a zero within the entry and is copied at once.
        while names.count < limit, let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) {
                    unsafe String(cString: $0)
                }
            }
            names.append(Array(name.utf8))
        }
        return names
    }
}
