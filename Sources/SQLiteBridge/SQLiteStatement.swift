#if SQLite
    import CSQLite

    /// A prepared statement; parameters count from 1, columns from 0, as SQLite has it.
    // SAFETY: the same as for its connection, which it keeps alive.
    @safe
    package final class SQLiteStatement: @unchecked Sendable {
        private let connection: SQLiteConnection
        private let handle: OpaquePointer

        /// What tells SQLite to copy what it is given before the call returns.
        // SAFETY: the value -1 is what SQLITE_TRANSIENT stands for; SQLite never calls it.
        private static var copying: sqlite3_destructor_type {
            unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        }

        init(_ sql: String, _ connection: SQLiteConnection) throws(SQLiteError) {
            var prepared: OpaquePointer?
            // SAFETY: the text is a valid C string and the pointer is to a local, both for the call.
            try connection.check(
                unsafe sqlite3_prepare_v2(connection.handle, sql, -1, &prepared, nil))
            guard let prepared = unsafe prepared else {
                preconditionFailure("'\(sql)' is no statement")
            }
            self.connection = connection
            unsafe handle = prepared
        }

        deinit {
            // SAFETY: the statement is used no more.
            _ = unsafe sqlite3_finalize(handle)
        }

        /// Sets a parameter to a number; `nil` is NULL.
        package func bind(_ index: Int32, _ value: Int64?) throws(SQLiteError) {
            // SAFETY: the statement is valid; SQLite checks the index.
            try connection.check(
                unsafe value.map { unsafe sqlite3_bind_int64(handle, index, $0) }
                    ?? sqlite3_bind_null(handle, index))
        }

        /// Sets a parameter to a floating-point number; `nil` is NULL.
        package func bind(_ index: Int32, _ value: Double?) throws(SQLiteError) {
            // SAFETY: the statement is valid; SQLite checks the index.
            try connection.check(
                unsafe value.map { unsafe sqlite3_bind_double(handle, index, $0) }
                    ?? sqlite3_bind_null(handle, index))
        }

        /// Sets a parameter to a text; `nil` is NULL.
        package func bind(_ index: Int32, _ value: String?) throws(SQLiteError) {
            guard var value else { return try bind(index, nil as Int64?) }
            let code = value.withUTF8 { bytes in
                // SAFETY: SQLite copies the bytes before the call returns; an empty text may have no
                // address, which SQLite would take for NULL.
                unsafe bytes.withMemoryRebound(to: CChar.self) { text in
                    unsafe sqlite3_bind_text64(
                        handle, index, text.baseAddress ?? Self.empty, UInt64(text.count),
                        Self.copying, UInt8(SQLITE_UTF8))
                }
            }
            try connection.check(code)
        }

        /// Sets a parameter to bytes.
        package func bind(_ index: Int32, _ value: [UInt8]) throws(SQLiteError) {
            let code =
                unsafe value.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                // SAFETY: SQLite copies the bytes before the call returns.
                : value.withUnsafeBytes { bytes in
                    unsafe sqlite3_bind_blob64(
                        handle, index, bytes.baseAddress, UInt64(bytes.count), Self.copying)
                }
            try connection.check(code)
        }

        /// Takes the next row; `false` when there is none, after which the statement can be used anew.
        package func step() throws(SQLiteError) -> Bool {
            // SAFETY: the statement is valid.
            let code = unsafe sqlite3_step(handle)
            if code == SQLITE_ROW { return true }
            defer { reset() }
            try connection.check(code)
            return false
        }

        /// Runs a statement that gives no rows.
        package func run() throws(SQLiteError) {
            while try step() {}
        }

        /// Makes the statement ready to be used anew; parameters keep their values.
        package func reset() {
            // SAFETY: the statement is valid. The code repeats the error of the last step.
            _ = unsafe sqlite3_reset(handle)
        }

        /// A column of the row as a number, 0 for NULL.
        package func integer(_ column: Int32) -> Int64 {
            // SAFETY: the statement is valid; SQLite checks the column.
            unsafe sqlite3_column_int64(handle, column)
        }

        /// A column of the row as a floating-point number, 0 for NULL.
        package func real(_ column: Int32) -> Double {
            // SAFETY: the statement is valid; SQLite checks the column.
            unsafe sqlite3_column_double(handle, column)
        }

        /// Whether a column of the row is NULL.
        package func isNull(_ column: Int32) -> Bool {
            // SAFETY: the statement is valid; SQLite checks the column.
            unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
        }

        /// A column of the row as a text, empty for NULL.
        package func text(_ column: Int32) -> String {
            String(decoding: bytes(column), as: UTF8.self)
        }

        /// A column of the row as bytes, none for NULL.
        package func bytes(_ column: Int32) -> [UInt8] {
            // SAFETY: the address is good for that many bytes until the next step; they are copied.
            guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
            let count = unsafe Int(sqlite3_column_bytes(handle, column))
            return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
        }

        // SAFETY: a static text lives for ever.
        private static var empty: UnsafePointer<CChar> {
            unsafe UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(
                to: CChar.self)
        }
    }
#endif
