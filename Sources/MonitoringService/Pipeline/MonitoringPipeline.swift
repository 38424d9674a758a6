package import EventDelivery
package import FixStreams
package import RegionMonitoring

/// Looks at what a monitor makes.
package protocol OutputInspector: AnyObject {
    /// Takes what one call of the monitor made: events, traces and more.
    func inspect(_ output: borrowing MonitorOutput)
}

/// Takes the blocks of a stream, evaluates their records and hands events to the sinks.
///
/// Every record is one of: delivered, rejected for one reason, a control, blank. Devices are spread over
/// shards that several threads evaluate; what goes out is the same for every number of them. One owner
/// uses a pipeline, whose thread does its part of the work whenever it waits for something here.
package final class MonitoringPipeline {
    /// How a pipeline evaluates.
    package struct Options: Sendable {
        /// How many threads evaluate, the owner's among them; at least 1.
        package var threadCount = 1

        /// Whether the first defective record is the last that is taken.
        package var stopsOnDefect = false

        /// What the coordinates of the fixes are in.
        package var coordinates = CoordinateSystem.wgs84

        /// What goes out.
        package var shape = OutputShape()

        /// Where figures are kept for others; `nil`: nowhere.
        package var metrics: RunMetrics?

        /// One thread, events, nothing special.
        package init() {}
    }

    /// A record that is no fix, and no control that could be obeyed.
    package struct DefectNotice: Sendable {
        /// Where it is.
        package var place: RecordPlace

        /// The column in characters, from 1.
        package var column: Int

        /// Why.
        package var reason: RecordRejection

        /// Why, a sentence for people.
        package var detail: String
    }

    /// What became of the records so far.
    package internal(set) var counts = RunCounts()

    /// What became of the records of each input so far.
    package internal(set) var inputs = InputAccounts()

    /// Where events go.
    package internal(set) var sinks: SinkGroup

    /// Whether a defective record has ended the run.
    package internal(set) var hasEnded = false

    /// Why the rejects file could not be written.
    package var rejectsFailure: OutputError? { rejects.failure }

    /// Is shown all that the monitor makes, in place of the sinks; with one thread only.
    package var inspector: (any OutputInspector)?

    /// Is told of each defective record, in their order.
    package var onDefect: ((DefectNotice) -> Void)?

    /// Where figures are kept for others.
    let metrics: RunMetrics?

    #if SQLite
        /// What keeps events until they are durable; `nil`: they are handed on at once.
        package var keeper: StateKeeper?
    #endif

    let workers: BlockWorkers
    let prototype: RegionMonitor
    var maker: RecordBlockMaker
    var rejects: RejectsLog
    private let tellsFailures: Bool

    /// How many blocks may be under way.
    let capacity: Int

    /// Storage for bytes to come.
    var storage: [[UInt8]] = []

    /// Creates a pipeline around a monitor that has seen no fix.
    package init(
        monitor: RegionMonitor, sinks: SinkGroup, rejects: RejectsWriter? = nil,
        options: Options = Options()
    ) {
        let threadCount = max(options.threadCount, 1)
        self.sinks = sinks
        metrics = options.metrics
        metrics?.observe(sinks)
        self.rejects = RejectsLog(rejects)
        tellsFailures = options.shape.emission == .events
        capacity = threadCount == 1 ? 1 : 2 * threadCount + 2
        prototype = Self.prototype(of: monitor)
        let maker = RecordBlockMaker(
            prototype: prototype, shardCount: threadCount, stopsOnDefect: options.stopsOnDefect)
        self.maker = maker
        let tellsRejects = rejects != nil
        let shards = (0..<threadCount).map { number in
            PipelineShard(
                monitor, number: number, shape: options.shape, tellsRejects: tellsRejects,
                coordinates: options.coordinates)
        }
        workers = BlockWorkers(shards, maker: maker, threadCount: threadCount)
    }

    /// A monitor without regions, to make regions ready for all shards.
    private static func prototype(of monitor: RegionMonitor) -> RegionMonitor {
        do throws(PolicyError) {
            var prototype = try RegionMonitor(policy: monitor.policy, filter: monitor.filter)
            prototype.forgetsAfter = monitor.forgetsAfter
            return prototype
        } catch {
            preconditionFailure("a monitor has a policy that is refused: \(error)")
        }
    }

    // MARK: Records

    /// Whether a further block must wait for ``makeRoom()``.
    package var isFull: Bool { workers.count >= capacity }

    /// Storage for the bytes of a block to come.
    package func makeStorage() -> [UInt8] { storage.popLast() ?? [] }

    /// Takes a block.
    ///
    /// - Parameter now: The clock that the filters compare with.
    package func append(_ block: FixBlock, now: Timestamp) { workers.append(block, now: now) }

    /// Works until there is room for a block.
    package func makeRoom() {
        while isFull, workOn() {}
    }

    /// Works until all that came in has gone out.
    package func settle() {
        while workOn() {}
        rejects.flush()
    }

    /// Lets time pass.
    package func advance(to time: Timestamp) { apply([.advance(time)]) }

    /// Tells the sinks what could not be monitored.
    package func report(_ failures: [MonitoringFailure]) {
        settle()
        guard tellsFailures else { return }
        #if SQLite
            if let keeper { return keeper.report(failures) }
        #endif
        sinks.report(failures)
    }

    /// Obeys instructions in one step behind all that came in before.
    func apply(_ controls: [Control]) {
        workers.append(controls)
        settle()
    }

    /// Releases what is held back.
    package func flush() { apply([.flush]) }

    /// Hands on everything and closes sinks and files: the last call.
    package func finish() {
        settle()
        sinks.finish()
        rejects.finish()
        workers.close()
    }

    // MARK: What is monitored, between blocks

    /// How many devices are remembered.
    package var deviceCount: Int { workers.monitors { $0.deviceCount }.reduce(0, +) }

    /// The devices that are remembered, in no particular order.
    package var deviceIdentifiers: [DeviceID] {
        Array(workers.monitors { $0.deviceIdentifiers }.joined())
    }

    /// How many regions are in force.
    package var regionCount: Int { workers.firstMonitor { $0.regionCount } }

    /// The regions in force, in no particular order.
    package var monitoredRegions: [Region] { workers.firstMonitor { $0.monitoredRegions } }

    /// The region in force under an identifier.
    package func monitoredRegion(_ identifier: RegionID) -> Region? {
        workers.firstMonitor { $0.monitoredRegion(identifier) }
    }
}
