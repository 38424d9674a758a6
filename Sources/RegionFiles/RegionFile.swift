package import Geodesy
package import RegionIndex
public import RegionMonitoring

/// What one file of regions holds, and what is wrong with it.
public struct RegionFile: Sendable {
    /// A region and where it stands.
    public struct Entry: Sendable {
        /// The region.
        public let region: Region

        /// Where its feature begins.
        public let position: SourcePosition

        /// The region's geometry, worked out when it was checked; spares doing it again.
        package let geometry: RegionGeometry

        /// The feature's `policy` as it stands in the file, a JSON object on one line.
        package var policyText: String?

        /// Whether the shape is another than the file's, which was not valid.
        package var isRepaired = false
    }

    /// The file, as it was named to the reader.
    public let name: String

    /// The regions that are sound, in the file's order.
    public let entries: [Entry]

    /// The shapes that are not valid, if they were to be kept.
    package let refusedShapes: [(region: RegionID, shape: RegionShape)]

    /// What is wrong or doubtful, in the file's order.
    public let findings: [RegionFileFinding]

    /// Whether the file could be read; if not, it holds no regions and one finding says why.
    public let isReadable: Bool

    /// The index of the regions in their order, where it came with them.
    package var index: IndexSnapshot?

    /// The regions that are sound, in the file's order.
    public var regions: [Region] { entries.map(\.region) }

    /// How many features were refused.
    public var refusedCount: Int {
        isReadable ? findings.reduce(0) { $0 + ($1.severity == .error ? 1 : 0) } : 0
    }
}
