import RegionMonitoring

extension Flag {
    /// Which fixes count.
    static let filters: [Flag] = [
        Flag(
            "--maximum-accuracy", .filters, of: evaluating,
            "drop fixes less accurate than this (off)",
            discussion: "Fixes without an accuracy pass.",
            effect: .value(placeholder: "M") { settings, text throws(UsageError) in
                settings.filter.maximumAccuracy = try metersOrNone(text)
            }),
        Flag(
            "--maximum-age", .filters, of: evaluating,
            "drop fixes older than this by this machine's clock (off)",
            effect: .value(placeholder: "DURATION") { settings, text throws(UsageError) in
                settings.filter.maximumAge = try FlagValue.durationOrNone(text)
            }),
        Flag(
            "--future-tolerance", .filters, of: evaluating,
            "drop fixes further ahead of the clock than this (300s)",
            discussion: """
                One fix from the year 2099 would make all later ones of its device late. 0 or none \
                lets every fix pass.
                """,
            effect: .value(placeholder: "DURATION") { settings, text throws(UsageError) in
                settings.filter.futureTolerance =
                    try FlagValue.durationOrNone(text) ?? .seconds(Int64.max / 1_000_000)
            }),
        Flag(
            "--distance-filter", .filters, of: evaluating,
            "drop fixes nearer than this to the last one (off)",
            discussion: "They still count as a sign of life: see --silence and the timeouts.",
            effect: .value(placeholder: "M") { settings, text throws(UsageError) in
                settings.filter.distanceFilter = try metersOrNone(text)
            }),
        Flag(
            "--maximum-speed", .filters, of: evaluating,
            "drop fixes that would need a higher speed (off)",
            discussion: """
                From the last fix, in metres per second. After three such fixes in a row that agree \
                with each other the device is taken to be where they say.
                """,
            effect: .value(placeholder: "M/S") { settings, text throws(UsageError) in
                settings.filter.maximumSpeed = try FlagValue.numberOrNone(
                    text, in: 0...1e9, "speed in metres per second")
            }),
        Flag(
            "--minimum-interval", .filters, of: evaluating,
            "drop fixes sooner than this after the last one (off)",
            effect: .value(placeholder: "DURATION") { settings, text throws(UsageError) in
                settings.filter.minimumInterval = try FlagValue.durationOrNone(text)
            }),
        Flag(
            "--reject-simulated", .filters, of: evaluating,
            "drop fixes that say they were made by software",
            effect: .toggle { $0.filter.rejectsSimulated = $1 }),
        Flag(
            "--keep-null-island", .filters, of: evaluating,
            "keep fixes at exactly 0, 0",
            discussion: "Trackers send 0, 0 when they have no position.",
            effect: .toggle { $0.filter.keepsNullIsland = $1 }),
        Flag(
            "--forget-after", .filters, of: [.watch],
            "forget devices that have sent no fix for so long (never)",
            discussion: """
                By the time of the fixes: that of the newest of all devices, or of --clock wall. A \
                device that is inside of regions is told as unmonitored, with the reason \
                deviceRemoved. It is forgotten within a sixty-fourth of the duration, and its event \
                numbers go on when it comes back. At least 1s.
                """,
            effect: .value(placeholder: "DURATION") { settings, text throws(UsageError) in
                settings.forgetsAfter = try FlagValue.durationOrNone(text)
                if let duration = settings.forgetsAfter, duration < .seconds(1) {
                    throw UsageError("'\(text)' is too short: devices are kept for at least 1s")
                }
            }),
        Flag(
            "--reorder", .filters, of: evaluating,
            "hold fixes this long to put them in order of time (off)",
            discussion: """
                Each device's fixes are released once a fix that is so much newer has come, or at \
                the end of the input.
                """,
            effect: .value(placeholder: "DURATION") { settings, text throws(UsageError) in
                settings.filter.reorderWindow = try FlagValue.durationOrNone(text)
            }),
    ]

    private static func metersOrNone(_ text: String) throws(UsageError) -> Double? {
        try FlagValue.numberOrNone(text, in: 0...1e9, "distance in metres")
    }
}
