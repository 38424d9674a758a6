import MonitoringService
import RegionFiles
import RegionMonitoring

extension Subcommand {
    /// Makes one compiled file of region files.
    static let compile = Subcommand(
        name: .compile,
        usage: "fencewatch compile [options] REGIONS ... -o FILE",
        summary: "make region files ready for a quick start",
        discussion: """
            Checks files of regions and writes what is sound, with its index, to one file that -r reads \
            in a second where the sources take a minute. Such a file is for this version of the program \
            and this kind of machine; another refuses it: keep the sources. Policies are those of the \
            regions; options and presets are given when it is used. The status is 1 when a region is \
            refused, and 2 when a file cannot be read or no region is left.
            """,
        run: { settings throws(UsageError) in
            if settings.operands.isEmpty {
                throw UsageError("there is no file to compile: name one or more")
            }
            guard let output = settings.outputPath else {
                throw UsageError("where to? -o FILE names the compiled file")
            }
            if let file = settings.operands.first(where: {
                $0 == output || ProcessFacts.isSameFile($0, output)
            }) {
                throw UsageError("'\(file)' is compiled and the output at once")
            }
            var settings = settings
            settings.regionFiles = settings.operands
            do throws(CannotRun) {
                return try compile(settings, to: output)
            } catch {
                Console.note(error.description)
                return .failure
            }
        })

    private static func compile(
        _ settings: Settings, to output: String
    ) throws(CannotRun) -> ExitStatus {
        let (files, refused) = try settings.readRegionFiles()
        let count = files.reduce(0) { $0 + $1.entries.count }
        guard count > 0 else { throw CannotRun("there is no usable region") }
        if settings.isStrict, refused > 0 {
            throw CannotRun("\(counted(refused, "region")) refused, and --strict asks for all")
        }
        do throws(CompiledRegions.WriteError) {
            try CompiledRegions.write(files, to: output)
        } catch {
            throw CannotRun(error.description)
        }
        Console.note(
            "\(output): " + counted(count, "region")
                + (refused > 0 ? ", \(refused) refused" : ""))
        return refused > 0 ? .defects : .success
    }
}
