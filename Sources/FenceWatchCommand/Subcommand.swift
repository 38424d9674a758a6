/// One of the things the program does.
struct Subcommand: Sendable {
    /// The words that choose a subcommand.
    enum Name: String, CaseIterable, Sendable {
        case watch
        case check
        case compile
        case locate
        case explain
        case tune
        case `import`
        #if SQLite
            case state
        #endif
    }

    let name: Name

    /// How it is called.
    let usage: String

    /// What it does, in one line.
    let summary: String

    /// What one needs to know before the options.
    let discussion: String

    /// Does it and returns the exit status.
    let run: @Sendable (Settings) throws(UsageError) -> ExitStatus

    /// All subcommands, the default one first.
    static let all: [Subcommand] = {
        var all: [Subcommand] = [
            .watch, .check, .compile, .locate, .explain, .tune, .import,
        ]
        #if SQLite
            all.append(.state)
        #endif
        return all
    }()

    /// The subcommand of that name.
    static func named(_ name: Name) -> Subcommand {
        guard let found = all.first(where: { $0.name == name }) else {
            preconditionFailure("subcommand '\(name.rawValue)' is in no table")
        }
        return found
    }
}

/// What the program tells its caller at the end.
enum ExitStatus: Int32, Sendable {
    /// Everything was done.
    case success = 0

    /// It was done, but some input was defective or some events are undelivered.
    case defects = 1

    /// It could not be done.
    case failure = 2
}
