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
            var monitor = try RegionMonitor(
                policy: PolicyChoice.fleet.applying(policy), filter: filter)
            monitor.forgetsAfter = forgetsAfter
            return monitor
        } catch {
            throw CannotRun(error.description)
        }
    }

    /// The regions' sources, of which none has been read.
    func makeCatalog() -> RegionCatalog {
        RegionCatalog(
            paths: regionFiles, options: regionReading, otherSource: RegionDatabase.read)
    }

    /// Puts what is sound of the region files in force; notes go to standard error.
    ///
    /// - Returns: What was refused.
    func load(
        _ catalog: inout RegionCatalog, _ reading: RegionCatalog.Reading,
        into monitor: inout RegionMonitor
    ) throws(CannotRun) -> [MonitoringFailure] {
        let (failures, notes) = catalog.load(reading.files, into: &monitor)
        for note in RegionCatalog.shortened(notes) { Console.note(note) }
        try accept(failures, regionCount: monitor.regionCount)
        return failures
    }

    /// Reads all region files, which must be readable.
    func read(_ catalog: inout RegionCatalog) throws(CannotRun) -> RegionCatalog.Reading {
        let reading = catalog.read()
        for file in reading.unreadable { Console.note(file.message) }
        guard reading.unreadable.isEmpty else {
            let names = reading.unreadable.map { "'\($0.path)'" }.joined(separator: ", ")
            throw CannotRun("unreadable region files: \(names)")
        }
        return reading
    }

    /// Refuses to run without regions, or without all of them where that is asked for.
    func accept(_ failures: [MonitoringFailure], regionCount: Int) throws(CannotRun) {
        // Where all that there is was refused, the run shows it by its status: 1, not 2.
        if regionCount == 0, failures.isEmpty { throw CannotRun("there is no usable region") }
        if isStrict, !failures.isEmpty {
            throw CannotRun(
                "\(counted(failures.count, "region")) refused, and --strict asks for all")
        }
    }

    /// Opens the inputs: the operands, or standard input when there are none.
    ///
    /// - Parameter positions: Where to read on, by the inputs' names.
    func makeReader(
        _ signals: ProcessSignals, resumingAt positions: [String: InputPosition] = [:]
    ) throws(CannotRun) -> FixReader {
        var options = reading
        if follows { options.follow = fromEnd ? .fromEnd : .fromStart }
        let names = operands.isEmpty ? ["-"] : operands
        do throws(FixInputError) {
            return try FixReader(
                names.map(FixInput.init(operand:)), options,
                wakeDescriptor: signals.wakeDescriptor, resumingAt: positions)
        } catch {
            throw CannotRun(error.description)
        }
    }

    /// The sinks, standard output when none is named.
    var sinksOrStandardOutput: [SinkSpecification] {
        sinks.isEmpty ? [.standardOutput] : sinks
    }

    /// Opens the sinks.
    func makeSinks(_ options: SinkGroup.Options) throws(CannotRun) -> SinkGroup {
        do throws(SinkFailure) {
            return try SinkGroup(sinksOrStandardOutput, options)
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
