#if SQLite
    import CSQLite

    /// Why SQLite could not do something.
    package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The extended result code.
        package var code: Int32

        /// What SQLite says, a sentence for people.
        package var message: String

        /// The database's file.
        package var file: String

        /// Creates an error.
        package init(code: Int32, message: String, file: String) {
            self.code = code
            self.message = message
            self.file = file
        }

        private var primaryCode: Int32 { code & 0xFF }

        /// Whether the disk, or what the user may use of it, is full.
        package var isFull: Bool { primaryCode == SQLITE_FULL }

        /// Whether a read or write failed, as it also does when a quota is exceeded.
        package var isInputOutput: Bool { primaryCode == SQLITE_IOERR }

        /// Whether another connection holds the database.
        package var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

        /// Whether the file is damaged, or is no database.
        package var isDamage: Bool {
            primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB
        }

        /// Whether an equal key is there already, or a column may not hold the value.
        package var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

        /// The file and what SQLite says.
        package var description: String { "\(file): \(message)" }
    }
#endif
