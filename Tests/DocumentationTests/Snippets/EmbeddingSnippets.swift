import EventDelivery
import Foundation
import MonitoringService
import RegionMonitoring
import Synchronization
import Testing

// snippet
final class Dispatcher: RegionMonitorDelegate {
    func didEnterRegion(_ event: RegionEvent) {
        print(event.device.rawValue, "arrived at", event.region.rawValue)
    }

    func didExitRegion(_ event: RegionEvent) {
        guard let stay = event.duration else { return }
        print(event.device.rawValue, "stayed", stay)
    }
}
// end

// snippet
protocol Service: Sendable {
    func run() async throws
}

extension RegionMonitorService: Service {}
// end

// snippet
struct ServiceLog: MonitoringObserver {
    let write: @Sendable (String) -> Void

    func didReject(_ rejections: [LocationRejection]) {
        for rejection in rejections {
            write("rejected \(rejection.device.rawValue): \(rejection.reason.rawValue)")
        }
    }

    func didFallBehind(waitingBatches: Int) {
        write("the events' consumer is \(waitingBatches) batches behind")
    }
}
// end

// snippet
struct Counter: EventSink {
    var enters = 0

    mutating func deliver(_ events: [RegionEvent]) {
        enters += events.count { $0.kind == .didEnterRegion }
    }

    mutating func finish() {}
}
// end

/// The blocks of the article "Embedding the engine".
@Suite struct EmbeddingSnippets {
    private let depot = Region(
        identifier: "depot", center: LocationCoordinate2D(latitude: 52.52, longitude: 13.40),
        radius: 150)
    private let time = Timestamp(secondsSince1970: 1_772_366_401)

    private func fix(_ seconds: Double, latitude: LocationDegrees) -> Location {
        Location(
            coordinate: LocationCoordinate2D(latitude: latitude, longitude: 13.40),
            timestamp: Timestamp(secondsSince1970: 1_772_366_401 + seconds))
    }

    private func monitor() throws -> RegionMonitor {
        var monitor = try RegionMonitor(policy: .immediate)
        try monitor.startMonitoring(for: depot, assuming: .outside)
        return monitor
    }

    @Test func outputs() throws {
        var monitor = try monitor()
        let now: Timestamp? = nil
        var stored: [RegionEvent] = []
        func store(_ events: [RegionEvent]) { stored += events }
        let fixes: [(DeviceID, Location)] = [("van-7", fix(0, latitude: 52.52))]
        // snippet
        var output = MonitorOutput()
        for (device, fix) in fixes {
            monitor.update(with: fix, from: device, now: now, into: &output)
        }
        store(output.events)
        output.removeAll()
        // end
        #expect(stored.map(\.kind) == [.didEnterRegion])
        // snippet
        var batch = LocationBatch()
        batch.append("van-7", at: time, latitude: 52.5201, longitude: 13.4002, accuracy: 8)
        batch.append("van-9", at: time, latitude: 52.4803, longitude: 13.3655)
        monitor.update(batch, now: now, into: &output)
        // end
        #expect(output.rejections.map(\.reason) == [.duplicate])
        // snippet
        let van = monitor.deviceNumber(for: "van-7")
        var columns = LocationColumns()
        columns.append(van, at: time, latitude: 52.5201, longitude: 13.4002, accuracy: 8)
        monitor.update(columns, now: now, into: &output)
        // end
        #expect(output.rejections.map(\.reason) == [.duplicate, .duplicate])
    }

    @Test func delegates() throws {
        var monitor = try monitor()
        // snippet
        let dispatcher = Dispatcher()
        monitor.delegate = dispatcher  // held weakly
        // end
        let events =
            monitor.update(with: fix(0, latitude: 52.52), from: "van-7")
            + monitor.update(with: fix(60, latitude: 52.53), from: "van-7")
        #expect(events.map(\.kind) == [.didEnterRegion, .didExitRegion])
        withExtendedLifetime(dispatcher) {}
    }

    @Test func visits() throws {
        var monitor = try monitor()
        var stored: Set<String> = []
        func insert(_ event: RegionEvent) {
            // snippet
            let key = "\(event.device.rawValue)/\(event.sequence)"
            guard stored.insert(key).inserted else { return }
            // end
        }
        let events =
            monitor.update(with: fix(0, latitude: 52.52), from: "van-7")
            + monitor.update(with: fix(60, latitude: 52.53), from: "van-7")
        for event in events + events { insert(event) }
        #expect(stored == ["van-7/1", "van-7/2"])
        // snippet
        var assembler = VisitAssembler()
        let visits = events.compactMap { assembler.take($0) }
        // end
        #expect(visits.map(\.region) == ["depot"])
        #expect(visits.map(\.enteredAt) == [time])
    }

    @Test func services() async throws {
        let monitor = try monitor()
        var batch = LocationBatch()
        batch.append("van-7", fix(0, latitude: 52.52))
        let count = Counting()
        @Sendable func store(_ events: [RegionEvent]) { count.add(events.count) }
        // snippet
        let service = RegionMonitorService(monitor, shards: 4)

        let consumer = Task {
            for await batch in service.events { store(batch) }
        }

        try await service.startMonitoring(for: depot)
        let rejected = await service.update(batch)
        await service.finish()  // releases held fixes and ends the events
        await consumer.value
        // end
        #expect(rejected.isEmpty)
        #expect(count.value == 1)
    }

    @Test func observers() async throws {
        let monitor = try monitor()
        // snippet
        let service = RegionMonitorService(
            monitor, observer: ServiceLog(write: { line in print(line) }))
        // end
        let service2: any Service = service
        #expect(service2 is RegionMonitorService)
    }

    @Test func snapshots() async throws {
        var monitor = try monitor()
        _ = monitor.update(with: fix(0, latitude: 52.52), from: "van-7")
        // snippet
        let bytes = monitor.snapshot()
        var restored = try RegionMonitor(restoring: bytes)
        // end
        let events = restored.update(with: fix(60, latitude: 52.53), from: "van-7")
        #expect(events == monitor.update(with: fix(60, latitude: 52.53), from: "van-7"))
        let service = RegionMonitorService(restored)
        // snippet
        let snapshots = try await service.snapshotAfterDelivery()
        let next = try RegionMonitorService(restoring: snapshots)
        // end
        #expect(await next.monitoredRegions.map(\.identifier) == ["depot"])
    }

    @Test func sinks() throws {
        var monitor = try monitor()
        let events = monitor.update(with: fix(0, latitude: 52.52), from: "van-7")
        var counter = Counter()
        counter.deliver(events)
        counter.finish()
        #expect(counter.enters == 1)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
        defer { try? FileManager.default.removeItem(at: file) }
        let path = file.path
        // snippet
        var sink = try NDJSONSink(.appendingTo(path))
        try sink.deliver(events)
        try sink.finish()
        // end
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix(#"{"event":"didEnterRegion","device":"van-7","sequence":1"#))
    }
}

/// Counts across tasks.
private final class Counting: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add(_ number: Int) { count.withLock { $0 += number } }
}
