import RegionMonitoring

extension Flag {
    /// When a crossing is an event, from the table that region files share.
    static let policy: [Flag] = PolicyOption.allCases.map { option in
        Flag(
            "--" + option.optionName, .policy, of: evaluating.union([.check]), option.summary,
            discussion: discussion(of: option), effect: effect(of: option))
    }

    private static func discussion(of option: PolicyOption) -> String {
        switch option {
        case .preset:
            "One of \(FlagValue.list(PolicyPreset.allCases.map(\.rawValue))); fleet when none is "
                + "named. fleet is site for regions with an inradius under 1 km, zone for larger "
                + "ones. A region's own policy may name another."
        case .accuracyCeiling:
            "auto is 100 m or the region's inradius, whichever is greater. A less accurate fix is a "
                + "sign of life and nothing else."
        default:
            option.valueName?.contains("none") == true || option.valueName == "DURATION"
                ? "0 or none is off." : ""
        }
    }

    private static func effect(of option: PolicyOption) -> Effect {
        guard let placeholder = option.valueName else {
            return .toggle { settings, isOn throws(UsageError) in
                try settings.set(option, to: .flag(isOn))
            }
        }
        return .value(placeholder: placeholder) { settings, text throws(UsageError) in
            try settings.set(option, to: .text(text))
        }
    }
}

extension Settings {
    fileprivate mutating func set(
        _ option: PolicyOption, to value: PolicyValue
    ) throws(UsageError) {
        do throws(PolicyError) {
            // The parser names the option.
            try policy.set(option, to: value, named: "the value")
        } catch {
            throw UsageError(error.description)
        }
    }
}
