import EventDelivery
package import FixStreams
package import RegionMonitoring

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
/// A plain loop on one thread: it waits in the reader, and nowhere else but in writes.
package struct MonitoringRun {
    /// What a run does besides evaluating.
    package struct Options: Sendable {
        /// Whether the first defective record ends the run.
        package var stopsOnDefect = false

        /// How far the time of all devices stays behind the clock; `nil`: only data move time.
        package var clockLag: Duration?

        /// Whether inputs are waited for, so that a run without a sink has no purpose.
        package var isEndless = false

        /// What the coordinates of the fixes are in.
        package var coordinates = CoordinateSystem.wgs84

        /// The machine's clock.
        package var clock: @Sendable () -> Timestamp

        /// Creates options of a run that data alone move.
        package init(clock: @escaping @Sendable () -> Timestamp) { self.clock = clock }
    }

    /// How a run came to its end.
    package enum End: Hashable, Sendable {
        /// All inputs are over, or the end was asked for, or nobody wants more events.
        case finished

        /// A defective record, with ``Options/stopsOnDefect``.
        case defect

        /// An input could not be read on.
        case unreadable(FixInputError)
    }

    /// The evaluation.
    package private(set) var pipeline: MonitoringPipeline

    /// The regions, read again when that is asked for.
    package private(set) var regions: RegionCatalog

    private let reader: FixReader
    private let options: Options
    private let requests: any RunRequests
    private let observer: any RunObserver
    private var defectNotes = 0

    /// How many defective records are told one by one.
    private static let defectNoteLimit = 10

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
    }

    /// Runs to the end, then finishes the pipeline.
    package mutating func run() -> End {
        let end = readAll()
        pipeline.finish()
        if defectNotes > Self.defectNoteLimit {
            observer.note("\(defectNotes - Self.defectNoteLimit) more defective records")
        }
        return end
    }

    private mutating func readAll() -> End {
        var nextTick = options.clockLag.map { _ in ContinuousClock.now + Self.tick }
        while !requests.isEndRequested {
            if requests.takeReload() { reload() }
            do throws(FixInputError) {
                switch try reader.next(until: nextTick) {
                case .records: if takeRecords() == .stop { return .defect }
                case .idle: break
                case .woken: requests.drain()
                case .end:
                    pipeline.takeBlank(total: reader.counters.blank)
                    return .finished
                }
            } catch {
                return .unreadable(error)
            }
            for notice in reader.takeNotices() { observer.note(notice.description) }
            if let due = nextTick, let lag = options.clockLag, due <= .now {
                pipeline.advance(to: options.clock() + (.zero - lag))
                nextTick = .now + Self.tick
            }
            pipeline.settle()
            observer.didProgress(
                bytes: UInt64(clamping: reader.readByteCount), counts: pipeline.counts)
            if isPointless { return .finished }
        }
        return .finished
    }

    /// Whether nobody will get an event any more. A finite input is read on for the account of what
    /// is undelivered, unless all readers have gone of their own accord.
    private var isPointless: Bool {
        pipeline.inspector == nil && !pipeline.sinks.isOpen
            && (options.isEndless || pipeline.sinks.failures.isEmpty)
    }

    private mutating func reload() {
        for line in regions.reload(into: &pipeline) { observer.note(line) }
        pipeline.settle()
    }
}

extension MonitoringRun {
    private enum Continuation {
        case goOn
        case stop
    }

    /// Takes the records of a block.
    private mutating func takeRecords() -> Continuation {
        // A local, since the pipeline may ask for a record's bytes while it is being changed.
        let reader = reader
        let now = options.clock()
        let file = reader.input?.name ?? ""
        pipeline.takeBlank(total: reader.counters.blank)
        for record in reader.records {
            let place = RecordPlace(file: file, line: record.line, offset: record.offset)
            switch record.content {
            case .fix(let device, var fix):
                if options.coordinates != .wgs84 {
                    fix.coordinate = options.coordinates.toWGS84(fix.coordinate)
                }
                pipeline.take(
                    fix, from: device, at: place, now: now, members: record.members,
                    raw: Array(reader.bytes(of: record)))
            case .control(let control):
                do throws(ControlError) {
                    try pipeline.take(control, at: place)
                } catch {
                    let defect = Defect(
                        reason: .invalid, detail: error.detail, column: error.column)
                    if take(defect, record, place) == .stop { return .stop }
                }
            case .defect(let error):
                let defect = Defect(
                    reason: RecordRejection(error.reason), detail: error.detail,
                    column: error.column)
                if take(defect, record, place) == .stop { return .stop }
            }
        }
        return .goOn
    }

    private struct Defect {
        var reason: RecordRejection
        var detail: String
        var column: Int
    }

    private mutating func take(
        _ defect: Defect, _ record: FixRecord, _ place: RecordPlace
    ) -> Continuation {
        let raw = Array(reader.bytes(of: record))
        pipeline.takeDefect(defect.reason, defect.detail, at: place, raw: raw)
        defectNotes += 1
        if defectNotes <= Self.defectNoteLimit || options.stopsOnDefect {
            observer.note(
                "\(place.file):\(place.line):\(defect.column): \(defect.reason.rawValue): "
                    + defect.detail)
        }
        return options.stopsOnDefect ? .stop : .goOn
    }
}
