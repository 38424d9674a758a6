import MonitoringService
import RegionMonitoring
import Testing

/// Events of two replays against each other.
@Suite struct EventComparisonTests {
    private static func event(
        _ kind: RegionEvent.Kind, _ second: Double, decided: Double? = nil, region: RegionID = "a"
    ) -> RegionEvent {
        RegionEvent(
            kind: kind, device: "van", region: region, sequence: 1,
            timestamp: Timestamp(secondsSince1970: second),
            decidedAt: Timestamp(secondsSince1970: decided ?? second),
            state: kind == .didEnterRegion ? .inside : .outside)
    }

    @Test func equalTimesAreTheSameEvent() {
        let comparison = EventComparison(
            [Self.event(.didEnterRegion, 0), Self.event(.didExitRegion, 60)],
            [Self.event(.didEnterRegion, 0), Self.event(.didExitRegion, 60, decided: 90)])
        #expect(comparison.changes.isEmpty)
        #expect(comparison.sameCount == 2)
        #expect(comparison.redecidedCount == 1)
    }

    @Test func theClosestOfAKindIsTheOneThatMoved() {
        let old = [
            Self.event(.didEnterRegion, 0), Self.event(.didExitRegion, 100),
            Self.event(.didEnterRegion, 200),
        ]
        let new = [Self.event(.didEnterRegion, 190), Self.event(.didExitRegion, 110, region: "b")]
        #expect(
            EventComparison(old, new).changes == [
                .removed(old[0]), .removed(old[1]), .added(new[1]),
                .moved(from: old[2], to: new[0]),
            ])
    }

    @Test(arguments: [(3600, 1), (3601, 2)])
    func beyondAnHourNothingMoves(_ seconds: Int, _ changes: Int) {
        let comparison = EventComparison(
            [Self.event(.didEnterRegion, 0)], [Self.event(.didEnterRegion, Double(seconds))])
        #expect(comparison.changes.count == changes)
    }
}
