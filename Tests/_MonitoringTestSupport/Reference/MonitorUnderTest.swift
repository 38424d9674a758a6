public import RegionMonitoring

/// What one call on a monitor gave.
public struct MonitorResult: Hashable, Sendable {
    /// The events, in order.
    public var events: [RegionEvent]

    /// The fixes that were not evaluated, in the order of their rejection.
    public var rejections: [LocationRejection]

    /// Creates a result; empty by default.
    public init(events: [RegionEvent] = [], rejections: [LocationRejection] = []) {
        self.events = events
        self.rejections = rejections
    }

    /// Adds what a later call gave.
    public mutating func append(_ other: MonitorResult) {
        events += other.events
        rejections += other.rejections
    }
}

/// The part of a monitor's face that cases and scenarios drive: one requirement a record of input.
///
/// Every call returns the events and rejections that its record caused, complete and in order.
public protocol MonitorUnderTest {
    /// Adds a region or edits the one of the same identifier.
    ///
    /// Throwing means that the region is refused and nothing changed.
    mutating func startMonitoring(for region: Region) throws -> MonitorResult

    /// Removes a region; one that is not there is no error.
    mutating func stopMonitoring(for region: RegionID) -> MonitorResult

    /// Takes one fix; `now` is the clock that filters compare with, `nil` for none.
    mutating func update(
        with fix: Location, from device: DeviceID, now: Timestamp?
    ) -> MonitorResult

    /// Moves every device's time up to `time`.
    mutating func advance(to time: Timestamp) -> MonitorResult

    /// Asks for the state of one pair.
    mutating func requestState(for region: RegionID, of device: DeviceID) -> MonitorResult

    /// Forgets a device.
    mutating func removeDevice(_ device: DeviceID) -> MonitorResult

    /// Releases the fixes that are held to be put in order; the end of a finite input.
    mutating func flush() -> MonitorResult
}
