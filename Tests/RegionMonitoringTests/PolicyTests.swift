import RegionMonitoring
import Testing

@Suite struct PolicyTests {
    @Test(arguments: PolicyPreset.allCases)
    func everyPresetIsUsable(_ preset: PolicyPreset) throws {
        _ = try RegionMonitor(policy: PolicyChoice(preset: preset))
    }

    @Test func gatesThatHoldAtOnceAreRefused() {
        let policy = TransitionPolicy(
            entry: Gate(accuracyFactor: -1), exit: Gate(accuracyFactor: 0.5))
        #expect(throws: PolicyError.self) { try RegionMonitor(policy: PolicyChoice(policy)) }
        // Equal factors balance at every accuracy, unless one side's limit ends it sooner.
        let limited = TransitionPolicy(
            entry: Gate(accuracyFactor: -1), exit: Gate(accuracyFactor: 1, accuracyLimit: 50))
        #expect(throws: PolicyError.self) { try RegionMonitor(policy: PolicyChoice(limited)) }
        let paid = TransitionPolicy(
            entry: Gate(accuracyFactor: -1, accuracyLimit: 80),
            exit: Gate(distance: 30, accuracyFactor: 1, accuracyLimit: 50))
        #expect(throws: Never.self) { try RegionMonitor(policy: PolicyChoice(paid)) }
    }

    @Test(arguments: [-1.0, 20_001, .nan, .infinity])
    func distancesHaveARange(_ distance: Double) {
        let policy = TransitionPolicy(exit: Gate(distance: distance))
        #expect(throws: PolicyError.self) { try RegionMonitor(policy: PolicyChoice(policy)) }
    }

    @Test func aPresetKeepsTheCallersAssumptionAndSilence() {
        var base = PolicyOverrides()
        base.assumedState = .outside
        base.silence = .some(.seconds(600))
        base.dwell = .some(.seconds(60))
        let caller = PolicyChoice.site.applying(base)
        var overrides = PolicyOverrides(preset: .immediate)
        overrides.exit.distance = 10
        let region = caller.applying(overrides).smaller
        #expect(region.assumedState == .outside)
        #expect(region.silence == .seconds(600))
        #expect(region.dwell == nil)
        #expect(region.entry == Gate())
        #expect(region.exit == Gate(distance: 10))
    }

    @Test func aBadPolicyOfARegionRefusesTheRegion() throws {
        var monitor = try RegionMonitor(policy: .immediate)
        var region = Region(
            identifier: "z", center: LocationCoordinate2D(latitude: 1, longitude: 1), radius: 50)
        region.policy.entry.accuracyFactor = -1
        #expect(throws: RegionError.self) { try monitor.startMonitoring(for: region) }
        #expect(monitor.regionCount == 0)
    }
}
