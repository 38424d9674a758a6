import StrictXML

/// Finds the points of `gx:Track` in KML 2.2, and of `Track` in KML 2.3.
///
/// A track's times (`when`) and places (`gx:coord`: longitude, latitude, altitude) stand in two lists,
/// which belong together by their order. A place without a time is a point that lacks it, and a time
/// without a place, or with an empty one, a point that lacks that.
final class KMLTrackHandler: TrackFileHandler {
    /// The most times or places that wait for their partners.
    static let waitingLimit = 1 << 20

    var points: [TrackFilePoint] = []

    private var depth = 0
    private var trackDepth: Int?

    /// Times without places yet, or places without times yet, from `next` on.
    private var waiting: [TrackFilePoint] = []
    private var next = 0

    /// Whether those that wait are places.
    private var placesWait = false

    /// The element whose text is being gathered.
    private var open: (place: XMLPlace, isTime: Bool)?

    private static let textLimit = 1 << 12

    init() {}

    var openPlace: XMLPlace? { open?.place }

    func start(_ element: XMLName, _ attributes: [XMLAttribute], in parser: XMLStreamParser) {
        defer { depth += 1 }
        if depth == 0, element.local != "kml" {
            return parser.stop("the root element is \(element.local), expected kml")
        }
        guard let trackDepth else {
            if element.local == "Track" { self.trackDepth = depth }
            return
        }
        guard depth == trackDepth + 1 else { return }
        switch element.local {
        case "when": open = (parser.place, true)
        case "coord": open = (parser.place, false)
        default: return
        }
        parser.gatherText(limit: Self.textLimit)
    }

    func end(_ element: XMLName, in parser: XMLStreamParser) {
        depth -= 1
        guard let trackDepth else { return }
        if depth == trackDepth {
            self.trackDepth = nil
            points += waiting[next...]
            waiting = []
            next = 0
        } else if depth == trackDepth + 1, let open {
            self.open = nil
            var point = TrackFilePoint(at: open.place)
            point.endOffset = parser.endOffset
            if open.isTime {
                point.time = TrackFilePoint.Field("when", parser.text)
            } else {
                Self.read(parser.text, into: &point)
            }
            take(point, isPlace: !open.isTime, in: parser)
        }
    }

    /// Joins a time and a place, or lets the one wait for the other.
    private func take(_ point: TrackFilePoint, isPlace: Bool, in parser: XMLStreamParser) {
        guard next < waiting.count, placesWait != isPlace else {
            if next == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                next = 0
            }
            placesWait = isPlace
            waiting.append(point)
            if waiting.count > Self.waitingLimit {
                parser.stop("a track has more than \(Self.waitingLimit) times before its places")
            }
            return
        }
        var joined = isPlace ? point : waiting[next]
        joined.time = isPlace ? waiting[next].time : point.time
        next += 1
        points.append(joined)
    }

    /// Reads `longitude latitude altitude`.
    private static func read(_ text: [UInt8], into point: inout TrackFilePoint) {
        // A space, a tab or a line end; some writers use the comma of other elements.
        let parts = text.split { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
        for (part, field) in zip(parts, [\.longitude, \.latitude, \.altitude] as [Field]) {
            point[keyPath: field] = TrackFilePoint.Field("coord", part)
        }
    }

    private typealias Field = WritableKeyPath<TrackFilePoint, TrackFilePoint.Field?>
}
