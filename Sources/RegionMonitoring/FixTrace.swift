/// Whose fixes a monitor explains.
public struct TraceRequest: Hashable, Sendable {
    /// Only this device; `nil`: every device.
    public var device: DeviceID?

    /// Only this region, also where the device is far from it; `nil`: the regions that each fix has
    /// to do with.
    public var region: RegionID?

    /// Creates a request.
    public init(device: DeviceID? = nil, region: RegionID? = nil) {
        self.device = device
        self.region = region
    }
}

/// What became of one fix, and why.
public struct FixTrace: Hashable, Sendable {
    /// The device.
    public var device: DeviceID

    /// The fix.
    public var fix: Location

    /// Why the fix was not evaluated; `nil` when it was.
    public var rejection: LocationRejection.Reason?

    /// What each region concerned made of it.
    public var pairs: [PairTrace]
}

extension RegionMonitor {
    /// Begins the record of a fix, if its device is one to explain.
    mutating func beginTrace(of number: Int) {
        guard let trace,
            trace.device.map({ $0 == devices.identifiers[number] }) ?? true
        else {
            scratch.traces = nil
            return
        }
        scratch.traces = []
        scratch.tracedSlot = trace.region.flatMap { monitored.slot(of: $0) }
    }

    /// Hands out the record of a fix that was rejected before it came to its device.
    func traceRejection(
        of fix: Location, from device: DeviceID, _ reason: LocationRejection.Reason,
        into output: inout MonitorOutput
    ) {
        guard let trace, trace.device.map({ $0 == device }) ?? true else { return }
        output.traces.append(FixTrace(device: device, fix: fix, rejection: reason, pairs: []))
    }

    /// Ends the record of a fix and hands it out.
    mutating func endTrace(
        of fix: Location, _ number: Int, _ rejection: LocationRejection.Reason?,
        into output: inout MonitorOutput
    ) {
        guard var pairs = scratch.traces else { return }
        if let region = trace?.region { pairs.removeAll { $0.region != region } }
        output.traces.append(
            FixTrace(
                device: devices.identifiers[number], fix: fix, rejection: rejection,
                pairs: pairs))
        scratch.traces = nil
        scratch.tracedSlot = nil
    }
}
