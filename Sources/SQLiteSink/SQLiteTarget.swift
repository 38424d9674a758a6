#if SQLite
    package import EventDelivery
    import SQLiteBridge

    extension SinkKind {
        /// `sqlite:PATH`.
        package static let sqlite = SinkKind(
            schemes: ["sqlite"], syntax: "sqlite:PATH", options: [.batch]
        ) { text throws(SinkSpecificationError) in
            let path = String(text.dropFirst("sqlite:".count))
            if path.isEmpty {
                throw SinkSpecificationError(
                    "sink '\(text)': the path is missing; write sqlite:PATH")
            }
            return SQLiteTarget(databasePath: path)
        }
    }

    /// The table `events` of a SQLite database.
    struct SQLiteTarget: SinkTarget {
        let databasePath: String

        var name: String { "sqlite:" + databasePath }

        var path: String? { databasePath }

        var takesEventsOnly: Bool { true }

        func open(
            _ options: SinkOptions, _ context: SinkContext
        ) throws(SinkFailure) -> any SinkWorker {
            do throws(SQLiteError) {
                let table = try EventTable(path: databasePath)
                return BatchWorker(
                    SQLiteDelivery(
                        table: table, format: options.format, batchLimit: options.batch ?? 1000),
                    retry: options.retry)
            } catch {
                throw SinkFailure(error.description)
            }
        }
    }

    /// Stores messages, each batch in one transaction.
    private struct SQLiteDelivery: BatchSink {
        let table: EventTable
        let format: EventFormat
        let batchLimit: Int

        func deliver(_ messages: [DeliveryMessage], _ feed: SinkFeed) -> BatchOutcome {
            do throws(SQLiteError) {
                return .settled(dead: try table.store(messages, as: format))
            } catch {
                // A disk that is full can be emptied, and a database that is in use comes free.
                if error.isFull || error.isInputOutput || error.isBusy {
                    return .retry(because: error.description)
                }
                return .failed(SinkFailure(error.description))
            }
        }

        func finish(_ feed: SinkFeed) throws(SinkFailure) {}
    }
#endif
