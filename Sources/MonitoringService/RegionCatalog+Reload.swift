import EventDelivery
import RegionFiles
import RegionMonitoring

extension RegionCatalog {
    /// Reads all files again and puts what has changed in force, in one step.
    ///
    /// A file that cannot be read as a whole leaves its regions in force; a refused feature whose
    /// identifier is in force keeps its old version; identifiers that are gone are removed.
    ///
    /// The pipeline must be settled.
    ///
    /// - Returns: Lines for people, the last of which sums up.
    package mutating func reload(into pipeline: MonitoringPipeline) -> [String] {
        let reading = read()
        let before = Set(inForce.values.joined())
        var step = ReloadStep(notes: reading.unreadable.map(\.message))
        step.kept = Set(reading.unreadable.flatMap { inForce[$0.path] ?? [] })
        for file in reading.files {
            inForce[file.name] = step.take(file, before: before, into: pipeline)
        }
        let gone = before.subtracting(inForce.values.joined()).sorted()
        pipeline.apply(step.edits + gone.map { .removeRegion($0) })
        count(refused: step.refused)
        let added = step.added == 1 ? "1 region" : "\(step.added) regions"
        var summary =
            "reloaded: \(added) added, \(step.changed) changed, \(gone.count) removed, "
            + "\(step.refused) refused"
        if !reading.unreadable.isEmpty {
            summary += "; \(reading.unreadable.count) unreadable, whose regions are kept"
        }
        return Self.shortened(step.notes) + [summary]
    }
}

/// The account of one reload.
private struct ReloadStep {
    var notes: [String]

    /// What is to be done, in its order.
    var edits: [Control] = []
    var added = 0
    var changed = 0
    var refused = 0

    /// The regions of files that cannot be read.
    var kept: Set<RegionID> = []

    /// Puts a file's regions in force and returns which of its regions are in force then.
    mutating func take(
        _ file: RegionFile, before: Set<RegionID>, into pipeline: MonitoringPipeline
    ) -> Set<RegionID> {
        var inForce: Set<RegionID> = []
        for finding in file.findings {
            notes.append(finding.description)
            guard finding.severity == .error else { continue }
            refused += 1
            if let region = finding.region, before.contains(region) { inForce.insert(region) }
        }
        for entry in file.entries {
            let identifier = entry.region.identifier
            if kept.contains(identifier) {
                notes.append(
                    "\(entry.position): region '\(identifier.rawValue)' is kept as it is; it "
                        + "belongs to a file that cannot be read")
                continue
            }
            do throws(RegionError) {
                try put(entry, into: pipeline)
                inForce.insert(identifier)
            } catch {
                notes.append(MonitoringFailure(error, at: entry.position).detail)
                refused += 1
                if before.contains(identifier) { inForce.insert(identifier) }
            }
        }
        return inForce
    }

    private mutating func put(
        _ entry: RegionFile.Entry, into pipeline: MonitoringPipeline
    ) throws(RegionError) {
        let old = pipeline.monitoredRegion(entry.region.identifier)
        if old == entry.region { return }
        edits.append(
            .install(try pipeline.prototype.prepare(entry.region, geometry: entry.geometry)))
        if old == nil { added += 1 } else { changed += 1 }
    }
}
