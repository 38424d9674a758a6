import EventDelivery
import RegionFiles
import RegionMonitoring

extension MonitoringFailure {
    /// A feature of a file that is refused.
    init(_ finding: RegionFileFinding) {
        self.init(
            region: finding.region, reason: finding.reason.name, detail: finding.description)
    }

    /// A region that is sound by itself and yet cannot be monitored.
    init(_ error: RegionError, at position: SourcePosition) {
        self.init(
            region: error.region, reason: "unusable", detail: "\(position): error: \(error)")
    }
}

extension RegionFileFinding.Reason {
    /// The name of the reason, for programs.
    package var name: String {
        switch self {
        case .notJSON: "notJSON"
        case .unknownFormat: "unknownFormat"
        case .notGeoJSON: "notGeoJSON"
        case .notXML: "notXML"
        case .compiledFile: "compiledFile"
        case .unexpected: "unexpected"
        case .missing: "missing"
        case .wrongValue: "wrongValue"
        case .unsupportedReferenceSystem: "unsupportedReferenceSystem"
        case .unsupportedGeometry: "unsupportedGeometry"
        case .emptyGeometry: "emptyGeometry"
        case .wrongCoordinates: "wrongCoordinates"
        case .latitudeOutOfRange: "latitudeOutOfRange"
        case .longitudeOutOfRange: "longitudeOutOfRange"
        case .tooFewPositions: "tooFewPositions"
        case .ringNotClosed: "ringNotClosed"
        case .invalidGeometry: "invalidGeometry"
        case .repeatedIdentifier: "repeatedIdentifier"
        case .unknownPolicyValue: "unknownPolicyValue"
        case .policy: "policy"
        case .sameGeometry: "sameGeometry"
        case .repaired: "repaired"
        case .notRepaired: "notRepaired"
        case .ignored: "ignored"
        case .tinySize: "tinySize"
        case .sliver: "sliver"
        case .jumpsAntimeridian: "jumpsAntimeridian"
        case .spansLongitudes: "spansLongitudes"
        case .maybeSwapped: "maybeSwapped"
        }
    }
}
