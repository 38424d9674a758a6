#if SQLite
    package import DurableState
    package import EventDelivery
    package import FixStreams
    package import RegionMonitoring

    /// Looks into a durable state, also while a run uses it.
    package struct StateInspection {
        /// A message that a sink has given up.
        package struct DeadLetter: Sendable {
            /// Its number in the list.
            package var number: Int64

            /// The sink.
            package var sink: String

            /// Why it was given up, and when.
            package var reason: String
            package var time: Timestamp

            /// What was to be delivered.
            package var message: DeliveryMessage
        }

        private let contents: StateContents
        private let values: [String: [UInt8]]

        /// Opens a state.
        package init(path: String) throws(StateError) {
            contents = try StateContents(path: path)
            values = try contents.values(beginningWith: "")
        }

        /// The state's epoch, and how many events it has numbered.
        package var account: (epoch: UInt64, events: UInt64) {
            get throws(StateError) { try contents.account }
        }

        /// How far the inputs have been read, by their names.
        package var inputs: [String: InputPosition] { StateKeeper.inputs(of: values) }

        /// The accounts of the sinks.
        package var sinks: [SinkAccount] { get throws(StateError) { try contents.sinks() } }

        /// The monitor as it was at the last commit.
        ///
        /// - Complexity: O(*n*) in the regions, the devices and the log of what has changed.
        package func monitor() throws(StateError) -> RegionMonitor? {
            guard let common = values[StateKeeper.Name.common] else { return nil }
            do {
                var regions: [StoredRegion] = []
                try contents.readRegions { (slot, bytes) throws(StateError) in
                    do throws(SnapshotError) {
                        regions.append(try StoredRegion(slot: slot, bytes))
                    } catch {
                        throw StateError(.damaged, error.description)
                    }
                }
                var monitor = try RegionMonitor(
                    common: common, regions: regions,
                    policy: try RegionMonitor.policy(of: common), filter: LocationFilter())
                var failure: SnapshotError?
                try contents.readDevices { (records, _) throws(StateError) in
                    do throws(SnapshotError) {
                        try monitor.readDevices(records)
                    } catch {
                        failure = error
                    }
                }
                if let failure { throw failure }
                try monitor.finishReadingDevices()
                return monitor
            } catch let error as StateError {
                throw error
            } catch {
                throw StateError(.damaged, "state '\(contents.path)' is damaged: \(error)")
            }
        }

        /// Gives each event that waits for a sink, oldest first. Those that the sink does not select are
        /// among them, since its selection is the run's.
        package func readUndelivered(
            of sink: SinkAccount, _ take: (DeliveryMessage) -> Void
        ) throws(StateError) {
            let epoch = try account.epoch
            let settled = Set(sink.settledBeyond)
            var next = sink.settledThrough + 1
            while let (first, batch) = try contents.batch(endingFrom: next) {
                for (index, record) in try records(in: batch.bytes).enumerated() {
                    let position = first + UInt64(index)
                    guard position >= next, !settled.contains(position) else { continue }
                    take(DeliveryMessage(position: position, epoch: epoch, record: record))
                }
                next = first + batch.count
            }
        }

        /// The messages that sinks have given up, oldest first.
        package func deadLetters() throws(StateError) -> [DeadLetter] {
            let epoch = try account.epoch
            var letters: [DeadLetter] = []
            for message in try contents.deadLetters() {
                guard let record = try records(in: message.bytes).first else { continue }
                letters.append(
                    DeadLetter(
                        number: message.number, sink: message.sink, reason: message.reason,
                        time: Timestamp(microsecondsSince1970: message.time),
                        message: DeliveryMessage(
                            position: message.position, epoch: epoch, record: record)))
            }
            return letters
        }

        private func records(in bytes: [UInt8]) throws(StateError) -> [OutputRecord] {
            do throws(SnapshotError) {
                var reader = RecordReader(bytes)
                var records: [OutputRecord] = []
                while !reader.isAtEnd { records.append(try reader.outputRecord()) }
                return records
            } catch {
                throw StateError(.damaged, "state '\(contents.path)' is damaged: \(error)")
            }
        }
    }

    extension StateStore {
        /// Puts dead messages back among those that wait for their sinks, and takes them off the list.
        ///
        /// They keep their identities, and come after all that waits already.
        package func retry(_ messages: [DeadMessage]) throws(StateError) {
            var accounts: [String: SinkAccount] = [:]
            for account in try contents.sinks() { accounts[account.name] = account }
            var commit = StateCommit()
            for message in messages {
                guard accounts[message.sink] != nil else {
                    throw StateError(
                        .failed,
                        "dead letter \(message.number) is of the sink '\(message.sink)', "
                            + "which the state does not have any more")
                }
                commit.batches.append(.init(count: 1, bytes: message.bytes))
                let position = eventCount + UInt64(commit.batches.count)
                for name in accounts.keys {
                    if name == message.sink {
                        accounts[name]?.waiting += 1
                    } else {
                        accounts[name]?.settledBeyond.append(position)
                    }
                }
            }
            commit.sinks = Array(accounts.values)
            try self.commit(commit, removingDeadLetters: messages.map(\.number))
        }
    }
#endif
