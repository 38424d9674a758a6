import RegionMonitoring
import _MonitoringTestSupport

/// Who plays a timeline.
enum Engine: CaseIterable {
    /// The obvious slow one.
    case reference

    /// The one that is promised.
    case monitor

    /// The same, written down after every record and restored from that.
    case restarted

    func make(_ policy: PolicyChoice, _ filter: LocationFilter) throws -> any MonitorUnderTest {
        switch self {
        case .reference: ReferenceMonitor(policy: policy, filter: filter)
        case .monitor: try EngineUnderTest(policy: policy, filter: filter)
        case .restarted: try EngineUnderTest(policy: policy, filter: filter, isRestarting: true)
        }
    }

    /// What the engine tells of a timeline; the origin lies on null island, so its filter is off.
    func play(
        _ text: String, _ policy: PolicyChoice, _ sites: [Timeline.Site] = [Timeline.Site()],
        filter: LocationFilter = LocationFilter(keepsNullIsland: true)
    ) throws -> [String] {
        var timeline = try Timeline(try make(policy, filter), sites: sites)
        return try timeline.play(text)
    }
}
