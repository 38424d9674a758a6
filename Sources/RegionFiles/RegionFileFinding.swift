public import RegionMonitoring

/// Something wrong, or doubtful, in a file of regions: what, where, and how to mend it.
public struct RegionFileFinding: Error, Hashable, Sendable, CustomStringConvertible {
    /// What a finding means for what it is about.
    public enum Severity: String, Hashable, Sendable {
        /// The region, or the whole file, is refused.
        case error

        /// The region is loaded all the same.
        case warning

        /// Errors first.
        var rank: Int { self == .error ? 0 : 1 }
    }

    /// Where.
    public var position: SourcePosition

    /// The region it is about, as far as its identifier is known.
    public var region: RegionID?

    /// Which element of the file's `features` it is about, from 0; `nil` when it is about the file,
    /// or when the file is no collection.
    public var feature: Int?

    /// What.
    public var reason: Reason

    /// Creates a finding.
    public init(
        position: SourcePosition, region: RegionID? = nil, feature: Int? = nil, reason: Reason
    ) {
        self.position = position
        self.region = region
        self.feature = feature
        self.reason = reason
    }

    /// Whether the region or file is refused for it.
    public var severity: Severity { reason.severity }

    /// How to mend it, where that can be told.
    public var hint: String? { reason.hint }

    /// The finding in one line: `depots.geojson:12:8: error: region 'x': …; …`.
    ///
    /// A region without a usable identifier is named by its place, `features[3]`.
    public var description: String {
        let subject: String? =
            if let region {
                "region '\(region.rawValue.printable)'"
            } else if let feature {
                "features[\(feature)]"
            } else {
                nil
            }
        let parts = ["\(position): \(severity.rawValue)", subject, reason.description]
        return parts.compactMap(\.self).joined(separator: ": ") + (hint.map { "; \($0)" } ?? "")
    }
}
