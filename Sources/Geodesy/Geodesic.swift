import CGeodesic

/// Shortest lines on the WGS 84 ellipsoid.
///
/// Karney's method as PROJ's `geodesic.h` implements it: C. F. F. Karney, *Algorithms for geodesics*,
/// J. Geodesy 87, 43–55 (2013). Distances are good to about 15 nanometres for any two places, the
/// near-antipodal ones included; ±180° and the poles need no care.
public enum Geodesic {
    /// The length in metres of the shortest line between two places, 0 to 20,003,931.5.
    ///
    /// Both coordinates must be valid (``LocationCoordinate2D/isValid``).
    ///
    /// - Complexity: O(1), some hundreds of nanoseconds.
    public static func distance(
        from start: LocationCoordinate2D, to end: LocationCoordinate2D
    ) -> LocationDistance {
        var ellipsoid = wgs84
        var distance = 0.0
        // SAFETY: the two pointers live through the call; null asks for no azimuth (geodesic.h).
        unsafe geod_inverse(
            &ellipsoid, start.latitude, start.longitude, end.latitude, end.longitude,
            &distance, nil, nil)
        return distance
    }

    /// The course in degrees clockwise from north, −180 to 180, at which the shortest line to `end`
    /// leaves `start`.
    ///
    /// Between equal places and from a pole it is one of the possible courses. Both coordinates
    /// must be valid.
    public static func bearing(
        from start: LocationCoordinate2D, to end: LocationCoordinate2D
    ) -> LocationDegrees {
        var ellipsoid = wgs84
        var bearing = 0.0
        // SAFETY: as in `distance`; null asks for no distance and no second azimuth.
        unsafe geod_inverse(
            &ellipsoid, start.latitude, start.longitude, end.latitude, end.longitude,
            nil, &bearing, nil)
        return bearing
    }

    /// The place reached from `start` after `distance` metres on a course of `bearing` degrees
    /// clockwise from north; its longitude is normalised to −180..<180.
    ///
    /// A negative distance goes backwards. `start` must be valid, the other two finite.
    public static func destination(
        from start: LocationCoordinate2D, bearing: LocationDegrees, distance: LocationDistance
    ) -> LocationCoordinate2D {
        var ellipsoid = wgs84
        var end = LocationCoordinate2D(latitude: 0, longitude: 0)
        // SAFETY: the pointers live through the call; null asks for no final azimuth.
        unsafe geod_direct(
            &ellipsoid, start.latitude, start.longitude, bearing, distance,
            &end.latitude, &end.longitude, nil)
        return end.normalized
    }

    /// The library's table of series coefficients for WGS 84; 500 bytes, never changed.
    private static let wgs84: geod_geodesic = {
        var ellipsoid = geod_geodesic()
        // SAFETY: geod_init fills the whole structure it is given.
        unsafe geod_init(&ellipsoid, EarthModel.equatorialRadius, EarthModel.flattening)
        return ellipsoid
    }()
}
