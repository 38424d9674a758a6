import RegionMonitoring

/// Reads the arguments of one subcommand by the table of flags.
///
/// Values follow their option or an equals sign. Of an option said twice the last wins, unless it
/// collects. Options and operands may alternate; after `--` everything is an operand, and `-` is one.
/// What `--config` names says the options that the arguments do not say.
struct ArgumentParser {
    private let subcommand: Subcommand.Name
    private let flags: [Flag]
    private var uses: [OptionUse] = []
    private var operands: [String] = []

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
                parser.operands += rest
                break
            } else if argument.hasPrefix("--") {
                try parser.parseLong(argument, &rest)
            } else if argument.hasPrefix("-"), argument != "-", !parser.isPlace(argument) {
                try parser.parseLetters(argument, &rest)
            } else {
                parser.operands.append(argument)
            }
        }
        return try parser.settings()
    }

    /// Applies what was said: first what the file of options says and the arguments do not.
    private func settings() throws(UsageError) -> Settings {
        var settings = Settings()
        settings.operands = operands
        if let path = uses.last(where: { $0.flag.name == "--config" })?.value {
            let file = try ConfigurationFile(path: path)
            let options = try file.options(of: subcommand, flags: flags, isSaid: isSaid)
            for use in options.uses { try use.apply(to: &settings) }
            if operands.isEmpty { settings.operands = options.operands }
        }
        for use in uses { try use.apply(to: &settings) }
        return settings
    }

    /// Whether the arguments say an option. Those about sinks belong together.
    private func isSaid(_ flag: Flag) -> Bool {
        uses.contains { use in
            use.flag.name == flag.name
                || use.flag.name.hasPrefix("--sink") && flag.name.hasPrefix("--sink")
        }
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
            case .toggle = flag.effect
        {
            try refuse(attached, of: name)
            uses.append(OptionUse(flag: flag, name: name, isNegated: true))
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
        if case .value(let placeholder, _) = flag.effect {
            guard let value = attached ?? rest.popFirst() else {
                throw UsageError("option '\(name)' needs a value: \(name) \(placeholder)")
            }
            uses.append(OptionUse(flag: flag, name: name, value: value))
        } else {
            try refuse(attached, of: name)
            uses.append(OptionUse(flag: flag, name: name))
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
