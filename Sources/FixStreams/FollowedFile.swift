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

        /// It matches a pattern by now, but cannot be opened, which is tried again; the system's error
        /// number.
        case waiting(code: Int32)

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
        case .waiting(let code):
            "\(file) cannot be opened yet: \(SystemError.message(for: code))"
        }
    }
}

/// A file that grows, as `tail -F` sees it.
///
/// Read to its end, then on whenever it has grown. When it is shorter than what was read, or other bytes
/// stand before the place, it has been cut or written anew and is read from its start; when its name
/// leads to another file that is not empty, the old one is read to its end and then the new one: a writer
/// that has not been told yet adds to the old one as long. While its name leads nowhere, the old file is
/// read on.
///
/// A reader that is behind loses nothing to rotations: files that were made between the old and the new
/// one are read in between, and what was not read yet of a file that was copied and then cut is read in
/// the copy. Both are found by their names (see ``RotatedFiles``). What a writer adds to a file after it
/// was copied and before it is cut is in no copy; it is lost unless it was read in that time.
final class FollowedFile: ResumableSource {
    private let path: String
    private let watcher: FileWatcher
    private var watch: Int32?

    /// The file that is being read.
    private var file: OpenFile

    /// Files to be read after it, from their start; the last is the one that the path led to last.
    private var upcoming: [OpenFile] = []

    /// The file that the path led to last.
    private var identity: FileStatus.Identity

    /// The rotated files that were there at the beginning or have been read.
    private var history: RotationHistory

    /// When the content that was read last had changed. Rotated files of before are of no interest:
    /// somebody has put them there.
    private var lastModified: Int64

    /// Why the new file at the path could not be opened, said once.
    private var problem: SystemError?

    /// What happened since the notice was last taken.
    private var notice: FollowNotice?

    init(
        path: String, _ descriptor: consuming Descriptor, watcher: FileWatcher
    ) throws(SystemError) {
        let status = try descriptor.status
        identity = status.identity
        lastModified = Int64.min
        self.path = path
        self.watcher = watcher
        file = OpenFile(descriptor)
        history = RotationHistory(path: path)
        watcher.watchFolder(of: path)
        watch = watcher.watchFile(path)
    }

    var readinessDescriptor: Int32? { nil }

    var byteCount: Int64? { nil }

    func read(into bytes: inout [UInt8], limit: Int) throws(SystemError) -> ReadOutcome {
        let isLast = upcoming.isEmpty
        let isStart = file.isAtStart
        let before = bytes.count
        let outcome = try file.read(into: &bytes, limit: limit)
        if isStart, isLast, try takeMissed() {
            bytes.removeSubrange(before...)
            return try read(into: &bytes, limit: limit)
        }
        switch outcome {
        case .bytes:
            lastModified = max(lastModified, file.modified)
            return .bytes
        case .rewritten where isLast: return try rewritten(into: &bytes, limit: limit)
        case .rewritten, .end: break
        }
        if !isLast {
            file = upcoming.removeFirst()
            return .restarted
        }
        guard let current = FileStatus(path: path), current.kind == .regular, current.size > 0,
            current.identity != identity
        else { return .nothingYet }
        // The old file may have grown between our read and its being replaced.
        if case .bytes = try file.read(into: &bytes, limit: limit) { return .bytes }
        return try replace()
    }

    /// Takes the file that the path leads to now for the old one, files between them first.
    private func replace() throws(SystemError) -> ReadOutcome {
        let opened: OpenFile
        do {
            opened = OpenFile(try Descriptor(path: path))
        } catch {
            if problem != error {
                problem = error
                notice = FollowNotice(file: path, kind: .unreadable(code: error.code))
            }
            return .nothingYet
        }
        identity = try opened.status.identity
        try history.note(file)
        for unread in history.unread() {
            // Renamed itself meanwhile; what was made later is found when this one has been read.
            if unread.status.identity == identity { break }
            if unread.status.modified >= lastModified { upcoming.append(unread.file) }
            history.note(unread)
        }
        upcoming.append(opened)
        file = upcoming.removeFirst()
        problem = nil
        if let watch { watcher.remove(watch) }
        watch = watcher.watchFile(path)
        notice = FollowNotice(file: path, kind: .replaced)
        return .restarted
    }

