import EventDelivery
import FixStreams
import MonitoringService

extension Flag {
    /// Where events and messages go.
    static let output: [Flag] = [
        Flag(
            "--emit", .output, of: [.watch],
            "what goes out: events, visits or fixes (events)",
            discussion: """
                visits: one line for each visit, once it has ended; those still open at the end of the                 run are not told, and notifyOnEntry and the like hold none back. fixes: one line for                 each fix that is evaluated, with the regions that its device is inside of then. With                 --reorder their order is that of the evaluation. Refused regions are told on standard                 error only.
                """,
            effect: .value(placeholder: "WHAT") { settings, text throws(UsageError) in
                settings.shape.emission = try FlagValue.choice(
                    text, as: OutputShape.Emission.self)
            }),
        Flag(
            "--properties", .output, of: [.watch],
            "properties of the region to carry: name,...",
            discussion: """
                They go into each event or visit as "properties":{...}, as the region file has them;                 those that the region lacks are left out.
                """,
            effect: .value(placeholder: "NAMES") { settings, text throws(UsageError) in
                settings.shape.regionProperties = try FlagValue.names(text)
            }),
        Flag(
            "--fix-properties", .output, of: [.watch],
            "members of the fix's record to carry: driver,...",
            discussion: """
                They go to the end of an event's "fix", or of the fix with --emit fixes: JSON as the                 record has it, the cells of a table as texts. Those that the record lacks are left out.
                """,
            effect: .value(placeholder: "NAMES") { settings, text throws(UsageError) in
                settings.reading.carriedMembers = try FlagValue.names(text)
                settings.shape.carriesFixMembers = true
            }),
        Flag(
            "--state", .output, of: [.watch],
            "keep all that must survive a restart in a folder",
            discussion: """
                What is remembered of devices, how far each file has been read, and events that are not \
                delivered yet become durable together, and events leave only after that. A run that \
                was killed and is started again with the same arguments goes on where it was. The \
                folder is made when it is missing; \
                one of something else, in use or damaged is refused. 'fencewatch state DIR' looks \
                into it.
                """,
            effect: .value(placeholder: "DIR") { settings, text throws(UsageError) in
                #if SQLite
                    guard !text.isEmpty else { throw UsageError("--state: the folder is missing") }
                    settings.state = text
                #else
                    throw UsageError("--state needs the trait SQLite, which is not built in")
                #endif
            }),
        Flag(
            "--rejects", .output, of: [.watch],
            "write the records that were not evaluated, as NDJSON",
            discussion: """
                One line a record, in the order of rejection, with its line, offset, file, reason, \
                detail and text. The file is created anew.
                """,
            effect: .value(placeholder: "PATH") { settings, text in settings.rejects = text }),
        Flag(
            "--on-error", .output, of: [.watch],
            "what a defective record does: skip or stop (skip)",
            discussion: """
                stop ends the run at the first record that is no fix (not one that was filtered), \
                after delivering what came before it, with status 1.
                """,
            effect: .value(placeholder: "ACTION") { settings, text throws(UsageError) in
                settings.onError = try FlagValue.choice(text, as: Settings.ErrorAction.self)
            }),
        Flag(
            "--summary", .output, of: [.watch],
            "the closing summary on standard error, with an account of each input: text or json (text)",
            discussion: "json is one object in the last line of standard error.",
            effect: .value(placeholder: "FORM") { settings, text throws(UsageError) in
                settings.summary = try FlagValue.choice(text, as: Settings.SummaryForm.self)
            }),
        Flag(
            "--quiet", letter: "q", .output, of: [.watch],
            "no progress and no summary in text",
            effect: .toggle { $0.isQuiet = $1 }),
        Flag(
            "--distance", .output, of: [.locate],
            "tell the metres to each region, or to the nearest one",
            discussion: """
                "distances" has the metres to the boundary of each region that contains the point, \
                negative inside. A point in no region has "nearest" instead: the nearest region and \
                the metres to it.
                """,
            effect: .toggle { $0.tellsDistance = $1 }),
        Flag(
            "--format", .output, of: [.check],
            "form of the findings: text or json (text)",
            discussion: "json is one object a line, first the findings, then the regions.",
            effect: .value(placeholder: "FORM") { settings, text throws(UsageError) in
                settings.reportForm = try FlagValue.choice(text, as: Settings.ReportForm.self)
            }),
    ]

    /// Options about the program itself.
    static let general: [Flag] = [
        Flag(
            "--strict", .general, of: [.watch, .compile],
            "do nothing when any region is refused",
            effect: .toggle { $0.isStrict = $1 }),
        Flag(
            "--config", .general, of: everywhere,
            "a JSON file of options; those given here win",
            discussion: """
                One object with the names of long options, without hyphens, and "input": \
                {"regions": ["a.geojson"], "follow": true, "dwell": "5m"}. Options without a value are \
                true or false; arrays are for options that may be repeated and for lists. A sink with \
                options of its own is an object: {"sink": "ndjson:-", "sink-events": "enter"}. Options \
                of other subcommands are passed over, unknown names refused.
                """,
            effect: .value(placeholder: "FILE") { settings, text in
                settings.configuration = text
            }),
        Flag(
            "--metrics", .general, of: [.watch],
            "answer GET /metrics there, for Prometheus",
            discussion: """
                As 127.0.0.1:9464 or [::1]:9464; port 0 takes a free one, which is told. There is no \
                login: name an address of this machine that only those reach who may know the figures.
                """,
            effect: .value(placeholder: "HOST:PORT") { settings, text throws(UsageError) in
                settings.metrics = try FlagValue.address(text)
            }),
        Flag(
            "--threads", .general, of: [.watch],
            "how many threads read and evaluate (one a core)",
            discussion: "What goes out is the same for every number, to the byte.",
            effect: .value(placeholder: "N") { settings, text throws(UsageError) in
                guard let count = Int(text), 1...1024 ~= count else {
                    throw UsageError("'\(text)' is no number of threads from 1 to 1024")
                }
                settings.threadCount = count
            }),
        Flag(
            "--version", letter: "V", .general, of: everywhere, "the program's version",
            effect: .action { $0.request = $0.request ?? .version }),
        Flag(
            "--help", letter: "h", .general, of: everywhere, "this text",
            effect: .action { $0.request = $0.request ?? .help }),
    ]
}
