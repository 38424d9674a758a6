public import Geodesy
public import RegionMonitoring

extension RegionFileFinding {
    /// What is wrong. What was found is given as text for people, shortened if it is long.
    @nonexhaustive public enum Reason: Hashable, Sendable {
        /// The file is not JSON (RFC 8259).
        case notJSON(found: String, expected: String)

        /// The file is not XML, or not XML of the format; in the parser's words.
        case notXML(String)

        /// The file is a compiled one that cannot be used, and why.
        case compiledFile(String)

        /// Something else stands where the format wants something.
        case unexpected(found: String, expected: String)

        /// Neither the file's extension nor its beginning shows its format.
        case unknownFormat(found: String)

        /// The file is JSON, but not one object.
        case notGeoJSON(found: String)

        /// A member that must be there is not.
        case missing(member: String, expected: String)

        /// A member has a value that it cannot have.
        case wrongValue(member: String, found: String, expected: String)

        /// The coordinates are in a system other than WGS 84 in degrees.
        case unsupportedReferenceSystem(String)

        /// The geometry is of a type that is no region.
        case unsupportedGeometry(type: String)

        /// The geometry holds no position.
        case emptyGeometry

        /// Something else stands where a position, or a number of one, should be.
        case wrongCoordinates(found: String, expected: String)

        /// A latitude is outside −90...90.
        case latitudeOutOfRange(LocationDegrees)

        /// A longitude is outside −540...540.
        case longitudeOutOfRange(LocationDegrees)

        /// A ring has fewer than four positions, or a line fewer than two.
        case tooFewPositions(part: Part, count: Int, least: Int)

        /// A ring does not end where it begins.
        case ringNotClosed(Part)

        /// The geometry is not valid; the reason and the place are those of GEOS.
        case invalidGeometry(String)

        /// The identifier is that of an earlier feature.
        case repeatedIdentifier(first: SourcePosition)

        /// The policy names a value that there is not.
        case unknownPolicyValue(name: String, nearest: String?)

        /// A value of the policy is of the wrong kind or out of range.
        case policy(String)

        /// Another region covers exactly the same area; a warning.
        case sameGeometry(as: RegionID)

        /// A polygon that is not valid was mended; a warning. Areas in m², that before by the signed areas
        /// of the rings.
        case repaired(areaBefore: Double, areaAfter: Double, polygonCount: Int)

        /// A polygon that is not valid could not be mended; a warning beside the error.
        case notRepaired(String)

        /// A record of the file has no effect; a warning.
        case ignored(record: String, found: String)

        /// The radius or half-width is less than most positions are exact, in metres; a warning.
        case tinySize(LocationDistance)

        /// A polygon is a narrow strip, so wide on average; a warning.
        case sliver(polygon: Int?, width: LocationDistance)

        /// An edge of more than 180° of longitude is taken to cross the ±180° meridian; a warning.
        case jumpsAntimeridian(from: LocationDegrees, to: LocationDegrees)

        /// A polygon covers more than half of all longitudes; a warning.
        case spansLongitudes(LocationDegrees)

        /// The region lies so far from the others, in metres, and among them if latitude and longitude
        /// were exchanged; a warning.
        case maybeSwapped(distance: LocationDistance)
    }

    /// A ring of a polygon, or a line; all numbers from 0.
    public struct Part: Hashable, Sendable, CustomStringConvertible {
        /// What the part is.
        public enum Kind: String, Hashable, Sendable {
            /// A closed ring of a polygon; number 0 is the outer one.
            case ring
            /// A line of a corridor.
            case line
        }

        /// What the part is.
        public var kind: Kind

        /// Its number within its polygon or its geometry.
        public var number: Int

        /// The number of its polygon within a MultiPolygon.
        public var polygon: Int?

        /// Creates a part.
        public init(_ kind: Kind, _ number: Int, ofPolygon polygon: Int? = nil) {
            self.kind = kind
            self.number = number
            self.polygon = polygon
        }

        /// `ring 1 of polygon 0`
        public var description: String {
            "\(kind.rawValue) \(number)" + (polygon.map { " of polygon \($0)" } ?? "")
        }
    }
}

