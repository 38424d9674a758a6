#if PostgreSQL
    import CPQ
    import RegionFiles

    /// The rows that a query gave, held by libpq.
    // SAFETY: the result is valid until `deinit`, owned by this object alone and never changed.
    @safe
    package final class PostGISRows: RegionRows {
        private let result: OpaquePointer

        package let columns: [String]
        package let count: Int

        /// Connects, asks and disconnects; in a transaction that can only read.
        ///
        /// - Throws: What the server or libpq says, in one line.
        package init(_ query: PostGISQuery) throws(PostGISQuery.Failure) {
            let connection = try unsafe Self.connect(query.connection)
            // SAFETY: the connection is used no more after this initialiser.
            defer { unsafe PQfinish(connection) }
            // SAFETY: the statement is a valid C string for the call; there are no parameters, and
            // the result is owned here.
            let answer = unsafe PQexecParams(
                connection, query.statement, 0, nil, nil, nil, nil, 0)
            guard let answer = unsafe answer else {
                throw unsafe Self.failure(PQerrorMessage(connection))
            }
            guard unsafe PQresultStatus(answer) == PGRES_TUPLES_OK else {
                defer { unsafe PQclear(answer) }
                throw unsafe Self.failure(PQresultErrorMessage(answer))
            }
            unsafe result = answer
            // SAFETY: the indices are within the numbers that libpq gives; names are C strings.
            columns = unsafe (0..<PQnfields(answer)).map { column in
                unsafe PQfname(answer, column).map { unsafe String(cString: $0) } ?? ""
            }
            count = unsafe Int(PQntuples(answer))
        }

        deinit {
            // SAFETY: the result is used no more.
            unsafe PQclear(result)
        }

        package func text(row: Int, column: Int) -> String? {
            precondition(row < count && column < columns.count, "no cell (\(row), \(column))")
            let (row, column) = (Int32(row), Int32(column))
            // SAFETY: the cell exists; its text is a C string that lives as long as the result.
            guard unsafe PQgetisnull(result, row, column) == 0,
                let text = unsafe PQgetvalue(result, row, column)
            else { return nil }
            return unsafe String(cString: text)
        }

        private static func connect(_ uri: String) throws(PostGISQuery.Failure) -> OpaquePointer {
            // What the URI says comes last and wins over what stands before it.
            let parameters = [
                ("connect_timeout", "10"), ("application_name", "fencewatch"),
                ("client_encoding", "UTF8"), ("options", "-c default_transaction_read_only=on"),
                ("dbname", uri),
            ]
            let texts = unsafe parameters.map { unsafe (strdup($0.0), strdup($0.1)) }
            defer {
                // SAFETY: made by strdup above and freed once.
                for unsafe(key, value) in unsafe texts {
                    unsafe free(key)
                    unsafe free(value)
                }
            }
            let keys = unsafe texts.map { unsafe UnsafePointer($0.0) } + [nil]
            let values = unsafe texts.map { unsafe UnsafePointer($0.1) } + [nil]
            // SAFETY: both arrays end with nil and are valid, with their texts, for the call.
            let made = unsafe keys.withUnsafeBufferPointer { keys in
                unsafe values.withUnsafeBufferPointer { values in
                    unsafe PQconnectdbParams(keys.baseAddress, values.baseAddress, 1)
                }
            }
            guard let made = unsafe made else {
                throw PostGISQuery.Failure(message: "out of memory")
            }
            guard unsafe PQstatus(made) == CONNECTION_OK else {
                defer { unsafe PQfinish(made) }
                throw unsafe failure(PQerrorMessage(made))
            }
            return unsafe made
        }

        @unsafe private static func failure(
            _ text: UnsafePointer<CChar>?
        ) -> PostGISQuery.Failure {
            // SAFETY: null or a C string that is copied at once.
            let message = unsafe text.map { unsafe String(cString: $0) } ?? ""
            let lines = message.split(whereSeparator: \.isNewline)
            return PostGISQuery.Failure(message: lines.joined(separator: "; "))
        }
    }

    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif
#endif
