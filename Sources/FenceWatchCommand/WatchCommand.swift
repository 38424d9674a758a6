import EventDelivery
import FixStreams
import MonitoringService
import RegionMonitoring

extension Subcommand {
    /// Evaluates fixes and sends events.
    static let watch = Subcommand(
        name: .watch,
        usage: "fencewatch [watch] -r REGIONS [options] [INPUT ...]",
        summary: "evaluate fixes and send events (the default)",
        discussion: """
            Watches devices against regions: reads their fixes from files or standard input ('-', \
            or no INPUT) and writes an event for each region a device enters, leaves or stays in.
            """,
        run: { settings throws(UsageError) in
            try settings.validateForWatch()
            do throws(CannotRun) {
                return try WatchCommand(settings).run()
            } catch {
                Console.note("error: \(error.description)")
                return .failure
            }
        })
}

/// One run of `watch`: everything is opened, then the run is made and accounted for.
private struct WatchCommand {
    private let settings: Settings
    private let start = ContinuousClock.now

    init(_ settings: Settings) { self.settings = settings }

    func run() throws(CannotRun) -> ExitStatus {
        try refuseOverwriting()
        let signals = ProcessSignals()
        let metrics = settings.metrics == nil ? nil : RunMetrics()
        let (pipeline, catalog, reader) = try makePipeline(signals, pipelineOptions(metrics))
        let server = try serve(metrics, refused: catalog.refusedCount)
        defer { server?.stop() }
        let console = RunConsole(
            total: reader.totalByteCount.map { UInt64(clamping: $0) }, isQuiet: settings.isQuiet)
        if settings.follows, !settings.isQuiet { console.note("following the input") }
        var run = MonitoringRun(
            pipeline, regions: catalog, reader: reader, options: runOptions, requests: signals,
            observer: console)
        let end = run.run()
        console.finish()
        return conclude(run, end)
    }

    private func makePipeline(
        _ signals: ProcessSignals, _ options: MonitoringPipeline.Options
    ) throws(CannotRun) -> (MonitoringPipeline, RegionCatalog, FixReader) {
        let delivery = deliveryOptions(signals)
        #if SQLite
            if let path = settings.state {
                return try DurableRun(settings, path: path)
                    .makePipeline(signals, delivery, options)
            }
        #endif
        var monitor = try settings.makeMonitor()
        var catalog = settings.makeCatalog()
        let reading = try settings.read(&catalog)
        let failures = try settings.load(&catalog, reading, into: &monitor)
        let reader = try settings.makeReader(signals)
        let rejects = try makeRejects()
        let sinks = try settings.makeSinks(delivery)
        let pipeline = MonitoringPipeline(
            monitor: monitor, sinks: sinks, rejects: rejects, options: options)
        pipeline.report(failures)
        return (pipeline, catalog, reader)
    }

    /// An output that is also an input would be emptied before it is read, and two outputs into one
    /// file would write over each other: both are told before any file is opened.
    private func refuseOverwriting() throws(CannotRun) {
        var files = settings.regionFiles.map { (role: "a region file", path: $0) }
        files += settings.configuration.map { [(role: "the file of options", path: $0)] } ?? []
        files += settings.operands.filter { $0 != "-" }.map { (role: "an input", path: $0) }
        var outputs = settings.sinks.compactMap { sink in
            sink.path.map { (role: "the sink '\(sink.name)'", path: $0) }
        }
        if let rejects = settings.rejects {
            outputs.append((role: "the rejects file", path: rejects))
        }
        for output in outputs {
            for file in files
            where file.path == output.path || ProcessFacts.isSameFile(file.path, output.path) {
                throw CannotRun("'\(output.path)' is \(output.role) and \(file.role) at once")
            }
            files.append(output)
        }
    }

    private func deliveryOptions(_ signals: ProcessSignals) -> SinkGroup.Options {
        var options = settings.delivery
        options.isEndRequested = { signals.isEndRequested }
        options.notice = { Console.note($0) }
        options.sinkDidClose = { signals.wake() }
        return options
    }

    private func makeRejects() throws(CannotRun) -> RejectsWriter? {
        guard let path = settings.rejects else { return nil }
        do throws(OutputError) {
            return try RejectsWriter(path: path)
        } catch {
            throw CannotRun(error.description)
        }
    }

    private func pipelineOptions(_ metrics: RunMetrics?) -> MonitoringPipeline.Options {
        var options = MonitoringPipeline.Options()
        options.threadCount = settings.threadCount ?? ProcessFacts.coreCount
        options.stopsOnDefect = settings.onError == .stop
        options.coordinates = settings.coordinates
        options.shape = settings.shape
        options.metrics = metrics
        return options
    }

    /// Begins to tell figures to those who ask.
    private func serve(
        _ metrics: RunMetrics?, refused: Int
    ) throws(CannotRun) -> MetricsServer? {
        guard let metrics, let (host, port) = settings.metrics else { return nil }
        metrics.update { $0.refusedRegions = refused }
        do throws(MetricsServer.Failure) {
            let server = try MetricsServer(host: host, port: port) {
                metrics.figures.prometheusText
            }
            if port == 0 { Console.note("metrics are at port \(server.port)") }
            return server
        } catch {
            throw CannotRun("cannot listen at \(host):\(port): \(error.message)")
        }
    }

    private var runOptions: MonitoringRun.Options {
        var options = MonitoringRun.Options(clock: { ProcessFacts.now })
        options.isEndless = settings.follows
        if settings.reloads { options.lookInterval = .milliseconds(500) }
        if settings.clock ?? (settings.follows ? .wall : .data) == .wall {
            options.clockLag = max(settings.clockLag, settings.filter.reorderWindow ?? .zero)
        }
        return options
    }

    /// Tells what came of the run, and finds its exit status.
    private func conclude(_ run: MonitoringRun, _ end: MonitoringRun.End) -> ExitStatus {
        let pipeline = run.pipeline
        for failure in pipeline.sinks.failures { Console.note(failure) }
        if let failure = pipeline.rejectsFailure { Console.note("\(failure)") }
        if case .unreadable(let error) = end { Console.note("error: \(error)") }
        if case .unkept(let sentence) = end {
            Console.note("error: \(sentence)")
            Console.note(
                "all up to the last commit is kept; once the cause is gone, start this run again")
        }
        let summary = RunSummary(
            counts: pipeline.counts, inputs: run.inputAccounts, sinks: pipeline.sinks.counts,
            devices: pipeline.deviceCount, regions: pipeline.regionCount,
            refusedRegions: run.regions.refusedCount,
            seconds: (ContinuousClock.now - start) / .seconds(1),
            peakMemoryBytes: ProcessFacts.peakMemoryBytes)
        switch settings.summary {
        case .json: Console.error(summary.json)
        case .text where !settings.isQuiet: Console.note(summary.text)
        case .text: break
        }
        switch end {
        case .unreadable, .unkept: return .failure
        case .finished, .defect: break
        }
        let isClean =
            pipeline.counts.defects == 0 && !run.regions.hasRefused
            && pipeline.sinks.failures.isEmpty && pipeline.rejectsFailure == nil
        return isClean ? .success : .defects
    }
}
