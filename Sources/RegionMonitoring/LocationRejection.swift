/// A fix that was not evaluated, and why.
public struct LocationRejection: Hashable, Sendable {
    /// Why; in the order in which the reasons are looked for: the first that applies names it.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The coordinate, the accuracy or the timestamp cannot be used.
        case invalid

        /// Exactly latitude 0, longitude 0: what trackers send when they have no position.
        case nullIsland

        /// Further ahead of the clock than the tolerance.
        case future

        /// Before 2015-01-01: a receiver whose week counter rolled over.
        case ancient

        /// Older than the maximum age.
        case stale

        /// Less accurate than the maximum accuracy.
        case inaccurate

        /// Made by software.
        case simulated

        /// Older than the device's last accepted fix.
        case late

        /// As old as the device's last accepted fix.
        case duplicate

        /// Too far from the last fix for the time between.
        case tooFast

        /// Too soon after the last fix.
        case tooSoon

        /// Too close to the last fix: the device has not moved.
        case unmoved
    }

    /// Why.
    public var reason: Reason

    /// The device.
    public var device: DeviceID

    /// The fix, with the caller's `reference`.
    public var fix: Location

    /// Creates a rejection.
    public init(reason: Reason, device: DeviceID, fix: Location) {
        self.reason = reason
        self.device = device
        self.fix = fix
    }
}
