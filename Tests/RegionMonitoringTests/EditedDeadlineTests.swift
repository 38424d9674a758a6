import RegionMonitoring
import Testing

/// A pending exit holds a dwell back; an edit that drops it must let the clock tell the dwell.
@Test func aDwellIsToldAfterAnEditDropsAPendingExit() throws {
    var policy = PolicyOverrides()
    policy.dwell = .some(.seconds(5))
    policy.exit.duration = .seconds(1)
    var monitor = try RegionMonitor(policy: PolicyChoice.immediate.applying(policy))
    var depot = Region(
        identifier: "depot", center: LocationCoordinate2D(latitude: 50, longitude: 8), radius: 100)
    try monitor.startMonitoring(for: depot, assuming: .outside)
    func fix(_ seconds: Int64, _ longitude: Double) -> Location {
        Location(
            coordinate: LocationCoordinate2D(latitude: 50, longitude: longitude),
            timestamp: Timestamp(microsecondsSince1970: 1_770_000_000_000_000 + seconds * 1_000_000)
        )
    }
    var output = MonitorOutput()
    monitor.update(with: fix(0, 8), from: "van", into: &output)
    monitor.update(with: fix(3, 8.01), from: "van", into: &output)
    depot.policy.assumedState = .outside
    depot.policy.exit.fixes = 2
    try monitor.startMonitoring(for: depot, into: &output)
    monitor.advance(to: fix(6, 0).timestamp, into: &output)
    #expect(output.events.map(\.kind) == [.didEnterRegion, .didDwellInRegion])
    #expect(output.events.last?.timestamp == fix(5, 0).timestamp)
}
