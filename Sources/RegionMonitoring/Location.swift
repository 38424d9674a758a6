public import Geodesy

/// One reported position of a device: a fix.
///
/// Like Core Location's `CLLocation`, except that what a tracker did not report is `nil` instead of a
/// negative number.
public struct Location: Hashable, Sendable {
    /// Where, in WGS 84.
    public var coordinate: LocationCoordinate2D

    /// When, by the device's clock.
    public var timestamp: Timestamp

    /// The radius in metres within which the device is with 68 % probability, 0 or greater; `nil`
    /// when not reported. A negative value marks the coordinate as invalid, and the fix is rejected.
    public var horizontalAccuracy: LocationDistance?

    /// Metres above the ellipsoid or the sea, as reported; not evaluated.
    public var altitude: LocationDistance?

    /// Speed over ground in metres per second, as reported; not evaluated.
    public var speed: Double?

    /// Course over ground in degrees clockwise from north, as reported; not evaluated.
    public var course: LocationDegrees?

    /// Whether the device said that the position was made by software.
    public var isSimulated: Bool

    /// A number of the caller's own (a line, an offset), handed back with rejections and events.
    public var reference: UInt64

    /// Creates a fix.
    public init(
        coordinate: LocationCoordinate2D,
        timestamp: Timestamp,
        horizontalAccuracy: LocationDistance? = nil,
        altitude: LocationDistance? = nil,
        speed: Double? = nil,
        course: LocationDegrees? = nil,
        isSimulated: Bool = false,
        reference: UInt64 = 0
    ) {
        self.coordinate = coordinate
        self.timestamp = timestamp
        self.horizontalAccuracy = horizontalAccuracy
        self.altitude = altitude
        self.speed = speed
        self.course = course
        self.isSimulated = isSimulated
        self.reference = reference
    }
}
