extension Flag {
    /// Which regions are watched.
    static let regions: [Flag] = [
        Flag(
            "--regions", letter: "r", .regions, of: reading,
            "a file of regions, as GeoJSON; may be repeated",
            discussion: """
                Identifiers are unique over all files. A refused region is told, and the others are \
                watched. SIGHUP reads the files again: a file that cannot be read leaves its regions \
                in force, and a refused region that is in force keeps its old version.
                """,
            effect: .value(placeholder: "FILE") { settings, text in
                settings.regionFiles.append(text)
            })
    ]
}
