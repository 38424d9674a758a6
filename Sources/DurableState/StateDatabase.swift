#if SQLite
    import SQLiteBridge

    /// A value in the database.
    enum StateValue {
        case null
        case integer(Int64)
        case text(String)
        case bytes([UInt8])

        /// A number that may be absent.
        init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }

        /// A position or an epoch: the same 64 bits.
        init(_ number: UInt64) { self = .integer(Int64(bitPattern: number)) }
    }

    /// The database of a state, with its statements kept prepared and its errors told as the state's.
    final class StateDatabase {
        let folder: String
        private let connection: SQLiteConnection
        private var prepared: [String: SQLiteStatement] = [:]

        init(
            in folder: String, named name: String, _ access: SQLiteConnection.Access
        ) throws(StateError) {
            self.folder = folder
            do throws(SQLiteError) {
                connection = try SQLiteConnection(path: "\(folder)/\(name)", access)
            } catch {
                throw StateError(error, of: folder)
            }
        }

        /// Does what statements without parameters and results say.
        func execute(_ sql: String) throws(StateError) {
            do throws(SQLiteError) {
                try connection.execute(sql)
            } catch {
                throw StateError(error, of: folder)
            }
        }

        /// Does something as a whole or not at all.
        func transaction(_ body: () throws(StateError) -> Void) throws(StateError) {
            try execute("BEGIN IMMEDIATE")
            do throws(StateError) {
                try body()
                try execute("COMMIT")
            } catch {
                // Some errors have rolled back already; then there is nothing to do.
                try? execute("ROLLBACK")
                throw error
            }
        }

        /// Reads with all that is read of one moment.
        func reading<Result>(
            _ body: () throws(StateError) -> Result
        ) throws(StateError) -> Result {
            try execute("BEGIN")
            defer { try? execute("COMMIT") }
            return try body()
        }

        /// Runs a statement, giving each row that it has to `take`.
        func run(
            _ sql: String, _ values: [StateValue] = [],
            _ take: (SQLiteStatement) throws(StateError) -> Void = { _ in }
        ) throws(StateError) {
            let statement = try statement(sql, values)
            defer { statement.reset() }
            while try step(statement) { try take(statement) }
        }

        /// The number in the first column of the first row; `nil` when there is no row or it is NULL.
        func number(_ sql: String, _ values: [StateValue] = []) throws(StateError) -> Int64? {
            var number: Int64?
            try run(sql, values) { row in
                if number == nil, !row.isNull(0) { number = row.integer(0) }
            }
            return number
        }

        private func step(_ statement: SQLiteStatement) throws(StateError) -> Bool {
            do throws(SQLiteError) {
                return try statement.step()
            } catch {
                throw StateError(error, of: folder)
            }
        }

        private func statement(
            _ sql: String, _ values: [StateValue]
        ) throws(StateError) -> SQLiteStatement {
            do throws(SQLiteError) {
                let statement: SQLiteStatement
                if let known = prepared[sql] {
                    statement = known
                } else {
                    statement = try connection.prepare(sql)
                    prepared[sql] = statement
                }
                for (index, value) in values.enumerated() {
                    let place = Int32(index + 1)
                    switch value {
                    case .null: try statement.bind(place, nil as Int64?)
                    case .integer(let number): try statement.bind(place, number)
                    case .text(let text): try statement.bind(place, text)
                    case .bytes(let bytes): try statement.bind(place, bytes)
                    }
                }
                return statement
            } catch {
                throw StateError(error, of: folder)
            }
        }
    }

    extension StateError {
        /// What an error of the database means for the state.
        init(_ error: SQLiteError, of folder: String) {
            if error.isFull {
                self.init(.full, "no space is left for state '\(folder)': \(error)")
            } else if error.isDamage {
                self.init(.damaged, "state '\(folder)' is damaged: \(error)")
            } else if error.isBusy {
                self.init(.locked, "state '\(folder)' is in use: \(error)")
            } else {
                self.init(.failed, "state '\(folder)': \(error)")
            }
        }
    }
#endif
