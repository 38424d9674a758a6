import RegionMonitoring

/// The part of the devices that one shard evaluates.
actor MonitorShard {
    private var monitor: RegionMonitor

    init(_ monitor: RegionMonitor) { self.monitor = monitor }

    /// What the shard made, for merging.
    struct Part: Sendable {
        var events = MarkedList<RegionEvent>()
        var rejections = MarkedList<LocationRejection>()

        init() {}

        /// What one cause made.
        init(_ output: MonitorOutput, of cause: UInt64) { append(output, of: cause) }

        mutating func append(_ output: MonitorOutput, of cause: UInt64) {
            events.append(output.events, of: cause)
            rejections.append(output.rejections, of: cause)
        }
    }

    /// A time that is told to all shards, and its place among all causes.
    struct Step: Sendable {
        var cause: UInt64
        var time: Timestamp
    }

    /// Evaluates fixes, each of which is the cause of what it makes.
    ///
    /// - Parameter steps: When devices are forgotten, in the order of their causes.
    func update(
        _ batch: LocationBatch, causes: [UInt64], steps: [Step], now: Timestamp?
    ) -> Part {
        var part = Part()
        var output = MonitorOutput()
        var nextStep = 0
        func forget(before cause: UInt64) {
            while nextStep < steps.count, steps[nextStep].cause < cause {
                monitor.forgetDevices(asOf: steps[nextStep].time, into: &output)
                part.append(output, of: steps[nextStep].cause)
                output.removeAll()
                nextStep += 1
            }
        }
        for index in 0..<batch.count {
            forget(before: causes[index])
            monitor.update(
                with: batch[index], from: batch.devices[index], now: now, into: &output)
            part.append(output, of: causes[index])
            output.removeAll()
        }
        forget(before: .max)
        return part
    }

    func advance(to time: Timestamp) -> MonitorOutput {
        collect { $0.advance(to: time, into: &$1) }
    }

    func flush() -> MonitorOutput { collect { $0.flush(into: &$1) } }

    func install(_ region: PreparedRegion) -> MonitorOutput {
        collect { $0.install(region, into: &$1) }
    }

    func stopMonitoring(for region: RegionID) -> MonitorOutput {
        collect { $0.stopMonitoring(for: region, into: &$1) }
    }

    func requestState(for region: RegionID, of device: DeviceID) -> MonitorOutput {
        collect { $0.requestState(for: region, of: device, into: &$1) }
    }

    func removeDevice(_ device: DeviceID) -> MonitorOutput {
        collect { $0.removeDevice(device, into: &$1) }
    }

    func prepare(_ region: Region) throws(RegionError) -> PreparedRegion {
        try monitor.prepare(region)
    }

    var monitoredRegions: [Region] { monitor.monitoredRegions }

    var deviceCount: Int { monitor.deviceCount }

    func snapshot() -> [UInt8] { monitor.snapshot() }

    private func collect(
        _ step: (inout RegionMonitor, inout MonitorOutput) -> Void
    ) -> MonitorOutput {
        var output = MonitorOutput()
        step(&monitor, &output)
        return output
    }
}
