import EventDelivery
import MonitoringService
import RegionFiles
import RegionMonitoring

extension Subcommand {
    /// Makes region files of other programs' geofences.
    static let `import` = Subcommand(
        name: .import,
        usage: "fencewatch import [options] traccar|tile38 FILE ...",
        summary: "make a region file of another program's geofences",
        discussion: """
            Reads Traccar's geofences (the JSON of its API, the table tc_geofences as CSV, or its area \
            texts) or Tile38's (its append-only file, or SETHOOK and SETCHAN commands), writes them as \
            GeoJSON with policies that tell what the other program told, and says on standard error \
            what could not be carried over. The status is 1 when a fence is no region, and 2 when a \
            file cannot be read.
            """,
        run: { settings throws(UsageError) in
            guard let name = settings.operands.first else {
                throw UsageError("import from what? name traccar or tile38, and files")
            }
            let source = try FlagValue.choice(name, as: ImportCommand.Source.self)
            let files = settings.operands.dropFirst()
            if files.isEmpty { throw UsageError("there is no file to import: name one or more") }
            if let output = settings.outputPath,
                let file = files.first(where: {
                    $0 == output || ProcessFacts.isSameFile($0, output)
                })
            {
                throw UsageError("'\(file)' is imported and the output at once")
            }
            do throws(OutputError) {
                return try ImportCommand(
                    source: source, files: Array(files), output: settings.outputPath
                ).run()
            } catch {
                Console.note("\(error)")
                return .failure
            }
        })
}

/// One run of `import`.
private struct ImportCommand {
    /// Whose fences are read.
    enum Source: String, CaseIterable {
        case traccar
        case tile38
    }

    let source: Source
    let files: [String]
    let output: String?

    func run() throws(OutputError) -> ExitStatus {
        var imports: [RegionImport] = []
        for path in files {
            guard let found = read(path) else { return .failure }
            imports.append(found)
        }
        try write(imports.flatMap(\.entries))
        for found in imports {
            for line in found.notes + found.refusals { Console.note(line) }
        }
        let count = imports.reduce(0) { $0 + $1.entries.count }
        let refused = imports.reduce(0) { $0 + $1.refusals.count }
        Console.note(
            counted(count, "region") + " written" + (refused > 0 ? ", \(refused) refused" : ""))
        return refused > 0 ? .defects : .success
    }

    private func read(_ path: String) -> RegionImport? {
        do {
            let bytes = try FileBytes.read(path)
            switch source {
            case .traccar: return try TraccarImport.read(bytes, named: path)
            case .tile38: return try Tile38Import.read(bytes, named: path)
            }
        } catch let error as FileBytes.Failure {
            Console.note("cannot read \(path): \(error.message)")
        } catch {
            Console.note("\(error)")
        }
        return nil
    }

    private func write(_ entries: [RegionImport.Entry]) throws(OutputError) {
        var file = OutputFile.standardOutput
        if let output { file = try OutputFile(path: output, .replacing) }
        var bytes = Array(RegionGeoJSON.start.utf8)
        for (index, entry) in entries.enumerated() {
            RegionGeoJSON.append(
                entry.region, policy: entry.policy, isFirst: index == 0, to: &bytes)
        }
        bytes.append(text: RegionGeoJSON.end)
        try file.append(bytes)
        try file.finish()
    }
}
