#if PostgreSQL
    package import EventDelivery

    extension SinkKind {
        /// `postgres://…` or `postgresql://…`.
        package static let postgreSQL = SinkKind(
            schemes: ["postgres", "postgresql"], syntax: "postgres://HOST/DATABASE",
            options: [.batch, .timeout]
        ) { text throws(SinkSpecificationError) in
            guard let target = PostgreSQLTarget(text) else {
                throw SinkSpecificationError(
                    "sink '\(redactedURL(text))' is no database; write "
                        + "postgres://USER@HOST:PORT/DATABASE?table=NAME")
            }
            return target
        }
    }

    /// A table of a PostgreSQL database.
    struct PostgreSQLTarget: SinkTarget {
        /// What libpq gets.
        let url: String

        /// The table, with its schema if that was named, each part as it is in the catalogue.
        let table: [String]

        let name: String

        static let defaultTable = "fencewatch_events"

        /// Takes `table=` out of a URL; `nil` when it is no URL or its table no name.
        init?(_ text: String) {
            guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
                return nil
            }
            let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            var parameters = parts.count == 2 ? parts[1].split(separator: "&") : []
            var table = Self.defaultTable
            if let index = parameters.lastIndex(where: { $0.hasPrefix("table=") }) {
                table = String(parameters[index].dropFirst("table=".count))
                parameters.removeAll { $0.hasPrefix("table=") }
            }
            let names = table.split(separator: ".", omittingEmptySubsequences: false).map(
                String.init)
            guard names.count <= 2, names.allSatisfy(Self.isName) else { return nil }
            self.table = names
            let base = String(parts[0])
            url = parameters.isEmpty ? base : base + "?" + parameters.joined(separator: "&")
            name =
                redactedURL(base) + (table == Self.defaultTable ? "" : "?table=\(table)")
        }

        private static func isName(_ text: String) -> Bool {
            if text.isEmpty || text.utf8.count > 63 { return false }
            return text.unicodeScalars.allSatisfy { (scalar: Unicode.Scalar) -> Bool in
                scalar == "_" || scalar.properties.isAlphabetic
                    || scalar.properties.numericType != nil
            }
        }

        var takesEventsOnly: Bool { true }

        func open(
            _ options: SinkOptions, _ context: SinkContext
        ) throws(SinkFailure) -> any SinkWorker {
            let delivery = PostgreSQLDelivery(
                target: self, format: options.format, batchLimit: options.batch ?? 1000,
                timeout: options.timeout ?? .seconds(30))
            do throws(PostgreSQLError) {
                try delivery.connect()
            } catch {
                // A server that is down now is waited for; a table that does not fit is a mistake.
                if error.isOfSchema { throw SinkFailure("\(name): \(error.message)") }
            }
            return BatchWorker(delivery, retry: options.retry)
        }
    }

    /// Stores messages, each batch in one statement, which is a transaction.
    // SAFETY: `BatchWorker` and `open` use it one after the other, each on one thread.
    private final class PostgreSQLDelivery: BatchSink, @unchecked Sendable {
        let batchLimit: Int
        private let target: PostgreSQLTarget
        private let format: EventFormat
        private let timeout: Duration
        private var table: EventTable?

        init(
            target: PostgreSQLTarget, format: EventFormat, batchLimit: Int, timeout: Duration
        ) {
            self.target = target
            self.format = format
            self.batchLimit = batchLimit
            self.timeout = timeout
        }

        /// The table, connected to anew when it must be.
        @discardableResult
        func connect() throws(PostgreSQLError) -> EventTable {
            if let table { return table }
            let connection = try PostgreSQLConnection(url: target.url, timeout: timeout)
            let table = try EventTable(connection, target.table)
            self.table = table
            return table
        }

        func deliver(_ messages: [DeliveryMessage], _ feed: SinkFeed) -> BatchOutcome {
            do throws(PostgreSQLError) {
                return .settled(dead: try store(messages[...]))
            } catch {
                // Whatever it was: the next attempt begins with a new connection and a look at the table.
                table = nil
                return .retry(because: error.message)
            }
        }

        /// Stores messages; of those whose values the server refuses each is found by halving.
        private func store(
            _ messages: ArraySlice<DeliveryMessage>
        ) throws(PostgreSQLError) -> [DeadLetter] {
            do throws(PostgreSQLError) {
                let taken = try connect().store(messages, as: format)
                return taken.map {
                    DeadLetter(
                        messages[messages.startIndex + $0],
                        because: "another record has its epoch, device and sequence: runs without "
                            + "--state need a table each")
                }
            } catch  where error.isOfValues {
                if messages.count == 1 {
                    return messages.map { DeadLetter($0, because: error.message) }
                }
                let middle = messages.startIndex + messages.count / 2
                let first = try store(messages[..<middle])
                return first + (try store(messages[middle...]))
            }
        }

        func finish(_ feed: SinkFeed) throws(SinkFailure) { table = nil }
    }
#endif
