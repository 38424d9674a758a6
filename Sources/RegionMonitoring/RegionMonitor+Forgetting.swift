extension RegionMonitor {
    /// How long a device is remembered after its last fix; `nil`: for ever. Positive.
    ///
    /// Time is that of the newest fix of any device, and of `advance(to:)`: a device without a fix for so
    /// long is removed as by ``removeDevice(_:into:)``, also its number, where it never had an event.
    /// Time is looked at in steps of a sixty-fourth of the duration, at least 1 ms, so that a device may
    /// stay as much longer; what a step makes is told before the fix that brings it, in the order of the devices'
    /// identifiers, and stamped with the step's beginning. Fixes that the filters for a fix alone
    /// reject move no time.
    ///
    /// - Complexity: a device is looked at once in the duration; a fix costs nothing. Setting: O(*d*) in
    ///   the devices.
    public var forgetsAfter: Duration? {
        get { devices.schedule.map { .microseconds($0.lifetime) } }
        set {
            if let newValue { precondition(newValue > .zero, "\(newValue) is no lifetime") }
            forgettingTime = devices.schedule?.time ?? forgettingTime
            devices.remember(for: newValue, since: forgettingTime)
        }
    }

    /// The length of the steps in which time is looked at, in µs; `nil` where devices are remembered for
    /// ever.
    package var forgettingStep: Int64? { devices.schedule?.step }

    /// The time up to which devices were forgotten, as snapshots and durable state hold it.
    var lastForgetting: Timestamp? { devices.schedule?.time ?? forgettingTime }

    /// Lets the time at which devices are forgotten come to at least a moment.
    ///
    /// - Returns: The devices of which fixes were held back, which are forgotten.
    @discardableResult
    package mutating func forgetDevices(
        asOf time: Timestamp, into output: inout MonitorOutput
    ) -> [DeviceID] {
        let forgotten = forget(asOf: time, &output)
        devices.giveUpNumbers()
        return forgotten
    }

    /// As ``forgetDevices(asOf:into:)``, and numbers stay valid.
    @discardableResult
    mutating func forget(asOf time: Timestamp, _ output: inout MonitorOutput) -> [DeviceID] {
        guard let idle = devices.idleNumbers(asOf: time), !idle.isEmpty,
            let step = devices.schedule?.time
        else { return [] }
        var withHeld: [DeviceID] = []
        for number in idle {
            if filter.reorderWindow != nil { withHeld.append(devices.identifiers[number]) }
            release(number, upTo: nil, &output)
            tellRemoval(of: number, at: max(step, deviceTime(number)), &output)
            devices.forgetKeepingNumber(number)
        }
        return withHeld
    }
}
