import MonitoringService
import RegionMonitoring
import Synchronization
import Testing
import _MonitoringTestSupport

/// A step of a random run.
private enum Step: Sendable {
    case batch(LocationBatch)
    case advance(Timestamp)
    case put(Region)
    case stop(RegionID)
    case request(RegionID, DeviceID)
    case remove(DeviceID)
}

private let base: Int64 = 1_770_000_000_000_000

private func circle(_ number: Int, radius: Double) -> Region {
    Region(
        identifier: RegionID("r\(number)"),
        center: LocationCoordinate2D(latitude: 40 + 0.002 * Double(number), longitude: 7),
        radius: radius)
}

private func steps(seed: UInt64) -> [Step] {
    var random = SeededGenerator(seed: seed)
    var time = base
    return (0..<120).map { _ in
        let device = DeviceID("d\(Int.random(in: 0..<12, using: &random))")
        let region = Int.random(in: 0..<6, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return .advance(Timestamp(microsecondsSince1970: time))
        case 1: return .put(circle(region, radius: .random(in: 60...300, using: &random)))
        case 2: return .stop(RegionID("r\(region)"))
        case 3: return .request(RegionID("r\(region)"), device)
        case 4: return .remove(device)
        default:
            var batch = LocationBatch()
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                time += 1_000_000
                batch.append(
                    DeviceID("d\(Int.random(in: 0..<12, using: &random))"),
                    at: Timestamp(microsecondsSince1970: time),
                    latitude: 40 + .random(in: -0.002...0.014, using: &random),
                    longitude: 7 + .random(in: -0.004...0.004, using: &random),
                    accuracy: Bool.random(using: &random) ? 5 : nil)
            }
            return .batch(batch)
        }
    }
}

private func monitor() throws -> RegionMonitor {
    var policy = PolicyOverrides()
    policy.dwell = .some(.seconds(30))
    policy.silence = .some(.seconds(40))
    var monitor = try RegionMonitor(
        policy: PolicyChoice.immediate.applying(policy),
        filter: LocationFilter(reorderWindow: .seconds(2), maximumSpeed: 500))
    for number in 0..<4 { try monitor.startMonitoring(for: circle(number, radius: 150)) }
    return monitor
}

@Suite struct RegionMonitorServiceTests {
    @Test(arguments: [UInt64(1), 2, 3], [1, 2, 5])
    func shardsGiveTheEventsOfOneMonitor(_ seed: UInt64, _ shards: Int) async throws {
        try await compare(seed, shards, monitor())
    }

    /// Devices are forgotten by the time of all fixes, of which a shard sees its own alone.
    @Test(arguments: [UInt64(4), 5, 6], [1, 2, 5])
    func shardsForgetAsOneMonitorDoes(_ seed: UInt64, _ shards: Int) async throws {
        var monitor = try monitor()
        let remembering = try await compare(seed, shards, monitor)
        monitor.forgetsAfter = .seconds(20)
        let forgetting = try await compare(seed, shards, monitor)
        #expect(forgetting != remembering, "seed \(seed) forgets nothing")
        // Restored from snapshots, too.
        let service = RegionMonitorService(monitor, shards: shards)
        let restored = try RegionMonitorService(restoring: await service.snapshot())
        #expect(try await compare(seed, shards, monitor, with: restored) == forgetting)
    }

    /// Gives the same steps to a monitor and to a service, and the events that both must make.
    @discardableResult
    private func compare(
        _ seed: UInt64, _ shards: Int, _ monitor: RegionMonitor,
        with restored: RegionMonitorService? = nil
    ) async throws -> [RegionEvent] {
        var single = monitor
        var expected = MonitorOutput()
        let now = Timestamp(microsecondsSince1970: base + 86_400_000_000)
        let service =
            restored ?? RegionMonitorService(monitor, shards: shards, clock: { now })
        let received = Task { [events = service.events] in
            var all: [RegionEvent] = []
            for await batch in events { all += batch }
            return all
        }
        for step in steps(seed: seed) {
            switch step {
            case .batch(let batch):
                single.update(batch, now: now, into: &expected)
                await service.update(batch)
            case .advance(let time):
                single.advance(to: time, into: &expected)
                await service.advance(to: time)
            case .put(let region):
                try single.startMonitoring(for: region, into: &expected)
                try await service.startMonitoring(for: region)
            case .stop(let region):
                single.stopMonitoring(for: region, into: &expected)
                await service.stopMonitoring(for: region)
            case .request(let region, let device):
                single.requestState(for: region, of: device, into: &expected)
                await service.requestState(for: region, of: device)
            case .remove(let device):
                single.removeDevice(device, into: &expected)
                await service.removeDevice(device)
            }
        }
        single.flush(into: &expected)
        await service.finish()
        let actual = await received.value
        #expect(expected.events.count > 100, "seed \(seed) makes too few events to tell")
        #expect(actual == expected.events, "seed \(seed), \(shards) shards")
        return actual
    }

