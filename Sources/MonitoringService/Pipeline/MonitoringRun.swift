import EventDelivery
package import FixStreams
package import RegionMonitoring

#if SQLite
    import DurableState
#endif

/// What a run is asked from outside while it goes on, by signals.
package protocol RunRequests {
    /// A descriptor that turns readable with each request.
    var wakeDescriptor: Int32? { get }

    /// Whether the run is to end after what has been read.
    var isEndRequested: Bool { get }

    /// Whether the regions are to be read again; asked once for each request.
    func takeReload() -> Bool

    /// Empties the descriptor.
    func drain()
}

/// Is told how a run goes, for people.
package protocol RunObserver: AnyObject {
    /// Something is worth a line.
    func note(_ message: String)

    /// A block of records has been evaluated.
    func didProgress(bytes: UInt64, counts: RunCounts)
}

/// Reads fixes to the end of their inputs, or until the end is asked for, through a pipeline.
///
/// A plain loop on one thread, which waits in the reader, in writes and for the pipeline's other threads.
package struct MonitoringRun {
    /// What a run does besides evaluating.
    package struct Options: Sendable {
        /// How far the time of all devices stays behind the clock; `nil`: only data move time.
        package var clockLag: Duration?

        /// Whether inputs are waited for, so that a run without a sink has no purpose.
        package var isEndless = false

        /// How often the region files are looked at for changes; `nil`: never.
        package var lookInterval: Duration?

        /// The machine's clock.
        package var clock: @Sendable () -> Timestamp

        /// Creates options of a run that data alone move.
        package init(clock: @escaping @Sendable () -> Timestamp) { self.clock = clock }
    }

    /// How a run came to its end.
    package enum End: Hashable, Sendable {
        /// All inputs are over, or the end was asked for, or nobody wants more events.
        case finished

        /// A defective record, where the first is to end the run.
        case defect

        /// An input could not be read on.
        case unreadable(FixInputError)

        /// The durable state could not be written; a sentence for people.
        case unkept(String)
    }

    /// The evaluation.
    package let pipeline: MonitoringPipeline

    /// The regions, read again when that is asked for.
    package private(set) var regions: RegionCatalog

    private let reader: FixReader
    private let options: Options
    private let requests: any RunRequests
    private let observer: any RunObserver
    private let notes: DefectNotes
    private let reloads = Reloads()

    /// How often the wall clock moves time.
    private static let tick = Duration.seconds(1)

    /// Creates a run.
    ///
    /// - Parameter pipeline: Monitors the regions of the catalog already.
    package init(
        _ pipeline: MonitoringPipeline, regions: RegionCatalog, reader: FixReader,
        options: Options, requests: any RunRequests, observer: any RunObserver
    ) {
        self.pipeline = pipeline
        self.regions = regions
        self.reader = reader
        self.options = options
        self.requests = requests
        self.observer = observer
        let notes = DefectNotes(observer)
        self.notes = notes
        pipeline.onDefect = notes.take
    }

    /// What became of the records of each input, in the inputs' order.
    package var inputAccounts: [(input: String, account: RecordAccount)] {
        let accounts = pipeline.inputs
        var names: [String] = []
        var known: Set<String> = []
        for name in reader.inputNames + accounts.inputs.sorted()
        where known.insert(name).inserted { names.append(name) }
        return names.map { ($0, accounts[$0]) }
    }

    /// Runs to the end, then finishes the pipeline.
    package mutating func run() -> End {
        let (end, isComplete) = readAll()
        // What is held back is part of a durable state, which a later run takes up.
        if isComplete || !isDurable { pipeline.flush() }
        let failure = finish()
        notes.sumUp()
        if let failure { return .unkept(failure) }
        return pipeline.hasEnded ? .defect : end
    }

    private var isDurable: Bool {
        #if SQLite
            pipeline.keeper != nil
        #else
            false
        #endif
    }

    /// Makes all durable that came in, then lets the sinks finish. Returns why the state could not be
    /// written.
    private func finish() -> String? {
        #if SQLite
            if let keeper = pipeline.keeper {
                commit()
                keeper.waitUntilCommitted()
                pipeline.leaveHeldFixes()
                pipeline.finish()
                // What the sinks have settled.
                keeper.commitSettlements()
                keeper.waitUntilCommitted()
                return keeper.failure?.description
            }
        #endif
        pipeline.finish()
        return nil
    }

    #if SQLite
        private func commit() {
            // A run that a defect ends begins with its block again.
            pipeline.commit(pipeline.hasEnded ? nil : reader, regionsInForce: changedRegions())
        }

        /// Where the regions in force came from, when that may have changed since the last call.
        private func changedRegions() -> [String: Set<RegionID>]? {
            guard reloads.count != reloads.committed else { return nil }
            reloads.committed = reloads.count
            return regions.inForce
        }
    #endif

    /// Commits when that is due. Returns whether the run can go on.
    private func keep(isPausing: Bool = false) -> Bool {
        #if SQLite
            guard let keeper = pipeline.keeper else { return true }
            if keeper.isDue(isPausing: isPausing) { commit() }
            return keeper.failure == nil
        #else
            return true
        #endif
    }

    /// When something is to be done though nothing comes in.
    private func wakeTime(_ tick: ContinuousClock.Instant?) -> ContinuousClock.Instant? {
        #if SQLite
            if let due = pipeline.keeper?.dueTime(isPausing: true) {
                // A commit that is still being made puts off the next.
                let time = max(due, .now + .milliseconds(1))
                return min(tick ?? time, time)
            }
        #endif
        return tick
    }

    /// Reads until the run is over. Tells whether the inputs are, too.
    private mutating func readAll() -> (end: End, isComplete: Bool) {
        var nextTick = options.clockLag.map { _ in ContinuousClock.now + Self.tick }
        var nextLook = options.lookInterval.map { ContinuousClock.now + $0 }
        while !requests.isEndRequested, !pipeline.hasEnded {
            if requests.takeReload() { reload() }
            do throws(FixInputError) {
                switch try reader.readBlock(storage: pipeline.makeStorage) {
                case .block(let block):
                    pipeline.append(block, now: options.clock())
                    pipeline.makeRoom()
                    if !keep() { return (.finished, false) }
                case .nothingYet:
                    pipeline.settle()
                    if !keep(isPausing: true) { return (.finished, false) }
                    let deadline = [nextTick, nextLook].compactMap(\.self).min()
                    if reader.wait(until: wakeTime(deadline)) == .woken { requests.drain() }
                case .end:
                    pipeline.settle()
                    return (.finished, true)
                }
            } catch {
                pipeline.settle()
                return (.unreadable(error), false)
            }
            for notice in reader.takeNotices() { observer.note(notice.description) }
            if let due = nextTick, let lag = options.clockLag, due <= .now {
                pipeline.advance(to: options.clock() + (.zero - lag))
                nextTick = .now + Self.tick
            }
            if let due = nextLook, let interval = options.lookInterval, due <= .now {
                if regions.haveChanged() { reload() }
                nextLook = .now + interval
            }
            let bytes = UInt64(clamping: reader.readByteCount)
            pipeline.metrics?.update { $0.inputBytes = bytes }
            observer.didProgress(bytes: bytes, counts: pipeline.counts)
            if isPointless { return (.finished, false) }
        }
        pipeline.settle()
        return (.finished, pipeline.hasEnded)
    }

    /// Whether nobody will get an event any more. A finite input is read on for the account of what
    /// is undelivered, unless all readers have gone of their own accord.
    private var isPointless: Bool {
        pipeline.inspector == nil && !pipeline.sinks.isOpen
            && (options.isEndless || pipeline.sinks.failures.isEmpty)
    }

    private mutating func reload() {
        pipeline.settle()
        for line in regions.reload(into: pipeline) { observer.note(line) }
        let refused = regions.refusedCount
        pipeline.metrics?.update {
            $0.refusedRegions = refused
            $0.reloads += 1
        }
        reloads.count += 1
    }
}

/// How often regions were read, the first time included, and how often when the state last said so.
private final class Reloads {
    var count = 1
    var committed = 0
}

/// Tells people of defective records: the first ones one by one, then how many more there were.
private final class DefectNotes {
    private let observer: any RunObserver
    private var count = 0

    /// How many are told one by one.
    private static let limit = 10

    init(_ observer: any RunObserver) { self.observer = observer }

    func take(_ defect: MonitoringPipeline.DefectNotice) {
        count += 1
        guard count <= Self.limit else { return }
        observer.note(
            "\(defect.place.file):\(defect.place.line):\(defect.column): "
                + "\(defect.reason.rawValue): \(defect.detail)")
    }

    func sumUp() {
        if count > Self.limit { observer.note("\(count - Self.limit) more defective records") }
    }
}
