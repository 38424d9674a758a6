#if SQLite
    import CSQLite

    /// A connection to a SQLite database.
    ///
    /// One owner uses a connection and its statements at a time; they may move between threads.
    // SAFETY: the connection is opened in SQLite's serialized mode, so that calls from several threads
    // are safe whatever the owner does; the stored values never change but in `close()` and `deinit`.
    @safe
    package final class SQLiteConnection: @unchecked Sendable {
        /// What may be done with the file.
        package enum Access: Hashable, Sendable {
            /// It is read only, and must be there.
            case readOnly

            /// It is read and written, and must be there.
            case readWrite

            /// It is read and written, and made when it is missing.
            case creating
        }

        /// The database's file.
        package let path: String

        let handle: OpaquePointer

        /// Opens a database.
        ///
        /// - Parameter busyMilliseconds: How long to wait for other connections.
        package init(
            path: String, _ access: Access, busyMilliseconds: Int32 = 5000
        ) throws(SQLiteError) {
            let mode =
                switch access {
                case .readOnly: SQLITE_OPEN_READONLY
                case .readWrite: SQLITE_OPEN_READWRITE
                case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                }
            var opened: OpaquePointer?
            // SAFETY: the path is a valid C string and the pointer is to a local, both for the call.
            let code = unsafe sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_FULLMUTEX, nil)
            guard code == SQLITE_OK, let opened = unsafe opened else {
                let error = unsafe Self.error(code, opened, path)
                // SAFETY: closing nil is allowed, and a failed connection is used nowhere else.
                _ = unsafe sqlite3_close_v2(opened)
                throw error
            }
            self.path = path
            unsafe handle = opened
            // SAFETY: the connection is open.
            _ = unsafe sqlite3_extended_result_codes(handle, 1)
            // SAFETY: the connection is open.
            _ = unsafe sqlite3_busy_timeout(handle, busyMilliseconds)
        }

        deinit {
            // SAFETY: the connection is open; statements that are still there keep it until they go.
            _ = unsafe sqlite3_close_v2(handle)
        }

        /// Does what statements without parameters and results say.
        package func execute(_ sql: String) throws(SQLiteError) {
            // SAFETY: the text is a valid C string for the call, and the connection is open.
            try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
        }

        /// Prepares a statement.
        package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
            try SQLiteStatement(sql, self)
        }

        /// The one number that a statement gives; `nil` when it gives no row.
        package func number(_ sql: String) throws(SQLiteError) -> Int64? {
            let statement = try prepare(sql)
            return try statement.step() ? statement.integer(0) : nil
        }

        /// Does something as a whole or not at all.
        package func transaction(
            _ body: () throws(SQLiteError) -> Void
        ) throws(SQLiteError) {
            try execute("BEGIN IMMEDIATE")
            do {
                try body()
                try execute("COMMIT")
            } catch {
                // Some errors have rolled back already; then there is nothing to do.
                try? execute("ROLLBACK")
                throw error
            }
        }

        func check(_ code: Int32) throws(SQLiteError) {
            guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
                throw unsafe Self.error(code, handle, path)
            }
        }

        private static func error(
            _ code: Int32, _ handle: OpaquePointer?, _ path: String
        ) -> SQLiteError {
            // SAFETY: both functions return a valid C string, which is copied at once; errmsg takes nil
            // for a connection that could not be made.
            let message = unsafe String(cString: sqlite3_errmsg(handle))
            let extended = unsafe handle == nil ? code : sqlite3_extended_errcode(handle)
            return SQLiteError(
                code: extended & 0xFF == code & 0xFF ? extended : code, message: message,
                file: path)
        }
    }
#endif
