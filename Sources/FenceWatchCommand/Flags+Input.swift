import FixStreams
import RegionMonitoring

extension Flag {
    /// The names of the formats, for people.
    private static let formats = FlagValue.list(FixFormat.allCases.map(\.rawValue))

    /// Where fixes come from and how they are read.
    static let input: [Flag] = [
        Flag(
            "--follow", letter: "f", .input, of: [.watch],
            "wait for more lines at the end, as 'tail -F' does",
            discussion: """
                Files that are renamed, cut or made anew are followed, and what was missed meanwhile \
                is read in FILE.1, FILE-20260301 and the like. A pattern in quotes, 'logs/*.ndjson', \
                stands for files that come later too. An unfinished last line waits for its end. SIGINT and SIGTERM end the run after what was read; a second one ends \
                it at once.
                """,
            effect: .toggle { $0.follows = $1 }),
        Flag(
            "--from-end", .input, of: [.watch],
            "with --follow: skip what the files hold already",
            effect: .toggle { $0.fromEnd = $1 }),
        Flag(
            "--clock", .input, of: [.watch],
            "what moves time between fixes: data or wall",
            discussion: """
                data: nothing does, so that the same input gives the same bytes; the default without \
                --follow. wall: this machine's clock, less --clock-lag, so that dwells, timeouts and \
                silence are told while a device says nothing; the default with --follow.
                """,
            effect: .value(placeholder: "CLOCK") { settings, text throws(UsageError) in
                settings.clock = try FlagValue.choice(text, as: Settings.Clock.self)
            }),
        Flag(
            "--clock-lag", .input, of: [.watch],
            "how far the wall clock stays behind now (5s)",
            discussion: "It stays at least as far behind as --reorder holds fixes.",
            effect: .value(placeholder: "DURATION") { settings, text throws(UsageError) in
                settings.clockLag = try FlagValue.durationOrNone(text) ?? .zero
            }),
        Flag(
            "--format", .input, of: [.watch, .locate],
            "how fixes are written (auto)",
            discussion: """
                \(formats). auto goes by the name of the file, else by its beginning. Files may be \
                compressed with gzip or zstd.
                """,
            effect: .value(placeholder: "FORMAT") { settings, text throws(UsageError) in
                settings.reading.format = try FlagValue.choice(text, as: FixFormat.self)
            }),
        Flag(
            "--format", .input, of: [.explain, .tune],
            "how fixes are written, or text or json for what comes out",
            discussion: """
                Fixes: \(formats); auto goes by the name of the file, else by its beginning. What \
                comes out: text, or json for one object a line (text). The option may \
                be given once for either.
                """,
            effect: .value(placeholder: "FORMAT") { settings, text throws(UsageError) in
                if let form = Settings.ReportForm(rawValue: text) {
                    settings.reportForm = form
                } else {
                    settings.reading.format = try FlagValue.choice(text, as: FixFormat.self)
                }
            }),
        Flag(
            "--fields", .input, of: reading,
            "names of members or columns: device=car,time=t,...",
            discussion: """
                The fields are device, time, lat, lon, accuracy, altitude, speed, course and \
                simulated. A field that is not named is looked for under its usual names.
                """,
            effect: .value(placeholder: "NAMES") { settings, text throws(UsageError) in
                do throws(FixFieldNamesError) {
                    settings.reading.fieldNames = try FixFieldNames(parsing: text)
                } catch {
                    throw UsageError(error.description)
                }
            }),
        Flag(
            "--device", .input, of: reading.subtracting([.explain]),
            "the device of records, and of formats, that name none",
            effect: .value(placeholder: "NAME") { settings, text throws(UsageError) in
                guard !text.isEmpty else { throw UsageError("the name is empty") }
                settings.reading.defaultDevice = DeviceID(text)
            }),
        Flag(
            "--device", .input, of: [.explain],
            "the device to explain, also that of records that name none",
            effect: .value(placeholder: "NAME") { settings, text throws(UsageError) in
                guard !text.isEmpty else { throw UsageError("the name is empty") }
                settings.device = DeviceID(text)
                settings.reading.defaultDevice = DeviceID(text)
            }),
        Flag(
            "--time-offset", .input, of: reading,
            "the offset of times that are written without one: Z, +08:00",
            discussion: "Without it such times are refused.",
            effect: .value(placeholder: "OFFSET") { settings, text throws(UsageError) in
                settings.reading.timeOffset = try FlagValue.timeOffset(text)
            }),
        Flag(
            "--assume-interval", .input, of: reading,
            "how far apart fixes are where their times are not known",
            discussion: """
                When a point of a track file (GPX, KML) has no time, or a table has no column for it, \
                all times of the file are replaced: each fix comes so much after the one before, \
                the first at 2020-01-01T00:00:00Z.
                """,
            effect: .value(placeholder: "DURATION") { settings, text throws(UsageError) in
                let interval = try FlagValue.duration(text)
                guard interval > .zero else { throw UsageError("the interval must be above 0") }
                settings.reading.assumedInterval = interval
            }),
        Flag(
            "--hdop-metres", .input, of: reading,
            "the accuracy in metres of one unit of HDOP",
            discussion: """
                HDOP is no length: without this it is passed over. Many receivers are good for 3 to 5.
                """,
            effect: .value(placeholder: "METRES") { settings, text throws(UsageError) in
                settings.reading.metresPerHDOP = try FlagValue.number(
                    text, in: 0.001...1000, "number of metres from 0.001 to 1000")
            }),
        Flag(
            "--region", .regions, of: [.explain],
            "only this region, also where the device is far from it",
            effect: .value(placeholder: "ID") { settings, text in
                settings.region = RegionID(text)
            }),
        Flag(
            "--coordinates", .input, of: reading,
            "system of the fixes: wgs84, gcj02 or bd09 (wgs84)",
            discussion: "A region file says its own, with a member \"coordinates\".",
            effect: .value(placeholder: "SYSTEM") { settings, text throws(UsageError) in
                settings.coordinates = try FlagValue.choice(text, as: CoordinateSystem.self)
            }),
        Flag(
            "--control", .input, of: [.watch, .explain],
            "obey control records of the NDJSON input",
            discussion: """
                putRegion, removeRegion, removeDevice, advance and requestState, in the order of the \
                stream. Off by default: an untrusted stream must not edit regions.
                """,
            effect: .toggle { $0.reading.allowsControl = $1 }),
    ]
}
