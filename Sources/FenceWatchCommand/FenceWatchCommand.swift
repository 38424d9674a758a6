import RegionMonitoring

/// The program behind `main.swift`.
public enum FenceWatchCommand {
    /// Runs the program and returns its exit status: 0 done, 1 done with defects, 2 could not run.
    ///
    /// - Parameter arguments: The arguments, without the name of the program.
    public static func run(_ arguments: [String]) -> Int32 {
        ProcessFacts.occupyStandardDescriptors()
        do throws(UsageError) {
            return try runSubcommand(arguments).rawValue
        } catch {
            Console.note("error: \(error)")
            Console.note("'fencewatch --help' lists the options")
            return ExitStatus.failure.rawValue
        }
    }

    private static func runSubcommand(_ arguments: [String]) throws(UsageError) -> ExitStatus {
        var arguments = arguments[...]
        if arguments.first == "help" { return try help(arguments.dropFirst()) }
        let name = arguments.first.flatMap(Subcommand.Name.init)
        if name != nil { arguments.removeFirst() } else { try refuseMistyped(arguments.first) }
        let subcommand = Subcommand.named(name ?? .watch)
        let settings = try ArgumentParser.parse(arguments, of: subcommand.name, flags: Flag.all)
        switch settings.request {
        case .help: Console.output(HelpText.overview(of: subcommand))
        case .version:
            let traits = BuiltTraits.names.joined(separator: ", ")
            Console.output(
                "fencewatch \(Version.current) (traits: \(traits.isEmpty ? "none" : traits))\n")
        case nil: return try subcommand.run(settings)
        }
        return .success
    }

    /// Refuses a first word that is nearly a subcommand and no file: it would be taken for an input.
    private static func refuseMistyped(_ word: String?) throws(UsageError) {
        guard let word, !word.hasPrefix("-"), !ProcessFacts.exists(word),
            let near = nearestName(to: word, among: Subcommand.Name.allCases.map(\.rawValue))
        else { return }
        throw UsageError(
            "there is no subcommand and no file '\(word)'; did you mean '\(near)'?")
    }

    /// `help`, `help SUBCOMMAND` and `help OPTION`.
    private static func help(_ topics: ArraySlice<String>) throws(UsageError) -> ExitStatus {
        if topics.isEmpty { Console.output(HelpText.overview(of: .watch)) }
        for topic in topics {
            if let name = Subcommand.Name(rawValue: topic) {
                Console.output(HelpText.overview(of: .named(name)))
            } else {
                Console.output(try HelpText.details(of: topic))
            }
        }
        return .success
    }
}
