import RegionIndex
import RegionMonitoring
import StrictJSON

/// Collects what one file holds while it is read.
struct RegionFileBuilder {
    /// What a text may be.
    enum Document {
        /// A collection, a feature or a bare geometry.
        case file
        /// A feature only.
        case feature
    }

    /// A finding whose line is not counted yet.
    private struct OpenFinding {
        var offset: Int
        var region: RegionID?
        var feature: Int?
        var reason: RegionFileFinding.Reason
    }

    /// Where the text begins in its file.
    let origin: SourcePosition

    var registry: RegionRegistry

    private var entries: [RegionFile.Entry] = []
    private var findings: [OpenFinding] = []
    private var isReadable = true

    /// Only ever asked for what follows, or it would count from the file's beginning again.
    private var counter = TextPositionCounter()

    /// Where the feature begins that is being read.
    private var featurePosition: SourcePosition

    init(origin: SourcePosition, registry: RegionRegistry) {
        self.origin = origin
        self.registry = registry
        featurePosition = origin
    }

    /// Reads the whole text.
    mutating func read(
        _ bytes: Span<UInt8>, accepting document: Document,
        as format: RegionFileFormat = .geojson, _ options: RegionFileOptions = .init()
    ) {
        do throws(Refusal) {
            switch format {
            case .geojson: try GeoJSONDocument.read(bytes, accepting: document, into: &self)
            case .wkt: WKTDocument.read(bytes, options, into: &self)
            case .csv: try CSVDocument.read(bytes, options, into: &self)
            }
        } catch {
            // Whatever is wrong with the text as a whole shows before its first feature is read.
            isReadable = false
            findings.append(OpenFinding(offset: error.offset, reason: error.reason))
        }
    }

    /// Adds a refusal of a feature.
    mutating func refuse(_ refusal: Refusal, region: RegionID?, feature: Int?) {
        findings.append(
            OpenFinding(
                offset: refusal.offset, region: region, feature: feature, reason: refusal.reason))
    }

    /// Takes an identifier for the feature that begins at `start` and is about to be read.
    mutating func claim(
        _ identifier: FeatureIdentifier, featureAt start: Int, in bytes: Span<UInt8>
    ) throws(Refusal) {
        featurePosition = position(of: start, in: bytes)
        let position = position(of: identifier.offset, in: bytes)
        if let first = registry.claim(identifier.region, at: position) {
            throw Refusal(at: identifier.offset, .repeatedIdentifier(first: first))
        }
    }

    /// Checks the geometry of the region whose identifier was claimed last and adds it.
    ///
    /// - Parameters:
    ///   - start: Where its feature begins.
    ///   - coordinates: Where its coordinates stand, to be named when they are not valid.
    mutating func add(
        _ region: Region, feature: Int?, at start: Int, coordinates: Int, in bytes: Span<UInt8>
    ) throws(Refusal) {
        let geometry: RegionGeometry
        do throws(GeometryError) {
            geometry = try RegionGeometry(region.shape)
        } catch {
            throw Refusal(at: coordinates, .invalidGeometry(error.reason))
        }
        if let earlier = registry.note(region.shape, of: region.identifier) {
            findings.append(
                OpenFinding(
                    offset: start, region: region.identifier, feature: feature,
                    reason: .sameGeometry(as: earlier)))
        }
        entries.append(
            RegionFile.Entry(
                region: region, position: featurePosition, geometry: geometry))
    }

    /// What the file holds.
    consuming func finish(_ bytes: Span<UInt8>) -> RegionFile {
        // In the file's order, so that all lines are counted in one pass.
        findings.sort { $0.offset < $1.offset }
        counter = TextPositionCounter()
        var located: [RegionFileFinding] = []
        for finding in findings {
            located.append(
                RegionFileFinding(
                    position: position(of: finding.offset, in: bytes), region: finding.region,
                    feature: finding.feature, reason: finding.reason))
        }
        return RegionFile(
            name: origin.file, entries: entries, findings: located, isReadable: isReadable)
    }

    private mutating func position(of offset: Int, in bytes: Span<UInt8>) -> SourcePosition {
        let place = counter.position(of: offset, in: bytes)
        return SourcePosition(
            file: origin.file, line: origin.line + place.line - 1,
            column: place.line == 1 ? origin.column + place.column - 1 : place.column)
    }
}
