/// Is told of events one by one, as a `CLLocationManagerDelegate` is.
///
/// Called synchronously, in order, by the call that made the events, before it returns; the same
/// events are also in that call's output. Every method does nothing unless implemented. A delegate
/// must not call the monitor that is calling it.
public protocol RegionMonitorDelegate: AnyObject, Sendable {
    /// A device came in.
    func didEnterRegion(_ event: RegionEvent)

    /// A device went out.
    func didExitRegion(_ event: RegionEvent)

    /// A device has been inside for the policy's dwell.
    func didDwellInRegion(_ event: RegionEvent)

    /// A state was settled otherwise than by a crossing.
    func didDetermineState(_ event: RegionEvent)
}

extension RegionMonitorDelegate {
    /// Does nothing.
    public func didEnterRegion(_ event: RegionEvent) {}

    /// Does nothing.
    public func didExitRegion(_ event: RegionEvent) {}

    /// Does nothing.
    public func didDwellInRegion(_ event: RegionEvent) {}

    /// Does nothing.
    public func didDetermineState(_ event: RegionEvent) {}

    func receive(_ events: ArraySlice<RegionEvent>) {
        for event in events {
            switch event.kind {
            case .didEnterRegion: didEnterRegion(event)
            case .didExitRegion: didExitRegion(event)
            case .didDwellInRegion: didDwellInRegion(event)
            case .didDetermineState: didDetermineState(event)
            }
        }
    }
}
