import EventDelivery

#if PostgreSQL
    import PostgreSQLSink
#endif
#if SQLite
    import SQLiteSink
#endif
#if Webhook
    import WebhookSink
#endif

/// The kinds of sinks that this build has.
enum SinkKinds {
    /// All of them, in the order of the help.
    static let all: [SinkKind] = {
        var kinds = SinkKind.basic
        #if SQLite
            kinds.append(.sqlite)
        #endif
        #if PostgreSQL
            kinds.append(.postgreSQL)
        #endif
        #if Webhook
            kinds.append(.webhook)
        #endif
        return kinds
    }()

    /// What `--help` says of them.
    static let discussion: String = {
        var text = """
            ndjson:- is standard output, ndjson:PATH a file created anew, ndjson:+PATH a file written to at \
            its end; exec:COMMAND feeds the standard input of a command of the shell, which runs as long as \
            this program does
            """
        #if SQLite
            text += "; sqlite:PATH is the table 'events' of a database"
        #endif
        #if PostgreSQL
            text += """
                ; postgres://HOST/DATABASE?table=NAME is a table of a PostgreSQL database \
                (fencewatch_events), which is made when it is missing
                """
        #endif
        #if Webhook
            text += """
                ; webhook:URL posts to a receiver, where {device}, {region} and {NAME}, a property of the \
                region that --properties carries, may stand in the URL
                """
        #endif
        return text + "."
    }()

    /// Refuses an option that only sinks of a trait have which is not built in.
    static func require(trait: String) throws(UsageError) {
        if BuiltTraits.names.contains(trait) { return }
        throw UsageError("it needs the trait \(trait), which is not built in")
    }
}

/// The traits that this build was made with.
enum BuiltTraits {
    /// Their names, in the order of the alphabet.
    static let names: [String] = {
        var names: [String] = []
        #if PostgreSQL
            names.append("PostgreSQL")
        #endif
        #if SQLite
            names.append("SQLite")
        #endif
        #if Webhook
            names.append("Webhook")
        #endif
        #if Zstandard
            names.append("Zstandard")
        #endif
        return names
    }()
}
