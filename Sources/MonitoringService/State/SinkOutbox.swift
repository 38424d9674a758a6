#if SQLite
    import DurableState
    package import EventDelivery
    import RegionMonitoring
    import Synchronization

    /// What waits in durable state for one sink.
    ///
    /// What a sink settles is noted in memory and becomes durable with the next commit. A sink can thus get
    /// again what it has settled after the last commit, with the same identity; one that keeps a token,
    /// such as the length of its file, takes back what the token does not cover.
    package final class SinkOutbox: DeliveryBacklog {
        /// Events that were committed together.
        private struct Batch {
            var first: UInt64
            var last: UInt64

            /// How many of them the sink is still to settle; `nil` while nobody has counted.
            var unsettled: Int?
        }

        private struct State {
            var account: SinkAccount

            /// The batches that are not settled as a whole, oldest first.
            var batches: [Batch] = []

            /// Positions that are settled in these.
            var settled: Set<UInt64> = []
            var dead: [DeadMessage] = []
            var isChanged = false
        }

        /// The name of the sink.
        package let name: String

        private let selection: EventSelection
        private let epoch: UInt64
        private let clock: @Sendable () -> Timestamp
        private let contents: Mutex<StateContents>
        private let state: Mutex<State>

        /// Opens the outbox of a sink.
        ///
        /// - Parameters:
        ///   - account: How far the sink is; `nil` for one that gets what comes from now on.
        ///   - batches: The batches in the state, oldest first.
        init(
            _ sink: SinkSpecification, account: SinkAccount?, store: StateStore,
            batches: [(first: UInt64, count: UInt64)], clock: @escaping @Sendable () -> Timestamp
        ) throws(StateError) {
            name = sink.name
            selection = sink.options.selection
            epoch = store.epoch
            self.clock = clock
            contents = Mutex(try StateContents(path: store.path))
            var state = State(
                account: account ?? SinkAccount(name: sink.name, settledThrough: store.eventCount))
            state.isChanged = account == nil
            state.settled = Set(state.account.settledBeyond)
            for (first, count) in batches where first + count > state.account.settledThrough + 1 {
                state.batches.append(Batch(first: first, last: first + count - 1))
            }
            self.state = Mutex(state)
        }

        /// What the sink noted last with a settlement.
        package var token: UInt64? { state.withLock { $0.account.token } }

        /// How many messages wait.
        package var count: UInt64 { state.withLock { $0.account.waiting } }

        /// Messages that are not settled, from a position on.
        package func messages(
            from position: UInt64, atMost count: Int
        ) throws(SinkFailure) -> [DeliveryMessage] {
            var messages: [DeliveryMessage] = []
            var next = max(position, state.withLock { $0.account.settledThrough + 1 })
            while messages.count < count {
                guard let (first, records) = try read(endingFrom: next) else { break }
                // Noting may drop the batch, and with it what is known to be settled in it.
                let settled = state.withLock { state in
                    defer { note(records.count { selection.contains($0) }, in: first, &state) }
                    return state.settled
                }
                for (index, record) in records.enumerated() where messages.count < count {
                    let position = first + UInt64(index)
                    guard position >= next, !settled.contains(position),
                        selection.contains(record)
                    else { continue }
                    messages.append(
                        DeliveryMessage(position: position, epoch: epoch, record: record))
                }
                next = first + UInt64(records.count)
            }
            return messages
        }

        private func read(
            endingFrom position: UInt64
        ) throws(SinkFailure) -> (first: UInt64, records: [OutputRecord])? {
            do {
                let found = try contents.withLock { contents throws(StateError) in
                    try contents.batch(endingFrom: position)
                }
                guard let (first, batch) = found else { return nil }
                var reader = RecordReader(batch.bytes)
                var records: [OutputRecord] = []
                while !reader.isAtEnd { records.append(try reader.outputRecord()) }
                guard UInt64(records.count) == batch.count else {
                    throw reader.fault("\(records.count) records instead of \(batch.count)")
                }
                return (first, records)
            } catch {
                throw SinkFailure("the outbox cannot be read: \(error)")
            }
        }

        /// Notes how many events of a batch are the sink's.
        private func note(_ selected: Int, in first: UInt64, _ state: inout State) {
            guard let index = Self.index(of: first, in: state.batches),
                state.batches[index].unsettled == nil
            else { return }
            let batch = state.batches[index]
            let settled = state.settled.count { (batch.first...batch.last).contains($0) }
            state.batches[index].unsettled = selected - settled
            Self.advance(&state)
        }

        /// Notes what became of messages.
        package func settle(_ settlement: DeliverySettlement) {
            let time = clock().microsecondsSince1970
            let dead = settlement.dead.map { letter in
                var writer = RecordWriter()
                writer.append(letter.message.record)
                return DeadMessage(
                    sink: name, position: letter.message.position, reason: letter.reason,
                    time: time, bytes: writer.bytes)
            }
            state.withLock { state in
                for position in settlement.delivered { Self.settle(position, &state) }
                for letter in settlement.dead { Self.settle(letter.message.position, &state) }
                state.dead += dead
                if let token = settlement.token { state.account.token = token }
                Self.advance(&state)
                state.isChanged = true
            }
        }

        private static func settle(_ position: UInt64, _ state: inout State) {
            guard position > state.account.settledThrough,
                state.settled.insert(position).inserted,
                let index = index(of: position, in: state.batches)
            else { return }
            if let unsettled = state.batches[index].unsettled {
                state.batches[index].unsettled = unsettled - 1
            }
            state.account.waiting -= min(1, state.account.waiting)
        }

        /// Drops the batches at the front that are settled.
        private static func advance(_ state: inout State) {
            var count = 0
            for batch in state.batches {
                guard batch.unsettled == 0 else { break }
                state.account.settledThrough = batch.last
                count += 1
            }
            guard count > 0 else { return }
            state.batches.removeFirst(count)
            let through = state.account.settledThrough
            state.settled = state.settled.filter { $0 > through }
            state.isChanged = true
        }

        private static func index(of position: UInt64, in batches: [Batch]) -> Int? {
            var low = 0
            var high = batches.count
            while low < high {
                let middle = (low + high) / 2
                if batches[middle].last < position { low = middle + 1 } else { high = middle }
            }
            guard low < batches.count, batches[low].first <= position else { return nil }
            return low
        }

        // MARK: The keeper's side

        /// Notes events that are about to be committed: they are the sink's from then on.
        func willCommit(_ records: ArraySlice<OutputRecord>, from first: UInt64) {
            if records.isEmpty { return }
            let selected =
                selection.isEverything ? records.count : records.count { selection.contains($0) }
            state.withLock { state in
                state.batches.append(
                    Batch(
                        first: first, last: first + UInt64(records.count) - 1,
                        unsettled: selected))
                state.account.waiting += UInt64(selected)
                Self.advance(&state)
                state.isChanged = true
            }
        }

        /// What has changed since the last call, to be committed.
        func takeChanges() -> (account: SinkAccount, dead: [DeadMessage])? {
            state.withLock { state in
                guard state.isChanged else { return nil }
                state.isChanged = false
                var account = state.account
                account.settledBeyond = state.settled.sorted()
                defer { state.dead = [] }
                return (account, state.dead)
            }
        }

        /// Whether there is something to be committed.
        var isChanged: Bool { state.withLock { $0.isChanged } }
    }
#endif
