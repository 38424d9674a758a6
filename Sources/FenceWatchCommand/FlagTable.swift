extension Flag {
    /// All options of all subcommands, in the order of the help.
    static let all: [Flag] =
        input + regions + policy + filters + tuning + sinks + webhooks + output + state
        + general

    /// The subcommands that evaluate fixes.
    static let evaluating: Set<Subcommand.Name> = [.watch, .explain, .tune]

    /// The subcommands that read fixes or points and regions.
    static let reading: Set<Subcommand.Name> = evaluating.union([.locate])

    /// All subcommands.
    static let everywhere = Set(Subcommand.Name.allCases)
}
