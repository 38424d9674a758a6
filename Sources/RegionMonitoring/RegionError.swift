/// Why a region cannot be monitored.
public struct RegionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The region.
    public var region: RegionID

    /// What is wrong with it, in a sentence that names the value found and what is allowed.
    public var reason: String

    /// Creates an error.
    public init(region: RegionID, reason: String) {
        self.region = region
        self.reason = reason
    }

    /// The region and the reason in one line.
    public var description: String { "region '\(region.rawValue)': \(reason)" }
}
