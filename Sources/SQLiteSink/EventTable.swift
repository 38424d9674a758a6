#if SQLite
    import EventDelivery
    import RegionMonitoring
    import SQLiteBridge

    /// The table of events, whose key is their identity.
    final class EventTable: Sendable {
        private let connection: SQLiteConnection
        private let insertion: SQLiteStatement
        private let query: SQLiteStatement

        private static let columns = [
            "epoch", "device", "sequence", "event", "region", "visit", "timestamp", "decided_at",
            "state", "evidence", "reason", "latitude", "longitude", "accuracy", "record",
        ]

        /// Opens a database, and makes the table where it is missing.
        init(path: String) throws(SQLiteError) {
            connection = try SQLiteConnection(path: path, .creating)
            // A commit has reached the disk when it returns, and readers are not held up by it.
            try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            try connection.execute(
                """
                CREATE TABLE IF NOT EXISTS events (
                    epoch INTEGER NOT NULL,
                    device TEXT NOT NULL,
                    sequence INTEGER NOT NULL,
                    event TEXT NOT NULL,
                    region TEXT NOT NULL,
                    visit INTEGER,
                    timestamp TEXT NOT NULL,
                    decided_at TEXT NOT NULL,
                    state TEXT NOT NULL,
                    evidence TEXT,
                    reason TEXT,
                    latitude REAL,
                    longitude REAL,
                    accuracy REAL,
                    record TEXT NOT NULL,
                    PRIMARY KEY (epoch, device, sequence)
                ) WITHOUT ROWID
                """)
            let places = Array(repeating: "?", count: Self.columns.count)
            // Fails here, with the name of what is missing, when the table is some other one.
            insertion = try connection.prepare(
                """
                INSERT INTO events (\(Self.columns.joined(separator: ", ")))
                VALUES (\(places.joined(separator: ", ")))
                ON CONFLICT (epoch, device, sequence) DO NOTHING RETURNING 1
                """)
            query = try connection.prepare(
                "SELECT record FROM events WHERE epoch = ? AND device = ? AND sequence = ?")
        }

        /// Stores messages that are not there yet, all or none.
        ///
        /// - Returns: Those whose identity another record has.
        func store(
            _ messages: [DeliveryMessage], as format: EventFormat
        ) throws(SQLiteError) -> [DeadLetter] {
            var taken: [DeadLetter] = []
            var writer = NDJSONEventWriter()
            try connection.execute("BEGIN IMMEDIATE")
            do throws(SQLiteError) {
                for message in messages {
                    guard case .event(let event) = message.record.content else { continue }
                    writer.removeAll()
                    writer.append(message, as: format)
                    let line = String(decoding: writer.bytes.dropLast(), as: UTF8.self)
                    if try !insert(event, epoch: message.epoch, line),
                        try record(event, epoch: message.epoch) != line
                    {
                        taken.append(
                            DeadLetter(
                                message,
                                because: "another record has its epoch, device and sequence: runs "
                                    + "without --state need a database each"))
                    }
                }
                try connection.execute("COMMIT")
            } catch {
                // Some errors have rolled back already; then there is nothing to do.
                try? connection.execute("ROLLBACK")
                throw error
            }
            return taken
        }

        /// Inserts a row; false when its key is there.
        private func insert(
            _ event: RegionEvent, epoch: UInt64, _ line: String
        ) throws(SQLiteError) -> Bool {
            let place = event.fix?.coordinate.normalized
            try insertion.bind(1, Int64(bitPattern: epoch))
            try insertion.bind(2, event.device.rawValue)
            try insertion.bind(3, Int64(bitPattern: event.sequence))
            try insertion.bind(4, event.kind.rawValue)
            try insertion.bind(5, event.region.rawValue)
            try insertion.bind(6, event.visit.map { Int64(bitPattern: $0) })
            try insertion.bind(7, event.timestamp.description)
            try insertion.bind(8, event.decidedAt.description)
            try insertion.bind(9, event.state.rawValue)
            try insertion.bind(10, event.evidence?.rawValue)
            try insertion.bind(11, event.reason?.rawValue)
            try insertion.bind(12, place?.latitude)
            try insertion.bind(13, place?.longitude)
            try insertion.bind(14, event.fix?.horizontalAccuracy)
            try insertion.bind(15, line)
            let isNew = try insertion.step()
            insertion.reset()
            return isNew
        }

        private func record(_ event: RegionEvent, epoch: UInt64) throws(SQLiteError) -> String {
            try query.bind(1, Int64(bitPattern: epoch))
            try query.bind(2, event.device.rawValue)
            try query.bind(3, Int64(bitPattern: event.sequence))
            defer { query.reset() }
            return try query.step() ? query.text(0) : ""
        }
    }
#endif
