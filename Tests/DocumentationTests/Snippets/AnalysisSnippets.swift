import RegionMonitoring
import Testing

/// The blocks of the comments on types that explain and locate.
@Suite struct AnalysisSnippets {
    private let depot = Region(
        identifier: "depot", center: LocationCoordinate2D(latitude: 52.52, longitude: 13.40),
        radius: 150)

    @Test func explaining() throws {
        var monitor = try RegionMonitor(policy: .site)
        try monitor.startMonitoring(for: depot, assuming: .outside)
        var output = MonitorOutput()
        let track = (0..<2).map { index in
            Location(
                coordinate: LocationCoordinate2D(latitude: 52.52, longitude: 13.402),
                timestamp: Timestamp(secondsSince1970: 1_772_366_400 + 60 * Double(index)))
        }
        // snippet
        let request = TraceRequest(device: "van-7", region: "depot")
        monitor.trace = request
        var explanation = TrackExplanation(of: request)
        for fix in track {
            output.removeAll()
            monitor.update(with: fix, from: "van-7", into: &output)
            explanation.take(output)
        }
        explanation.finish()
        for conclusion in explanation.conclusions { print(conclusion.sentence) }
        // end
        #expect(explanation.conclusions.map(\.event?.kind) == [.didEnterRegion, nil])
        #expect(explanation.conclusions.map(\.missed) == [nil, .didExitRegion])
    }

    @Test func locating() throws {
        let place = LocationCoordinate2D(latitude: 52.52, longitude: 13.40)
        // snippet
        var locator = RegionLocator()
        try locator.insert(depot)
        print(locator.regions(containing: place), locator.nearestRegion(to: place)?.distance ?? 0)
        // end
        #expect(locator.regions(containing: place) == ["depot"])
        #expect(locator.nearestRegion(to: place)?.distance == -150)
    }
}
