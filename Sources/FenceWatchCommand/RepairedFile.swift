import EventDelivery
import RegionFiles

/// The file that `check --repair` writes: all regions that are sound, and those that could be mended.
struct RepairedFile {
    private var file: OutputFile
    private var bytes: [UInt8] = Array(RegionGeoJSON.start.utf8)
    private var isEmpty = true

    init(path: String) throws(OutputError) { file = try OutputFile(path: path, .replacing) }

    /// Adds a region.
    mutating func append(_ entry: RegionFile.Entry) throws(OutputError) {
        RegionGeoJSON.append(
            entry.region, policy: entry.policyText, isFirst: isEmpty, to: &bytes)
        isEmpty = false
        if bytes.count > 1 << 16 { try flush() }
    }

    /// Ends the file.
    mutating func finish() throws(OutputError) {
        bytes.append(contentsOf: RegionGeoJSON.end.utf8)
        try flush()
        try file.finish()
    }

    private mutating func flush() throws(OutputError) {
        try file.append(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
