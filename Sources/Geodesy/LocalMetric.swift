#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What a degree is worth in metres near one latitude, on the WGS 84 ellipsoid.
///
/// From the radii of curvature of the meridian, M = a (1 − e²) / (1 − e² sin²φ)^1.5, and of the
/// prime vertical, N = a / √(1 − e² sin²φ): a degree of latitude is M π/180 metres, one of longitude
/// N cos φ π/180. Taken at the latitude midway between two places d apart, the planar distance
/// differs from the geodesic by about d³ tan²φ / (24 R²): 0.03 mm at 1 km and 3.4 cm at 10 km in
/// 80° of latitude, less nearer the equator. At the poles a degree of longitude is worth nothing.
public struct LocalMetric: Hashable, Sendable {
    /// Metres per degree along a meridian; 110,574 at the equator, 111,694 at the poles.
    public let metersPerDegreeOfLatitude: LocationDistance

    /// Metres per degree along the parallel; 111,319 at the equator, 0 at the poles.
    public let metersPerDegreeOfLongitude: LocationDistance

    /// sin φ, which the rate of change of the second number needs.
    package let sineOfLatitude: Double

    /// Creates the metric of a latitude in −90...90 degrees.
    ///
    /// - Complexity: O(1), one sine and one square root.
    public init(latitude: LocationDegrees) {
        let degree = Double.pi / 180
        let sine = sin(latitude * degree)
        let sineSquared = sine * sine
        let w = 1 - EarthModel.eccentricitySquared * sineSquared
        let primeVertical = EarthModel.equatorialRadius / w.squareRoot()
        metersPerDegreeOfLatitude =
            degree * EarthModel.smallestCurvatureRadius / EarthModel.equatorialRadius
            * primeVertical / w
        metersPerDegreeOfLongitude =
            degree * primeVertical * max(0, cos(latitude * degree))
        sineOfLatitude = sine
    }

    /// The planar distance in metres of a place that lies so many degrees away.
    ///
    /// - Parameters:
    ///   - latitude: The difference of latitude in degrees.
    ///   - longitude: The difference of longitude in degrees, the shorter way around.
    public func distance(
        latitude: LocationDegrees, longitude: LocationDegrees
    ) -> LocationDistance {
        let north = metersPerDegreeOfLatitude * latitude
        let east = metersPerDegreeOfLongitude * longitude
        return (north * north + east * east).squareRoot()
    }
}
