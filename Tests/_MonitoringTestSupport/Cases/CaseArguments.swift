import RegionMonitoring

/// The arguments of a case, read as the command line reads them, as far as cases use them.
struct CaseArguments {
    var regionFiles: [String] = []
    var inputs: [String] = []
    var policy = PolicyChoice.fleet
    var filter = LocationFilter()
    var takesControls = false

    init(_ arguments: [String]) throws(CaseError) {
        var preset = PolicyPreset.fleet
        var overrides = PolicyOverrides()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                inputs.append(argument)
                continue
            }
            if try takeSwitch(argument, &overrides) { continue }
            guard let value = rest.popFirst() else {
                throw CaseError("\(argument) has no value")
            }
            if argument == "-r" {
                regionFiles.append(value)
            } else if argument == "--preset" {
                guard let named = PolicyPreset(rawValue: value) else {
                    throw CaseError("no preset \(value)")
                }
                preset = named
            } else if argument == "--state" {
                // A restart must not be seen in the output; here there is none.
                continue
            } else if try !takeFilter(argument, value) {
                try overrides.take(Self.camelCase(argument), value)
            }
        }
        policy = PolicyChoice(preset: preset).applying(overrides)
    }

    private mutating func takeSwitch(
        _ argument: String, _ overrides: inout PolicyOverrides
    ) throws(CaseError) -> Bool {
        switch argument {
        case "--control": takesControls = true
        case "--keep-null-island": filter.keepsNullIsland = true
        case "--reject-simulated": filter.rejectsSimulated = true
        case "--pass-through": overrides.passThrough = true
        case "--no-pass-through": overrides.passThrough = false
        default: return false
        }
        return true
    }

    private mutating func takeFilter(
        _ argument: String, _ value: String
    ) throws(CaseError) -> Bool {
        switch argument {
        case "--reorder": filter.reorderWindow = try CaseValue(value).optionalDuration()
        case "--maximum-age": filter.maximumAge = try CaseValue(value).optionalDuration()
        case "--minimum-interval": filter.minimumInterval = try CaseValue(value).optionalDuration()
        case "--maximum-accuracy": filter.maximumAccuracy = try CaseValue(value).optionalNumber()
        case "--maximum-speed": filter.maximumSpeed = try CaseValue(value).optionalNumber()
        case "--distance-filter": filter.distanceFilter = try CaseValue(value).optionalNumber()
        default: return false
        }
        return true
    }

    /// `--enter-distance` as the region property `enterDistance`.
    private static func camelCase(_ option: String) -> String {
        let words = option.drop { $0 == "-" }.split(separator: "-")
        return words.dropFirst().reduce(into: String(words[0])) { name, word in
            name += word.prefix(1).uppercased() + word.dropFirst()
        }
    }
}

/// What is wrong with a case, or why it cannot be run here.
struct CaseError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
