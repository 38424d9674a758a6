public import RegionMonitoring
import StrictJSON

/// Reads files of regions and says what is wrong with them.
///
/// One reader reads all files of a run: identifiers must be unique over all of them, and the first
/// feature that has one keeps it. A bad feature never stops the others; a file that cannot be read as a
/// whole gives one finding and no regions.
///
/// ```swift
/// var reader = RegionFileReader()
/// let file = reader.read(bytes, named: "depots.geojson")
/// for finding in file.findings { print(finding) }
/// for region in file.regions { try monitor.startMonitoring(for: region) }
/// ```
///
/// In GeoJSON (RFC 7946) a file is a FeatureCollection, a Feature, or a bare geometry, which is named
/// after its file. Polygon and MultiPolygon are areas; a Point with a `radius` in metres among its properties
/// is a circle; a LineString or MultiLineString with a `width`, half its width in metres, is a corridor.
/// A member `"coordinates": "gcj02"` at the top says that the file is not in WGS 84. The other formats
/// are those of ``RegionFileFormat``.
public struct RegionFileReader: Sendable {
    private var registry = RegionRegistry()
    private let options: RegionFileOptions

    /// Creates a reader that has not seen any region yet.
    public init(options: RegionFileOptions = RegionFileOptions()) { self.options = options }

    /// Reads the bytes of one file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, UTF-8, with or without a byte order mark.
    ///   - file: The file's name or path, for positions and for naming a bare geometry.
    /// - Complexity: linear in the bytes, and what checking the geometries takes,
    ///   O(*v* log *v*) in a polygon's vertices.
    public mutating func read(_ bytes: [UInt8], named file: String) -> RegionFile {
        let format =
            options.format ?? RegionFileFormat(extensionOf: file)
            ?? RegionFileFormat(startOf: bytes.span)
        return read(bytes, named: file) { (bytes, builder) throws(Refusal) in
            if format == nil { try RegionFileFormat.refuseUnknownText(bytes) }
            try builder.read(bytes, accepting: .file, as: format ?? .geojson)
        }
    }

    mutating func read(
        _ bytes: [UInt8], named file: String,
        through read: (Span<UInt8>, inout RegionFileBuilder) throws(Refusal) -> Void
    ) -> RegionFile {
        registry.beginFile(file)
        var builder = RegionFileBuilder(
            origin: SourcePosition(file: file, line: 1, column: 1), options, registry: registry)
        // The builder has the only copy while it works, so that nothing is copied.
        registry = RegionRegistry()
        builder.read(bytes.span, through: read)
        registry = builder.registry
        return builder.finish(bytes.span)
    }

    /// Takes the regions of a compiled file: where an earlier one of another file has the identifier, that one
    /// stays and a finding says so.
    mutating func take(
        _ entries: [RegionFile.Entry], ofCompiledFile name: String
    ) -> (kept: [RegionFile.Entry], findings: [RegionFileFinding]) {
        registry.beginFile(name)
        if registry.isEmpty {
            registry.claimLater(entries)
            return (entries, [])
        }
        registry.reserve(entries.count)
        var findings: [RegionFileFinding] = []
        let kept = entries.filter { entry in
            let region = entry.region.identifier
            guard let first = registry.claim(region, at: entry.position) else { return true }
            findings.append(
                RegionFileFinding(
                    position: entry.position, region: region,
                    reason: .repeatedIdentifier(first: first)))
            return false
        }
        return (kept, findings)
    }

    /// Reads one GeoJSON Feature that is part of a larger text, such as a record of a stream.
    ///
    /// - Parameters:
    ///   - bytes: The feature alone.
    ///   - start: Where the feature begins in the larger text; positions count from there.
    /// - Throws: The first error found.
    public static func readFeature(
        _ bytes: [UInt8], at start: SourcePosition
    ) throws(RegionFileFinding) -> Region {
        try readEntry(bytes.span, at: start).region
    }

    /// Reads one GeoJSON Feature that is part of a larger text; see
    /// ``readFeature(_:at:)``.
    package static func readEntry(
        _ bytes: Span<UInt8>, at start: SourcePosition
    ) throws(RegionFileFinding) -> RegionFile.Entry {
        var registry = RegionRegistry()
        registry.beginFile(start.file)
        var builder = RegionFileBuilder(
            origin: start, RegionFileOptions(), registry: registry)
        builder.read(bytes) { (bytes, builder) throws(Refusal) in
            try builder.read(bytes, accepting: .feature, as: .geojson)
        }
        let file = builder.finish(bytes)
        if let error = file.findings.first(where: { $0.severity == .error }) { throw error }
        guard let entry = file.entries.first else {
            // A feature is either an entry or an error: this tells a fault of the reader itself.
            preconditionFailure("a feature gave neither a region nor an error")
        }
        return entry
    }
}
