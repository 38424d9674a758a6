import Geodesy
import RegionMonitoring
import StrictXML

/// Makes regions of the placemarks of a KML file (2.0 to 2.3).
///
/// A placemark is named by its `id`, else by its `name`. A Polygon is an area, several in a
/// MultiGeometry are one region; a Point is a circle and a LineString a corridor where the
/// ExtendedData hold `radius` or `width`, in metres. All ExtendedData become properties.
final class KMLReader: XMLDocument.Reader {
    var items: [XMLDocument.Item] = []

    private let options: RegionFileOptions
    private var placemark: KMLPlacemark?

    /// The elements that are open, without their namespaces.
    private var path: [String] = []

    private var coordinates: KMLCoordinates?
    private var dataName: String?
    private var textStart = 0

    init(_ options: RegionFileOptions) { self.options = options }

    func start(_ element: XMLName, _ attributes: [XMLAttribute], in parser: XMLStreamParser) {
        let parent = path.last
        path.append(element.local)
        let place = Int(clamping: parser.place.offset)
        if path.count == 1, element.local != "kml" {
            return parser.stop("the root element is '\(element.local.printable)', not 'kml'")
        }
        switch element.local {
        case "Placemark" where placemark == nil:
            placemark = KMLPlacemark(
                start: place, id: attributes.first { $0.name.local == "id" }?.value)
        case "NetworkLink":
            items.append(
                XMLDocument.Item(
                    start: place,
                    content: .ignored(element: element.local, found: "links are not followed")))
        case _ where placemark == nil: break
        case "name" where parent == "Placemark", "value" where parent == "Data", "SimpleData":
            textStart = place
            if element.local == "SimpleData" { dataName = name(in: attributes) }
            parser.gatherText(limit: XMLDocument.textLimit)
        case "Data": dataName = name(in: attributes)
        case "Polygon", "LineString", "Point", "LinearRing", "Track", "MultiTrack", "Model":
            placemark?.begin(element.local, within: parent, at: place)
        case "innerBoundaryIs": placemark?.isInner = true
        case "outerBoundaryIs": placemark?.isInner = false
        case "coordinates" where parent != "Camera":
            coordinates = KMLCoordinates(at: place)
            parser.passText()
        default: break
        }
    }

    func text(_ piece: Span<UInt8>, in parser: XMLStreamParser) { coordinates?.take(piece) }

    func end(_ element: XMLName, in parser: XMLStreamParser) {
        path.removeLast()
        guard placemark != nil else { return }
        switch element.local {
        case "Placemark" where !path.contains("Placemark"):
            finish()
        case "name" where path.last == "Placemark":
            placemark?.name = (XMLDocument.trimmed(parser.text), textStart)
        case "value" where path.last == "Data", "SimpleData":
            if let dataName {
                placemark?.properties[dataName] = XMLDocument.trimmed(parser.text)
            }
        case "coordinates":
            if let found = coordinates?.finish() {
                placemark?.take(found.positions, found.refusal, at: found.start)
            }
            coordinates = nil
        case "Polygon", "LineString", "Point", "LinearRing":
            placemark?.end(element.local, within: path.last)
        default: break
        }
    }

    private func name(in attributes: [XMLAttribute]) -> String? {
        attributes.first { $0.name.local == "name" }?.value
    }

    private func finish() {
        guard let placemark else { return }
        self.placemark = nil
        items.append(placemark.item(options))
    }
}
