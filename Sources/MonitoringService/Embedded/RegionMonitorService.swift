public import RegionMonitoring

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A region monitor for many tasks at once: fixes come in from anywhere, events leave as one
/// asynchronous sequence of batches.
///
/// Devices are spread over shards that are evaluated in parallel; the events are those of one
/// ``/RegionMonitoring/RegionMonitor`` that takes the same calls in the same order, whatever the number of shards. Calls
/// take effect one after the other, in the order in which they begin. While the consumer of
/// ``events`` is more than `backlog` batches behind, calls that make events wait for it.
///
/// ``run()`` has the shape of a service of swift-service-lifecycle: it moves the clock until its task
/// is cancelled, then releases what is held and ends the events.
public actor RegionMonitorService {
    /// The events in batches, for one consumer.
    public nonisolated let events: RegionEventBatches

    private let shards: [MonitorShard]
    private let observer: (any MonitoringObserver)?
    private let tick: Duration
    private let clockLag: Duration
    private let clock: @Sendable () -> Timestamp

    /// How the shards forget devices, which is the same in all.
    private let forgetting: (step: Int64, filter: LocationFilter)?

    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - monitor: The monitor to start from: its policy, filter, regions, what it remembers and for
    ///     how long (``/RegionMonitoring/RegionMonitor/forgetsAfter``).
    ///   - shards: How many parts the devices are spread over, at least 1. More than 1 takes a
    ///     monitor that has seen no device.
    ///   - backlog: How many batches of events may wait for the consumer before calls do.
    ///   - tick: How often ``run()`` moves the clock.
    ///   - clockLag: How far behind the clock that is: as late as fixes usually arrive.
    ///   - clock: The clock; by default the system's.
    ///   - observer: Is told how the service fares.
    /// - Precondition: `shards` ≥ 1, and 1 if the monitor has seen devices.
    public init(
        _ monitor: RegionMonitor, shards: Int = 1, backlog: Int = 64, tick: Duration = .seconds(1),
        clockLag: Duration = .seconds(5),
        clock: @escaping @Sendable () -> Timestamp = RegionMonitorService.systemClock,
        observer: (any MonitoringObserver)? = nil
    ) {
        precondition(shards >= 1, "\(shards) shards; there must be at least 1")
        precondition(
            shards == 1 || monitor.deviceCount == 0,
            "a monitor of \(monitor.deviceCount) devices cannot be spread over \(shards) shards")
        self.shards = (0..<shards).map { _ in MonitorShard(monitor) }
        forgetting = monitor.forgettingStep.map { ($0, monitor.filter) }
        events = RegionEventBatches(channel: EventChannel(capacity: max(backlog, 0)))
        self.observer = observer
        self.tick = tick
        self.clockLag = clockLag
        self.clock = clock
    }

    /// Creates the service that snapshots were taken of, one a shard.
    ///
    /// - Throws: ``/RegionMonitoring/SnapshotError`` when one cannot be restored.
    public init(
        restoring snapshots: [[UInt8]], backlog: Int = 64, tick: Duration = .seconds(1),
        clockLag: Duration = .seconds(5),
        clock: @escaping @Sendable () -> Timestamp = RegionMonitorService.systemClock,
        observer: (any MonitoringObserver)? = nil
    ) throws(SnapshotError) {
        var monitors: [RegionMonitor] = []
        for snapshot in snapshots { monitors.append(try RegionMonitor(restoring: snapshot)) }
        precondition(!monitors.isEmpty, "there is no snapshot to restore")
        shards = monitors.map { MonitorShard($0) }
        let first = monitors[0]
        forgetting = first.forgettingStep.map { ($0, first.filter) }
        events = RegionEventBatches(channel: EventChannel(capacity: max(backlog, 0)))
        self.observer = observer
        self.tick = tick
        self.clockLag = clockLag
        self.clock = clock
    }

    /// The system's clock.
    public static func systemClock() -> Timestamp {
        var time = timespec()
        // SAFETY: `time` is a valid timespec for the duration of the call.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(
            microsecondsSince1970: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    // MARK: Fixes and time

    /// Evaluates a batch of fixes.
    ///
    /// - Returns: The fixes that were not evaluated, in the order of the batch.
    @discardableResult
    public func update(_ batch: LocationBatch) async -> [LocationRejection] {
        await exclusively {
            let start = ContinuousClock.now
            let output = await evaluate(batch)
            observer?.didUpdate(
                fixes: batch.count, events: output.events.count, duration: .now - start)
            await deliver(output)
            return output.rejections
        }
    }

    /// Evaluates one fix; a batch is far cheaper a fix.
    @discardableResult
    public func update(
        with fix: Location, from device: DeviceID
    ) async -> LocationRejection.Reason? {
        var batch = LocationBatch()
        batch.append(device, fix)
        return await update(batch).last {
            $0.device == device && $0.fix.timestamp == fix.timestamp
        }?.reason
    }

    /// Lets time pass for all devices.
    public func advance(to time: Timestamp) async {
        await exclusively { await broadcast { await $0.advance(to: time) } }
    }

    // MARK: Regions and devices

    /// Starts monitoring a region, or replaces the one of the same identifier.
    ///
    /// - Throws: ``/RegionMonitoring/RegionError`` when it cannot be monitored; then nothing changes.
    public func startMonitoring(for region: Region) async throws(RegionError) {
        let prepared = try await shards[0].prepare(region)
        await exclusively {
            await broadcast { await $0.flush() }
            await broadcast { await $0.install(prepared) }
        }
    }

    /// Stops monitoring a region: each device inside is told.
    public func stopMonitoring(for region: RegionID) async {
        await exclusively {
            await broadcast { await $0.flush() }
            await broadcast { await $0.stopMonitoring(for: region) }
        }
    }

    /// The regions in force, in no particular order.
    public var monitoredRegions: [Region] {
        get async { await shards[0].monitoredRegions }
    }

    /// Tells the state of a device and a region among the events.
    public func requestState(for region: RegionID, of device: DeviceID) async {
        await exclusively {
            await deliver(await shard(of: device).requestState(for: region, of: device))
        }
    }

    /// Forgets a device: each region it is inside of is told.
    public func removeDevice(_ device: DeviceID) async {
        await exclusively { await deliver(await shard(of: device).removeDevice(device)) }
    }

    // MARK: Life

    /// Moves the clock until the task is cancelled; then releases held fixes and ends the events.
    public func run() async throws {
        while !Task.isCancelled {
            do { try await Task.sleep(for: tick) } catch { break }
            await advance(to: clock() + (.zero - clockLag))
        }
        await finish()
    }

    /// Releases held fixes, tells their events, and ends the events.
    public func finish() async {
        await exclusively { await broadcast { await $0.flush() } }
        events.channel.finish()
    }

    /// Everything the service remembers, a snapshot for each shard.
    public func snapshot() async -> [[UInt8]] {
        await exclusively {
            var snapshots: [[UInt8]] = []
            for shard in shards { snapshots.append(await shard.snapshot()) }
            return snapshots
        }
    }

    /// Everything the service remembers once the consumer of ``events`` has dealt with all events so
    /// far, which it shows by asking for the next batch.
    ///
    /// So what the consumer has stored by then and the snapshots belong together: a service restored
    /// from them goes on after the last stored event, with none lost and none twice. Other calls wait
    /// meanwhile.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before the consumer has come so far.
    public func snapshotAfterDelivery() async throws(CancellationError) -> [[UInt8]] {
        let snapshots = await exclusively { () -> [[UInt8]]? in
            guard await events.channel.waitUntilHandled() else { return nil }
            var snapshots: [[UInt8]] = []
            for shard in shards { snapshots.append(await shard.snapshot()) }
            return snapshots
        }
        guard let snapshots else { throw CancellationError() }
        return snapshots
    }
}

extension RegionMonitorService {
    /// Runs one call at a time, in the order in which they came.
    private func exclusively<Result: Sendable>(
        _ body: () async -> Result
    ) async -> Result {
        if isBusy {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isBusy = true
        }
        defer {
            if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
        }
        return await body()
    }

    private func shard(of device: DeviceID) -> MonitorShard {
        shards[device.shardNumber(of: shards.count)]
    }

    private func evaluate(_ batch: LocationBatch) async -> MonitorOutput {
        let now = clock()
        var parts = [LocationBatch](repeating: LocationBatch(), count: shards.count)
        var causes = [[UInt64]](repeating: [], count: shards.count)
        var steps: [MonitorShard.Step] = []
        var times = forgetting.map { ForgettingSteps($0.step, $0.filter, now: now) }
        for index in 0..<batch.count {
            // What a fix's time makes comes before what the fix makes.
            let cause = 2 * UInt64(index)
            if times?.isBrought(by: batch[index]) == true {
                steps.append(MonitorShard.Step(cause: cause, time: batch[index].timestamp))
            }
            let number = batch.devices[index].shardNumber(of: shards.count)
            parts[number].append(batch.devices[index], batch[index])
            causes[number].append(cause + 1)
        }
        return Self.merged(
            await inParallel { [parts, causes, steps] number, shard in
                await shard.update(parts[number], causes: causes[number], steps: steps, now: now)
            })
    }

    private static func merged(_ parts: [MonitorShard.Part]) -> MonitorOutput {
        var merged = MonitorOutput()
        merged.events = MarkedList.merged(parts.map(\.events))
        merged.rejections = MarkedList.merged(parts.map(\.rejections))
        return merged
    }

    /// Does a step on all shards and tells the events in the order of the devices' identifiers.
    private func broadcast(
        _ step: @escaping @Sendable (MonitorShard) async -> MonitorOutput
    ) async {
        await deliver(
            Self.merged(
                await inParallel { _, shard in MonitorShard.Part(await step(shard), of: 0) }))
    }

    private func inParallel<Result: Sendable>(
        _ step: @escaping @Sendable (Int, MonitorShard) async -> Result
    ) async -> [Result] {
        guard shards.count > 1 else { return [await step(0, shards[0])] }
        return await withTaskGroup(of: (Int, Result).self) { group in
            for (number, shard) in shards.enumerated() {
                group.addTask { (number, await step(number, shard)) }
            }
            var results: [(Int, Result)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func deliver(_ output: MonitorOutput) async {
        if !output.rejections.isEmpty { observer?.didReject(output.rejections) }
        let backlog = events.channel.backlog
        if backlog > events.channel.capacity { observer?.didFallBehind(waitingBatches: backlog) }
        await events.channel.send(output.events)
    }
}
