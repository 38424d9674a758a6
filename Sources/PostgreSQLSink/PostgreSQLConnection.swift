#if PostgreSQL
    import CPQ

    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif

    /// Why PostgreSQL did not do something.
    struct PostgreSQLError: Error, Hashable {
        /// The SQLSTATE code; empty when there is no connection.
        var state: String

        /// What the server or libpq says, in one line.
        var message: String

        /// Whether it is about the values, and would come again for them.
        var isOfValues: Bool { ["21", "22", "23"].contains(state.prefix(2)) }

        /// Whether it is about tables, columns or rights.
        var isOfSchema: Bool { state.hasPrefix("42") }
    }

    /// A connection to a PostgreSQL server, used by one thread at a time.
    // SAFETY: the handle is valid until `deinit`, and owned by this object alone.
    @safe
    final class PostgreSQLConnection: @unchecked Sendable {
        private let handle: OpaquePointer
        private let timeout: Duration

        /// Connects.
        ///
        /// - Parameters:
        ///   - url: A connection URI of libpq.
        ///   - timeout: How long the server has to answer.
        init(url: String, timeout: Duration) throws(PostgreSQLError) {
            let seconds = max(2, Int((timeout / .seconds(1)).rounded(.up)))
            // The URI comes last, so that what it says wins over these.
            let keys = ["connect_timeout", "application_name", "dbname"]
            let values = ["\(seconds)", "fencewatch", url]
            // SAFETY: both arrays end with nil and are valid, with their texts, for the call.
            let connection = unsafe Self.withTexts(keys) { keys in
                unsafe Self.withTexts(values) { values in
                    unsafe PQconnectdbParams(keys, values, 1)
                }
            }
            guard let handle = unsafe connection else {
                throw PostgreSQLError(state: "", message: "out of memory")
            }
            self.timeout = timeout
            unsafe self.handle = handle
            guard unsafe PQstatus(handle) == CONNECTION_OK else {
                throw lastError()
            }
        }

        deinit {
            // SAFETY: the handle is used no more.
            unsafe PQfinish(handle)
        }

        /// Runs a statement with parameters in text form, and returns the rows' columns as texts.
        func query(
            _ sql: String, _ parameters: [String] = []
        ) throws(PostgreSQLError) -> [[String]] {
            // SAFETY: the texts are valid for the call, which copies them.
            let isSent = unsafe Self.withTexts(parameters) { values in
                unsafe PQsendQueryParams(
                    handle, sql, Int32(parameters.count), nil, values, nil, nil, 0)
            }
            guard isSent == 1 else { throw lastError() }
            let deadline = ContinuousClock.now + timeout
            var rows: [[String]] = []
            var failure: PostgreSQLError?
            while true {
                try waitForResult(until: deadline)
                // SAFETY: the result is freed below, once.
                guard let result = unsafe PQgetResult(handle) else { break }
                defer { unsafe PQclear(result) }
                switch unsafe PQresultStatus(result) {
                case PGRES_COMMAND_OK, PGRES_TUPLES_OK: rows += unsafe Self.rows(of: result)
                default: if failure == nil { failure = unsafe error(of: result) }
                }
            }
            if let failure { throw failure }
            return rows
        }

        /// Waits until a result can be had without waiting: a server that hangs must not hang us.
        private func waitForResult(until deadline: ContinuousClock.Instant) throws(PostgreSQLError)
        {
            var isFlushing = true
            while true {
                // SAFETY: the handle is valid.
                if isFlushing {
                    let left = unsafe PQflush(handle)
                    if left < 0 { throw lastError() }
                    isFlushing = left > 0
                }
                if unsafe PQisBusy(handle) == 0 { return }
                let rest = deadline - .now
                if rest <= .zero {
                    throw PostgreSQLError(state: "", message: "the server does not answer")
                }
                let events = isFlushing ? POLLIN | POLLOUT : POLLIN
                var request = unsafe pollfd(
                    fd: PQsocket(handle), events: Int16(events), revents: 0)
                // SAFETY: one element, a local that outlives the call.
                _ = unsafe poll(&request, 1, Int32(max(1, min(rest / .milliseconds(1), 1000))))
                if request.revents != 0, unsafe PQconsumeInput(handle) == 0 { throw lastError() }
            }
        }

        private func lastError() -> PostgreSQLError {
            // SAFETY: libpq returns a valid C string, which is copied at once.
            let message = unsafe String(cString: PQerrorMessage(handle))
            return PostgreSQLError(state: "", message: Self.oneLine(message))
        }

        private func error(of result: OpaquePointer) -> PostgreSQLError {
            // SAFETY: the result is valid; both texts are C strings or nil, and copied at once.
            let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C")))
            let text = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "M")))
            return PostgreSQLError(
                state: unsafe state.map { unsafe String(cString: $0) } ?? "",
                message: unsafe text.map { unsafe Self.oneLine(String(cString: $0)) }
                    ?? lastError().message)
        }

        private static func rows(of result: OpaquePointer) -> [[String]] {
            // SAFETY: the result is valid, rows and columns are within its bounds, and the values are C
            // strings, since text form was asked for.
            let columnCount = unsafe PQnfields(result)
            return unsafe (0..<PQntuples(result)).map { row in
                (0..<columnCount).map { column in
                    unsafe String(cString: PQgetvalue(result, row, column))
                }
            }
        }

        private static func oneLine(_ text: String) -> String {
            text.split(whereSeparator: \.isNewline).joined(separator: "; ")
        }

        /// Texts as an array of C strings that ends with nil.
        private static func withTexts<Result>(
            _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
        ) -> Result {
            // SAFETY: the copies are freed after the call.
            var copies = unsafe texts.map { unsafe strdup($0) }
            defer { while let copy = unsafe copies.popLast() { unsafe free(copy) } }
            return unsafe body(copies.map { unsafe UnsafePointer($0) } + [nil])
        }
    }
#endif
