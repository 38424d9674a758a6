public import RegionMonitoring

/// A run of a monitor: what it is made of, and the records it gets, in order.
public struct Scenario: Sendable {
    /// One record.
    public enum Step: Hashable, Sendable {
        /// A fix of a device; `now` is the clock of the filters.
        case fix(DeviceID, Location, now: Timestamp?)

        /// A region is added or edited.
        case put(Region)

        /// A region is removed.
        case remove(RegionID)

        /// A device is forgotten.
        case forget(DeviceID)

        /// Time moves for all devices.
        case advance(Timestamp)

        /// The state of a pair is asked for.
        case request(RegionID, DeviceID)

        /// The held fixes are released.
        case flush
    }

    /// The policy before regions' own values.
    public var policy: PolicyChoice

    /// The filter.
    public var filter: LocationFilter

    /// The records, the first regions among them.
    public var steps: [Step]

    /// Creates a scenario.
    public init(policy: PolicyChoice, filter: LocationFilter, steps: [Step]) {
        self.policy = policy
        self.filter = filter
        self.steps = steps
    }
}

extension MonitorUnderTest {
    /// Takes one record of a scenario; `nil` when it is refused.
    public mutating func take(_ step: Scenario.Step) -> MonitorResult? {
        switch step {
        case .fix(let device, let fix, let now): update(with: fix, from: device, now: now)
        case .put(let region): try? startMonitoring(for: region)
        case .remove(let region): stopMonitoring(for: region)
        case .forget(let device): removeDevice(device)
        case .advance(let time): advance(to: time)
        case .request(let region, let device): requestState(for: region, of: device)
        case .flush: flush()
        }
    }
}

extension Scenario {
    /// Where two monitors part.
    public struct Difference: Sendable {
        /// The record's index.
        public var step: Int

        /// What either said to it; `nil` for a refusal.
        public var results: [MonitorResult?]
    }

    /// Runs two monitors side by side; `nil` when they agree to the end.
    public func firstDifference<First: MonitorUnderTest, Second: MonitorUnderTest>(
        _ first: (PolicyChoice, LocationFilter) throws -> First,
        _ second: (PolicyChoice, LocationFilter) throws -> Second
    ) rethrows -> Difference? {
        var one = try first(policy, filter)
        var other = try second(policy, filter)
        for (index, step) in steps.enumerated() {
            let results = [one.take(step), other.take(step)]
            if results[0] != results[1] { return Difference(step: index, results: results) }
        }
        return nil
    }

    /// The scenario with as few records as still make `isFaulty` true: each is left out in turn, until
    /// none can be.
    public func minimized(_ isFaulty: (Scenario) throws -> Bool) rethrows -> Scenario {
        var smallest = self
        var hasShrunk = true
        while hasShrunk {
            hasShrunk = false
            for index in smallest.steps.indices.reversed() {
                var smaller = smallest
                smaller.steps.remove(at: index)
                if try isFaulty(smaller) {
                    smallest = smaller
                    hasShrunk = true
                }
            }
        }
        return smallest
    }
}
