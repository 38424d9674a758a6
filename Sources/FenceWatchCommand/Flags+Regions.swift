import RegionFiles

extension Flag {
    /// Which regions are watched.
    static let regions: [Flag] = [
        Flag(
            "--regions", letter: "r", .regions, of: reading,
            "a file of regions, such as GeoJSON, or compiled; may be repeated",
            discussion: """
                Identifiers are unique over all files. A refused region is told, and the others are \
                watched. SIGHUP reads the files again: a file that cannot be read leaves its regions \
                in force, and a refused region that is in force keeps its old version.
                """,
            isRepeatable: true,
            effect: .value(placeholder: "FILE") { settings, text in
                settings.regionFiles.append(text)
            }),
        Flag(
            "--reload", .regions, of: [.watch],
            "read the region files again when they have changed",
            discussion: """
                They are looked at twice a second, and read once they have been left alone from one \
                look to the next. What is done then is told under --regions.
                """,
            effect: .toggle { $0.reloads = $1 }),
        Flag(
            "--regions-format", .regions, of: reading.union([.check, .compile]),
            "how all region files are written",
            discussion: """
                One of \(formats). Without it a file's extension says so, else its first characters, \
                else it is GeoJSON. \
                wkt is well-known text with a region a line: an identifier, a tab and the geometry, or \
                the geometry alone; csv is a table of circles whose header names id, lat, lon and \
                radius; openair is airspaces, of which heights and times have no effect.
                """,
            effect: .value(placeholder: "FORMAT") { settings, text throws(UsageError) in
                settings.regionReading.format = try FlagValue.choice(
                    text, as: RegionFileFormat.self)
            }),
        Flag(
            "--wkt-order", .regions, of: reading.union([.check, .compile]),
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
            "--id-property", .regions, of: reading.union([.check, .compile]),
            "the property that identifies features of GeoJSON",
            discussion: """
                Without it a feature is identified by its id, or by the property id or identifier.
                """,
            effect: .value(placeholder: "NAME") { settings, text in
                settings.regionReading.identifierProperty = text
            }),
        Flag(
            "--radius", .regions, of: reading.union([.check, .compile]),
            "the radius in metres of points that come without one",
            discussion: "It makes circles of the points of all formats but GeoJSON.",
            effect: .value(placeholder: "M") { settings, text throws(UsageError) in
                settings.regionReading.pointRadius = try FlagValue.number(
                    text, in: Double.leastNonzeroMagnitude...1e9, "radius in metres, above 0")
            }),
        Flag(
            "--repair", .regions, of: [.check],
            "with -o: mend polygons that are not valid",
            discussion: """
                Writes all sound regions and those that could be mended as GeoJSON, and tells the area \
                of each before and after. What rings that cross themselves enclose stays enclosed; \
                polygons of one region that overlap are united. The status tells of the errors found, \
                mended or not.
                """,
            effect: .action { $0.repairs = true }),
        Flag(
            "--output", letter: "o", .regions, of: [.check, .compile, .import],
            "where the regions are written to: as GeoJSON, but for compile",
            effect: .value(placeholder: "FILE") { settings, text in
                settings.outputPath = text
            }),
        Flag(
            "--map", .regions, of: [.check],
            "draw the regions and what is wrong with them",
            discussion: "The file is one page of HTML, which needs no network.",
            effect: .value(placeholder: "FILE") { settings, text in settings.mapPath = text }),
    ]

    private static let formats = FlagValue.list(RegionFileFormat.allCases.map(\.rawValue))
}
