/// All places within a geodesic distance of a centre; the rim belongs to it.
public struct Circle: Hashable, Sendable {
    /// The centre.
    public var center: LocationCoordinate2D

    /// The radius in metres along the WGS 84 geodesic, finite and greater than 0.
    public var radius: LocationDistance

    /// Creates a circle; whether it can be monitored is checked when monitoring starts.
    public init(center: LocationCoordinate2D, radius: LocationDistance) {
        self.center = center
        self.radius = radius
    }
}

/// An area within one outer ring and outside its holes; all rings belong to it.
///
/// Edges are straight in the longitude/latitude plane (RFC 7946 §3.1.1). A ring's last vertex repeats
/// its first; its direction does not matter. A ring may cross the ±180° meridian, either by jumping
/// (…, 179, −179, …) or by going on past it (…, 179, 181, …).
public struct Polygon: Hashable, Sendable {
    /// The outer ring, closed: at least four vertices, the last equal to the first.
    public var exterior: [LocationCoordinate2D]

    /// The holes, each a closed ring inside the outer one.
    public var holes: [[LocationCoordinate2D]]

    /// Creates a polygon; whether it is valid is checked when monitoring starts.
    public init(exterior: [LocationCoordinate2D], holes: [[LocationCoordinate2D]] = []) {
        self.exterior = exterior
        self.holes = holes
    }
}

/// All places within a distance of one or more lines, with round ends.
public struct Corridor: Hashable, Sendable {
    /// The lines, each of at least two vertices, straight in the longitude/latitude plane.
    public var lines: [[LocationCoordinate2D]]

    /// The distance from the line to either side in metres, greater than 0 and at most 20,000.
    public var halfWidth: LocationDistance

    /// Creates a corridor; whether it can be monitored is checked when monitoring starts.
    public init(lines: [[LocationCoordinate2D]], halfWidth: LocationDistance) {
        self.lines = lines
        self.halfWidth = halfWidth
    }
}

/// The area a region covers.
public enum RegionShape: Hashable, Sendable {
    /// A geodesic circle.
    case circle(Circle)

    /// One or more polygons that share no area.
    case polygons([Polygon])

    /// A line with a width.
    case corridor(Corridor)
}
