import EventDelivery
import FixStreams
import MonitoringService
import RegionMonitoring

/// What came of one stream.
struct EngineRun: Equatable {
    var events: [RegionEvent] = []
    var rejections: [LocationRejection] = []
    var counts = RunCounts()
    var account = RecordAccount()
    var end = MonitoringRun.End.finished
    var deviceCount = 0
    var regions: [Region] = []

    /// Runs a file through a monitor, in blocks of at most so many bytes.
    init(_ path: String, _ monitor: RegionMonitor, blockSize: Int) throws(FixInputError) {
        var options = FixReaderOptions()
        options.format = .ndjson
        options.allowsControl = true
        options.blockSize = blockSize
        let pipeline = MonitoringPipeline(monitor: monitor, sinks: SinkGroup())
        let taker = EventTaker()
        pipeline.inspector = taker
        var run = MonitoringRun(
            pipeline, regions: RegionCatalog(paths: []),
            reader: try FixReader([.file(path)], options),
            options: MonitoringRun.Options(clock: {
                // 2026-03-02T00:00:00Z
                Timestamp(microsecondsSince1970: 1_772_409_600_000_000)
            }), requests: NoRequests(), observer: NoObserver())
        end = run.run()
        events = taker.events
        rejections = taker.rejections
        counts = pipeline.counts
        account = pipeline.inputs[path]
        deviceCount = pipeline.deviceCount
        regions = pipeline.monitoredRegions.sorted {
            $0.identifier.rawValue < $1.identifier.rawValue
        }
    }
}

private final class EventTaker: OutputInspector {
    var events: [RegionEvent] = []
    var rejections: [LocationRejection] = []

    func inspect(_ output: borrowing MonitorOutput) {
        // A reference is a place within a block.
        events += output.events.map {
            var event = $0
            event.fix?.reference = 0
            return event
        }
        rejections += output.rejections.map {
            var rejection = $0
            rejection.fix.reference = 0
            return rejection
        }
    }
}

private struct NoRequests: RunRequests {
    var wakeDescriptor: Int32? { nil }
    var isEndRequested: Bool { false }
    func takeReload() -> Bool { false }
    func drain() {}
}

private final class NoObserver: RunObserver {
    func note(_ message: String) {}
    func didProgress(bytes: UInt64, counts: RunCounts) {}
}
