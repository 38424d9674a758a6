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

    init(_ settings: Settings) throws(PolicyError) {
        form = settings.reportForm
        paths = settings.operands
        options = settings.regionReading
        monitor = try RegionMonitor(policy: PolicyChoice.fleet.applying(settings.policy))
    }

    func run() -> ExitStatus {
        let reading = RegionCatalog(paths: paths, options: options).read()
        var report = CheckReport(form: form)
        for file in reading.unreadable { report.add(unreadable: file) }
        for file in reading.files {
            for finding in file.findings { report.add(finding) }
            for entry in file.entries {
                do throws(RegionError) {
                    // Values that are sound one by one can contradict each other.
                    _ = try monitor.prepare(entry.region, geometry: entry.geometry)
                    report.add(RegionFacts(entry, under: monitor.policy))
                } catch {
                    report.add(error, at: entry.position)
                }
            }
        }
        report.finish(fileCount: paths.count)
        if !reading.unreadable.isEmpty { return .failure }
        return report.errorCount > 0 ? .defects : .success
    }
}
