// A wrapper of the C library's way to list a folder.
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The files beside a followed one that a rotation made of it: `fixes.log.1`, `fixes.log-20260301`.
enum RotatedFiles {
    /// One of them.
    struct File {
        let path: String
        let status: FileStatus
    }

    /// The most that are looked at.
    private static let limit = 4096

    /// The files whose names are that of `path`, a point or a minus sign, and digits, points, minus
    /// signs, underlines, `T` and `Z`; the oldest content first. Compressed ones are none of them.
    static func beside(_ path: String) -> [File] {
        let bytes = Array(path.utf8)
        let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(decoding: bytes[...$0], as: UTF8.self) } ?? ""
        let name = bytes[(slash.map { $0 + 1 } ?? 0)...]
        var files: [File] = []
        for entry in names(in: folder.isEmpty ? "." : folder) {
            let rest = entry.dropFirst(name.count)
            guard entry.starts(with: name), rest.count > 1,
                rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: "-"),
                rest.allSatisfy(isOfRotation)
            else { continue }
            let path = folder + String(decoding: entry, as: UTF8.self)
            guard let status = FileStatus(path: path), status.kind == .regular else { continue }
            files.append(File(path: path, status: status))
        }
        return files.sorted {
            ($0.status.modified, $1.path) < ($1.status.modified, $0.path)
        }
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
