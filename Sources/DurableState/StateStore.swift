#if SQLite
    import SQLiteBridge

    /// Everything that must outlive a process, in one folder: a database, and the log of devices beside it.
    ///
    /// A commit is made durable as a whole: first the devices' records are appended to the log and are on
    /// the disk, then one transaction of the database says that they count, together with everything
    /// else. One owner uses a store at a time, and nobody else can open it for writing meanwhile; others
    /// may read with ``StateReader``.
    // SAFETY: one owner uses a store at a time; who hands it to another thread does so through a lock.
    package final class StateStore: @unchecked Sendable {
        /// The folder.
        package let path: String

        /// Whether this call has made the state.
        package let isNew: Bool

        /// Tells this state from all others: an event's identity is its epoch, device and number.
        package let epoch: UInt64

        /// How many events have been committed since the state was made.
        package private(set) var eventCount: UInt64

        private let folder: StateFolder
        private let database: StateDatabase
        private var log: DeviceLog

        /// From which segment of the log on each device is being written anew.
        private var sweepStart: Int64?

        static let databaseName = "state.db"
        static let unfinishedName = "state.db.new"

        /// The name of a copy's database until the copy is whole.
        static let copyName = "state.db.copy"

        /// Opens the state in a folder, or makes one where there is none.
        ///
        /// - Parameter newEpoch: The epoch of a state that is made.
        /// - Throws: ``StateError`` when the folder holds something else, or a state that is in use,
        ///   damaged, or of a later release. A state is never made in place of one that cannot be read.
        package init(path: String, newEpoch: UInt64) throws(StateError) {
            self.path = path
            folder = try StateFolder(path: path)
            isNew = try !Self.isThere(in: path)
            if isNew { try Self.create(in: path, epoch: newEpoch) }
            // From now on it is a state that changes, and none to import.
            try StateFolder.remove("\(path)/\(ExportList.name)")
            database = try StateDatabase(in: path, named: Self.databaseName, .readWrite)
            try StateSchema.check(database, mayMigrate: true)
            try database.execute("PRAGMA journal_mode = WAL")
            try database.execute("PRAGMA synchronous = FULL")
            try database.execute("PRAGMA wal_autocheckpoint = 2000")
            try database.execute("PRAGMA journal_size_limit = 67108864")
            try Self.checkPages(of: database)
            try database.execute("PRAGMA incremental_vacuum(10000)")
            (epoch, eventCount, sweepStart) = try Self.account(of: database)
            log = try DeviceLog(folder: path, segments: try Self.segments(of: database))
        }

        /// How many bytes the log of devices has; a sweep makes it shorter.
        package var logByteCount: Int64 { log.byteCount }

        /// Whether a sweep has begun and not ended.
        package var isSweeping: Bool { sweepStart != nil }

        /// Whether the folder holds a state. Anything else in it is refused.
        static func isThere(in path: String) throws(StateError) -> Bool {
            guard StateFolder.exists(path) else { return false }
            let names = Set(try StateFolder.names(in: path))
            if names.contains(copyName) {
                throw StateError(
                    .damaged,
                    "'\(path)' holds a copy of a state that was not finished: copy it again")
            }
            if names.contains(databaseName) { return true }
            let own = [StateFolder.lockName, unfinishedName, "\(unfinishedName)-journal"]
            guard let other = names.subtracting(own).min() else { return false }
            if DeviceLog.isName(other) || other.hasPrefix(databaseName) {
                throw StateError(
                    .damaged, "state '\(path)' is damaged: \(databaseName) is missing")
            }
            throw StateError(
                .foreign,
                "'\(path)' is no state of fencewatch, and not empty: it holds '\(other)'")
        }

        /// Makes a state under another name first, so that it is there whole or not at all.
        private static func create(in path: String, epoch: UInt64) throws(StateError) {
            let unfinished = "\(path)/\(unfinishedName)"
            try StateFolder.remove(unfinished)
            try StateFolder.remove("\(unfinished)-journal")
            do {
                let database = try StateDatabase(in: path, named: unfinishedName, .creating)
                try StateSchema.create(in: database, epoch: epoch)
            }
            try StateFolder.rename(unfinished, to: "\(path)/\(databaseName)")
            try StateFolder.synchronize(path)
        }

        /// Looks for damage, as long as that takes no time to speak of.
        static func checkPages(of database: StateDatabase) throws(StateError) {
            let pages = try database.number("PRAGMA page_count") ?? 0
            guard pages < 32_768 else { return }
            var finding: String?
            try database.run("PRAGMA quick_check(1)") { finding = $0.text(0) }
            guard finding == "ok" else {
                throw StateError(
                    .damaged,
                    "state '\(database.folder)' is damaged: \(finding ?? "it cannot be checked")")
            }
        }

        static func account(
            of database: StateDatabase
        ) throws(StateError) -> (epoch: UInt64, events: UInt64, sweep: Int64?) {
            var found: (UInt64, UInt64, Int64?)?
            try database.run("SELECT epoch, events, sweep FROM account") { row in
                found = (
                    UInt64(bitPattern: row.integer(0)), UInt64(bitPattern: row.integer(1)),
                    row.isNull(2) ? nil : row.integer(2)
                )
            }
            guard let found else {
                throw StateError(
                    .damaged, "state '\(database.folder)' is damaged: it has no account")
            }
            return found
        }

        static func segments(
            of database: StateDatabase
        ) throws(StateError) -> [DeviceLog.Segment] {
            var segments: [DeviceLog.Segment] = []
            try database.run("SELECT number, length FROM segment ORDER BY number") { row in
                segments.append(.init(number: row.integer(0), length: row.integer(1)))
            }
            return segments
        }

        /// What is in the state.
        package var contents: StateContents { StateContents(database) }
    }

    extension StateStore {
        /// Makes everything in a commit durable, or nothing of it.
        ///
        /// - Throws: ``StateError`` when it could not be done; the state is then that of the commit
        ///   before, also on disk.
        ///
        /// - Parameter dead: The numbers of dead messages that are taken off the list.
        package func commit(
            _ commit: StateCommit, removingDeadLetters dead: [Int64] = []
        ) throws(StateError) {
            guard !commit.isEmpty || !dead.isEmpty else { return }
            let before = (log.segments, sweepStart)
            do throws(StateError) {
                try write(commit, removingDeadLetters: dead)
            } catch {
                sweepStart = before.1
                // What cannot be cut now is cut when the state is opened again.
                try? log.restore(before.0)
                throw error
            }
        }

        private func write(
            _ commit: StateCommit, removingDeadLetters dead: [Int64]
        ) throws(StateError) {
            let begins = commit.sweep == .begins || commit.sweep == .complete
            try log.append(commit.devices, count: commit.deviceCount, inNewSegment: begins)
            if begins { sweepStart = log.segments.last?.number }
            var dropped: [DeviceLog.Segment] = []
            if commit.sweep == .ends || commit.sweep == .complete, let start = sweepStart {
                dropped = log.dropSegments(before: start)
                sweepStart = nil
            }
            let events = eventCount + commit.batches.reduce(0) { $0 + $1.count }
            try database.transaction { () throws(StateError) in
                try writeSegments(dropped: dropped)
                try writeContents(of: commit)
                for number in dead {
                    try database.run("DELETE FROM dead WHERE number = ?", [.integer(number)])
                }
                try database.run(
                    "UPDATE account SET commits = commits + 1, events = ?, sweep = ?",
                    [StateValue(events), StateValue(sweepStart)])
            }
            eventCount = events
            // They hold nothing that counts any more; when they cannot be removed now, they are later.
            try? log.remove(dropped)
        }

        private func writeSegments(dropped: [DeviceLog.Segment]) throws(StateError) {
            for segment in dropped {
                try database.run("DELETE FROM segment WHERE number = ?", [.integer(segment.number)])
            }
            // Only the last one grows.
            guard let last = log.segments.last else { return }
            try database.run(
                "INSERT INTO segment VALUES (?, ?) "
                    + "ON CONFLICT (number) DO UPDATE SET length = excluded.length",
                [.integer(last.number), .integer(last.length)])
        }

        private func writeContents(of commit: StateCommit) throws(StateError) {
            for (name, bytes) in commit.values {
                if let bytes {
                    try database.run(
                        "INSERT OR REPLACE INTO value VALUES (?, ?)",
                        [.text(name), .bytes(bytes.sealed)])
                } else {
                    try database.run("DELETE FROM value WHERE name = ?", [.text(name)])
                }
            }
            for (slot, bytes) in commit.regions {
                if let bytes {
                    try database.run(
                        "INSERT OR REPLACE INTO region VALUES (?, ?)",
                        [.integer(slot), .bytes(bytes.sealed)])
                } else {
                    try database.run("DELETE FROM region WHERE slot = ?", [.integer(slot)])
                }
            }
            var next = eventCount + 1
            for batch in commit.batches {
                try database.run(
                    "INSERT INTO batch VALUES (?, ?, ?)",
                    [StateValue(next), StateValue(batch.count), .bytes(batch.bytes.sealed)])
                next += batch.count
            }
            for sink in commit.sinks { try write(sink) }
            for message in commit.deadLetters {
                try database.run(
                    "INSERT INTO dead (sink, position, reason, time, bytes) VALUES (?, ?, ?, ?, ?)",
                    [
                        .text(message.sink), StateValue(message.position), .text(message.reason),
                        .integer(message.time), .bytes(message.bytes.sealed),
                    ])
            }
            if !commit.sinks.isEmpty || !commit.batches.isEmpty { try dropSettled() }
        }

        private func write(_ sink: SinkAccount) throws(StateError) {
            var beyond: [UInt8] = []
            for position in sink.settledBeyond { beyond.append(word: position) }
            try database.run(
                "INSERT OR REPLACE INTO sink VALUES (?, ?, ?, ?, ?)",
                [
                    .text(sink.name), StateValue(sink.settledThrough), .bytes(beyond),
                    StateValue(sink.waiting),
                    StateValue(sink.token.map { Int64(bitPattern: $0) }),
                ])
        }

        /// Drops the batches that each sink has settled.
        private func dropSettled() throws(StateError) {
            let needed = try database.number(
                "SELECT min(settled) FROM sink")
            // Without any sink nobody will ask.
            let limit = needed ?? .max
            try database.run(
                "DELETE FROM batch WHERE first <= ?1 AND first + count - 1 <= ?1",
                [.integer(limit)])
        }

        /// Forgets a sink and what waits for it.
        package func removeSink(_ name: String) throws(StateError) {
            try database.transaction { () throws(StateError) in
                try database.run("DELETE FROM sink WHERE name = ?", [.text(name)])
                try dropSettled()
            }
        }
    }

    extension [UInt8] {
        /// The bytes and their checksum.
        var sealed: [UInt8] {
            var bytes = self
            bytes.append(word: Checksum.of(self))
            return bytes
        }

        /// The bytes without the checksum that they end with; `nil` when it does not fit them.
        var unsealed: [UInt8]? {
            guard count >= 8 else { return nil }
            let bytes = [UInt8](self[..<(count - 8)])
            return word(at: count - 8) == Checksum.of(bytes) ? bytes : nil
        }
    }
#endif
