public import RegionMonitoring

/// Is told how a ``RegionMonitorService`` fares, for logs and metrics.
///
/// Called by the service between batches; an implementation should count or write a line and
/// return. Every method does nothing unless implemented.
public protocol MonitoringObserver: Sendable {
    /// A batch was evaluated.
    ///
    /// - Parameters:
    ///   - fixes: How many fixes it held.
    ///   - events: How many events they made.
    ///   - duration: How long the evaluation took.
    func didUpdate(fixes: Int, events: Int, duration: Duration)

    /// Fixes were not evaluated.
    func didReject(_ rejections: [LocationRejection])

    /// The consumer of the events is behind, and updates wait for it.
    func didFallBehind(waitingBatches: Int)
}

extension MonitoringObserver {
    /// Does nothing.
    public func didUpdate(fixes: Int, events: Int, duration: Duration) {}

    /// Does nothing.
    public func didReject(_ rejections: [LocationRejection]) {}

    /// Does nothing.
    public func didFallBehind(waitingBatches: Int) {}
}
