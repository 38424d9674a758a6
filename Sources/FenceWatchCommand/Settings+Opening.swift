import EventDelivery
import FixStreams
import MonitoringService
import RegionFiles
import RegionMonitoring

/// Why a command that was understood cannot be run.
struct CannotRun: Error {
    var description: String

    init(_ description: String) { self.description = description }
}

extension Settings {
    /// The monitor of the settings' policy and filter, without regions.
    func makeMonitor() throws(CannotRun) -> RegionMonitor {
        do throws(PolicyError) {
            return try RegionMonitor(
                policy: PolicyChoice.fleet.applying(policy), filter: filter)
        } catch {
            throw CannotRun(error.description)
        }
    }

    /// Reads all region files and puts what is sound in force; notes go to standard error.
    ///
    /// - Returns: What was refused.
    func load(
        _ catalog: inout RegionCatalog, into monitor: inout RegionMonitor
    ) throws(CannotRun) -> [MonitoringFailure] {
        let reading = catalog.read()
        for file in reading.unreadable { Console.note(file.message) }
        if !reading.unreadable.isEmpty {
            let names = reading.unreadable.map { "'\($0.path)'" }.joined(separator: ", ")
            throw CannotRun("unreadable region files: \(names)")
        }
        let (failures, notes) = catalog.load(reading.files, into: &monitor)
        for note in RegionCatalog.shortened(notes) { Console.note(note) }
        // Where all that there is was refused, the run shows it by its status: 1, not 2.
        if monitor.regionCount == 0, failures.isEmpty {
            throw CannotRun("there is no usable region")
        }
        if isStrict, !failures.isEmpty {
            throw CannotRun(
                "\(counted(failures.count, "region")) refused, and --strict asks for all")
        }
        return failures
    }

    /// Opens the inputs: the operands, or standard input when there are none.
    func makeReader(_ signals: ProcessSignals) throws(CannotRun) -> FixReader {
        var options = reading
        if follows { options.follow = fromEnd ? .fromEnd : .fromStart }
        let names = operands.isEmpty ? ["-"] : operands
        do throws(FixInputError) {
            return try FixReader(
                names.map(FixInput.init(operand:)), options,
                wakeDescriptor: signals.wakeDescriptor)
        } catch {
            throw CannotRun(error.description)
        }
    }

    /// Reads all region files without a monitor; notes go to standard error.
    ///
    /// - Returns: What is sound, and how many features were refused.
    func readRegions() throws(CannotRun) -> (entries: [RegionFile.Entry], refused: Int) {
        let (files, refused) = try readRegionFiles()
        let entries = files.flatMap(\.entries)
        if entries.isEmpty, refused == 0 { throw CannotRun("there is no usable region") }
        return (entries, refused)
    }

    /// Reads all region files; notes go to standard error.
    ///
    /// - Returns: The files, and how many features were refused.
    func readRegionFiles() throws(CannotRun) -> (files: [RegionFile], refused: Int) {
        var catalog = RegionCatalog(
            paths: regionFiles, options: regionReading, otherSource: RegionDatabase.read)
        let reading = catalog.read()
        for file in reading.unreadable { Console.note(file.message) }
        if !reading.unreadable.isEmpty {
            let names = reading.unreadable.map { "'\($0.path)'" }.joined(separator: ", ")
            throw CannotRun("unreadable region files: \(names)")
        }
        let notes = reading.files.flatMap(\.findings).map(\.description)
        for note in RegionCatalog.shortened(notes) { Console.note(note) }
        return (reading.files, reading.files.reduce(0) { $0 + $1.refusedCount })
    }
}
