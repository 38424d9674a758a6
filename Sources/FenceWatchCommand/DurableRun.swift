#if SQLite
    import DurableState
    import EventDelivery
    import FixStreams
    import MonitoringService
    import RegionFiles
    import RegionIndex
    import RegionMonitoring

    /// A run with durable state: takes up what a former run has left, or begins.
    struct DurableRun {
        private let settings: Settings
        private let store: StateStore

        /// Opens the state, or makes one.
        init(_ settings: Settings, path: String) throws(CannotRun) {
            self.settings = settings
            // Microseconds since 1970 tell states apart, and fit the numbers of every JSON reader.
            let now = UInt64(clamping: ProcessFacts.now.microsecondsSince1970)
            do throws(StateError) {
                store = try StateStore(path: path, newEpoch: max(now, 1))
            } catch {
                throw CannotRun(error.description)
            }
        }

        /// Opens all else, and the pipeline in the state in which the former run left it.
        func makePipeline(
            _ signals: ProcessSignals, _ delivery: SinkGroup.Options,
            _ options: MonitoringPipeline.Options
        ) throws(CannotRun) -> (MonitoringPipeline, RegionCatalog, FixReader) {
            do throws(StateError) {
                return try open(signals, delivery, options)
            } catch {
                throw CannotRun(error.description)
            }
        }

        private func open(
            _ signals: ProcessSignals, _ delivery: SinkGroup.Options,
            _ options: MonitoringPipeline.Options
        ) throws(StateError) -> (MonitoringPipeline, RegionCatalog, FixReader) {
            let keeper = try StateKeeper(
                store, sinks: settings.sinksOrStandardOutput, clock: { ProcessFacts.now })
            do throws(CannotRun) {
                return try open(keeper, signals, delivery, options)
            } catch {
                throw StateError(.failed, error.description)
            }
        }

        private func open(
            _ keeper: StateKeeper, _ signals: ProcessSignals, _ delivery: SinkGroup.Options,
            _ options: MonitoringPipeline.Options
        ) throws(CannotRun) -> (MonitoringPipeline, RegionCatalog, FixReader) {
            var catalog = settings.makeCatalog()
            let reading = try settings.read(&catalog)
            var monitor = try settings.makeMonitor()
            var failures: [MonitoringFailure] = []
            let policy = monitor.policy
            if let common = keeper.common {
                monitor = try restored(common, reading, policy: policy)
            } else {
                failures = try settings.load(&catalog, reading, into: &monitor)
            }
            let reader = try settings.makeReader(signals, resumingAt: keeper.inputs)
            let rejects = try makeRejects(keeper)
            var delivery = delivery
            delivery.epoch = keeper.epoch
            let outboxes = keeper.outboxes
            delivery.backlog = { name in outboxes.first { $0.name == name } }
            let sinks = try settings.makeSinks(delivery)
            let pipeline = MonitoringPipeline(
                monitor: monitor, sinks: sinks, rejects: rejects, options: options)
            do throws(StateError) {
                try pipeline.resume(from: keeper)
                try keeper.start { sinks.deliver($0) }
            } catch {
                throw CannotRun(error.description)
            }
            for stream in reader.resumedStreams {
                pipeline.setLineCount(keeper.inputs[stream.name]?.lineCount ?? 0, of: stream.number)
            }
            try refuseLostFixes(pipeline)
            if let common = keeper.common {
                let lines: [String]
                let isRepeating = (try? RegionMonitor.policy(of: common)) != policy
                (failures, lines) = catalog.resume(
                    reading, from: keeper.regionsInForce, isRepeating: isRepeating,
                    into: pipeline)
                for line in lines { Console.note(line) }
                try settings.accept(failures, regionCount: pipeline.regionCount)
            }
            pipeline.report(keeper.untold(failures))
            return (pipeline, catalog, reader)
        }

        /// The monitor that the state holds, without its devices.
        private func restored(
            _ common: [UInt8], _ reading: RegionCatalog.Reading, policy: PolicyChoice
        ) throws(CannotRun) -> RegionMonitor {
            // Geometry that was made from a file need not be made again.
            var made: [RegionID: RegionFile.Entry] = [:]
            for entry in reading.files.flatMap(\.entries) {
                made[entry.region.identifier] = entry
            }
            var regions: [StoredRegion] = []
            do {
                try store.contents.readRegions { (slot, bytes) throws(StateError) in
                    do throws(SnapshotError) {
                        regions.append(try StoredRegion(slot: slot, bytes))
                    } catch {
                        throw StateError(.damaged, error.description)
                    }
                }
                var monitor = try RegionMonitor(
                    common: common, regions: regions, policy: policy, filter: settings.filter
                ) { region in
                    made[region.identifier].flatMap {
                        $0.region.shape == region.shape ? $0.geometry : nil
                    }
                }
                monitor.forgetsAfter = settings.forgetsAfter
                return monitor
            } catch {
                throw CannotRun("state '\(store.path)' is damaged: \(error)")
            }
        }

        private func makeRejects(_ keeper: StateKeeper) throws(CannotRun) -> RejectsWriter? {
            guard let path = settings.rejects else { return nil }
            do throws(OutputError) {
                if let length = keeper.rejectsLength {
                    return try RejectsWriter(path: path, resumingAt: length)
                }
                return try RejectsWriter(path: path)
            } catch {
                throw CannotRun(error.description)
            }
        }

        /// Fixes that a former run held back wait for ever when this one has no window.
        private func refuseLostFixes(_ pipeline: MonitoringPipeline) throws(CannotRun) {
            let held = pipeline.heldFixCount
            guard held > 0, settings.filter.reorderWindow == nil else { return }
            throw CannotRun(
                "state '\(store.path)' holds back \(counted(held, "fix", "fixes")) to be put "
                    + "in order: run with --reorder as before")
        }
    }
#endif
