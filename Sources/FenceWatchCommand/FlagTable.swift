extension Flag {
    /// All options of all subcommands, in the order of the help.
    static let all: [Flag] = input + regions + policy + filters + output + general

    /// The subcommands that evaluate fixes.
    static let evaluating: Set<Subcommand.Name> = [.watch]

    /// All subcommands.
    static let everywhere = Set(Subcommand.Name.allCases)
}
