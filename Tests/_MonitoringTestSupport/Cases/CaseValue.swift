import RegionMonitoring

/// A value of an option or of a region's policy, as text.
struct CaseValue {
    var text: String

    init(_ text: String) { self.text = text }

    var isOff: Bool { text == "none" || Double(text) == 0 }

    func number() throws(CaseError) -> Double {
        guard let number = Double(text) else { throw CaseError("\(text) is no number") }
        return number
    }

    /// Seconds: `20`, `20s`, `5m`, `2h`.
    func duration() throws(CaseError) -> Duration {
        let units = ["s": 1.0, "m": 60, "h": 3600]
        let unit = units[String(text.suffix(1))]
        guard let number = Double(unit == nil ? text : String(text.dropLast())) else {
            throw CaseError("\(text) is no duration")
        }
        return .microseconds(Int64((number * (unit ?? 1) * 1e6).rounded()))
    }

    func optionalNumber() throws(CaseError) -> Double? { isOff ? nil : try number() }

    func optionalDuration() throws(CaseError) -> Duration? { isOff ? nil : try duration() }
}

extension PolicyOverrides {
    /// Takes one value by the name it has in a region's `policy`.
    mutating func take(_ name: String, _ text: String) throws(CaseError) {
        let value = CaseValue(text)
        if try entry.take(name, prefix: "enter", value) { return }
        if try exit.take(name, prefix: "exit", value) { return }
        switch name {
        case "preset": preset = PolicyPreset(rawValue: text)
        case "accuracyCeiling": accuracyCeiling = try Self.ceiling(value)
        case "assumedAccuracy": assumedAccuracy = try value.number()
        case "dwell": dwell = .some(try value.optionalDuration())
        case "silence": silence = .some(try value.optionalDuration())
        case "maximumGap": maximumGap = .some(try value.optionalDuration())
        case "passThroughGap": passThroughGap = .some(try value.optionalDuration())
        case "passThrough": passThrough = text == "true" || text == "1"
        case "assume": assumedState = TransitionPolicy.AssumedState(rawValue: text)
        case "initialTrigger": initialTrigger = try Self.triggers(text)
        default: throw CaseError("no policy value \(name)")
        }
    }

    private static func ceiling(
        _ value: CaseValue
    ) throws(CaseError) -> TransitionPolicy.AccuracyCeiling {
        value.text == "auto" ? .auto : value.isOff ? .none : .meters(try value.number())
    }

    private static func triggers(
        _ text: String
    ) throws(CaseError) -> TransitionPolicy.InitialTrigger {
        var triggers: TransitionPolicy.InitialTrigger = []
        for name in text.split(separator: ",") {
            switch name {
            case "enter": triggers.insert(.enter)
            case "exit": triggers.insert(.exit)
            case "dwell": triggers.insert(.dwell)
            case "none": break
            default: throw CaseError("no trigger \(name)")
            }
        }
        return triggers
    }
}

extension GateOverrides {
    fileprivate mutating func take(
        _ name: String, prefix: String, _ value: CaseValue
    ) throws(CaseError) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        switch name.dropFirst(prefix.count) {
        case "Distance": distance = try value.isOff ? 0 : value.number()
        case "AccuracyFactor": accuracyFactor = try value.number()
        case "AccuracyLimit": accuracyLimit = try value.optionalNumber() ?? .infinity
        case "Fixes": fixes = Int(try value.number())
        case "Duration": duration = try value.isOff ? .zero : value.duration()
        case "CertainDistance": certainDistance = try value.optionalNumber() ?? .infinity
        case "Timeout": timeout = .some(try value.optionalDuration())
        default: return false
        }
        return true
    }
}