    @Test func updatesWaitForTheConsumer() async throws {
        let service = RegionMonitorService(
            try {
                var monitor = try RegionMonitor(policy: .immediate)
                try monitor.startMonitoring(for: circle(0, radius: 100), assuming: .outside)
                return monitor
            }(), backlog: 2, clock: { Timestamp(microsecondsSince1970: base + 1_000_000_000) })
        let done = Mutex(0)
        let producer = Task {
            for index in 0..<10 {
                var batch = LocationBatch()
                batch.append(
                    DeviceID("d\(index)"), at: Timestamp(microsecondsSince1970: base), latitude: 40,
                    longitude: 7)
                await service.update(batch)
                done.withLock { $0 += 1 }
            }
            await service.finish()
        }
        // Two batches fit; the third is taken and its update waits. No event can free it but the
        // consumer, so once two updates are done the count stays at two.
        while done.withLock({ $0 }) < 2 { await Task.yield() }
        for _ in 0..<1000 { await Task.yield() }
        #expect(done.withLock { $0 } == 2)
        var devices: [DeviceID] = []
        for await batch in service.events { devices += batch.map(\.device) }
        await producer.value
        #expect(done.withLock { $0 } == 10)
        #expect(devices == (0..<10).map { DeviceID("d\($0)") })
    }

    @Test func runMovesTheClockAndEndsWithItsTask() async throws {
        var policy = PolicyOverrides()
        policy.silence = .some(.seconds(60))
        var monitor = try RegionMonitor(policy: PolicyChoice.immediate.applying(policy))
        try monitor.startMonitoring(for: circle(0, radius: 100), assuming: .outside)
        let now = Mutex(Timestamp(microsecondsSince1970: base))
        let service = RegionMonitorService(
            monitor, tick: .milliseconds(1), clockLag: .seconds(5), clock: { now.withLock { $0 } })
        let running = Task { try await service.run() }
        var batches = service.events.makeAsyncIterator()
        _ = await service.update(
            with: Location(
                coordinate: LocationCoordinate2D(latitude: 40, longitude: 7),
                timestamp: Timestamp(microsecondsSince1970: base)), from: "van")
        #expect(await batches.next()?.map(\.kind) == [.didEnterRegion])
        now.withLock { $0 = Timestamp(microsecondsSince1970: base + 66_000_000) }
        let silent = await batches.next()
        #expect(silent?.map(\.reason) == [.silent])
        #expect(
            silent?.first?.timestamp == Timestamp(microsecondsSince1970: base + 60_000_000))
        running.cancel()
        try await running.value
        #expect(await batches.next() == nil)
    }

    @Test func snapshotsOfAllShardsRestore() async throws {
        let clock: @Sendable () -> Timestamp = {
            Timestamp(microsecondsSince1970: base + 86_400_000_000)
        }
        var single = try monitor()
        var expected = MonitorOutput()
        var service = RegionMonitorService(try monitor(), shards: 3, backlog: .max, clock: clock)
        var actual: [RegionEvent] = []
        for case .batch(let batch) in steps(seed: 7) {
            let known = expected.events.count
            single.update(batch, now: clock(), into: &expected)
            await service.update(batch)
            if expected.events.count > known {
                var iterator = service.events.makeAsyncIterator()
                actual += await iterator.next() ?? []
            }
            service = try RegionMonitorService(restoring: await service.snapshot(), clock: clock)
        }
        #expect(expected.events.count > 100)
        #expect(actual == expected.events)
    }

    @Test func snapshotAfterDeliveryWaitsForTheConsumer() async throws {
        var monitor = try RegionMonitor(policy: .immediate)
        try monitor.startMonitoring(for: circle(0, radius: 100), assuming: .outside)
        let service = RegionMonitorService(
            monitor, clock: { Timestamp(microsecondsSince1970: base + 1_000_000_000) })
        func enter(_ device: DeviceID) async {
            await service.update(
                with: Location(
                    coordinate: LocationCoordinate2D(latitude: 40, longitude: 7),
                    timestamp: Timestamp(microsecondsSince1970: base)), from: device)
        }
        // Before any event there is nothing to wait for, consumer or not.
        _ = try await service.snapshotAfterDelivery()

        await enter("a")
        await enter("b")
        let done = Mutex(false)
        let saving = Task {
            let snapshots = try await service.snapshotAfterDelivery()
            done.withLock { $0 = true }
            return snapshots
        }
        var batches = service.events.makeAsyncIterator()
        #expect(await batches.next()?.map(\.device) == ["a"])
        #expect(await batches.next()?.map(\.device) == ["b"])
        for _ in 0..<1000 { await Task.yield() }
        #expect(!done.withLock { $0 }, "the second batch is still being dealt with")
        let reading = Task { [events = service.events] in
            var batches = events.makeAsyncIterator()
            return await batches.next()
        }
        let restored = try RegionMonitor(restoring: try await saving.value[0])
        #expect(restored.deviceCount == 2)
        await enter("c")
        #expect(await reading.value?.map(\.device) == ["c"])

        let given = Task { try await service.snapshotAfterDelivery() }
        given.cancel()
        await #expect(throws: CancellationError.self) { try await given.value }
    }
}
