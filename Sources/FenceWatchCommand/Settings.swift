import EventDelivery
import FixStreams
import MonitoringService
import RegionFiles
import RegionMonitoring

/// Everything that a command line says.
struct Settings: Sendable {
    /// What is asked for instead of a run.
    enum Request: Hashable, Sendable {
        case help
        case version
    }

    /// What a defective record does.
    enum ErrorAction: String, CaseIterable, Sendable {
        case skip
        case stop
    }

    /// How the run is summed up.
    enum SummaryForm: String, CaseIterable, Sendable {
        case text
        case json
    }

    /// How findings are shown.
    enum ReportForm: String, CaseIterable, Sendable {
        case text
        case json
    }

    /// What moves time between fixes.
    enum Clock: String, CaseIterable, Sendable {
        case data
        case wall
    }

    var request: Request?

    /// The arguments that belong to no option.
    var operands: [String] = []

    var regionFiles: [String] = []
    var regionReading = RegionFileOptions()

    /// Whom and what `explain` is about.
    var device: DeviceID?
    var region: RegionID?

    var policy = PolicyOverrides()
    var filter = LocationFilter()
    var forgetsAfter: Duration?

    /// How fixes are read; whether they are followed is said by the next two.
    var reading = FixReaderOptions()
    var follows = false
    var fromEnd = false
    var coordinates = CoordinateSystem.wgs84
    var clock: Clock?
    var clockLag: Duration = .seconds(5)

    var sinks: [SinkSpecification] = []

    /// What holds for all sinks.
    var delivery = SinkGroup.Options()
    var shape = OutputShape()
    var rejects: String?

    /// The folder of the durable state.
    var state: String?

    /// What `state` is to do.
    enum StateRequest: Hashable, Sendable {
        enum List: String, CaseIterable, Sendable {
            case devices
            case visits
            case undelivered
            case dead
        }

        case summary
        case list(List)

        /// Dead letters by their numbers; `nil`: all.
        case retry(Set<Int64>?)
        case drop(Set<Int64>?)
        case dropSink(String)
        case export(String)
        case importing(String)
    }

    var stateRequest = StateRequest.summary
    var onError: ErrorAction = .skip
    var summary: SummaryForm = .text
    var reportForm: ReportForm = .text

    /// Whether `check` mends polygons, and where regions are written to.
    var repairs = false
    var outputPath: String?

    /// Where `check` draws a map to.
    var mapPath: String?
    var isQuiet = false

    /// What `tune` tries, each option with its values; nothing: the standard grid.
    var tries: [(option: PolicyOption, texts: [String])] = []

    /// Where `tune` draws, and what it compares with instead of trying.
    var plotPath: String?
    var comparedPath: String?

    /// Whether `locate` tells distances.
    var tellsDistance = false
    var isStrict = false

    /// The file whose options were read.
    var configuration: String?

    /// Whether region files are read again when they have changed.
    var reloads = false

    /// Where figures are told.
    var metrics: (host: String, port: Int)?

    /// How many threads evaluate; `nil`: as many as there are cores.
    var threadCount: Int?

    /// Changes the options of the sink named last: standard output when none was.
    mutating func changeSink(
        _ name: SinkOptions.Name? = nil, _ change: (inout SinkOptions) -> Void
    ) {
        if sinks.isEmpty { sinks.append(.standardOutput) }
        change(&sinks[sinks.count - 1].options)
        if let name { sinks[sinks.count - 1].options.given.insert(name) }
    }
}
