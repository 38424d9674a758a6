/// An angle in degrees: a latitude, a longitude or a course.
public typealias LocationDegrees = Double

/// A length in metres.
public typealias LocationDistance = Double

/// A place on the WGS 84 ellipsoid.
///
/// A plain pair of numbers: nothing is checked or normalised on creation, so a coordinate can hold
/// what a file said. ``isValid`` tells whether it names a place, ``normalized`` brings the longitude
/// into −180..<180.
public struct LocationCoordinate2D: Hashable, Sendable {
    /// Degrees north of the equator, −90 to 90.
    public var latitude: LocationDegrees

    /// Degrees east of Greenwich; any value in −540 to 540 names a meridian.
    public var longitude: LocationDegrees

    /// Creates a coordinate from degrees, latitude first.
    public init(latitude: LocationDegrees, longitude: LocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both values are finite, the latitude in −90...90 and the longitude in −540...540.
    public var isValid: Bool {
        // A comparison with NaN is false, so NaN is refused without a test of its own.
        abs(latitude) <= 90 && abs(longitude) <= 540
    }

    /// The same place with its longitude in −180..<180, by adding or subtracting 360 (one rounding).
    ///
    /// The coordinate must be valid.
    public var normalized: LocationCoordinate2D {
        var longitude = longitude
        if longitude >= 180 {
            longitude -= 360
        } else if longitude < -180 {
            longitude += 360
        }
        // 540 − 360 is 180, and a tiny negative number + 360 can round up to a whole turn.
        if longitude >= 180 { longitude -= 360 }
        return LocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
}
