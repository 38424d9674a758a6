public import RegionMonitoring

/// The promised monitor, as cases and scenarios drive it.
public struct EngineUnderTest: MonitorUnderTest {
    /// The monitor.
    public private(set) var monitor: RegionMonitor

    /// The visits that the monitor has told.
    public private(set) var visits: [Visit] = []

    /// Whether the monitor is written down and restored after every record.
    private let isRestarting: Bool

    /// What is written down of the monitor after every record, from which it is then made anew.
    private var log: ChangeLog?

    /// Creates a monitor without regions.
    ///
    /// - Parameters:
    ///   - policy: The policy before regions' own values.
    ///   - filter: The filter.
    ///   - isRestarting: Whether the monitor is replaced after every record by one restored from its
    ///     snapshot.
    ///   - isResuming: Whether the monitor is replaced after every record by one made of what its
    ///     changes were, in the order in which they were written down.
    ///   - trace: Whose fixes the monitor explains.
    ///   - reports: What the monitor tells besides events.
    ///   - forgetsAfter: How long devices are remembered after their last fix.
    public init(
        policy: PolicyChoice, filter: LocationFilter, isRestarting: Bool = false,
        isResuming: Bool = false, trace: TraceRequest? = nil, reports: MonitorReports = [],
        forgetsAfter: Duration? = nil
    ) throws {
        monitor = try RegionMonitor(policy: policy, filter: filter)
        monitor.trace = trace
        monitor.reports = reports
        monitor.forgetsAfter = forgetsAfter
        self.isRestarting = isRestarting
        if isResuming {
            log = ChangeLog()
            monitor.noteChanges(includingRegions: true)
        }
    }

    private mutating func result(
        of act: (inout RegionMonitor, inout MonitorOutput) throws -> Void
    ) rethrows -> MonitorResult {
        var output = MonitorOutput()
        try act(&monitor, &output)
        visits += output.visits
        if isRestarting { restart() }
        if log != nil { resume() }
        return MonitorResult(events: output.events, rejections: output.rejections)
    }

    private mutating func restart() {
        do {
            monitor = try RegionMonitor(restoring: monitor.snapshot())
        } catch {
            preconditionFailure("a snapshot just taken is refused: \(error)")
        }
    }

    private mutating func resume() {
        do {
            if let resumed = try log?.monitor(after: &monitor) { monitor = resumed }
        } catch {
            preconditionFailure("what was just written is refused: \(error)")
        }
    }

    /// Adds or edits a region.
    public mutating func startMonitoring(for region: Region) throws -> MonitorResult {
        try result { try $0.startMonitoring(for: region, into: &$1) }
    }

    /// Removes a region.
    public mutating func stopMonitoring(for region: RegionID) -> MonitorResult {
        result { $0.stopMonitoring(for: region, into: &$1) }
    }

    /// Takes one fix.
    public mutating func update(
        with fix: Location, from device: DeviceID, now: Timestamp?
    ) -> MonitorResult {
        result { $0.update(with: fix, from: device, now: now, into: &$1) }
    }

    /// Moves time.
    public mutating func advance(to time: Timestamp) -> MonitorResult {
        result { $0.advance(to: time, into: &$1) }
    }

    /// Asks for the state of one pair.
    public mutating func requestState(
        for region: RegionID, of device: DeviceID
    ) -> MonitorResult {
        result { $0.requestState(for: region, of: device, into: &$1) }
    }

    /// Forgets a device.
    public mutating func removeDevice(_ device: DeviceID) -> MonitorResult {
        result { $0.removeDevice(device, into: &$1) }
    }

    /// Releases the held fixes.
    public mutating func flush() -> MonitorResult {
        result { $0.flush(into: &$1) }
    }
}

/// What durable state keeps of one monitor.
private struct ChangeLog {
    private var frames: [[UInt8]] = []
    private var regions: [Int64: [UInt8]] = [:]
    private var count = 0

    /// Writes down what has changed, and makes the monitor of all that was written.
    mutating func monitor(after monitor: inout RegionMonitor) throws -> RegionMonitor {
        count += 1
        for (slot, bytes) in monitor.takeChangedRegions() { regions[slot] = bytes }
        var writer = RecordWriter()
        _ = monitor.writeChangedDevices(into: &writer)
        if count.isMultiple(of: 7) { sweep(monitor, into: &writer) }
        frames.append(writer.bytes)
        let stored = try regions.sorted { $0.key < $1.key }.map {
            try StoredRegion(slot: $0.key, $0.value)
        }
        var resumed = try RegionMonitor(
            common: monitor.commonState(), regions: stored, policy: monitor.policy,
            filter: monitor.filter)
        resumed.trace = monitor.trace
        resumed.reports = monitor.reports
        resumed.forgetsAfter = monitor.forgetsAfter
        for frame in frames { try resumed.readDevices(frame) }
        try resumed.finishReadingDevices()
        resumed.noteChanges(includingRegions: false)
        precondition(resumed.deviceCount == monitor.deviceCount, "devices were lost or made up")
        return resumed
    }

    /// Writes all devices, after which nothing written before is needed.
    private mutating func sweep(_ monitor: RegionMonitor, into writer: inout RecordWriter) {
        frames.removeAll()
        writer.removeAll()
        var next: Int? = 0
        while let number = next {
            next = monitor.writeDevices(from: number, atMost: 2, into: &writer).next
        }
    }
}
