#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How coordinates are to be read: WGS 84, or one of the two shifted systems of Chinese maps.
///
/// GCJ-02 moves places in China by 100 to 700 m; BD-09 is Baidu's further shift on top of it. Fixes
/// and region files each declare theirs; it is never guessed.
public enum CoordinateSystem: String, Hashable, Sendable, CaseIterable {
    /// What satellites give.
    case wgs84

    /// The system of Chinese map providers ("Mars coordinates").
    case gcj02

    /// Baidu's system.
    case bd09

    /// The WGS 84 coordinate of a place given in this system.
    ///
    /// The inverse of GCJ-02 is found by four fixed-point iterations, that of BD-09 by
    /// three more (within 3 µm there and back).
    public func toWGS84(_ coordinate: LocationCoordinate2D) -> LocationCoordinate2D {
        switch self {
        case .wgs84: coordinate
        case .gcj02: coordinate.gcj02ToWGS84
        case .bd09: coordinate.bd09ToGCJ02.gcj02ToWGS84
        }
    }

    /// The coordinate in this system of a place given in WGS 84.
    public func fromWGS84(_ coordinate: LocationCoordinate2D) -> LocationCoordinate2D {
        switch self {
        case .wgs84: coordinate
        case .gcj02: coordinate.wgs84ToGCJ02
        case .bd09: coordinate.wgs84ToGCJ02.gcj02ToBD09
        }
    }
}

/// The Krasovsky 1940 ellipsoid, on which GCJ-02 is defined.
private let semiMajorAxis = 6_378_245.0
private let squaredEccentricity = 0.00669342162296594323

/// Baidu's degrees-to-argument factor.
private let baiduFactor = Double.pi * 3000 / 180

extension LocationCoordinate2D {
    /// Where the shift applies; the box also holds Seoul, New Delhi and Bangkok, as other
    /// implementations have it.
    private var isShifted: Bool {
        (72.004...137.8347).contains(longitude) && (0.8293...55.8271).contains(latitude)
    }

    /// What GCJ-02 adds to a WGS 84 coordinate, in degrees; zero outside the box.
    private var gcj02Shift: (latitude: LocationDegrees, longitude: LocationDegrees) {
        guard isShifted else { return (0, 0) }
        let x = longitude - 105
        let y = latitude - 35
        let common = (20 * sin(6 * .pi * x) + 20 * sin(2 * .pi * x)) * 2 / 3
        var north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * abs(x).squareRoot()
        north += common
        north += (20 * sin(.pi * y) + 40 * sin(.pi * y / 3)) * 2 / 3
        north += (160 * sin(.pi * y / 12) + 320 * sin(.pi * y / 30)) * 2 / 3
        var east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * abs(x).squareRoot()
        east += common
        east += (20 * sin(.pi * x) + 40 * sin(.pi * x / 3)) * 2 / 3
        east += (150 * sin(.pi * x / 12) + 300 * sin(.pi * x / 30)) * 2 / 3
        let radians = latitude * .pi / 180
        let m = 1 - squaredEccentricity * sin(radians) * sin(radians)
        let root = m.squareRoot()
        let meridian = semiMajorAxis * (1 - squaredEccentricity) / (m * root)
        return (
            north * 180 / (.pi * meridian), east * 180 / (.pi * semiMajorAxis / root * cos(radians))
        )
    }

    fileprivate var wgs84ToGCJ02: LocationCoordinate2D {
        let shift = gcj02Shift
        return LocationCoordinate2D(
            latitude: latitude + shift.latitude, longitude: longitude + shift.longitude)
    }

    fileprivate var gcj02ToWGS84: LocationCoordinate2D {
        var guess = self
        for _ in 0..<4 {
            let shift = guess.gcj02Shift
            guess.latitude = latitude - shift.latitude
            guess.longitude = longitude - shift.longitude
        }
        return guess
    }

    fileprivate var gcj02ToBD09: LocationCoordinate2D {
        let z =
            (longitude * longitude + latitude * latitude).squareRoot()
            + 2e-5 * sin(latitude * baiduFactor)
        let angle = atan2(latitude, longitude) + 3e-6 * cos(longitude * baiduFactor)
        return LocationCoordinate2D(
            latitude: z * sin(angle) + 0.006, longitude: z * cos(angle) + 0.0065)
    }

    fileprivate var bd09ToGCJ02: LocationCoordinate2D {
        let x = longitude - 0.0065
        let y = latitude - 0.006
        let z = (x * x + y * y).squareRoot() - 2e-5 * sin(y * baiduFactor)
        let angle = atan2(y, x) - 3e-6 * cos(x * baiduFactor)
        var guess = LocationCoordinate2D(latitude: z * sin(angle), longitude: z * cos(angle))
        for _ in 0..<3 {
            let image = guess.gcj02ToBD09
            guess.latitude -= image.latitude - latitude
            guess.longitude -= image.longitude - longitude
        }
        return guess
    }
}
