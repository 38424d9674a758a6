package import EventDelivery
package import RegionFiles
package import RegionMonitoring

/// The region files of a run: what of them is in force, and how they are read again.
package struct RegionCatalog: Sendable {
    /// What reading all files once found.
    package struct Reading: Sendable {
        /// The files that could be read.
        package var files: [RegionFile] = []

        /// The files that could not be read as a whole, with a line for people on why.
        package var unreadable: [(path: String, message: String)] = []
    }

    /// How many features of the files were refused when they were last read.
    package private(set) var refusedCount = 0

    /// Whether any feature has ever been refused.
    package private(set) var hasRefused = false

    private let paths: [String]
    private let options: RegionFileOptions

    /// Reads what is no file but is named like one, such as a query to a database; `nil` for files.
    package typealias OtherSource =
        @Sendable (String, inout RegionFileReader) -> Result<RegionFile, SourceFailure>?

    /// Why a source could not be read, in one line.
    package struct SourceFailure: Error {
        package var message: String

        package init(message: String) { self.message = message }
    }

    private let otherSource: OtherSource?

    /// The regions in force that came from each file.
    var inForce: [String: Set<RegionID>] {
        get { settled.merging(loaded.mapValues { Set($0) }) { $1 } }
        set {
            settled = newValue
            loaded = [:]
        }
    }

    private var settled: [String: Set<RegionID>] = [:]

    /// The same of files that were loaded and not reloaded: there may be a million, of which no run but one
    /// with reloads or durable state needs a set.
    private var loaded: [String: [RegionID]] = [:]

    /// What the files were like when they were last read, and when they were last looked at.
    private var stampsRead: [FileBytes.Stamp?] = []
    private var stampsSeen: [FileBytes.Stamp?] = []

    /// Creates a catalog of files of which none has been read.
    package init(
        paths: [String], options: RegionFileOptions = RegionFileOptions(),
        otherSource: OtherSource? = nil
    ) {
        self.paths = paths
        self.otherSource = otherSource
        self.options = options
    }

    /// Whether files have changed since they were last read, and were left alone since the last look.
    package mutating func haveChanged() -> Bool {
        let stamps = paths.map(FileBytes.stamp)
        defer { stampsSeen = stamps }
        return stamps != stampsRead && stamps == stampsSeen
    }

    /// Reads all files, in their order.
    package mutating func read() -> Reading {
        var reading = Reading()
        stampsRead = paths.map(FileBytes.stamp)
        stampsSeen = stampsRead
        var reader = RegionFileReader(options: options)
        for path in paths {
            switch otherSource?(path, &reader) {
            case .success(let file):
                take(file, path, into: &reading)
                continue
            case .failure(let failure):
                reading.unreadable.append((path, failure.message))
                continue
            case nil: break
            }
            if CompiledRegions.isCompiled(path) {
                take(reader.read(compiledFile: path), path, into: &reading)
                continue
            }
            do throws(FileBytes.Failure) {
                let file = reader.read(try FileBytes.read(path), named: path)
                take(file, path, into: &reading)
            } catch {
                reading.unreadable.append((path, "cannot read \(path): \(error.message)"))
            }
        }
        return reading
    }

    private func take(_ file: RegionFile, _ path: String, into reading: inout Reading) {
        if file.isReadable {
            reading.files.append(file)
        } else {
            let message = file.findings.first?.description ?? "\(path): cannot be read"
            reading.unreadable.append((path, message))
        }
    }

    /// Puts the regions of files in force that none has been read of before.
    ///
    /// - Returns: What is refused, and lines for people on that and on all that is doubtful.
    package mutating func load(
        _ files: [RegionFile], into monitor: inout RegionMonitor
    ) -> (failures: [MonitoringFailure], notes: [String]) {
        var failures: [MonitoringFailure] = []
        var notes: [String] = []
        // Before the first fix no region makes an event.
        var output = MonitorOutput()
        for file in files {
            for finding in file.findings {
                notes.append(finding.description)
                if finding.severity == .error { failures.append(MonitoringFailure(finding)) }
            }
            let refused = monitor.startMonitoring(for: file, into: &output)
            for (entry, error) in refused {
                let failure = MonitoringFailure(error, at: entry.position)
                notes.append(failure.detail)
                failures.append(failure)
            }
            let refusedRegions = Set(refused.map(\.entry.region.identifier))
            loaded[file.name] = file.entries.map(\.region.identifier)
                .filter { !refusedRegions.contains($0) }
        }
        monitor.optimizeIndex()
        count(refused: failures.count)
        return (failures, notes)
    }

    /// The first of many lines on findings, and how many more there are: a thousand refused features
    /// must not push what else is told off the screen.
    package static func shortened(_ notes: [String]) -> [String] {
        let limit = 20
        guard notes.count > limit else { return notes }
        let more = counted(notes.count - limit, "more finding")
        return notes.prefix(limit) + ["\(more) in the region files: 'fencewatch check' lists them"]
    }

    mutating func count(refused: Int) {
        refusedCount = refused
        if refused > 0 { hasRefused = true }
    }
}
