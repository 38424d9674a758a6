#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A place on the ellipsoid as a point of space: metres from the earth's centre, z towards the north
/// pole, x towards 0° 0° (EPSG:4978).
///
/// Rounding moves a point by less than 10⁻⁸ m. The straight line between two of them is shorter
/// than every way along the ground, which makes it a lower bound that no seam or pole disturbs.
package struct GeocentricPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var z: Double

    package init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The point of a place on the ellipsoid; any longitude will do.
    package init(latitude: LocationDegrees, longitude: LocationDegrees) {
        let sinLatitude = sin(latitude * (.pi / 180))
        // √(1 − sin²) would lose half of its digits beside a pole.
        let cosLatitude = cos(latitude * (.pi / 180))
        let primeVertical =
            EarthModel.equatorialRadius
            / (1 - EarthModel.eccentricitySquared * sinLatitude * sinLatitude).squareRoot()
        let fromAxis = primeVertical * cosLatitude
        x = fromAxis * cos(longitude * (.pi / 180))
        y = fromAxis * sin(longitude * (.pi / 180))
        z = primeVertical * (1 - EarthModel.eccentricitySquared) * sinLatitude
    }

    /// The square of the straight line's length.
    package func squaredChord(to other: GeocentricPoint) -> Double {
        let dx = x - other.x
        let dy = y - other.y
        let dz = z - other.z
        return dx * dx + dy * dy + dz * dz
    }
}
