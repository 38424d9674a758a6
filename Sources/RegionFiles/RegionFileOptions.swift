public import Geodesy

/// How files of regions are read where the files leave it open.
public struct RegionFileOptions: Hashable, Sendable {
    /// Which of a position's two numbers comes first.
    public enum AxisOrder: String, CaseIterable, Hashable, Sendable {
        /// x, y: as OGC and RFC 7946 write it.
        case longitudeFirst = "lonlat"

        /// y, x: as Traccar writes its geofences.
        case latitudeFirst = "latlon"
    }

    /// The format of all files; `nil`: that of each file's extension, else that which its first
    /// characters show, else GeoJSON.
    public var format: RegionFileFormat?

    /// The order of the numbers in well-known text.
    public var wktOrder: AxisOrder

    /// The radius in metres of points that come without one; `nil` refuses them. It does not hold for
    /// GeoJSON, whose points must say their radius.
    public var pointRadius: LocationDistance?

    /// The property that identifies features of GeoJSON instead of their `id`.
    public var identifierProperty: String?

    /// Whether the findings also tell what is read and yet may not be meant: slivers, tiny radii,
    /// numbers that look swapped, heights that have no effect.
    public var findsDoubts: Bool

    /// Whether polygons that are not valid are mended; what becomes of each is told by a finding.
    package var repairs = false

    /// Whether well-known text may leave rings open, as Traccar does.
    var closesRings = false

    /// Half the width in metres of well-known text's lines; `nil` refuses them.
    var lineHalfWidth: LocationDistance?

    /// Whether shapes that are refused because they are not valid are kept, to be shown.
    package var keepsRefusedShapes = false

    /// Creates options.
    public init(
        format: RegionFileFormat? = nil, wktOrder: AxisOrder = .longitudeFirst,
        pointRadius: LocationDistance? = nil, identifierProperty: String? = nil,
        findsDoubts: Bool = false
    ) {
        self.format = format
        self.wktOrder = wktOrder
        self.pointRadius = pointRadius
        self.identifierProperty = identifierProperty
        self.findsDoubts = findsDoubts
    }
}