extension RegionFileFinding.Reason: CustomStringConvertible {
    /// Whether it is an error or a warning.
    public var severity: RegionFileFinding.Severity {
        switch self {
        case .sameGeometry, .repaired, .notRepaired, .ignored, .tinySize, .sliver,
            .jumpsAntimeridian, .spansLongitudes,
            .maybeSwapped:
            .warning
        default: .error
        }
    }

    /// What is wrong, naming what was found and what was expected, in one line without control
    /// characters, whatever the file holds.
    public var description: String { sentence.printable }

    private var sentence: String {
        switch self {
        case .notXML(let reason): "not usable XML: \(reason)"
        case .compiledFile(let reason): "compiled regions that cannot be used: \(reason)"
        case .notJSON(let found, let expected): "not JSON: found \(found), expected \(expected)"
        case .unknownFormat(let found):
            "neither the file's extension nor its beginning, '\(found)', shows its format"
        case .notGeoJSON(let found):
            "found \(found); a region file is one GeoJSON object: a FeatureCollection, a Feature "
                + "or a geometry"
        case .missing(let member, let expected): "'\(member)' is missing; it must be \(expected)"
        case .wrongValue(let member, let found, let expected):
            "'\(member)' is \(found); it must be \(expected)"
        case .unsupportedReferenceSystem(let found):
            "the reference system is \(found); it must be CRS84 or EPSG:4326, or be left out"
        case .unsupportedGeometry(let type):
            "a geometry of type \(type) is no region; it must be Polygon, MultiPolygon, "
                + "Point with a radius, LineString or MultiLineString with a width"
        case .emptyGeometry: "the geometry is empty; it must have at least one position"
        case .unexpected(let found, let expected), .wrongCoordinates(let found, let expected):
            "found \(found), expected \(expected)"
        case .latitudeOutOfRange(let latitude):
            "the latitude \(latitude) is out of range; it must be -90 to 90"
        case .longitudeOutOfRange(let longitude):
            "the longitude \(longitude) is out of range; it must be -540 to 540"
        case .tooFewPositions(let part, let count, let least):
            "\(part) has \(count) position\(count == 1 ? "" : "s"); it must have at least \(least)"
        case .ringNotClosed(let part):
            "\(part) is not closed; its last position must be its first"
        case .invalidGeometry(let reason): reason
        case .repeatedIdentifier(let first):
            "the identifier has been used before, at \(first); it must be unique over all files"
        case .unknownPolicyValue(let name, _): "the policy has no value '\(name)'"
        case .policy(let reason): "policy: \(reason)"
        case .sameGeometry(let other):
            "covers exactly what region '\(other.rawValue)' covers"
        case .repaired(let before, let after, let count):
            "repaired: the area was \(before.areaText) and is \(after.areaText), in "
                + counted(count, "polygon")
        case .notRepaired(let reason): "not repaired: \(reason)"
        case .ignored(let record, let found):
            "\(record) '\(found)' has no effect"
        case .tinySize(let size):
            "a size of \(size.metersText) is less than most positions are exact"
        case .sliver(let polygon, let width):
            (polygon.map { "polygon \($0)" } ?? "the polygon")
                + " is a sliver, \(width.metersText) wide on average"
        case .jumpsAntimeridian(let from, let to):
            "the edge from longitude \(from) to \(to) is taken to cross the 180 meridian, as it is "
                + "longer than 180 degrees"
        case .spansLongitudes(let span):
            "the polygon spans \(span) degrees of longitude"
        case .maybeSwapped(let distance):
            "lies \((distance / 1000).rounded()) km from the middle of the regions, and would be near "
                + "it with latitude and longitude exchanged"
        }
    }
}

extension Double {
    /// An area for people: m² up to a hectare, km² from a square kilometre on, with four digits.
    fileprivate var areaText: String {
        func digits(_ value: Double) -> String {
            let scale = value >= 100 ? 10.0 : value >= 1 ? 1000 : 1_000_000
            return ((value * scale).rounded() / scale).description
        }
        return self < 1e6 ? digits(self) + " m²" : digits(self / 1e6) + " km²"
    }
}
