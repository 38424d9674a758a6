import RegionMonitoring

extension ConfigurationFile {
    /// The name under which inputs are given.
    private static let inputName = "input"

    /// The options of a file, in their order, and the inputs.
    struct Options {
        var uses: [OptionUse] = []
        var operands: [String] = []
    }

    /// The options that the file says to a subcommand; those that belong to others only are passed over,
    /// so that one file serves several subcommands.
    ///
    /// - Parameter isSaid: Whether the command line says an option, which wins over the file.
    func options(
        of subcommand: Subcommand.Name, flags: [Flag], isSaid: (Flag) -> Bool
    ) throws(UsageError) -> Options {
        var options = Options()
        var names: Set<String> = []
        for entry in entries {
            guard names.insert(entry.name).inserted else {
                throw UsageError("\(entry.place): '\(entry.name)' is named twice")
            }
            if entry.name == Self.inputName {
                options.operands = try texts(of: entry.content, "input")
                continue
            }
            guard let flag = try flag(entry, of: subcommand, among: flags) else { continue }
            let uses = try uses(of: flag, entry.content, subcommand, flags)
            if !isSaid(flag) { options.uses += uses }
        }
        return options
    }

    /// The option that a member names; `nil` when it belongs to other subcommands.
    private func flag(
        _ entry: Entry, of subcommand: Subcommand.Name, among flags: [Flag]
    ) throws(UsageError) -> Flag? {
        let name = "--" + entry.name
        let found = flags.filter { $0.name == name }
        guard found.isEmpty else {
            let flag = found.first { $0.subcommands.contains(subcommand) }
            if case .action = (flag ?? found[0]).effect {
                throw UsageError("\(entry.place): '\(entry.name)' is for the command line only")
            }
            if entry.name == "config" {
                throw UsageError("\(entry.place): a file of options cannot name another")
            }
            return flag
        }
        let names = flags.map { String($0.name.dropFirst(2)) } + [Self.inputName]
        let hint = nearestName(to: entry.name, among: names).map { "; did you mean '\($0)'?" }
        throw UsageError("\(entry.place): unknown option '\(entry.name)'" + (hint ?? ""))
    }

    private func uses(
        of flag: Flag, _ content: Element, _ subcommand: Subcommand.Name, _ flags: [Flag]
    ) throws(UsageError) -> [OptionUse] {
        switch content.value {
        case .none: return []
        case .list(let elements) where flag.isRepeatable:
            var uses: [OptionUse] = []
            for element in elements {
                uses += try self.uses(of: flag, element, subcommand, flags)
            }
            return uses
        case .group(let entries) where flag.name == "--sink":
            return try sink(flag, entries, content.place, subcommand, flags)
        default: break
        }
        var use = OptionUse(flag: flag, name: flag.name, place: content.place)
        if case .value(let placeholder, _) = flag.effect {
            let texts = try texts(of: content, placeholder)
            use.value = texts.joined(separator: ",")
        } else {
            guard case .toggle(let isOn) = content.value else {
                throw UsageError("\(content.place): option '\(flag.name)' must be true or false")
            }
            use.isNegated = !isOn
        }
        return [use]
    }

    /// A sink, and behind it the options that apply to it.
    private func sink(
        _ flag: Flag, _ entries: [Entry], _ place: String, _ subcommand: Subcommand.Name,
        _ flags: [Flag]
    ) throws(UsageError) -> [OptionUse] {
        let isSink = { (entry: Entry) in "--" + entry.name == flag.name }
        guard let sink = entries.first(where: isSink), case .text = sink.content.value else {
            throw UsageError("\(place): the object has no member 'sink' with a text")
        }
        var uses = try self.uses(of: flag, sink.content, subcommand, flags)
        for entry in entries where !isSink(entry) {
            guard let flag = try self.flag(entry, of: subcommand, among: flags) else { continue }
            uses += try self.uses(of: flag, entry.content, subcommand, flags)
        }
        return uses
    }

    /// A text, a number or an array of them.
    private func texts(
        of content: Element, _ placeholder: String
    ) throws(UsageError) -> [String] {
        switch content.value {
        case .none: return []
        case .text(let text): return [text]
        case .list(let elements):
            var texts: [String] = []
            for element in elements {
                guard case .text(let text) = element.value else {
                    throw UsageError("\(element.place): expected a text or a number")
                }
                texts.append(text)
            }
            return texts
        case .toggle, .group:
            throw UsageError(
                "\(content.place): expected a text or a number for \(placeholder)")
        }
    }
}
