#if SQLite
    package import DurableState
    package import FixStreams
    package import RegionMonitoring

    extension MonitoringPipeline {
        /// Takes the devices of a state, before the first block, and notes all changes from now on.
        package func resume(from keeper: StateKeeper) throws(StateError) {
            let shardCount = workers.shardCount
            if !keeper.isNew {
                try keeper.contents.readDevices { (records, _) throws(StateError) in
                    try changeShards(of: keeper) { number, monitor throws(SnapshotError) in
                        try monitor.readDevices(records) { device in
                            shardCount == 1 || device.shardNumber(of: shardCount) == number
                        }
                    }
                }
                try changeShards(of: keeper) { _, monitor throws(SnapshotError) in
                    try monitor.finishReadingDevices()
                }
            }
            let (held, nextBlock) = keeper.held
            workers.beginNumbers(at: nextBlock)
            let errors = workers.changeShards { number, shard -> SnapshotError? in
                do throws(SnapshotError) {
                    try shard.readHeldRecords(held) { device in
                        shardCount == 1 || device.shardNumber(of: shardCount) == number
                    }
                    return nil
                } catch {
                    return error
                }
            }
            try refuse(errors, of: keeper)
            let isNew = keeper.isNew
            _ = workers.changeShards { number, shard in
                shard.changeMonitor {
                    $0.noteChanges(includingRegions: isNew && number == 0)
                }
            }
            self.keeper = keeper
            // What became of them is this run's to tell.
            let heldCount = UInt64(heldFixCount)
            counts.records.received += heldCount
            do throws(SnapshotError) {
                try inputs.resume(keeper.heldOrigins, heldCount: heldCount)
            } catch {
                try refuse([error], of: keeper)
            }
        }

        /// Leaves the fixes that are held back to the account of the run that takes up the state.
        func leaveHeldFixes() {
            counts.records.received -= UInt64(heldFixCount)
            inputs.leaveHeldFixes(UInt64(heldFixCount))
        }

        private func changeShards(
            of keeper: StateKeeper,
            _ body: (Int, inout RegionMonitor) throws(SnapshotError) -> Void
        ) throws(StateError) {
            let errors = workers.changeShards { number, shard -> SnapshotError? in
                shard.changeMonitor { monitor in
                    do throws(SnapshotError) {
                        try body(number, &monitor)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            try refuse(errors, of: keeper)
        }

        private func refuse(
            _ errors: [SnapshotError?], of keeper: StateKeeper
        ) throws(StateError) {
            if let error = errors.compactMap(\.self).first {
                throw StateError(
                    .damaged, "state '\(keeper.contents.path)' is damaged: \(error)")
            }
        }

        /// How many fixes are held back to be put in order.
        package var heldFixCount: Int { workers.monitors { $0.heldFixCount }.reduce(0, +) }

        /// Says how many lines of an input ended before its next block.
        package func setLineCount(_ count: UInt64, of stream: Int) {
            workers.setLineCount(count, of: stream)
        }

        /// Begins a commit of all that came in.
        ///
        /// - Parameter reader: Where the blocks came from; `nil`: the inputs are as far as they were.
        package func commit(
            _ reader: FixReader?, regionsInForce: [String: Set<RegionID>]? = nil
        ) {
            guard let keeper else { return }
            settle()
            var surroundings = StateKeeper.Surroundings()
            surroundings.inputs = reader?.positions { workers.lineCount(of: $0) }
            surroundings.regionsInForce = regionsInForce
            surroundings.rejectsLength = rejects.length
            surroundings.heldOrigins = inputs.writtenOrigins
            keeper.commit(workers, surroundings)
        }
    }
#endif
