public import Geodesy
import RegionIndex

/// That a region contains one of many places.
public struct RegionMatch: Hashable, Sendable {
    /// The index of the place in the columns that were asked about.
    public var place: Int

    /// The number of the region; ``RegionLocator/identifier(of:)`` names it.
    public var region: Int32
}

/// Which regions contain each of many places: in the order of the places, those of one place in
/// ascending order of the regions' numbers.
///
/// The caller keeps one and hands it in again, so that its storage is reused.
public struct RegionMatches: ~Copyable {
    private var hits = RegionHits()
    private var cells: [IndexCell] = []

    /// The places that were asked about where not all could be; else empty.
    private var places: [Int] = []

    /// Creates an empty result.
    public init() {}

    /// How many there are.
    public var count: Int { hits.count }

    /// One of them.
    public subscript(index: Int) -> RegionMatch {
        let hit = hits[index]
        let place = Int(hit.place)
        return RegionMatch(place: places.isEmpty ? place : places[place], region: hit.slot)
    }

    mutating func fill(
        from lookup: borrowing RegionLookup, _ latitudes: [Double], _ longitudes: [Double]
    ) {
        places.removeAll(keepingCapacity: true)
        if Self.areNormalized(latitudes.span, longitudes.span) {
            Self.ask(lookup, latitudes.span, longitudes.span, &cells, &hits)
            return
        }
        var north: [Double] = []
        var east: [Double] = []
        for index in latitudes.indices {
            let place = LocationCoordinate2D(
                latitude: latitudes[index], longitude: longitudes[index])
            guard place.isValid else { continue }
            places.append(index)
            north.append(place.latitude)
            east.append(place.normalized.longitude)
        }
        Self.ask(lookup, north.span, east.span, &cells, &hits)
    }

    private static func ask(
        _ lookup: borrowing RegionLookup, _ latitudes: Span<Double>, _ longitudes: Span<Double>,
        _ cells: inout [IndexCell], _ hits: inout RegionHits
    ) {
        hits.removeAll()
        if cells.count != latitudes.count {
            cells = Array(repeating: .empty, count: latitudes.count)
        }
        var span = cells.mutableSpan
        lookup.regions(latitudes: latitudes, longitudes: longitudes, cells: &span, into: &hits)
    }

    private static func areNormalized(
        _ latitudes: Span<Double>, _ longitudes: Span<Double>
    ) -> Bool {
        for index in latitudes.indices {
            // A comparison with NaN is false.
            guard latitudes[index].magnitude <= 90, longitudes[index] >= -180,
                longitudes[index] < 180
            else { return false }
        }
        return true
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
    /// - Precondition: The columns are equally long, and shorter than 2³².
    public func regions(
        containingLatitudes latitudes: [LocationDegrees], longitudes: [LocationDegrees],
        into matches: inout RegionMatches
    ) {
        precondition(
            latitudes.count == longitudes.count,
            "\(latitudes.count) latitudes with \(longitudes.count) longitudes")
        matches.fill(from: lookup, latitudes, longitudes)
    }

    /// The identifier of the region that has a number: 0 for the first that was inserted, and so on;
    /// a region that replaces another has the other's number.
    ///
    /// - Precondition: A region has this number.
    public func identifier(of number: Int32) -> RegionID { identifiers[Int(number)] }
}
