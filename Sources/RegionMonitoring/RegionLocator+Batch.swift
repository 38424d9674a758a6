public import Geodesy
import RegionIndex

/// Which regions contain each of many places: pairs, in the order of the places, those of one place in
/// ascending order of the regions' numbers.
///
/// The caller keeps one and hands it in again, so that its storage is reused.
public struct RegionMatches: Hashable, Sendable {
    /// The index of each pair's place in the columns that were asked about.
    public internal(set) var places: [Int32] = []

    /// The number of each pair's region; ``RegionLocator/identifier(of:)`` names it.
    public internal(set) var regions: [Int32] = []

    /// Creates an empty result.
    public init() {}

    /// How many pairs there are.
    public var count: Int { places.count }

    mutating func removeAll() {
        places.removeAll(keepingCapacity: true)
        regions.removeAll(keepingCapacity: true)
    }
}

extension RegionLocator {
    /// Finds the regions that contain each of many places, as ``regions(containing:)`` does for one; no
    /// text is made on the way. Coordinates that are not valid are in no region.
    ///
    /// - Parameters:
    ///   - latitudes: Degrees north.
    ///   - longitudes: Degrees east, as many.
    ///   - matches: Is emptied, then filled.
    /// - Complexity: O(1) expected for each place, plus the hits.
    /// - Precondition: The columns are equally long, and shorter than 2³¹.
    public func regions(
        containingLatitudes latitudes: [LocationDegrees], longitudes: [LocationDegrees],
        into matches: inout RegionMatches
    ) {
        precondition(
            latitudes.count == longitudes.count,
            "\(latitudes.count) latitudes with \(longitudes.count) longitudes")
        matches.removeAll()
        for index in latitudes.indices {
            let place = LocationCoordinate2D(
                latitude: latitudes[index], longitude: longitudes[index])
            guard place.isValid else { continue }
            let start = matches.regions.count
            lookup.regions(containing: place.normalized, into: &matches.regions)
            let hits = matches.regions.count - start
            for _ in 0..<hits { matches.places.append(Int32(index)) }
        }
    }

    /// The identifier of the region that has a number: 0 for the first that was inserted, and so on;
    /// a region that replaces another has the other's number.
    ///
    /// - Precondition: A region has this number.
    public func identifier(of number: Int32) -> RegionID { identifiers[Int(number)] }
}
