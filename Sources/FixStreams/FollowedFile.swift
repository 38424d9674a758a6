/// What happened to an input, for people to read.
public struct FollowNotice: Hashable, Sendable, CustomStringConvertible {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// It became shorter, and is read from its start.
        case truncated

        /// Its name leads to another file now, which is read from its start.
        case replaced

        /// Its name leads to another file, which cannot be opened; the system's error number.
        case unreadable(code: Int32)

        /// Its dates before 2015, of a receiver whose week counter has rolled over, are taken for
        /// dates 1024 weeks later, or twice or thrice that.
        case datesMoved
    }

    /// The file's name.
    public var file: String

    /// What happened.
    public var kind: Kind

    /// The file and what happened, in one line.
    public var description: String {
        switch kind {
        case .truncated: "\(file) has been truncated; reading it from its start"
        case .replaced: "\(file) has been replaced; reading the new file"
        case .datesMoved:
            "\(file): dates before 2015 are moved by 1024 weeks, "
                + "as those of a receiver whose week counter has rolled over"
        case .unreadable(let code):
            "\(file) has been replaced, but cannot be opened: \(SystemError.message(for: code))"
        }
    }
}

/// A file that grows, as `tail -F` sees it.
///
/// Read to its end, then on whenever it has grown. When it is shorter than what was read, it has been
/// truncated and is read from its start; when its name leads to another file, the old one is read to
/// its end and then the new one. While its name leads nowhere, the old file is read on. A file that is
/// truncated and grows beyond the old length between two looks cannot be told from one that grew.
final class FollowedFile: FixSource {
    private let path: String
    private let watcher: FileWatcher
    private var descriptor: Descriptor
    private var identity: FileStatus.Identity
    private var position: Int64 = 0
    private var watch: Int32?

    /// Why the new file at the path could not be opened, said once.
    private var problem: SystemError?

    /// What happened since the notice was last taken.
    private var notice: FollowNotice?

    init(
        path: String, _ descriptor: consuming Descriptor, watcher: FileWatcher
    ) throws(SystemError) {
        identity = try descriptor.status.identity
        self.path = path
        self.watcher = watcher
        self.descriptor = descriptor
        watcher.watchFolder(of: path)
        watch = watcher.watchFile(path)
    }

    var readinessDescriptor: Int32? { nil }

    var byteCount: Int64? { nil }

    func read(into bytes: inout [UInt8], limit: Int) throws(SystemError) -> ReadOutcome {
        if try readOn(into: &bytes, limit: limit) { return .bytes }
        let status = try descriptor.status
        if status.size < position {
            try moveTo(0)
            notice = FollowNotice(file: path, kind: .truncated)
            return .restarted
        }
        guard let current = FileStatus(path: path), current.kind == .regular,
            current.identity != identity
        else { return .nothingYet }
        // The old file may have grown between our read and its being replaced.
        if try readOn(into: &bytes, limit: limit) { return .bytes }
        return try replace()
    }

    /// Takes the file that the path leads to now for the old one.
    private func replace() throws(SystemError) -> ReadOutcome {
        let opened: Descriptor
        do {
            opened = try Descriptor(path: path)
        } catch {
            if problem != error {
                problem = error
                notice = FollowNotice(file: path, kind: .unreadable(code: error.code))
            }
            return .nothingYet
        }
        identity = try opened.status.identity
        descriptor = opened
        position = 0
        problem = nil
        if let watch { watcher.remove(watch) }
        watch = watcher.watchFile(path)
        notice = FollowNotice(file: path, kind: .replaced)
        return .restarted
    }

    private func readOn(into bytes: inout [UInt8], limit: Int) throws(SystemError) -> Bool {
        let count = try descriptor.read(into: &bytes, limit: limit) ?? 0
        position += Int64(count)
        return count > 0
    }

    private func moveTo(_ offset: Int64) throws(SystemError) {
        try descriptor.seek(to: offset)
        position = offset
    }

    /// Passes over what is there already. Returns where reading will begin, and whether that is in
    /// the midst of a line.
    func skipToEnd() throws(SystemError) -> (offset: Int64, isWithinLine: Bool) {
        try moveTo(descriptor.status.size)
        guard position > 0 else { return (0, false) }
        var last: [UInt8] = []
        _ = try descriptor.read(into: &last, limit: 1, at: position - 1)
        return (position, last != [UInt8(ascii: "\n")])
    }

    func prefix(limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        _ = try descriptor.read(into: &bytes, limit: limit, at: 0)
        return bytes
    }

    /// What happened since the last call, if anything.
    func takeNotice() -> FollowNotice? {
        defer { notice = nil }
        return notice
    }
}
