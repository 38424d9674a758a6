import RegionMonitoring

/// What must hold of any monitor's events, whatever the input: the promises of §5, §9 and §13 that can be
/// seen in the output alone.
public struct EventInvariants {
    /// Whether all regions of the run deliver every kind of event, so that nothing is hidden.
    private let isComplete: Bool

    private var sequences: [DeviceID: UInt64] = [:]
    private var decisions: [DeviceID: Timestamp] = [:]
    private var pairs: [Pair: PairFacts] = [:]
    private var visits: [DeviceID: Set<UInt64>] = [:]

    private struct Pair: Hashable {
        var device: DeviceID
        var region: RegionID
    }

    private struct PairFacts {
        var lastTimestamp: Timestamp?
        var lastCrossing: RegionEvent.Kind?
        var openVisit: UInt64?
    }

    /// Creates a check for a run.
    public init(of scenario: Scenario) {
        isComplete = scenario.steps.allSatisfy { step in
            guard case .put(let region) = step else { return true }
            return region.notifyOnEntry && region.notifyOnExit && region.notifyOnDwell
        }
    }

    /// Takes the events of one record; the first broken promise, if any.
    public mutating func violation(
        in result: MonitorResult, of step: Scenario.Step
    ) -> String? {
        for event in result.events {
            if let broken = violation(in: event) { return "\(broken): \(event.line)" }
        }
        switch step {
        case .forget(let device):
            decisions[device] = nil
            visits[device] = nil
            pairs = pairs.filter { $0.key.device != device }
        case .remove(let region):
            pairs = pairs.filter { $0.key.region != region }
        default: break
        }
        return nil
    }

    private mutating func violation(in event: RegionEvent) -> String? {
        let device = event.device
        guard event.sequence == (sequences[device] ?? 0) + 1 else { return "a gap in the sequence" }
        sequences[device] = event.sequence
        guard event.timestamp <= event.decidedAt else { return "decided before it happened" }
        guard event.decidedAt >= decisions[device] ?? event.decidedAt else {
            return "decidedAt goes back"
        }
        decisions[device] = event.decidedAt
        if let bounds = event.bounds {
            guard event.timestamp <= bounds.latest,
                bounds.earliest.map({ $0 <= event.timestamp }) ?? true
            else { return "outside its bounds" }
        }
        let isCrossing = event.kind == .didEnterRegion || event.kind == .didExitRegion
        guard isCrossing == (event.bounds != nil), isCrossing == (event.evidence != nil) else {
            return "bounds and evidence belong to crossings, and only to them"
        }
        guard (event.kind == .didDetermineState) == (event.reason != nil) else {
            return "a reason belongs to determinations, and only to them"
        }
        return violationInPair(of: event)
    }

    private mutating func violationInPair(of event: RegionEvent) -> String? {
        let pair = Pair(device: event.device, region: event.region)
        var facts = pairs[pair] ?? PairFacts()
        defer { pairs[pair] = facts }
        guard event.kind != .didDetermineState else {
            // A settled state begins or ends a visit, and either crossing may follow it.
            if event.reason == .initial || event.reason == .regionChanged {
                facts.lastCrossing = nil
                facts.openVisit = nil
            }
            return nil
        }
        guard event.timestamp >= facts.lastTimestamp ?? event.timestamp else {
            return "the pair's timestamps go back"
        }
        facts.lastTimestamp = event.timestamp
        guard isComplete else { return nil }
        switch event.kind {
        case .didEnterRegion, .didExitRegion:
            guard event.kind != facts.lastCrossing else { return "two like crossings in a row" }
            facts.lastCrossing = event.kind
        case .didDwellInRegion:
            guard facts.lastCrossing != .didExitRegion else { return "a dwell outside" }
        case .didDetermineState: break
        }
        return violationInVisit(of: event, &facts)
    }

    /// Visits: a number that is new at an enter, the same until the exit.
    private mutating func violationInVisit(
        of event: RegionEvent, _ facts: inout PairFacts
    ) -> String? {
        guard event.kind == .didEnterRegion || facts.openVisit != nil else { return nil }
        guard let visit = event.visit else { return "a visit without a number" }
        if event.kind == .didEnterRegion {
            let isNew = visits[event.device, default: []].insert(visit).inserted
            guard isNew else { return "a visit's number comes again" }
            facts.openVisit = visit
        } else {
            guard visit == facts.openVisit else { return "another visit than the one that is open" }
            if event.kind == .didExitRegion { facts.openVisit = nil }
        }
        return nil
    }
}
