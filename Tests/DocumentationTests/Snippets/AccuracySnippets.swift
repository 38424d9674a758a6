import RegionMonitoring
import Testing

/// The blocks of the article "Accuracy and hysteresis".
@Suite struct AccuracySnippets {
    @Test func tracing() throws {
        var monitor = try RegionMonitor(policy: .site)
        let depot = LocationCoordinate2D(latitude: 52.52, longitude: 13.40)
        try monitor.startMonitoring(
            for: Region(identifier: "depot", center: depot, radius: 150), assuming: .outside)
        let fix = Location(
            coordinate: depot, timestamp: Timestamp(secondsSince1970: 1_772_366_401))
        // snippet
        monitor.trace = TraceRequest(device: "van-7", region: "depot")
        var output = MonitorOutput()
        monitor.update(with: fix, from: "van-7", into: &output)
        for trace in output.traces {
            for pair in trace.pairs {
                print(pair.region.rawValue, pair.signedDistance, pair.threshold, pair.reading)
                print(pair.stateBefore, "to", pair.stateAfter, pair.pendingCount ?? 0, "pending")
            }
        }
        // end
        #expect(output.traces.first?.pairs.map(\.stateAfter) == [.inside])
    }
}
