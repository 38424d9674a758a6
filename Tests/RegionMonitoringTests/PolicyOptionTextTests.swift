import RegionMonitoring
import Testing

/// Policies written as options, and read again.
@Suite struct PolicyOptionTextTests {
    @Test(arguments: PolicyPreset.allCases)
    func whatIsWrittenIsRead(_ preset: PolicyPreset) throws {
        let choice = PolicyChoice(preset: preset)
        for policy in [choice.smaller, choice.larger] {
            var overrides = PolicyOverrides(preset: .immediate)
            for option in PolicyOption.allCases {
                guard let text = option.text(in: policy) else { continue }
                let value: PolicyValue =
                    option.valueName == nil ? .flag(text == "true") : .text(text)
                try overrides.set(option, to: value)
            }
            #expect(PolicyChoice.fleet.applying(overrides).smaller == policy)
        }
    }

    @Test func oddValuesAreReadToo() throws {
        let policy = TransitionPolicy(
            entry: Gate(distance: 0.25, accuracyFactor: -0.5, duration: .milliseconds(1500)),
            accuracyCeiling: .meters(80), dwell: .seconds(90), passThrough: true,
            passThroughGap: nil, initialTrigger: [.enter, .dwell], assumedState: .inside)
        #expect(
            policy.optionLine == """
                --preset immediate --enter-distance 0.25 --enter-accuracy-factor -0.5 \
                --enter-duration 1.5s --accuracy-ceiling 80 --dwell 90s --pass-through \
                --pass-through-gap none --assume inside --initial-trigger enter,dwell
                """)
        #expect(TransitionPolicy().optionLine == "--preset immediate")
    }
}
