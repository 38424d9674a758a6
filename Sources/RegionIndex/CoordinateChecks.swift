import Geodesy

/// Throws when a coordinate names no place; `name` says which one it is.
func requireValid(
    _ coordinate: LocationCoordinate2D, _ name: @autoclosure () -> String
) throws(GeometryError) {
    // Comparisons with NaN are false, so NaN is refused by each of them.
    guard abs(coordinate.latitude) <= 90 else {
        throw GeometryError(
            reason: "\(name()) has latitude \(coordinate.latitude); it must be within -90...90")
    }
    guard abs(coordinate.longitude) <= 540 else {
        throw GeometryError(
            reason: "\(name()) has longitude \(coordinate.longitude); it must be within -540...540")
    }
}

extension LocationCoordinate2D {
    /// Longitude and latitude as region files write them.
    var lonLat: String { "\(longitude) \(latitude)" }
}
