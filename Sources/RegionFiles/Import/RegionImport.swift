package import RegionMonitoring

/// What an export of another program holds, as regions that behave as they did there, and what of it
/// has no place in them.
package struct RegionImport: Sendable {
    /// A region and the text of its policy.
    package struct Entry: Sendable {
        /// The region.
        package var region: Region
        /// Its `policy` as a JSON object.
        package var policy: String
    }

    /// What could be read as regions, in the export's order.
    package internal(set) var entries: [Entry] = []

    /// What could not be carried over of them, a line each.
    package internal(set) var notes: [String] = []

    /// The fences that are no regions, a line each with the reason.
    package internal(set) var refusals: [String] = []

    private var identifiers: Set<RegionID> = []

    /// Adds a region if it can be watched.
    mutating func add(
        _ region: Region, policy: String, at place: SourcePosition
    ) {
        var registry = RegionRegistry()
        registry.beginFile(place.file)
        var builder = RegionFileBuilder(origin: place, RegionFileOptions(), registry: registry)
        let bytes: [UInt8] = []
        guard identifiers.insert(region.identifier).inserted else {
            return refuse(
                region.identifier.rawValue, "the identifier has been used before", at: place)
        }
        do throws(Refusal) {
            try builder.add(
                region, policy: policy, feature: nil, at: 0, coordinates: 0, in: bytes.span)
            entries.append(Entry(region: region, policy: policy))
        } catch {
            refuse(region.identifier.rawValue, error.reason.description, at: place)
        }
    }

    mutating func refuse(_ name: String, _ reason: String, at place: SourcePosition) {
        refusals.append("\(place): error: fence '\(name.printable)': \(reason.printable)")
    }

    mutating func note(_ name: String, _ text: String, at place: SourcePosition) {
        notes.append("\(place): fence '\(name.printable)': \(text.printable)")
    }
}
