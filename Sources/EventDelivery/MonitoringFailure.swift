public import RegionMonitoring

/// Something that could not be monitored: a region of a file that was refused.
///
/// Core Location's `monitoringDidFailFor`. It is about no device, has no time and no number, and is
/// told before the events of the first fix.
public struct MonitoringFailure: Hashable, Sendable {
    /// The region, when its identifier is known.
    public var region: RegionID?

    /// What kind of fault it is, a name for programs.
    public var reason: String

    /// What is wrong and where, a sentence for people.
    public var detail: String

    /// Creates a failure.
    public init(region: RegionID?, reason: String, detail: String) {
        self.region = region
        self.reason = reason
        self.detail = detail
    }
}
