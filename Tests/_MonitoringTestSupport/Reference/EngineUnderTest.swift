public import RegionMonitoring

/// The promised monitor, as cases and scenarios drive it.
public struct EngineUnderTest: MonitorUnderTest {
    /// The monitor.
    public private(set) var monitor: RegionMonitor

    /// Whether the monitor is written down and restored after every record.
    private let isRestarting: Bool

    /// Creates a monitor without regions.
    ///
    /// - Parameters:
    ///   - policy: The policy before regions' own values.
    ///   - filter: The filter.
    ///   - isRestarting: Whether the monitor is replaced after every record by one restored from its
    ///     snapshot.
    ///   - trace: Whose fixes the monitor explains.
    public init(
        policy: PolicyChoice, filter: LocationFilter, isRestarting: Bool = false,
        trace: TraceRequest? = nil
    ) throws {
        monitor = try RegionMonitor(policy: policy, filter: filter)
        monitor.trace = trace
        self.isRestarting = isRestarting
    }

    private mutating func result(
        of act: (inout RegionMonitor, inout MonitorOutput) throws -> Void
    ) rethrows -> MonitorResult {
        var output = MonitorOutput()
        try act(&monitor, &output)
        if isRestarting { restart() }
        return MonitorResult(events: output.events, rejections: output.rejections)
    }

    private mutating func restart() {
        do {
            monitor = try RegionMonitor(restoring: monitor.snapshot())
        } catch {
            preconditionFailure("a snapshot just taken is refused: \(error)")
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
