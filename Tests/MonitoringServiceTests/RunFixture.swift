import EventDelivery
import FixStreams
import Foundation
import MonitoringService
import RegionMonitoring
import Testing

/// A folder of its own for the files of runs, removed at the end.
final class RunFixture {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("fencewatch-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Writes a file and gives back its path.
    func write(_ text: String, to name: String) throws -> String {
        try write(bytes: Array(text.utf8), to: name)
    }

    /// Writes a file and gives back its path.
    func write(bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// What a run leaves behind, folders left out.
    struct Outcome: Equatable {
        var events: String
        var rejects: String
        var counts: RunCounts

        /// What became of each input's records, by the names of the files.
        var inputs: [String: RecordAccount]
        var notes: [String]
        var end: MonitoringRun.End
        var devices: Int
        var regions: [String]
    }

    /// Runs inputs through a monitor.
    func run(
        _ paths: [String], _ monitor: RegionMonitor, _ options: MonitoringPipeline.Options,
        blockSize: Int = 1 << 18, allowsControl: Bool = true, clockLag: Duration? = nil
    ) throws -> Outcome {
        let events = path("events")
        let rejects = path("rejects")
        let pipeline = MonitoringPipeline(
            monitor: monitor, sinks: try SinkGroup([SinkSpecification("ndjson:" + events)]),
            rejects: try RejectsWriter(path: rejects), options: options)
        var reading = FixReaderOptions()
        reading.allowsControl = allowsControl
        reading.blockSize = blockSize
        reading.defaultDevice = "dev-0"
        if options.shape.carriesFixMembers { reading.carriedMembers = ["driver"] }
        let observer = NoteTaker()
        var run = MonitoringRun(
            pipeline, regions: RegionCatalog(paths: []),
            reader: try FixReader(paths.map { .file($0) }, reading),
            options: MonitoringRun.Options(clock: {
                // 2026-03-02, later than all fixes that are not to be from the future.
                Timestamp(microsecondsSince1970: 1_772_409_600_000_000)
            }),
            requests: NoRequests(), observer: observer)
        let end = run.run()
        return Outcome(
            events: try String(contentsOfFile: events, encoding: .utf8),
            rejects: try String(contentsOfFile: rejects, encoding: .utf8)
                .replacingOccurrences(of: folder.path, with: ""),
            counts: pipeline.counts,
            inputs: Dictionary(
                uniqueKeysWithValues: run.inputAccounts.map {
                    ($0.input.replacingOccurrences(of: folder.path + "/", with: ""), $0.account)
                }),
            notes: observer.notes.map { $0.replacingOccurrences(of: folder.path, with: "") },
            end: end, devices: pipeline.deviceCount,
            regions: pipeline.monitoredRegions.map(\.identifier.rawValue).sorted())
    }

    private struct NoRequests: RunRequests {
        var wakeDescriptor: Int32? { nil }
        var isEndRequested: Bool { false }
        func takeReload() -> Bool { false }
        func drain() {}
    }

    private final class NoteTaker: RunObserver {
        var notes: [String] = []
        func note(_ message: String) { notes.append(message) }
        func didProgress(bytes: UInt64, counts: RunCounts) {}
    }
}
