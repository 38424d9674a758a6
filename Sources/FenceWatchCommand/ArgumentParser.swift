import RegionMonitoring

/// Reads the arguments of one subcommand by the table of flags.
///
/// Values follow their option or an equals sign. Of an option said twice the last wins, unless it
/// collects. Options and operands may alternate; after `--` everything is an operand, and `-` is one.
struct ArgumentParser {
    private let subcommand: Subcommand.Name
    private let flags: [Flag]
    private var settings = Settings()

    private init(_ subcommand: Subcommand.Name, _ flags: [Flag]) {
        self.subcommand = subcommand
        self.flags = flags
    }

    /// The settings that the arguments make.
    static func parse(
        _ arguments: some Sequence<String>, of subcommand: Subcommand.Name, flags: [Flag]
    ) throws(UsageError) -> Settings {
        var parser = ArgumentParser(subcommand, flags)
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                parser.settings.operands += rest
                break
            } else if argument.hasPrefix("--") {
                try parser.parseLong(argument, &rest)
            } else if argument.hasPrefix("-"), argument != "-", !parser.isPlace(argument) {
                try parser.parseLetters(argument, &rest)
            } else {
                parser.settings.operands.append(argument)
            }
        }
        return parser.settings
    }

    /// Whether an argument that begins with a hyphen is a place: a negative latitude and a longitude.
    private func isPlace(_ argument: String) -> Bool {
        subcommand == .locate && PlaceText.place(argument) != nil
    }

    private mutating func parseLong(
        _ argument: String, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let attached = parts.count == 2 ? String(parts[1]) : nil
        let candidates = flags.filter { $0.subcommands.contains(subcommand) }
        if let flag = candidates.first(where: { $0.name == name }) {
            try apply(flag, as: name, attached, &rest)
        } else if let flag = candidates.first(where: { $0.negatedName == name }),
            case .toggle(let update) = flag.effect
        {
            try refuse(attached, of: name)
            try update(&settings, false)
        } else {
            throw unknown(name, among: candidates)
        }
    }

    /// Reads `-f`, `-r FILE`, `-rFILE` or several letters of which the last may take a value.
    private mutating func parseLetters(
        _ argument: String, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            let name = "-\(letter)"
            let candidates = flags.filter { $0.subcommands.contains(subcommand) }
            guard let flag = candidates.first(where: { $0.letter == letter }) else {
                // A negative number in place of an operand, or a long name with one hyphen.
                throw unknown(letters.isEmpty ? name : "-" + argument, among: candidates)
            }
            if case .value = flag.effect {
                try apply(flag, as: name, letters.isEmpty ? nil : String(letters), &rest)
                return
            }
            try apply(flag, as: name, nil, &rest)
        }
    }

    private mutating func apply(
        _ flag: Flag, as name: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        switch flag.effect {
        case .value(let placeholder, let update):
            guard let value = attached ?? rest.popFirst() else {
                throw UsageError("option '\(name)' needs a value: \(name) \(placeholder)")
            }
            do throws(UsageError) {
                try update(&settings, value)
            } catch {
                throw UsageError("option '\(name)': \(error)")
            }
        case .toggle(let update):
            try refuse(attached, of: name)
            try update(&settings, true)
        case .action(let update):
            try refuse(attached, of: name)
            update(&settings)
        }
    }

    private func refuse(_ attached: String?, of name: String) throws(UsageError) {
        if let attached {
            throw UsageError("option '\(name)' takes no value; found '\(attached)'")
        }
    }

    private func unknown(_ name: String, among candidates: [Flag]) -> UsageError {
        if let flag = flags.first(where: { $0.isCalled(name) }) {
            let owners = Subcommand.Name.allCases.filter(flag.subcommands.contains)
            let list = owners.map { "'\($0.rawValue)'" }.joined(separator: " and ")
            return UsageError(
                "option '\(name)' does not belong to '\(subcommand.rawValue)', only to \(list)")
        }
        let names = candidates.flatMap { [$0.name, $0.negatedName].compactMap(\.self) }
        let hint = nearestName(to: name, among: names).map { "; did you mean '\($0)'?" }
        return UsageError("unknown option '\(name)'" + (hint ?? ""))
    }
}
