import EventDelivery
import FixStreams
import MonitoringService
import RegionMonitoring

extension Subcommand {
    /// Says why events fired or did not.
    static let explain = Subcommand(
        name: .explain,
        usage: "fencewatch explain -r REGIONS --device NAME [options] [INPUT ...]",
        summary: "say why an event fired or did not",
        discussion: """
            Evaluates the input as 'watch' does and tells of each fix of one device what it meant to \
            each region concerned: s, the metres to the boundary, negative inside; a, the accuracy, \
            and a', as much of it as counts; whether it was evidence; what was pending, confirmed or \
            cancelled. Ends with a sentence for each event and each one that did not come. The status \
            is 1 when the input has no fix of the device.
            """,
        run: { settings throws(UsageError) in
            try settings.validateInputs()
            guard let device = settings.device else {
                throw UsageError("there is no device to explain: name one with --device")
            }
            do throws(CannotRun) {
                return try ExplainCommand(settings, device).run()
            } catch {
                Console.note("error: \(error.description)")
                return .failure
            }
        })
}

/// One run of `explain`.
private struct ExplainCommand {
    private let settings: Settings
    private let request: TraceRequest

    init(_ settings: Settings, _ device: DeviceID) {
        self.settings = settings
        request = TraceRequest(device: device, region: settings.region)
    }

    func run() throws(CannotRun) -> ExitStatus {
        let signals = ProcessSignals()
        var monitor = try settings.makeMonitor()
        monitor.trace = request
        var catalog = RegionCatalog(
            paths: settings.regionFiles, options: settings.regionReading,
            otherSource: RegionDatabase.read)
        let reading = try settings.read(&catalog)
        _ = try settings.load(&catalog, reading, into: &monitor)
        try checkRegion(in: monitor)
        let reader = try settings.makeReader(signals)

        var evaluation = MonitoringPipeline.Options()
        evaluation.coordinates = settings.coordinates
        let pipeline = MonitoringPipeline(
            monitor: monitor, sinks: SinkGroup(), options: evaluation)
        let report = ExplainReport(request, form: settings.reportForm)
        pipeline.inspector = report
        let options = MonitoringRun.Options(clock: { ProcessFacts.now })
        var run = MonitoringRun(
            pipeline, regions: catalog, reader: reader, options: options, requests: signals,
            observer: RunConsole(total: nil, isQuiet: true))
        let end = run.run()
        report.finish()
        if case .unreadable(let error) = end {
            Console.note("error: \(error)")
            return .failure
        }
        guard report.hasSeenDevice else {
            noteUnknownDevice(among: run.pipeline.deviceIdentifiers)
            return .defects
        }
        let isClean = run.pipeline.counts.defects == 0 && !run.regions.hasRefused
        return isClean ? .success : .defects
    }

    /// Refuses a region that is in no file, unless the input may bring it.
    private func checkRegion(in monitor: RegionMonitor) throws(CannotRun) {
        guard let region = settings.region, monitor.monitoredRegion(region) == nil,
            !settings.reading.allowsControl
        else { return }
        let names = monitor.monitoredRegions.map(\.identifier.rawValue).sorted()
        let hint = nearestName(to: region.rawValue, among: names).map { "; did you mean '\($0)'?" }
        throw CannotRun("there is no region '\(region.rawValue)'" + (hint ?? ""))
    }

    private func noteUnknownDevice(among devices: [DeviceID]) {
        let name = settings.device?.rawValue ?? ""
        let names = devices.map(\.rawValue).sorted()
        let hint = nearestName(to: name, among: names).map { "; did you mean '\($0)'?" }
        Console.note("error: the input has no fix of device '\(name)'" + (hint ?? ""))
    }
}
