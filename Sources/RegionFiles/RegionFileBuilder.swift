import Geodesy
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
    private var refusedShapes: [(region: RegionID, shape: RegionShape)] = []
    private var findings: [OpenFinding] = []
    private var isReadable = true

    /// Where the coordinates of each region stand, by its number among all places.
    private var places: [Int: (region: RegionID, feature: Int?, offset: Int)] = [:]

    /// Only ever asked for what follows, or it would count from the file's beginning again.
    private var counter = TextPositionCounter()

    /// Where the feature begins that is being read.
    private var featurePosition: SourcePosition

    /// How files are read.
    let options: RegionFileOptions

    init(origin: SourcePosition, _ options: RegionFileOptions, registry: RegionRegistry) {
        self.options = options
        self.origin = origin
        self.registry = registry
        featurePosition = origin
    }

    /// Reads the whole text; one that cannot be read as a whole leaves no regions.
    mutating func read(
        _ bytes: Span<UInt8>,
        through read: (Span<UInt8>, inout RegionFileBuilder) throws(Refusal) -> Void
    ) {
        do throws(Refusal) {
            try read(bytes, &self)
        } catch {
            isReadable = false
            entries = []
            places = [:]
            refusedShapes = []
            findings = [OpenFinding(offset: error.offset, reason: error.reason)]
        }
    }

    /// Reads a text in a format.
    mutating func read(
        _ bytes: Span<UInt8>, accepting document: Document, as format: RegionFileFormat
    ) throws(Refusal) {
        switch format {
        case .geojson: try GeoJSONDocument.read(bytes, accepting: document, into: &self)
        case .wkt: WKTDocument.read(bytes, options, into: &self)
        case .openair: OpenAirDocument.read(bytes, into: &self)
        case .kml: try XMLDocument.read(bytes, through: KMLReader(options), into: &self)
        case .gpx: try XMLDocument.read(bytes, through: GPXReader(options), into: &self)
        case .csv: try CSVDocument.read(bytes, options, into: &self)
        }
    }

    /// Adds a refusal of a feature.
    mutating func refuse(_ refusal: Refusal, region: RegionID?, feature: Int?) {
        findings.append(
            OpenFinding(
                offset: refusal.offset, region: region, feature: feature, reason: refusal.reason))
    }

    /// Adds a warning, where such are asked for.
    mutating func doubt(
        _ reason: RegionFileFinding.Reason, of region: RegionID?, feature: Int? = nil,
        at offset: Int
    ) {
        guard options.findsDoubts else { return }
        findings.append(
            OpenFinding(offset: offset, region: region, feature: feature, reason: reason))
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
    ///   - policy: The text of its policy.
    mutating func add(
        _ region: Region, policy: String? = nil, feature: Int?, at start: Int, coordinates: Int,
        in bytes: Span<UInt8>
    ) throws(Refusal) {
        var region = region
        var geometry: RegionGeometry?
        do throws(GeometryError) {
            geometry = try RegionGeometry(region.shape)
        } catch {
            let refusal = Refusal(at: coordinates, .invalidGeometry(error.reason))
            if options.keepsRefusedShapes {
                refusedShapes.append((region.identifier, region.shape))
            }
            guard options.repairs, case .polygons(let polygons) = region.shape else {
                throw refusal
            }
            refuse(refusal, region: region.identifier, feature: feature)
            geometry = repaired(
                polygons, of: region.identifier, feature: feature, at: coordinates)
        }
        guard let geometry else { return }
        let isRepaired = geometry.shape != region.shape
        region.shape = geometry.shape
        if let earlier = registry.note(region.shape, of: region.identifier) {
            findings.append(
                OpenFinding(
                    offset: start, region: region.identifier, feature: feature,
                    reason: .sameGeometry(as: earlier)))
        }
        if options.findsDoubts {
            for doubt in RegionDoubts.of(region.shape) {
                self.doubt(doubt, of: region.identifier, feature: feature, at: coordinates)
            }
            let number = registry.places.note(region.shape)
            places[number] = (region.identifier, feature, coordinates)
        }
        entries.append(
            RegionFile.Entry(
                region: region, position: featurePosition, geometry: geometry, policyText: policy,
                isRepaired: isRepaired))
    }

    /// Mends polygons and tells what became of them; `nil` where that is nothing of use.
    private mutating func repaired(
        _ polygons: [Polygon], of region: RegionID, feature: Int?, at place: Int
    ) -> RegionGeometry? {
        var finding = OpenFinding(
            offset: place, region: region, feature: feature, reason: .notRepaired(""))
        defer { findings.append(finding) }
        do throws(GeometryError) {
            let area = try RepairedArea(polygons)
            let geometry = try RegionGeometry(.polygons(area.polygons))
            finding.reason = .repaired(
                areaBefore: area.areaBefore, areaAfter: area.areaAfter,
                polygonCount: area.polygons.count)
            return geometry
        } catch {
            finding.reason = .notRepaired(error.reason)
            return nil
        }
    }

    /// What the file holds.
    consuming func finish(_ bytes: Span<UInt8>) -> RegionFile {
        if options.findsDoubts {
            for (number, distance) in registry.places.suspects() {
                guard let (region, feature, offset) = places[number] else { continue }
                doubt(.maybeSwapped(distance: distance), of: region, feature: feature, at: offset)
            }
        }
        // In the file's order, so that all lines are counted in one pass.
        findings.sort {
            ($0.offset, $0.reason.severity.rank) < ($1.offset, $1.reason.severity.rank)
        }
        counter = TextPositionCounter()
        var located: [RegionFileFinding] = []
        for finding in findings {
            located.append(
                RegionFileFinding(
                    position: position(of: finding.offset, in: bytes), region: finding.region,
                    feature: finding.feature, reason: finding.reason))
        }
        return RegionFile(
            name: origin.file, entries: entries, refusedShapes: refusedShapes, findings: located,
            isReadable: isReadable)
    }

    private mutating func position(of offset: Int, in bytes: Span<UInt8>) -> SourcePosition {
        let place = counter.position(of: offset, in: bytes)
        return SourcePosition(
            file: origin.file, line: origin.line + place.line - 1,
            column: place.line == 1 ? origin.column + place.column - 1 : place.column)
    }
}
