extension Flag {
    /// What is to be done with durable state.
    static let state: [Flag] = {
        #if SQLite
            [
                Flag(
                    "--list", .state, of: [.state],
                    "one JSON object a line: devices, visits, undelivered or dead",
                    discussion: """
                        visits are those under way. dead are the messages that a sink has given up, \
                        with the numbers that --retry and --drop take.
                        """,
                    effect: .value(placeholder: "WHAT") { settings, text throws(UsageError) in
                        settings.stateRequest = .list(
                            try FlagValue.choice(text, as: Settings.StateRequest.List.self))
                    }),
                Flag(
                    "--retry", .state, of: [.state],
                    "let the next run deliver dead letters again: their numbers, or all",
                    effect: .value(placeholder: "NUMBERS") { settings, text throws(UsageError) in
                        settings.stateRequest = .retry(try numbers(text))
                    }),
                Flag(
                    "--drop", .state, of: [.state],
                    "forget dead letters: their numbers, or all",
                    effect: .value(placeholder: "NUMBERS") { settings, text throws(UsageError) in
                        settings.stateRequest = .drop(try numbers(text))
                    }),
                Flag(
                    "--drop-sink", .state, of: [.state],
                    "forget a sink and all events that wait for it",
                    effect: .value(placeholder: "SINK") { settings, text in
                        settings.stateRequest = .dropSink(text)
                    }),
                Flag(
                    "--export", .state, of: [.state],
                    "copy the state as it was at the last commit, also while a run uses it",
                    discussion: """
                        All of it is checked, and a list with checksums is put beside it. The copy has \
                        the same epoch, so a run that goes on from it repeats the events that the \
                        original has sent since, with the same identities.
                        """,
                    effect: .value(placeholder: "FOLDER") { settings, text in
                        settings.stateRequest = .export(text)
                    }),
                Flag(
                    "--import", .state, of: [.state],
                    "make the state of an export: for a standby that takes over",
                    discussion: """
                        DIR must not be there, or be empty. An export that is not whole, is damaged or \
                        was made by a later release is refused, and nothing is left in DIR.
                        """,
                    effect: .value(placeholder: "FOLDER") { settings, text in
                        settings.stateRequest = .importing(text)
                    }),
            ]
        #else
            []
        #endif
    }()

    /// Reads `all` or numbers with commas between them; `nil` stands for all.
    private static func numbers(_ text: String) throws(UsageError) -> Set<Int64>? {
        if text == "all" { return nil }
        var numbers: Set<Int64> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = Int64(part), number > 0 else {
                throw UsageError("'\(text)' is neither 'all' nor numbers such as 3,7")
            }
            numbers.insert(number)
        }
        return numbers
    }
}
