/// Which of the rotated files beside a followed one have been read, or need not be.
///
/// Files are known again by where they are on the disk, and by their first bytes, since places are used
/// again.
struct RotationHistory {
    /// A rotated file that has not been read.
    struct Unread {
        let file: OpenFile
        let status: FileStatus

        /// Its first bytes.
        let head: [UInt8]
    }

    private struct Entry {
        var head: [UInt8]
        var status: FileStatus
    }

    private let path: String
    private var entries: [FileStatus.Identity: Entry] = [:]

    /// How often files are opened whose names change meanwhile.
    private static let attempts = 5

    /// Takes all that is there for read.
    init(path: String) {
        self.path = path
        for unread in unread() { note(unread) }
    }

    /// The files that are not read yet, the oldest content first, without empty ones.
    mutating func unread() -> [Unread] {
        for _ in 1..<Self.attempts {
            if let found = opened(isFinal: false) { return found }
        }
        return opened(isFinal: true) ?? []
    }

    /// `nil` when a name led to another file than before.
    private mutating func opened(isFinal: Bool) -> [Unread]? {
        let present = RotatedFiles.beside(path)
        forget(but: present)
        var unread: [Unread] = []
        for rotated in present {
            let identity = rotated.status.identity
            if entries[identity]?.status == rotated.status { continue }
            guard let descriptor = try? Descriptor(path: rotated.path) else {
                if isFinal || FileStatus(path: rotated.path)?.identity == identity { continue }
                return nil
            }
            let file = OpenFile(descriptor)
            guard let status = try? file.status,
                let head = try? file.prefix(limit: OpenFile.headLimit)
            else { continue }
            if status.identity != identity {
                if isFinal { continue }
                return nil
            }
            if let former = entries[identity]?.head, !former.isEmpty, head.starts(with: former) {
                // It has grown, or was touched.
                entries[identity] = Entry(head: head, status: rotated.status)
                continue
            }
            if !head.isEmpty { unread.append(Unread(file: file, status: status, head: head)) }
        }
        return unread
    }

    /// Takes a file for read.
    mutating func note(_ unread: Unread) {
        entries[unread.status.identity] = Entry(head: unread.head, status: unread.status)
    }

    /// Takes a file for read that may be among them later.
    mutating func note(_ file: OpenFile) throws(SystemError) {
        let status = try file.status
        entries[status.identity] = Entry(
            head: try file.prefix(limit: OpenFile.headLimit), status: status)
    }

    /// Forgets files that are gone, once they are many.
    private mutating func forget(but present: [RotatedFiles.File]) {
        guard entries.count > 2 * present.count + 64 else { return }
        let identities = Set(present.map(\.status.identity))
        entries = entries.filter { identities.contains($0.key) }
    }
}
