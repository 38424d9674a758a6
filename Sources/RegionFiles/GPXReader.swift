import Geodesy
import RegionMonitoring
import StrictXML

/// Makes circles of the waypoints of a GPX file (1.0 and 1.1).
///
/// A waypoint is named by its `name`. Its radius is an element `radius` or, as Garmin's devices write
/// it, `Proximity` among its extensions, in metres, else the one that is given for all. Tracks and
/// routes are no regions.
final class GPXReader: XMLDocument.Reader {
    private struct Waypoint {
        var start: Int
        var latitude: String?
        var longitude: String?
        var texts: [(element: String, text: String, offset: Int)] = []
    }

    var items: [XMLDocument.Item] = []

    private let pointRadius: LocationDistance?
    private var waypoint: Waypoint?
    private var depth = 0

    /// Where the element begins whose text is gathered, and how deep it lies.
    private var textStart = 0
    private var textDepth = 0

    init(_ options: RegionFileOptions) { pointRadius = options.pointRadius }

    func start(_ element: XMLName, _ attributes: [XMLAttribute], in parser: XMLStreamParser) {
        depth += 1
        let place = Int(clamping: parser.place.offset)
        if depth == 1, element.local != "gpx" {
            return parser.stop("the root element is '\(element.local.printable)', not 'gpx'")
        }
        if depth == 2, element.local == "wpt" {
            waypoint = Waypoint(
                start: place,
                latitude: attributes.first { $0.name.local == "lat" }?.value,
                longitude: attributes.first { $0.name.local == "lon" }?.value)
        } else if depth == 2, ["trk", "rte"].contains(element.local) {
            items.append(
                XMLDocument.Item(
                    start: place,
                    content: .ignored(element: element.local, found: "a track is no region")))
        } else if waypoint != nil {
            parser.gatherText(limit: XMLDocument.textLimit)
            textStart = place
            textDepth = depth
        }
    }

    func end(_ element: XMLName, in parser: XMLStreamParser) {
        depth -= 1
        guard waypoint != nil else { return }
        if depth == 1 {
            finish()
        } else if textDepth == depth + 1 {
            textDepth = 0
            let text = XMLDocument.trimmed(parser.text)
            if !text.isEmpty { waypoint?.texts.append((element.local, text, textStart)) }
        }
    }

    private func finish() {
        guard let waypoint else { return }
        self.waypoint = nil
        let name = waypoint.texts.first { $0.element == "name" }
        let identifier = name.map {
            FeatureIdentifier(region: RegionID($0.text), offset: $0.offset)
        }
        var item = XMLDocument.Item(
            start: waypoint.start, identifier: identifier,
            content: .refused(
                Refusal(
                    at: waypoint.start, .missing(member: "name", expected: "the waypoint's name"))))
        if let identifier {
            do throws(Refusal) {
                item.content = .region(
                    try region(identifier.region, waypoint), coordinates: waypoint.start)
            } catch {
                item.content = .refused(error)
            }
        }
        items.append(item)
    }

    private func region(_ identifier: RegionID, _ waypoint: Waypoint) throws(Refusal) -> Region {
        let center = try PositionChecks.coordinate(
            longitude: try number(waypoint.longitude, "lon", at: waypoint.start),
            at: waypoint.start,
            latitude: try number(waypoint.latitude, "lat", at: waypoint.start), at: waypoint.start)
        var region = Region(
            identifier: identifier, center: center, radius: try radius(of: waypoint))
        region.name = identifier.rawValue
        for (element, text, _) in waypoint.texts where element != "name" {
            region.properties[element] = text.jsonQuoted
        }
        return region
    }

    private func radius(of waypoint: Waypoint) throws(Refusal) -> LocationDistance {
        let own = waypoint.texts.first { $0.element == "radius" || $0.element == "Proximity" }
        if let own {
            guard let radius = XMLDocument.number(own.text), radius > 0 else {
                throw Refusal(
                    at: own.offset,
                    .wrongValue(
                        member: own.element, found: "'\(own.text.shortened)'",
                        expected: "a number of metres above 0"))
            }
            return radius
        }
        if let pointRadius { return pointRadius }
        throw Refusal(
            at: waypoint.start, .missing(member: "radius", expected: "given for a waypoint"))
    }

    private func number(_ text: String?, _ name: String, at place: Int) throws(Refusal) -> Double {
        guard let text else {
            throw Refusal(at: place, .missing(member: name, expected: "degrees"))
        }
        if let number = XMLDocument.number(XMLDocument.trimmed(Array(text.utf8))) { return number }
        throw Refusal(
            at: place,
            .wrongValue(member: name, found: "'\(text.shortened)'", expected: "degrees"))
    }
}
