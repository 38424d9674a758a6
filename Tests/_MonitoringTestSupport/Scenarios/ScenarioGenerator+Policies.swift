import Geodesy
import RegionMonitoring

extension ScenarioGenerator {
    /// A preset, usually with some values of its own; whether the gates agree is not looked at.
    mutating func drawPolicy() -> PolicyChoice {
        var overrides = drawOverrides(values: random.pick([0, 1, 2, 4, 8]))
        if random.chance(0.6) {
            overrides.assumedState = random.pick(TransitionPolicy.AssumedState.allCases)
        }
        if random.chance(0.4) { overrides.silence = .some(drawDuration(60...3000)) }
        return PolicyChoice(preset: random.pick(PolicyPreset.allCases)).applying(overrides)
    }

    /// Values on top of a policy.
    mutating func drawOverrides(values: Int) -> PolicyOverrides {
        var overrides = PolicyOverrides()
        for _ in 0..<values { drawValue(&overrides) }
        return overrides
    }

    /// One value on top of the others.
    mutating func drawValue(_ overrides: inout PolicyOverrides) {
        switch random.draw(0...11) {
        case 0...3: drawGateValue(&overrides.entry)
        case 4...6: drawGateValue(&overrides.exit)
        case 7:
            let ceilings: [TransitionPolicy.AccuracyCeiling] = [
                .none, .auto, .meters(40), .meters(100), .meters(1000),
            ]
            overrides.accuracyCeiling = random.pick(ceilings)
        case 8: overrides.assumedAccuracy = random.pick([0, 10, 50, 200])
        case 9:
            overrides.dwell = .some(drawDuration(5...1200))
            overrides.silence = random.chance(0.3) ? .some(drawDuration(60...3000)) : nil
        case 10:
            overrides.passThrough = random.chance(0.8)
            overrides.passThroughGap = .some(random.chance(0.3) ? nil : drawDuration(30...2000))
        default:
            overrides.maximumGap = .some(random.chance(0.3) ? nil : drawDuration(30...8000))
            overrides.initialTrigger = TransitionPolicy.InitialTrigger(
                rawValue: UInt8(random.draw(0...7)))
        }
    }

    private mutating func drawGateValue(_ gate: inout GateOverrides) {
        switch random.draw(0...6) {
        case 0: gate.distance = random.pick([0, 5, 20, 60, 200]) + random.draw(0...1)
        case 1: gate.accuracyFactor = random.pick([-1, -0.5, 0, 0.5, 1])
        case 2: gate.accuracyLimit = random.pick([10, 50, 100, .infinity])
        case 3: gate.fixes = random.draw(1...4)
        case 4: gate.duration = drawDuration(1...300)
        case 5: gate.certainDistance = random.pick([10, 30, 100, 500, .infinity])
        default: gate.timeout = .some(random.chance(0.2) ? nil : drawDuration(1...900))
        }
    }

    private mutating func drawDuration(_ seconds: ClosedRange<Double>) -> Duration {
        .microseconds(Int64(random.drawLogarithmic(seconds) * 1e6))
    }

    /// Usually what is on by default; each further filter now and then.
    mutating func drawFilter() -> LocationFilter {
        var filter = LocationFilter()
        filter.keepsNullIsland = random.chance(0.1)
        if random.chance(0.1) { filter.maximumAge = drawDuration(100...5000) }
        if random.chance(0.1) { filter.maximumAccuracy = random.pick([20, 100, 500]) }
        filter.rejectsSimulated = random.chance(0.1)
        if random.chance(0.25) { filter.reorderWindow = drawDuration(1...200) }
        if random.chance(0.15) { filter.maximumSpeed = random.drawLogarithmic(1...100) }
        if random.chance(0.15) { filter.minimumInterval = drawDuration(2...60) }
        if random.chance(0.25) {
            filter.distanceFilter = random.drawLogarithmic(0.01...1) * place.scale
        }
        return filter
    }
}
