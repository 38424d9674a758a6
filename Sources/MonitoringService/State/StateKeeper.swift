#if SQLite
    package import DurableState
    package import EventDelivery
    package import FixStreams
    package import RegionMonitoring

    /// Keeps the durable state of a run: gathers what must become durable together, and says when.
    ///
    /// Events, the state that made them and the positions of the inputs are one commit, and events leave
    /// after it. One owner uses a keeper, on the run's thread.
    package final class StateKeeper {
        /// When commits are made.
        package struct Pace: Sendable {
            /// How long an event waits at most for others to be committed with it.
            package var eventDelay = Duration.milliseconds(20)

            /// How long a change without an event waits at most.
            package var changeDelay = Duration.seconds(1)

            /// How many events are committed at most together.
            package var eventLimit = 16_384

            /// How many changed devices are committed at most together, but for the rest of a block.
            package var deviceLimit = 200_000

            /// How long the log of devices gets before it is written anew, in bytes, and how many times
            /// as long as what is in it.
            package var logLimit: Int64 = 64 << 20
            package var logFactor: Int64 = 3

            /// The defaults.
            package init() {}
        }

        /// The names of values in the state.
        enum Name {
            static let common = "monitor"
            static let input = "input/"
            static let catalog = "catalog"
            static let failures = "failures"
            static let rejects = "rejects"
            static let held = "held"
            static let origins = "held-from"
            static let blocks = "blocks"
        }

        /// The state's epoch.
        package var epoch: UInt64 { store.epoch }

        /// Whether nothing has been committed yet, by this run or a former one.
        package var isNew: Bool { common == nil }

        let store: StateStore
        let pace: Pace
        /// What waits for each sink.
        package let outboxes: [SinkOutbox]
        var committer: StateCommitter?
        var nextPosition: UInt64

        /// The records that are not committed, and since when there are some.
        var records: [OutputRecord] = []
        var pendingSince: ContinuousClock.Instant?
        var lastCommit = ContinuousClock.now
        var changedSince: ContinuousClock.Instant?

        /// The values of the state, and the names of those that are not committed yet.
        var values: [String: [UInt8]]
        var changedValues: Set<String> = []

        /// The length of the log, and what its records have been like.
        var logByteCount: Int64
        var writtenBytes: Int64 = 0
        var writtenDevices: Int64 = 0
        var deviceTotal: Int64 = 0

        /// At most so many devices have changed since the last commit.
        var uncommittedRecords = 0

        /// The next device of each shard to be written anew; `nil` while no sweep is going on.
        var sweep: [Int?]?
        var sweptBytes: Int64 = 0

        /// Opens the outboxes of a run's sinks in a state.
        ///
        /// - Throws: ``StateError``, also for a sink of the state that the run does not name and that has
        ///   not got all.
        package init(
            _ store: StateStore, sinks: [SinkSpecification], pace: Pace = Pace(),
            clock: @escaping @Sendable () -> Timestamp
        ) throws(StateError) {
            self.store = store
            self.pace = pace
            nextPosition = store.eventCount + 1
            logByteCount = store.logByteCount
            let contents = store.contents
            values = try contents.values(beginningWith: "")
            var accounts: [String: SinkAccount] = [:]
            for account in try contents.sinks() { accounts[account.name] = account }
            let batches = try contents.batches()
            var outboxes: [SinkOutbox] = []
            for sink in sinks {
                outboxes.append(
                    try SinkOutbox(
                        sink, account: accounts.removeValue(forKey: sink.name), store: store,
                        batches: batches, clock: clock))
            }
            self.outboxes = outboxes
            for account in accounts.values.sorted(by: { $0.name < $1.name }) {
                guard account.waiting == 0 else {
                    throw StateError(
                        .failed,
                        "\(account.waiting) events of state '\(store.path)' wait for the sink "
                            + "'\(account.name)', which this run does not name; name it, or drop "
                            + "them: fencewatch state \(store.path) --drop-sink '\(account.name)'")
                }
                try store.removeSink(account.name)
            }
        }

        /// Begins to commit.
        ///
        /// - Parameter deliver: Takes what may leave, on any thread.
        package func start(
            deliver: @escaping @Sendable ([DeliveryMessage]) -> Void
        ) throws(StateError) {
            committer = try StateCommitter(store, deliver: deliver)
        }

        /// What the state holds, before ``start(deliver:)``.
        package var contents: StateContents { store.contents }

        /// Why nothing can be committed any more.
        package var failure: StateError? { committer?.failure }
    }

    // MARK: - What is kept

    extension StateKeeper {
        /// The positions of the inputs, by their names.
        package var inputs: [String: InputPosition] { Self.inputs(of: values) }

        static func inputs(of values: [String: [UInt8]]) -> [String: InputPosition] {
            var inputs: [String: InputPosition] = [:]
            for (name, bytes) in values where name.hasPrefix(Name.input) {
                inputs[String(name.dropFirst(Name.input.count))] = InputPosition(bytes)
            }
            return inputs
        }

        /// What holds for all devices; `nil` in a new state.
        package var common: [UInt8]? { values[Name.common] }

        /// What was known of the records of held fixes, and the number of the next block.
        var held: (records: [UInt8], nextBlock: UInt64) {
            var reader = RecordReader(values[Name.blocks] ?? [])
            // Where a state does not say it, far from the numbers that it may hold.
            return (values[Name.held] ?? [], (try? reader.word()) ?? (isNew ? 0 : 1 << 31))
        }

        /// Where the fixes came from that are held back.
        var heldOrigins: [UInt8] { values[Name.origins] ?? [] }

        /// How long the rejects file is; `nil` when there was none.
        package var rejectsLength: UInt64? {
            guard let bytes = values[Name.rejects] else { return nil }
            var reader = RecordReader(bytes)
            return try? reader.word()
        }

        /// The regions in force by the file that they came from.
        package var regionsInForce: [String: Set<RegionID>] {
            var reader = RecordReader(values[Name.catalog] ?? [])
            var inForce: [String: Set<RegionID>] = [:]
            while !reader.isAtEnd {
                guard let file = try? reader.text(), let count = try? reader.number() else { break }
                var regions: Set<RegionID> = []
                for _ in 0..<count {
                    guard let region = try? reader.text() else { break }
                    regions.insert(RegionID(region))
                }
                inForce[file] = regions
            }
            return inForce
        }

        /// The failures that have not been told by this state yet.
        package func untold(_ failures: [MonitoringFailure]) -> [MonitoringFailure] {
            var reader = RecordReader(values[Name.failures] ?? [])
            var told: Set<String> = []
            while !reader.isAtEnd, let text = try? reader.text() { told.insert(text) }
            return failures.filter { !told.contains($0.detail) }
        }

        /// Takes events that are to leave.
        func add(_ events: [RegionEvent]) {
            if events.isEmpty { return }
            records.reserveCapacity(records.count + events.count)
            for event in events { records.append(OutputRecord(.event(event))) }
            pendingSince = pendingSince ?? .now
        }

        /// Takes records that are to leave.
        func add(_ more: [OutputRecord]) {
            if more.isEmpty { return }
            records += more
            pendingSince = pendingSince ?? .now
        }

        /// Takes what could not be monitored, and remembers that it was told.
        func report(_ failures: [MonitoringFailure]) {
            if failures.isEmpty { return }
            var writer = RecordWriter()
            for failure in failures { writer.append(failure.detail) }
            values[Name.failures, default: []] += writer.bytes
            changedValues.insert(Name.failures)
            add(failures.map { OutputRecord(.failure($0)) })
        }
    }
#endif
