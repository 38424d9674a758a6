#if SQLite
    import DurableState
    package import FixStreams
    package import RegionMonitoring

    /// What a shard adds to a commit.
    struct ShardChanges: Sendable {
        /// The devices that have changed, and others that are written anew.
        var devices: [UInt8] = []
        var deviceCount = 0

        /// The next device to be written anew.
        var nextSwept: Int?

        /// The same in all shards.
        var regions: [(slot: Int64, bytes: [UInt8]?)] = []
        var common: [UInt8] = []

        /// What is known of the records of fixes that are held back.
        var held: [UInt8] = []

        /// How many devices the shard has.
        var total = 0
    }

    extension PipelineShard {
        /// Gives what has changed since the last call.
        ///
        /// - Parameter swept: The next device to be written anew; `nil` for none.
        mutating func takeChanges(sweepingFrom swept: Int?) -> ShardChanges {
            var changes = ShardChanges()
            changeMonitor { monitor in
                var writer = RecordWriter()
                writer.reserve(monitor.changedDeviceCount * 96)
                changes.deviceCount = monitor.writeChangedDevices(into: &writer)
                if let swept {
                    let limit = max(16_384, 2 * changes.deviceCount)
                    let written = monitor.writeDevices(
                        from: swept, atMost: limit, into: &writer)
                    changes.nextSwept = written.next
                    changes.deviceCount += written.count
                }
                changes.devices = writer.bytes
                changes.regions = monitor.takeChangedRegions()
                changes.common = monitor.commonState()
                changes.total = monitor.deviceCount
            }
            changes.held = writtenHeldRecords
            return changes
        }
    }

    extension StateKeeper {
        /// What a commit holds besides what the pipeline makes.
        package struct Surroundings {
            /// How far the inputs have been read; `nil`: as it was.
            package var inputs: [String: InputPosition]?

            /// The regions in force by the file that they came from; `nil`: as they were.
            package var regionsInForce: [String: Set<RegionID>]?

            /// How long the rejects file is.
            package var rejectsLength: UInt64?

            /// Where the fixes came from that are held back.
            var heldOrigins: [UInt8] = []

            /// Nothing else.
            package init() {}
        }

        /// Notes that fixes were evaluated or time has passed.
        func noteProgress(records: Int) {
            changedSince = changedSince ?? .now
            uncommittedRecords += records
        }

        /// When the next commit should be made; `nil` while nothing has changed.
        ///
        /// - Parameter isPausing: Whether nothing else is to be done at the moment.
        package func dueTime(isPausing: Bool) -> ContinuousClock.Instant? {
            if records.count >= pace.eventLimit || uncommittedRecords >= pace.deviceLimit {
                return lastCommit
            }
            var due: ContinuousClock.Instant?
            if let pendingSince {
                due = isPausing ? lastCommit + pace.eventDelay : pendingSince + pace.eventDelay
            }
            if changedSince != nil || outboxes.contains(where: { $0.isChanged }) {
                let time = (changedSince ?? lastCommit) + pace.changeDelay
                due = min(due ?? time, time)
            }
            return due
        }

        /// Whether a commit should be made now. While the one before is still being made it can wait,
        /// as long as there is not too much.
        package func isDue(isPausing: Bool) -> Bool {
            guard let due = dueTime(isPausing: isPausing), due <= .now else { return false }
            let isMuch =
                records.count >= 2 * pace.eventLimit
                || uncommittedRecords >= 2 * pace.deviceLimit
            return isMuch || committer?.isIdle ?? false
        }

        /// Begins a commit of all that has changed; the pipeline is settled.
        func commit(_ workers: BlockWorkers, _ surroundings: Surroundings) {
            let isBeginning = beginSweepIfWorthwhile(shardCount: workers.shardCount)
            let sweeping = sweep
            let changes = workers.changeShards { number, shard in
                shard.takeChanges(sweepingFrom: sweeping?[number])
            }
            var work = StateCommitter.Work(commit: StateCommit())
            work.commit.devices = changes.count == 1 ? changes[0].devices : []
            if changes.count > 1 {
                for shard in changes { work.commit.devices += shard.devices }
            }
            work.commit.deviceCount = changes.reduce(0) { $0 + $1.deviceCount }
            work.commit.regions = changes[0].regions
            account(for: changes, isBeginning, &work.commit)
            setValue(Name.common, changes[0].common)
            setHeld(changes, surroundings.heldOrigins, nextBlock: workers.nextNumber)
            note(surroundings)
            for name in changedValues { work.commit.values[name] = values[name] }
            changedValues.removeAll()
            work.records = records
            work.firstPosition = nextPosition
            tellOutboxes()
            for outbox in outboxes {
                guard let (account, dead) = outbox.takeChanges() else { continue }
                work.commit.sinks.append(account)
                work.commit.deadLetters += dead
            }
            nextPosition += UInt64(records.count)
            records = []
            pendingSince = nil
            changedSince = nil
            uncommittedRecords = 0
            lastCommit = .now
            committer?.submit(work)
        }

        /// Tells each outbox what is committed, batch by batch as the committer cuts them.
        private func tellOutboxes() {
            var start = 0
            while start < records.count {
                let end = min(start + StateCommitter.batchSize, records.count)
                for outbox in outboxes {
                    outbox.willCommit(records[start..<end], from: nextPosition + UInt64(start))
                }
                start = end
            }
        }

        private func note(_ surroundings: Surroundings) {
            for (name, position) in surroundings.inputs ?? [:] {
                setValue(Name.input + name, position.bytes)
            }
            if let length = surroundings.rejectsLength {
                var writer = RecordWriter()
                writer.append(word: length)
                setValue(Name.rejects, writer.bytes)
            }
            guard let inForce = surroundings.regionsInForce else { return }
            var writer = RecordWriter()
            for (file, regions) in inForce.sorted(by: { $0.key < $1.key }) {
                writer.append(file)
                writer.append(UInt64(regions.count))
                for region in regions.sorted() { writer.append(region.rawValue) }
            }
            setValue(Name.catalog, writer.bytes)
        }

        /// The records of held fixes and where those came from, by numbers that must not be given again.
        private func setHeld(
            _ changes: [ShardChanges], _ origins: [UInt8], nextBlock: UInt64
        ) {
            let held = changes.flatMap(\.held)
            if held.isEmpty, origins.isEmpty, values[Name.blocks] == nil { return }
            setValue(Name.held, held)
            setValue(Name.origins, origins)
            var writer = RecordWriter()
            writer.append(word: nextBlock)
            setValue(Name.blocks, writer.bytes)
        }

        private func setValue(_ name: String, _ bytes: [UInt8]) {
            guard values[name] != bytes else { return }
            values[name] = bytes
            changedValues.insert(name)
        }

        // MARK: The log of devices

        private func beginSweepIfWorthwhile(shardCount: Int) -> Bool {
            guard sweep == nil, writtenDevices > 0 else { return false }
            let live = writtenBytes / writtenDevices * deviceTotal
            guard logByteCount > max(pace.logLimit, pace.logFactor * live) else { return false }
            sweep = Array(repeating: 0, count: shardCount)
            sweptBytes = 0
            return true
        }

        private func account(
            for changes: [ShardChanges], _ isBeginning: Bool, _ commit: inout StateCommit
        ) {
            let bytes = Int64(commit.devices.count)
            logByteCount += bytes
            sweptBytes += bytes
            writtenBytes += bytes
            writtenDevices += Int64(commit.deviceCount)
            deviceTotal = changes.reduce(0) { $0 + Int64($1.total) }
            guard sweep != nil else { return }
            sweep = changes.map(\.nextSwept)
            let isEnding = changes.allSatisfy { $0.nextSwept == nil }
            switch (isBeginning, isEnding) {
            case (true, true): commit.sweep = .complete
            case (true, false): commit.sweep = .begins
            case (false, true): commit.sweep = .ends
            case (false, false): break
            }
            guard isEnding else { return }
            sweep = nil
            logByteCount = sweptBytes
        }

        /// Begins a commit of what sinks have settled, and of nothing else.
        package func commitSettlements() {
            var work = StateCommitter.Work(commit: StateCommit())
            for outbox in outboxes {
                guard let (account, dead) = outbox.takeChanges() else { continue }
                work.commit.sinks.append(account)
                work.commit.deadLetters += dead
            }
            committer?.submit(work)
        }

        /// Waits until all commits are made.
        package func waitUntilCommitted() { committer?.waitUntilIdle() }
    }
#endif
