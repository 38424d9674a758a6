#if SQLite
    import DurableState
    import EventDelivery
    import RegionMonitoring

    /// Makes commits on a thread of its own, one after the other, and lets events go once theirs is made.
    final class StateCommitter: Sendable {
        /// What is to become durable, and what may leave then.
        struct Work: Sendable {
            var commit: StateCommit

            /// The records of the commit, oldest first, and the position of the first.
            var records: [OutputRecord] = []
            var firstPosition: UInt64 = 0
        }

        private struct State {
            var work: Work?
            var isBusy = false
            var isClosed = false
            var failure: StateError?
        }

        /// How many events are read back at once.
        static let batchSize = 512

        private let lock = ConditionLock(State())

        /// Starts the thread.
        ///
        /// - Parameter deliver: Takes the messages of a commit that was made, on the committer's thread.
        init(
            _ store: StateStore, deliver: @escaping @Sendable ([DeliveryMessage]) -> Void
        ) throws(StateError) {
            let lock = lock
            let isStarted = EventDelivery.WorkerThread.start {
                while let work = Self.next(lock) {
                    do throws(StateError) {
                        try Self.perform(work, store, deliver)
                        lock.change { $0.isBusy = false }
                    } catch {
                        lock.change { state in
                            state.failure = error
                            state.isBusy = false
                        }
                        return
                    }
                }
            }
            if !isStarted { throw StateError(.failed, "the system allows no more threads") }
        }

        deinit { lock.change { $0.isClosed = true } }

        private static func next(_ lock: ConditionLock<State>) -> Work? {
            let found = lock.wait(until: nil) { state -> Work?? in
                if let work = state.work {
                    state.work = nil
                    state.isBusy = true
                    return .some(work)
                }
                return state.isClosed ? .some(nil) : nil
            }
            return found ?? nil
        }

        private static func perform(
            _ work: Work, _ store: StateStore, _ deliver: ([DeliveryMessage]) -> Void
        ) throws(StateError) {
            var commit = work.commit
            var writer = RecordWriter()
            var start = 0
            while start < work.records.count {
                let end = min(start + batchSize, work.records.count)
                for record in work.records[start..<end] { writer.append(record) }
                commit.batches.append(.init(count: UInt64(end - start), bytes: writer.bytes))
                writer.removeAll()
                start = end
            }
            try store.commit(commit)
            if work.records.isEmpty { return }
            var position = work.firstPosition
            deliver(
                work.records.map { record in
                    defer { position += 1 }
                    return DeliveryMessage(
                        position: position, epoch: store.epoch, record: record)
                })
        }

        /// Why commits are made no more.
        var failure: StateError? { lock.withLock { $0.failure } }

        /// Whether a commit would be begun at once.
        var isIdle: Bool { lock.withLock { $0.work == nil && !$0.isBusy } }

        /// Adds work, waiting while some waits already. After a failure it is dropped.
        func submit(_ work: Work) {
            _ = lock.wait(until: nil) { $0.work == nil || $0.failure != nil ? true : nil }
            lock.change { state in
                if state.failure == nil { state.work = work }
            }
        }

        /// Waits until all that was added is done.
        func waitUntilIdle() {
            _ = lock.wait(until: nil) { state in
                state.failure != nil || (state.work == nil && !state.isBusy) ? true : nil
            }
        }
    }
#endif
