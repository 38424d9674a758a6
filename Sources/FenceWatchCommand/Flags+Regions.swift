import RegionFiles

extension Flag {
    /// Which regions are watched.
    static let regions: [Flag] = [
        Flag(
            "--regions", letter: "r", .regions, of: reading,
            "a file of regions, such as GeoJSON or WKT; may be repeated",
            discussion: """
                Identifiers are unique over all files. A refused region is told, and the others are \
                watched. SIGHUP reads the files again: a file that cannot be read leaves its regions \
                in force, and a refused region that is in force keeps its old version.
                """,
            effect: .value(placeholder: "FILE") { settings, text in
                settings.regionFiles.append(text)
            }),
        Flag(
            "--regions-format", .regions, of: reading.union([.check]),
            "how all region files are written: \(formats)",
            discussion: """
                Without it a file's extension says so, else its first characters, else it is GeoJSON. \
                wkt is well-known text with a region a line: an identifier, a tab and the geometry, or \
                the geometry alone; csv is a table of circles whose header names id, lat, lon and \
                radius.
                """,
            effect: .value(placeholder: "FORMAT") { settings, text throws(UsageError) in
                settings.regionReading.format = try FlagValue.choice(
                    text, as: RegionFileFormat.self)
            }),
        Flag(
            "--wkt-order", .regions, of: reading.union([.check]),
            "which number comes first in WKT: lonlat or latlon (lonlat)",
            discussion: """
                Traccar writes the latitude first; with latlon its CIRCLE (latitude longitude, radius) \
                is read too.
                """,
            effect: .value(placeholder: "ORDER") { settings, text throws(UsageError) in
                settings.regionReading.wktOrder = try FlagValue.choice(
                    text, as: RegionFileOptions.AxisOrder.self)
            }),
        Flag(
            "--radius", .regions, of: reading.union([.check]),
            "the radius in metres of points that come without one",
            discussion: "It makes circles of the points of all formats but GeoJSON.",
            effect: .value(placeholder: "M") { settings, text throws(UsageError) in
                settings.regionReading.pointRadius = try FlagValue.number(
                    text, in: Double.leastNonzeroMagnitude...1e9, "radius in metres, above 0")
            }),
    ]

    private static let formats = FlagValue.list(RegionFileFormat.allCases.map(\.rawValue))
}
