import RegionMonitoring

/// The part of the devices that one shard evaluates.
actor MonitorShard {
    private var monitor: RegionMonitor

    init(_ monitor: RegionMonitor) { self.monitor = monitor }

    /// What a batch made, and where each fix's part of it ends.
    struct BatchOutput: Sendable {
        var output = MonitorOutput()
        var eventEnds: [Int] = []
        var rejectionEnds: [Int] = []
    }

    func update(_ batch: LocationBatch, now: Timestamp?) -> BatchOutput {
        var result = BatchOutput()
        for index in 0..<batch.count {
            monitor.update(
                with: batch[index], from: batch.devices[index], now: now, into: &result.output)
            result.eventEnds.append(result.output.events.count)
            result.rejectionEnds.append(result.output.rejections.count)
        }
        return result
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
