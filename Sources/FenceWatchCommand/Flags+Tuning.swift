import RegionMonitoring

extension Flag {
    /// What is tried on recorded fixes.
    static let tuning: [Flag] = [
        Flag(
            "--try", .tuning, of: [.tune],
            "values of a policy option to try; may be repeated",
            discussion: """
                As exit-distance=0,20,50 or preset=site,zone: every combination of the values of all \
                options that are named is tried, on top of the policy that the other options make. \
                pass-through takes true and false. Without --try a grid of presets and simple policies \
                is tried, which the report lists.
                """,
            isRepeatable: true,
            effect: .value(placeholder: "NAME=VALUES") { settings, text throws(UsageError) in
                try settings.addTry(text)
            }),
        Flag(
            "--svg", .tuning, of: [.tune],
            "draw the delay of each policy against its flaps",
            effect: .value(placeholder: "FILE") { settings, text in settings.plotPath = text }),
        Flag(
            "--compare", .tuning, of: [.tune],
            "compare with the policy or the regions of a file instead",
            discussion: """
                FILE is a JSON object of policy values, {"preset":"site","exitDistance":30}, which take \
                the place of all policy options, or a file of regions, which take the place of \
                --regions. Tells the events that were added, removed and moved.
                """,
            effect: .value(placeholder: "FILE") { settings, text in
                settings.comparedPath = text
            }),
    ]
}

extension Settings {
    /// Adds the values of one option to what is tried.
    fileprivate mutating func addTry(_ text: String) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else {
            throw UsageError("'\(text)' is not of the form name=value,value,...")
        }
        let name = String(parts[0])
        guard let option = PolicyOption.allCases.first(where: { $0.optionName == name }) else {
            let near = nearestName(to: name, among: PolicyOption.allCases.map(\.optionName))
            let hint = near.map { "; did you mean '\($0)'?" }
            throw UsageError("there is no policy option '\(name)'" + (hint ?? ""))
        }
        let texts = parts[1].split(separator: ",", omittingEmptySubsequences: false)
            .map { String($0) }
        for (index, text) in texts.enumerated() where texts[..<index].contains(text) {
            throw UsageError("'\(text)' is named twice")
        }
        if let index = tries.firstIndex(where: { $0.option == option }) {
            tries[index].texts += texts.filter { !tries[index].texts.contains($0) }
        } else {
            tries.append((option, texts))
        }
    }
}
