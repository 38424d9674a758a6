/// One value of a policy as people name it: in a region file's `policy` by ``rawValue``
/// (`enterDistance`), on the command line by ``optionName`` (`enter-distance`).
///
/// The one table of these names: what reads them and what lists them go through it.
package enum PolicyOption: String, Hashable, Sendable, CaseIterable {
    case preset
    case enterDistance
    case exitDistance
    case enterAccuracyFactor
    case exitAccuracyFactor
    case enterAccuracyLimit
    case exitAccuracyLimit
    case enterFixes
    case exitFixes
    case enterDuration
    case exitDuration
    case enterCertainDistance
    case exitCertainDistance
    case enterTimeout
    case exitTimeout
    case accuracyCeiling
    case assumedAccuracy
    case dwell
    case silence
    case maximumGap
    case passThrough
    case passThroughGap
    case assume
    case initialTrigger

    /// The name in small letters and hyphens, as a command line writes it behind two hyphens.
    package var optionName: String {
        var name = ""
        for letter in rawValue {
            if letter.isUppercase { name += "-" }
            name += letter.lowercased()
        }
        return name
    }

    /// What the value is, in a word for usage lines; `nil` for a flag that takes none.
    package var valueName: String? {
        switch self {
        case .preset: "NAME"
        case .enterDistance, .exitDistance, .assumedAccuracy: "M"
        case .enterAccuracyLimit, .exitAccuracyLimit: "M|none"
        case .enterCertainDistance, .exitCertainDistance: "M|none"
        case .accuracyCeiling: "M|auto|none"
        case .enterAccuracyFactor, .exitAccuracyFactor: "FACTOR"
        case .enterFixes, .exitFixes: "N"
        case .enterDuration, .exitDuration, .enterTimeout, .exitTimeout: "DURATION"
        case .dwell, .silence, .maximumGap, .passThroughGap: "DURATION"
        case .passThrough: nil
        case .assume: "unknown|outside|inside"
        case .initialTrigger: "enter,exit,dwell"
        }
    }

    /// What the value does, in one line for help.
    package var summary: String {
        switch self {
        case .preset: "the policy that the other values change"
        case .enterDistance: "how far inside the boundary a fix must be to count for an enter"
        case .exitDistance: "how far outside the boundary a fix must be to count for an exit"
        case .enterAccuracyFactor:
            "how much of a fix's accuracy is added to enter-distance, -1 to 1"
        case .exitAccuracyFactor: "how much of a fix's accuracy is added to exit-distance, -1 to 1"
        case .enterAccuracyLimit: "the most accuracy that counts for an enter"
        case .exitAccuracyLimit: "the most accuracy that counts for an exit"
        case .enterFixes: "how many fixes confirm an enter"
        case .exitFixes: "how many fixes confirm an exit"
        case .enterDuration: "how long the fixes of an enter must last"
        case .exitDuration: "how long the fixes of an exit must last"
        case .enterCertainDistance: "how deep inside, beyond its accuracy, one fix is an enter"
        case .exitCertainDistance: "how far outside, beyond its accuracy, one fix is an exit"
        case .enterTimeout: "after what time one fix inside is an enter without another"
        case .exitTimeout: "after what time one fix outside is an exit without another"
        case .accuracyCeiling: "less accurate fixes do not count; auto: 100 m or the region's size"
        case .assumedAccuracy: "the accuracy of a fix that has none"
        case .dwell: "after what time inside a dwell is told"
        case .silence: "after what time without a fix a device inside is told as unknown"
        case .maximumGap: "the longest time between two fixes in which a crossing is interpolated"
        case .passThrough: "tell visits that a straight way between two fixes leads through"
        case .passThroughGap: "the longest time between two fixes that pass-through bridges"
        case .assume: "the state of a device that was never seen"
        case .initialTrigger: "events that a device's first sight of a region makes as well"
        }
    }
}

/// A value for a ``PolicyOption``, as it was read.
package enum PolicyValue: Hashable, Sendable {
    /// A text, of a file or of a command line, where numbers are texts too.
    case text(String)

    /// A number.
    case number(Double)

    /// A yes or no.
    case flag(Bool)

    /// Several texts.
    case list([String])
}

extension PolicyOverrides {
    /// Sets one value by its name.
    ///
    /// Metres and seconds; durations also with a unit (`20`, `20s`, `5m`, `2h`). 0 or `none` is off: no
    /// limit for a gap, an accuracy limit, a ceiling or a certain distance, never for a dwell, a
    /// silence or a timeout.
    ///
    /// - Parameter name: What to call the option in an error; by default its ``PolicyOption/rawValue``.
    /// - Throws: ``PolicyError`` when the value is of the wrong kind or out of range. Whether the gates
    ///   contradict each other shows only in the whole policy and is not checked here.
    package mutating func set(
        _ option: PolicyOption, to value: PolicyValue, named name: String? = nil
    ) throws(PolicyError) {
        let reader = PolicyValueReader(name: name ?? option.rawValue, value: value)
        switch option {
        case .preset: preset = try reader.preset()
        case .enterDistance: entry.distance = try reader.distance()
        case .exitDistance: exit.distance = try reader.distance()
        case .enterAccuracyFactor: entry.accuracyFactor = try reader.factor()
        case .exitAccuracyFactor: exit.accuracyFactor = try reader.factor()
        case .enterAccuracyLimit: entry.accuracyLimit = try reader.limit()
        case .exitAccuracyLimit: exit.accuracyLimit = try reader.limit()
        case .enterFixes: entry.fixes = try reader.count()
        case .exitFixes: exit.fixes = try reader.count()
        case .enterDuration: entry.duration = try reader.duration() ?? .zero
        case .exitDuration: exit.duration = try reader.duration() ?? .zero
        case .enterCertainDistance: entry.certainDistance = try reader.certainDistance()
        case .exitCertainDistance: exit.certainDistance = try reader.certainDistance()
        case .enterTimeout: entry.timeout = .some(try reader.duration())
        case .exitTimeout: exit.timeout = .some(try reader.duration())
        case .accuracyCeiling: accuracyCeiling = try reader.ceiling()
        case .assumedAccuracy: assumedAccuracy = try reader.accuracy()
        case .dwell: dwell = .some(try reader.duration())
        case .silence: silence = .some(try reader.duration())
        case .maximumGap: maximumGap = .some(try reader.duration())
        case .passThrough: passThrough = try reader.flag()
        case .passThroughGap: passThroughGap = .some(try reader.duration())
        case .assume: assumedState = try reader.state()
        case .initialTrigger: initialTrigger = try reader.triggers()
        }
    }
}
