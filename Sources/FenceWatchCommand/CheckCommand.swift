import EventDelivery
import MonitoringService
import RegionFiles
import RegionMonitoring

extension Subcommand {
    /// Says what is wrong with region files.
    static let check = Subcommand(
        name: .check,
        usage: "fencewatch check [options] REGIONS ...",
        summary: "say what is wrong with region files, and where",
        discussion: """
            Reads files of regions and reports what is wrong, where, and how to mend it, and as what \
            each region will be watched under the policy. The status is 0 when there are no errors, \
            1 when a region is refused and 2 when a file cannot be read.
            """,
        run: { settings throws(UsageError) in
            if settings.operands.isEmpty {
                throw UsageError("there is no file to check: name one or more")
            }
            if settings.repairs != (settings.outputPath != nil) {
                throw UsageError("--repair and --output belong together: --repair -o OUT")
            }
            let outputs = [settings.outputPath, settings.mapPath].compactMap(\.self)
            for (index, output) in outputs.enumerated() {
                for path in settings.operands + outputs[..<index]
                where output == path || ProcessFacts.isSameFile(output, path) {
                    throw UsageError("'\(output)' would be written over what is in it")
                }
            }
            do throws(PolicyError) {
                return try CheckCommand(settings).run()
            } catch {
                throw UsageError(error.description)
            }
        })
}

/// One run of `check`.
private struct CheckCommand {
    private let form: Settings.ReportForm
    private let paths: [String]
    private let options: RegionFileOptions
    private let monitor: RegionMonitor

    /// Where a map is drawn to.
    private let mapPath: String?

    /// Where mended regions are written to.
    private let repairedPath: String?

    init(_ settings: Settings) throws(PolicyError) {
        form = settings.reportForm
        paths = settings.operands
        var options = settings.regionReading
        options.findsDoubts = true
        options.repairs = settings.repairs
        repairedPath = settings.outputPath
        mapPath = settings.mapPath
        options.keepsRefusedShapes = mapPath != nil && !settings.repairs
        self.options = options
        monitor = try RegionMonitor(policy: PolicyChoice.fleet.applying(settings.policy))
    }

    func run() -> ExitStatus {
        do throws(OutputError) {
            return try check()
        } catch {
            Console.note("\(error)")
            return .failure
        }
    }

    private func check() throws(OutputError) -> ExitStatus {
        var catalog = RegionCatalog(
            paths: paths, options: options, otherSource: RegionDatabase.read)
        let reading = catalog.read()
        var report = CheckReport(form: form)
        var map = RegionMap()
        var repaired: RepairedFile?
        if let repairedPath { repaired = try RepairedFile(path: repairedPath) }
        for file in reading.unreadable { report.add(unreadable: file) }
        for file in reading.files {
            for finding in file.findings {
                report.add(finding)
                if mapPath != nil { map.add(finding) }
            }
            for (region, shape) in file.refusedShapes { map.add(refused: region, shape) }
            for entry in file.entries {
                do throws(RegionError) {
                    // Values that are sound one by one can contradict each other.
                    _ = try monitor.prepare(entry.region, geometry: entry.geometry)
                    let facts = RegionFacts(entry, under: monitor.policy)
                    report.add(facts)
                    if mapPath != nil { map.add(entry, CheckReport.description(of: facts)) }
                } catch {
                    report.add(error, at: entry.position)
                    continue
                }
                try repaired?.append(entry)
            }
        }
        try repaired?.finish()
        if let mapPath { try map.write(to: mapPath) }
        report.finish(fileCount: paths.count)
        if let failure = report.outputFailure { throw failure }
        if !reading.unreadable.isEmpty { return .failure }
        return report.errorCount > 0 ? .defects : .success
    }
}
