/// The ellipsoid all of this package measures on: WGS 84.
///
/// Source of the two defining numbers: NIMA TR8350.2 (third edition), table 3.1.
public enum EarthModel {
    /// a, the radius of the equator in metres.
    public static let equatorialRadius: LocationDistance = 6_378_137

    /// f, the flattening.
    public static let flattening = 1 / 298.257_223_563

    /// b = a (1 − f), the distance from the centre to a pole in metres.
    public static let polarRadius: LocationDistance = equatorialRadius * (1 - flattening)

    /// e² = f (2 − f), the square of the first eccentricity.
    public static let eccentricitySquared = flattening * (2 - flattening)

    /// a (1 − e²) = b²/a, the smallest radius of curvature anywhere: that of a meridian at the
    /// equator, 6,335,439.327 m.
    public static let smallestCurvatureRadius: LocationDistance =
        equatorialRadius * (1 - eccentricitySquared)

    /// a²/b, the largest radius of curvature anywhere: that at the poles, 6,399,593.626 m.
    public static let largestCurvatureRadius: LocationDistance =
        equatorialRadius / (1 - flattening)

    /// The length of half a meridian, 20,003,931.459 m: no two places are farther apart.
    public static let longestDistance: LocationDistance = 20_003_931.458_625_44
}
