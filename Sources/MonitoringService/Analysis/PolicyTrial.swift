package import RegionMonitoring

/// One policy of a grid: some values on top of the caller's.
package struct PolicyTrial: Hashable, Sendable {
    /// The values, as a command line has them.
    package let values: [(option: PolicyOption, text: String)]

    /// The policy with the caller's values under the trial's.
    package let policy: PolicyOverrides

    /// The trial as options of a command line: `--preset site --exit-distance 30`.
    package let optionLine: String

    /// Creates a trial.
    ///
    /// - Throws: ``PolicyError`` when a value is out of range.
    package init(
        _ values: [(option: PolicyOption, text: String)], over base: PolicyOverrides
    ) throws(PolicyError) {
        var policy = base
        var words: [String] = []
        for (option, text) in values {
            let value: PolicyValue
            if option.valueName == nil {
                guard text == "true" || text == "false" else {
                    throw PolicyError("\(option.optionName) is '\(text)'; it must be true or false")
                }
                value = .flag(text == "true")
                words.append(
                    text == "true" ? "--\(option.optionName)" : "--no-\(option.optionName)")
            } else {
                value = .text(text)
                words.append("--\(option.optionName) \(text)")
            }
            try policy.set(option, to: value, named: option.optionName)
        }
        self.values = values
        self.policy = policy
        optionLine = words.joined(separator: " ")
    }

    /// Whether both are the same policy under the same name.
    package static func == (lhs: PolicyTrial, rhs: PolicyTrial) -> Bool {
        lhs.optionLine == rhs.optionLine && lhs.policy == rhs.policy
    }

    /// Feeds the name and the policy to the hasher.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(optionLine)
        hasher.combine(policy)
    }
}

/// The policies that are tried on a recording.
package enum PolicyGrid {
    /// The most policies of a grid.
    package static let limit = 1000

    /// The grid where none is asked for: the presets that need no further values, the ones that need
    /// some with usual ones, and the simplest policy with distances and counts of its own.
    package static func standard(over base: PolicyOverrides) throws(PolicyError) -> [PolicyTrial] {
        var lists: [[(option: PolicyOption, text: String)]] = [
            "immediate", "fleet", "site", "zone", "home-assistant", "esri-contains-then-disjoint",
        ].map { [(.preset, $0)] }
        lists.append(
            [(.preset, "core-location"), (.enterDistance, "20"), (.exitDistance, "20")])
        for duration in ["30s", "60s"] {
            lists.append(
                [(.preset, "windows"), (.enterDuration, duration), (.exitDuration, duration)])
        }
        for distance in ["20", "50", "100"] {
            for fixes in ["1", "2", "3"] {
                lists.append(
                    [
                        (.preset, "immediate"), (.exitDistance, distance), (.enterFixes, fixes),
                        (.exitFixes, fixes),
                    ])
            }
        }
        return try lists.map { values throws(PolicyError) in
            try PolicyTrial(values, over: base)
        }
    }

    /// Every combination of the values of some options, the last option varying fastest.
    ///
    /// - Throws: ``PolicyError`` for a value out of range, or more than ``limit`` combinations.
    package static func combinations(
        of axes: [(option: PolicyOption, texts: [String])], over base: PolicyOverrides
    ) throws(PolicyError) -> [PolicyTrial] {
        var lists: [[(option: PolicyOption, text: String)]] = [[]]
        for axis in axes {
            guard lists.count * axis.texts.count <= limit else {
                throw PolicyError("the grid has more than \(limit) policies")
            }
            lists = lists.flatMap { list in axis.texts.map { list + [(axis.option, $0)] } }
        }
        return try lists.map { values throws(PolicyError) in
            try PolicyTrial(values, over: base)
        }
    }
}
