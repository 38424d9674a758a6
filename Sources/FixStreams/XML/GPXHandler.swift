import StrictXML

/// Finds the track points of GPX 1.0 and 1.1, and of files that leave the namespace out.
///
/// Tracks are what was measured: waypoints and routes are no fixes. Elements count in the root's
/// namespace only, except `speed` and `course` within a point's `extensions`, where several
/// namespaces have them.
final class GPXHandler: TrackFileHandler {
    var points: [TrackFilePoint] = []

    private var point: TrackFilePoint?
    private var namespace = ""

    /// How deep the present element is, and the point's.
    private var depth = 0
    private var pointDepth = 0

    /// How much of `gpx/trk/trkseg` leads to the present element.
    private var matched = 0
    private static let path = ["gpx", "trk", "trkseg"]

    /// The most bytes of a value.
    private static let textLimit = 1 << 16

    /// The field whose text is being gathered.
    private var field: WritableKeyPath<TrackFilePoint, TrackFilePoint.Field?>?

    init() {}

    var openPlace: XMLPlace? { point?.place }

    func start(_ element: XMLName, _ attributes: [XMLAttribute], in parser: XMLStreamParser) {
        defer { depth += 1 }
        if depth == 0 {
            namespace = element.namespace
            guard element.local == "gpx" else {
                return parser.stop("the root element is \(element.local), expected gpx")
            }
        }
        if point != nil { return startValue(element, in: parser) }
        guard element.namespace == namespace else { return }
        if matched == depth, matched < Self.path.count, element.local == Self.path[matched] {
            matched += 1
        } else if matched == depth, matched == Self.path.count, element.local == "trkpt" {
            var point = TrackFilePoint(at: parser.place)
            for attribute in attributes where attribute.name.namespace.isEmpty {
                let value = TrackFilePoint.Field(attribute.name.local, attribute.value.utf8)
                switch attribute.name.local {
                case "lat": point.latitude = value
                case "lon": point.longitude = value
                default: break
                }
            }
            self.point = point
            pointDepth = depth
        }
    }

    private func startValue(_ element: XMLName, in parser: XMLStreamParser) {
        if element.namespace == namespace, depth == pointDepth + 1 {
            field =
                switch element.local {
                case "ele": \.altitude
                case "time": \.time
                case "speed": \.speed
                case "course": \.course
                case "hdop": \.dilution
                default: nil
                }
        } else if depth > pointDepth + 1 {
            field =
                switch element.local {
                case "speed": \.speed
                case "course": \.course
                default: nil
                }
        } else {
            field = nil
        }
        if field != nil { parser.gatherText(limit: Self.textLimit) }
    }

    func end(_ element: XMLName, in parser: XMLStreamParser) {
        depth -= 1
        guard var point else {
            matched = min(matched, depth)
            return
        }
        if depth == pointDepth {
            point.endOffset = parser.endOffset
            points.append(point)
            self.point = nil
        } else if let field {
            self.point?[keyPath: field] = TrackFilePoint.Field(element.local, parser.text)
            self.field = nil
        }
    }
}
