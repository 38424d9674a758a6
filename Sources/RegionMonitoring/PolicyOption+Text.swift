import Geodesy

extension PolicyOption {
    /// The value of a policy as a command line writes it, in metres, seconds or words; `nil` for the
    /// preset, which a policy does not know any more.
    package func text(in policy: TransitionPolicy) -> String? {
        switch self {
        case .preset: nil
        case .enterDistance: policy.entry.distance.decimalText
        case .exitDistance: policy.exit.distance.decimalText
        case .enterAccuracyFactor: policy.entry.accuracyFactor.decimalText
        case .exitAccuracyFactor: policy.exit.accuracyFactor.decimalText
        case .enterAccuracyLimit: policy.entry.accuracyLimit.decimalText
        case .exitAccuracyLimit: policy.exit.accuracyLimit.decimalText
        case .enterFixes: String(policy.entry.fixes)
        case .exitFixes: String(policy.exit.fixes)
        case .enterDuration: policy.entry.duration.optionText
        case .exitDuration: policy.exit.duration.optionText
        case .enterCertainDistance: policy.entry.certainDistance.decimalText
        case .exitCertainDistance: policy.exit.certainDistance.decimalText
        case .enterTimeout: policy.entry.timeout.optionText
        case .exitTimeout: policy.exit.timeout.optionText
        case .accuracyCeiling: policy.accuracyCeiling.optionText
        case .assumedAccuracy: policy.assumedAccuracy.decimalText
        case .dwell: policy.dwell.optionText
        case .silence: policy.silence.optionText
        case .maximumGap: policy.maximumGap.optionText
        case .passThrough: policy.passThrough ? "true" : "false"
        case .passThroughGap: policy.passThroughGap.optionText
        case .assume: policy.assumedState.rawValue
        case .initialTrigger: policy.initialTrigger.optionText
        }
    }
}

extension TransitionPolicy {
    /// The policy as options of a command line that make it: `--preset immediate`, and each value that
    /// is another than the preset's.
    package var optionLine: String {
        let plain = TransitionPolicy()
        var words = ["--preset immediate"]
        for option in PolicyOption.allCases {
            guard let text = option.text(in: self), text != option.text(in: plain) else { continue }
            words.append(
                option == .passThrough ? "--\(option.optionName)" : "--\(option.optionName) \(text)"
            )
        }
        return words.joined(separator: " ")
    }
}

extension Double {
    /// The number in the fewest digits; `none` when it is infinite.
    fileprivate var decimalText: String {
        if isInfinite { return "none" }
        if self == rounded(), magnitude < 1e15 { return String(Int64(self)) }
        return description
    }
}

extension Duration {
    fileprivate var optionText: String {
        self == .zero ? "none" : decimalSeconds + "s"
    }
}

extension Duration? {
    fileprivate var optionText: String { self?.optionText ?? "none" }
}

extension TransitionPolicy.AccuracyCeiling {
    fileprivate var optionText: String {
        switch self {
        case .none: "none"
        case .auto: "auto"
        case .meters(let ceiling): ceiling.decimalText
        }
    }
}

extension TransitionPolicy.InitialTrigger {
    fileprivate var optionText: String {
        let names: [(TransitionPolicy.InitialTrigger, String)] = [
            (.enter, "enter"), (.exit, "exit"), (.dwell, "dwell"),
        ]
        let set = names.filter { contains($0.0) }.map(\.1)
        return set.isEmpty ? "none" : set.joined(separator: ",")
    }
}
