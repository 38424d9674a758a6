package import EventDelivery
import RegionFiles
package import RegionMonitoring

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
        apply(read(), into: pipeline).lines
    }

    /// Puts in force what has changed in the files since a former run, whose state the pipeline has
    /// taken up.
    ///
    /// - Parameters:
    ///   - inForce: The regions that were in force by the file that they came from.
    ///   - isRepeating: Whether regions are put that have not changed, since the policy has.
    /// - Returns: What is refused, and lines for people.
    package mutating func resume(
        _ reading: Reading, from inForce: [String: Set<RegionID>], isRepeating: Bool,
        into pipeline: MonitoringPipeline
    ) -> (failures: [MonitoringFailure], lines: [String]) {
        self.inForce = inForce
        let (failures, lines, isChanged) = apply(
            reading, isRepeating: isRepeating, into: pipeline)
        return (failures, isChanged ? lines : Array(lines.dropLast()))
    }

    private mutating func apply(
        _ reading: Reading, isRepeating: Bool = false, into pipeline: MonitoringPipeline
    ) -> (failures: [MonitoringFailure], lines: [String], isChanged: Bool) {
        let before = Set(inForce.values.joined())
        var step = ReloadStep(notes: reading.unreadable.map(\.message))
        step.isRepeating = isRepeating
        step.kept = Set(reading.unreadable.flatMap { inForce[$0.path] ?? [] })
        let kept = Set(reading.unreadable.map(\.path))
        let read = Set(reading.files.map(\.name))
        inForce = inForce.filter { kept.contains($0.key) || read.contains($0.key) }
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
        let isChanged = step.added > 0 || step.changed > 0 || !gone.isEmpty
        return (step.failures, Self.shortened(step.notes) + [summary], isChanged)
    }
}

/// The account of one reload.
private struct ReloadStep {
    var notes: [String]

    /// What is to be done, in its order.
    var edits: [Control] = []

    /// What is refused.
    var failures: [MonitoringFailure] = []

    /// Whether regions are put that have not changed.
    var isRepeating = false
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
            failures.append(MonitoringFailure(finding))
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
                let failure = MonitoringFailure(error, at: entry.position)
                notes.append(failure.detail)
                failures.append(failure)
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
        if old == entry.region, !isRepeating { return }
        edits.append(
            .install(try pipeline.prototype.prepare(entry.region, geometry: entry.geometry)))
        if old == nil {
            added += 1
        } else if old != entry.region {
            changed += 1
        }
    }
}
