#if SQLite
    /// The tables of a state's database, and how older ones become the present ones.
    enum StateSchema {
        /// What tells the database from others of SQLite: "FWST".
        static let applicationID: Int64 = 0x4657_5354

        /// The format's version: that of the tables, the log and all that is in them.
        static let version: Int64 = 1

        /// The tables of version 1.
        ///
        /// Positions count events from 1. A batch is kept until each sink has settled it. The bytes of
        /// values, regions, batches and dead messages end with their checksum.
        private static let tables = """
            CREATE TABLE account (
                id INTEGER PRIMARY KEY CHECK (id = 1), epoch INTEGER NOT NULL,
                commits INTEGER NOT NULL, events INTEGER NOT NULL, sweep INTEGER);
            CREATE TABLE value (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
            CREATE TABLE segment (number INTEGER PRIMARY KEY, length INTEGER NOT NULL);
            CREATE TABLE region (slot INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
            CREATE TABLE batch (
                first INTEGER PRIMARY KEY, count INTEGER NOT NULL, bytes BLOB NOT NULL);
            CREATE TABLE sink (
                name TEXT PRIMARY KEY, settled INTEGER NOT NULL, beyond BLOB NOT NULL,
                waiting INTEGER NOT NULL, token INTEGER) WITHOUT ROWID;
            CREATE TABLE dead (
                number INTEGER PRIMARY KEY AUTOINCREMENT, sink TEXT NOT NULL,
                position INTEGER NOT NULL, reason TEXT NOT NULL, time INTEGER NOT NULL,
                bytes BLOB NOT NULL);
            """

        /// What makes version 2 of version 1, and so on.
        private static let migrations: [String] = []

        /// Makes the tables in an empty database.
        static func create(in database: StateDatabase, epoch: UInt64) throws(StateError) {
            // Space that a backlog has left is given back piece by piece.
            try database.execute("PRAGMA auto_vacuum = INCREMENTAL")
            try database.transaction { () throws(StateError) in
                try database.execute(tables)
                try database.execute("PRAGMA application_id = \(applicationID)")
                try database.execute("PRAGMA user_version = \(version)")
                try database.run(
                    "INSERT INTO account VALUES (1, ?, 0, 0, NULL)", [StateValue(epoch)])
            }
        }

        /// Refuses a database that is none of this program's, or of a later release, and brings an
        /// older one up to date where that is allowed.
        static func check(_ database: StateDatabase, mayMigrate: Bool) throws(StateError) {
            let folder = database.folder
            let found = try database.number("PRAGMA user_version") ?? 0
            guard try database.number("PRAGMA application_id") == applicationID, found > 0 else {
                throw StateError(
                    .foreign,
                    "'\(folder)' is no state of fencewatch: its database is another program's, or "
                        + "damaged")
            }
            guard found <= version else {
                throw StateError(
                    .newer,
                    "state '\(folder)' is of format \(found), made by a later release; this one "
                        + "reads formats up to \(version)")
            }
            guard found < version, mayMigrate else { return }
            try database.transaction { () throws(StateError) in
                for step in migrations[Int(found - 1)...] { try database.execute(step) }
                try database.execute("PRAGMA user_version = \(version)")
            }
        }
    }
#endif
