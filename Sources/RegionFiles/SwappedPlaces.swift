import Geodesy
import RegionMonitoring

/// Finds regions that would lie among the others if their latitude and longitude were exchanged.
struct SwappedPlaces: Sendable {
    private var latitudes: [Float] = []
    private var longitudes: [Float] = []

    /// Notes where a region lies; its number.
    mutating func note(_ shape: RegionShape) -> Int {
        let place = shape.firstPlace
        latitudes.append(Float(place.latitude))
        longitudes.append(Float(place.longitude))
        return latitudes.count - 1
    }

    /// How far each region that looks swapped lies from the middle of all that were noted, in metres, by
    /// its number; none where there are too few to tell.
    func suspects() -> [Int: LocationDistance] {
        guard latitudes.count >= 4 else { return [:] }
        // The median of each: a few that are far off do not move it.
        let middle = LocationCoordinate2D(
            latitude: Double(latitudes.sorted()[latitudes.count / 2]),
            longitude: Double(longitudes.sorted()[longitudes.count / 2])
        ).normalized
        var suspects: [Int: LocationDistance] = [:]
        for index in latitudes.indices where abs(longitudes[index]) <= 90 {
            let place = LocationCoordinate2D(
                latitude: Double(latitudes[index]), longitude: Double(longitudes[index]))
            let swapped = LocationCoordinate2D(
                latitude: place.longitude, longitude: place.latitude)
            let distance = Geodesic.distance(from: place.normalized, to: middle)
            if distance > 1_000_000,
                Geodesic.distance(from: swapped.normalized, to: middle) < distance / 10
            {
                suspects[index] = distance
            }
        }
        return suspects
    }
}

extension RegionShape {
    /// The centre of a circle, else the first vertex.
    fileprivate var firstPlace: LocationCoordinate2D {
        let place: LocationCoordinate2D? =
            switch self {
            case .circle(let circle): circle.center
            case .polygons(let polygons): polygons.first?.exterior.first
            case .corridor(let corridor): corridor.lines.first?.first
            }
        return place ?? LocationCoordinate2D(latitude: 0, longitude: 0)
    }
}
