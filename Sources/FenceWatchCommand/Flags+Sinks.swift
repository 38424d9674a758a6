import EventDelivery
import MonitoringService

extension Flag {
    /// Where events go, and how.
    static let sinks: [Flag] =
        [
            Flag(
                "--sink", .sinks, of: [.watch],
                "where events go (ndjson:-); may be repeated",
                discussion: SinkKinds.discussion + """
                     Options that begin with --sink- apply to the --sink before them, and without one to \
                    standard output. Each sink has a queue and a thread of its own.
                    """,
                isRepeatable: true,
                effect: .value(placeholder: "SINK") { settings, text throws(UsageError) in
                    do throws(SinkSpecificationError) {
                        settings.sinks.append(try SinkSpecification(text, kinds: SinkKinds.all))
                    } catch {
                        throw UsageError(error.description)
                    }
                }),
            Flag(
                "--sink-events", .sinks, of: [.watch],
                "only these events: enter,exit,dwell,state,failure",
                effect: .value(placeholder: "KINDS") { settings, text throws(UsageError) in
                    let kinds = try FlagValue.choices(text, as: EventSelection.Kind.self)
                    settings.changeSink { $0.selection.kinds = Set(kinds) }
                }),
            Flag(
                "--sink-regions", .sinks, of: [.watch],
                "only regions whose id matches, as 'depot-*'; may be repeated",
                discussion: "* stands for any text, ? for one character.",
                isRepeatable: true,
                effect: .value(placeholder: "GLOB") { settings, text in
                    settings.changeSink { $0.selection.regions.append(Glob(text)) }
                }),
            Flag(
                "--sink-format", .sinks, of: [.watch],
                "how records are written: ndjson or cloudevents (ndjson)",
                discussion: """
                    cloudevents: CloudEvents 1.0 in JSON, with the record as "data", its identity as "id", \
                    its device as "subject" and "fencewatch.didEnterRegion" and the like as "type".
                    """,
                effect: .value(placeholder: "FORMAT") { settings, text throws(UsageError) in
                    let format = try FlagValue.choice(text, as: EventFormat.self)
                    settings.changeSink { $0.format = format }
                }),
            Flag(
                "--queue", .sinks, of: [.watch],
                "the most events in memory for each sink (100000)",
                effect: .value(placeholder: "N") { settings, text throws(UsageError) in
                    settings.delivery.queueLimit = try FlagValue.count(text, in: 1...100_000_000)
                }),
            Flag(
                "--when-full", .sinks, of: [.watch],
                "a full queue's way: block, drop-oldest or drop-newest (block)",
                discussion: """
                    block: the input is read no further until there is room. Of drop-oldest and drop-newest \
                    the events that are dropped are counted, and the exit status is 1.
                    """,
                effect: .value(placeholder: "ACTION") { settings, text throws(UsageError) in
                    settings.delivery.overflow = try FlagValue.choice(
                        text, as: SinkFeed.Overflow.self)
                }),
            Flag(
                "--sink-queue", .sinks, of: [.watch],
                "--queue for this sink alone",
                effect: .value(placeholder: "N") { settings, text throws(UsageError) in
                    let limit = try FlagValue.count(text, in: 1...100_000_000)
                    settings.changeSink { $0.queueLimit = limit }
                }),
            Flag(
                "--sink-when-full", .sinks, of: [.watch],
                "--when-full for this sink alone",
                effect: .value(placeholder: "ACTION") { settings, text throws(UsageError) in
                    let overflow = try FlagValue.choice(text, as: SinkFeed.Overflow.self)
                    settings.changeSink { $0.overflow = overflow }
                }),
            Flag(
                "--drain", .sinks, of: [.watch],
                "how long sinks have at the end for what they still hold (30s)",
                discussion: """
                    At the end of the input, and after SIGINT or SIGTERM. What is left then is counted as \
                    undelivered, and the exit status is 1.
                    """,
                effect: .value(placeholder: "DURATION") { settings, text throws(UsageError) in
                    settings.delivery.drain = try FlagValue.duration(text)
                }),
            Flag(
                "--sink-dead-letters", .sinks, of: [.watch],
                "a file for what this sink's receiver refuses for good",
                discussion: """
                    NDJSON lines with "sink", "reason" and "record", written at the end of the file. Without \
                    it the first ten are told on standard error, and all are counted.
                    """,
                effect: .value(placeholder: "PATH") { settings, text in
                    settings.changeSink { $0.deadLetters = text }
                }),
            Flag(
                "--sink-retry-for", .sinks, of: [.watch],
                "how long failed deliveries are repeated (none: for ever)",
                discussion: """
                    The waits between attempts grow from 0.1 s to 30 s. What has not succeeded in this time \
                    is given up like what is refused.
                    """,
                effect: .value(placeholder: "DURATION") { settings, text throws(UsageError) in
                    let limit = try FlagValue.durationOrNone(text)
                    settings.changeSink { $0.retry.giveUpAfter = limit }
                }),
        ] + fileSinks + execSinks

    private static let fileSinks: [Flag] = [
        Flag(
            "--sink-rotate-size", .sinks, of: [.watch],
            "put the file aside once it is this large, as 100M (off)",
            discussion: """
                Of ndjson:PATH. The file is renamed to PATH.000001, PATH.000002 and so on, and begun anew; \
                lines are never cut. Units: K, M, G (powers of 1000).
                """,
            effect: .value(placeholder: "BYTES") { settings, text throws(UsageError) in
                let size = try FlagValue.byteCount(text)
                settings.changeSink(.rotateSize) { $0.rotateSize = size }
            }),
        Flag(
            "--sink-rotate-every", .sinks, of: [.watch],
            "put the file aside once it is this old (off)",
            discussion: "Of ndjson:PATH, counted from when this run began it, at the next event.",
            effect: .value(placeholder: "DURATION") { settings, text throws(UsageError) in
                let interval = try FlagValue.durationOrNone(text)
                settings.changeSink(.rotateEvery) { $0.rotateEvery = interval }
            }),
        Flag(
            "--sink-keep", .sinks, of: [.watch],
            "how many files put aside are kept (all)",
            effect: .value(placeholder: "N") { settings, text throws(UsageError) in
                let keep = try FlagValue.count(text, in: 1...1_000_000)
                settings.changeSink(.keep) { $0.keep = keep }
            }),
        Flag(
            "--sink-sync", .sinks, of: [.watch],
            "when the file is made to survive a power cut: never, always or DURATION",
            discussion: """
                Of ndjson:PATH. always: before a batch counts as delivered; a duration: at least so often. \
                Without it: never.
                """,
            effect: .value(placeholder: "WHEN") { settings, text throws(UsageError) in
                let sync: SinkOptions.Synchronization =
                    switch text {
                    case "never": .never
                    case "always": .always
                    default: .every(try FlagValue.duration(text))
                    }
                settings.changeSink(.sync) { $0.sync = sync }
            }),
    ]

    private static let execSinks: [Flag] = [
        Flag(
            "--sink-restart", .sinks, of: [.watch],
            "a command that ended: always, on-failure or never (always)",
            discussion: """
                Of exec:COMMAND. It is started again after a wait that grows from 0.1 s to 30 s, and gets \
                what it had not read. on-failure: with status 0 it wants no more events, like a closed pipe. \
                never: what is left is undelivered.
                """,
            effect: .value(placeholder: "WHEN") { settings, text throws(UsageError) in
                let restart = try FlagValue.choice(text, as: SinkOptions.Restart.self)
                settings.changeSink(.restart) { $0.restart = restart }
            })
    ]
}