    /// Goes on after the file was cut: in a copy that holds what was not read yet, if there is one.
    /// Copies of what was written between two cuts are found when the file is read from its start.
    private func rewritten(
        into bytes: inout [UInt8], limit: Int
    ) throws(SystemError) -> ReadOutcome {
        notice = FollowNotice(file: path, kind: .truncated)
        let cut = file
        var copy: OpenFile?
        for unread in history.unread() where cut.agrees(withHead: unread.head) {
            if unread.file.continues(cut) { copy = unread.file }
            history.note(unread)
        }
        guard let copy else {
            cut.restart()
            return .restarted
        }
        copy.goOn(from: cut)
        cut.restart()
        file = copy
        upcoming = [cut]
        return try read(into: &bytes, limit: limit)
    }

    /// Turns to copies that were made of the file when it was filled, copied and cut while nobody looked,
    /// if there are such. To be called when its beginning has been read, which is what tells the copies
    /// of before from one of what it holds now.
    private func takeMissed() throws(SystemError) -> Bool {
        var missed: [RotationHistory.Unread] = []
        let unread = history.unread()
        guard !unread.isEmpty else { return false }
        let size = try file.status.size
        let isIntact = try file.isIntact
        if file.isAtStart {
            // An empty file has been cut, so that each copy is whole. Of one that has been filled since,
            // the beginning tells more, at the next look.
            guard size == 0 else { return false }
            missed = Array(unread.prefix { $0.status.identity != identity })
        } else {
            missed = Array(
                unread.prefix { copy in
                    // A copy that is longer than the file cannot be one of what it holds.
                    copy.status.identity != identity
                        && (!file.agrees(withHead: copy.head)
                            || isIntact && copy.status.size > size)
                })
        }
        for copy in missed { history.note(copy) }
        missed.removeAll { $0.status.modified < lastModified }
        guard !missed.isEmpty else { return false }
        file.restart()
        upcoming = missed.map(\.file) + [file]
        file = upcoming.removeFirst()
        return true
    }

    /// Passes over what is there already. Returns where reading will begin, and whether that is in
    /// the midst of a line.
    func skipToEnd() throws(SystemError) -> (offset: Int64, isWithinLine: Bool) {
        defer { lastModified = file.modified }
        return try file.skipToEnd()
    }

    func prefix(limit: Int) throws(SystemError) -> [UInt8]? { try file.prefix(limit: limit) }

    func position(
        after offset: UInt64, isWithinLine: Bool
    ) throws(SystemError) -> InputPosition? {
        try file.inputPosition(after: offset, isWithinLine: isWithinLine)
    }

    /// Goes on behind a position in this file, or in one that a rotation has made of it since: that one
    /// and those made after it are read before this one.
    func resume(at position: InputPosition) throws(SystemError) -> Bool {
        // Before the first byte all files look alike.
        let needsIdentity = position.offset == 0
        if try file.fits(position), !needsIdentity || identity == position.identity {
            try file.goOn(at: position)
            lastModified = file.modified
            return true
        }
        let rotated = RotatedFiles.beside(path).compactMap { rotated -> OpenFile? in
            guard let descriptor = try? Descriptor(path: rotated.path) else { return nil }
            return OpenFile(descriptor)
        }
        func fits(_ candidate: OpenFile, anywhere: Bool) -> Bool {
            (anywhere || (try? candidate.status.identity) == position.identity)
                && (try? candidate.fits(position)) == true
        }
        // Renamed, or else copied and cut.
        let place =
            rotated.lastIndex { fits($0, anywhere: false) }
            ?? (needsIdentity ? nil : rotated.lastIndex { fits($0, anywhere: true) })
        guard let place else { return false }
        upcoming = rotated[(place + 1)...] + [file]
        file = rotated[place]
        try file.goOn(at: position)
        lastModified = file.modified
        return true
    }

    func restart() throws(SystemError) { file.restart() }

    /// What happened since the last call, if anything.
    func takeNotice() -> FollowNotice? {
        defer { notice = nil }
        return notice
    }
}
