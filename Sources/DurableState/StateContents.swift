#if SQLite
    import SQLiteBridge

    /// What a state holds, read from its database and log.
    ///
    /// - Complexity: each call reads what it gives, and no more.
    package struct StateContents {
        let database: StateDatabase

        init(_ database: StateDatabase) { self.database = database }

        /// Opens a state to be looked at, also while a run uses it.
        package init(path: String) throws(StateError) {
            guard StateFolder.exists(path) else {
                throw StateError(.failed, "there is no state '\(path)'")
            }
            guard try StateStore.isThere(in: path) else {
                throw StateError(.foreign, "'\(path)' is empty: it holds no state")
            }
            database = try StateDatabase(in: path, named: StateStore.databaseName, .readWrite)
            try StateSchema.check(database, mayMigrate: false)
        }

        /// The folder.
        package var path: String { database.folder }

        /// The state's epoch, and how many events were committed.
        package var account: (epoch: UInt64, events: UInt64) {
            get throws(StateError) {
                let found = try StateStore.account(of: database)
                return (found.epoch, found.events)
            }
        }

        /// A named value; `nil` when there is none of the name.
        package func value(_ name: String) throws(StateError) -> [UInt8]? {
            var found: [UInt8]?
            try database.run("SELECT bytes FROM value WHERE name = ?", [.text(name)]) {
                row throws(StateError) in
                found = try unseal(row.bytes(0), "value '\(name)'")
            }
            return found
        }

        /// The named values whose names begin with a text, by their whole names.
        package func values(beginningWith prefix: String) throws(StateError) -> [String: [UInt8]] {
            var found: [String: [UInt8]] = [:]
            try database.run(
                "SELECT name, bytes FROM value WHERE substr(name, 1, length(?1)) = ?1",
                [.text(prefix)]
            ) { row throws(StateError) in
                let name = row.text(0)
                found[name] = try unseal(row.bytes(1), "value '\(name)'")
            }
            return found
        }

        /// Gives all regions in the order of their slots.
        package func readRegions(
            _ take: (_ slot: Int64, _ bytes: [UInt8]) throws(StateError) -> Void
        ) throws(StateError) {
            try database.run("SELECT slot, bytes FROM region ORDER BY slot") {
                row throws(StateError) in
                let slot = row.integer(0)
                try take(slot, unseal(row.bytes(1), "the region in slot \(slot)"))
            }
        }

        /// Gives all records of devices, oldest first: later ones take the place of earlier ones.
        package func readDevices(
            _ take: (_ records: [UInt8], _ count: Int) throws(StateError) -> Void
        ) throws(StateError) {
            try DeviceLog.read(StateStore.segments(of: database), in: database.folder, take)
        }

        /// The accounts of all sinks, in the order of their names.
        package func sinks() throws(StateError) -> [SinkAccount] {
            var sinks: [SinkAccount] = []
            try database.run(
                "SELECT name, settled, beyond, waiting, token FROM sink ORDER BY name"
            ) { row in
                var sink = SinkAccount(
                    name: row.text(0), settledThrough: UInt64(bitPattern: row.integer(1)))
                let beyond = row.bytes(2)
                sink.settledBeyond = stride(from: 0, to: beyond.count & ~7, by: 8).map {
                    beyond.word(at: $0)
                }
                sink.waiting = UInt64(bitPattern: row.integer(3))
                sink.token = row.isNull(4) ? nil : UInt64(bitPattern: row.integer(4))
                sinks.append(sink)
            }
            return sinks
        }

        /// The position of the first event of each batch and how many there are, oldest first.
        package func batches() throws(StateError) -> [(first: UInt64, count: UInt64)] {
            var batches: [(UInt64, UInt64)] = []
            try database.run("SELECT first, count FROM batch ORDER BY first") { row in
                batches.append(
                    (UInt64(bitPattern: row.integer(0)), UInt64(bitPattern: row.integer(1))))
            }
            return batches
        }

        /// The first batch that ends at a position or after it, with the position of its first event;
        /// `nil` when there is none.
        package func batch(
            endingFrom position: UInt64
        ) throws(StateError) -> (first: UInt64, batch: StateCommit.Batch)? {
            var found: (UInt64, StateCommit.Batch)?
            // Batches follow each other, so the one that holds a position is the last that begins by it.
            try database.run(
                """
                SELECT first, count, bytes FROM batch WHERE first >= coalesce(
                    (SELECT max(first) FROM batch WHERE first <= ?1), 0)
                    AND first + count > ?1 ORDER BY first LIMIT 1
                """, [StateValue(position)]
            ) { row throws(StateError) in
                let first = UInt64(bitPattern: row.integer(0))
                found = (
                    first,
                    StateCommit.Batch(
                        count: UInt64(bitPattern: row.integer(1)),
                        bytes: try unseal(row.bytes(2), "the batch of event \(first)"))
                )
            }
            return found
        }

        /// The messages that sinks have given up, oldest first; of one sink or of all.
        package func deadLetters(of sink: String? = nil) throws(StateError) -> [DeadMessage] {
            var messages: [DeadMessage] = []
            try database.run(
                "SELECT number, sink, position, reason, time, bytes FROM dead "
                    + "WHERE ?1 IS NULL OR sink = ?1 ORDER BY number",
                [sink.map { .text($0) } ?? .null]
            ) { row throws(StateError) in
                var message = DeadMessage(
                    sink: row.text(1), position: UInt64(bitPattern: row.integer(2)),
                    reason: row.text(3), time: row.integer(4),
                    bytes: try unseal(row.bytes(5), "dead letter \(row.integer(0))"))
                message.number = row.integer(0)
                messages.append(message)
            }
            return messages
        }

        private func unseal(_ bytes: [UInt8], _ what: String) throws(StateError) -> [UInt8] {
            guard let bytes = bytes.unsealed else {
                throw StateError(
                    .damaged, "state '\(database.folder)' is damaged: the checksum of \(what)")
            }
            return bytes
        }
    }
#endif
