import Geodesy
import RegionMonitoring

/// A placemark of a KML file while it is read.
struct KMLPlacemark {
    /// Where its element begins.
    let start: Int

    /// The attribute `id`.
    let id: String?

    /// The element `name`, and where it stands.
    var name: (text: String, offset: Int)?

    /// The ExtendedData.
    var properties: [String: String] = [:]

    /// Whether the ring that comes next is a hole.
    var isInner = false

    private var polygons: [Polygon] = []
    private var lines: [[LocationCoordinate2D]] = []
    private var points: [LocationCoordinate2D] = []
    private var rings: [[LocationCoordinate2D]] = []
    private var isInPolygon = false

    /// Where the first geometry's coordinates stand.
    private var coordinates: Int?
    private var refusal: Refusal?

    init(start: Int, id: String?) {
        self.start = start
        self.id = id
    }

    /// Takes note that a geometry begins.
    mutating func begin(_ geometry: String, within parent: String?, at place: Int) {
        switch geometry {
        case "Polygon":
            isInPolygon = true
            isInner = false
            rings = []
        case "Track", "MultiTrack", "Model":
            refuse(Refusal(at: place, .unsupportedGeometry(type: geometry)))
        default: break
        }
    }

    /// Takes the positions of the innermost geometry.
    mutating func take(
        _ positions: [LocationCoordinate2D], _ refusal: Refusal?, at place: Int
    ) {
        if coordinates == nil { coordinates = place }
        if let refusal { return refuse(refusal) }
        do throws(Refusal) {
            if isInPolygon {
                // Outer rings may stand behind inner ones.
                let number = isInner ? rings.count + (hasOuter ? 0 : 1) : 0
                let polygon = polygons.isEmpty ? nil : polygons.count
                try PositionChecks.requireRing(
                    positions, .init(.ring, number, ofPolygon: polygon), at: place)
                if isInner {
                    rings.append(positions)
                } else if hasOuter {
                    throw Refusal(
                        at: place,
                        .unexpected(found: "a second outer ring", expected: "one a Polygon"))
                } else {
                    hasOuter = true
                    rings.insert(positions, at: 0)
                }
            } else if positions.count == 1 {
                points += positions
            } else {
                try PositionChecks.requireLine(positions, number: lines.count, at: place)
                lines.append(positions)
            }
        } catch {
            refuse(error)
        }
    }

    private var hasOuter = false

    /// Takes note that a geometry ends.
    mutating func end(_ geometry: String, within parent: String?) {
        guard geometry == "Polygon" else { return }
        if hasOuter {
            polygons.append(Polygon(exterior: rings[0], holes: Array(rings.dropFirst())))
        } else {
            refuse(Refusal(at: coordinates ?? start, .emptyGeometry))
        }
        isInPolygon = false
        hasOuter = false
        rings = []
    }

    /// The region that the placemark is.
    func item(_ options: RegionFileOptions) -> XMLDocument.Item {
        var item = XMLDocument.Item(
            start: start,
            content: .refused(
                Refusal(
                    at: start,
                    .missing(member: "id", expected: "a text, as the placemark's 'id' or 'name'"))))
        if let id, !id.isEmpty {
            item.identifier = FeatureIdentifier(region: RegionID(id), offset: start)
        } else if let name, !name.text.isEmpty {
            item.identifier = FeatureIdentifier(region: RegionID(name.text), offset: name.offset)
        }
        guard let identifier = item.identifier else { return item }
        do throws(Refusal) {
            let region = Region(
                identifier: identifier.region, shape: try shape(options),
                name: name.flatMap { $0.text.isEmpty ? nil : $0.text },
                properties: properties.mapValues(\.jsonQuoted))
            item.content = .region(region, coordinates: coordinates ?? start)
        } catch {
            item.content = .refused(error)
        }
        return item
    }

    private func shape(_ options: RegionFileOptions) throws(Refusal) -> RegionShape {
        if let refusal { throw refusal }
        let place = coordinates ?? start
        let kinds = [polygons.isEmpty, lines.isEmpty, points.isEmpty].count { !$0 }
        guard kinds == 1, points.count <= 1 else {
            if kinds == 0 { throw Refusal(at: place, .emptyGeometry) }
            throw Refusal(at: start, .unsupportedGeometry(type: "MultiGeometry"))
        }
        if !polygons.isEmpty { return .polygons(polygons) }
        if let center = points.first {
            let own = try length("radius")
            guard let radius = own ?? options.pointRadius else {
                throw Refusal(at: start, .missing(member: "radius", expected: "given for a point"))
            }
            return .circle(Circle(center: center, radius: radius))
        }
        let (width, radius) = (try length("width"), try length("radius"))
        guard let halfWidth = width ?? radius else {
            throw Refusal(
                at: start,
                .missing(member: "width", expected: "given for the corridor of a line"))
        }
        return .corridor(Corridor(lines: lines, halfWidth: halfWidth))
    }

    private func length(_ name: String) throws(Refusal) -> LocationDistance? {
        guard let text = properties[name] else { return nil }
        if let length = XMLDocument.number(text), length > 0 { return length }
        throw Refusal(
            at: start,
            .wrongValue(
                member: name, found: "'\(text.shortened)'", expected: "a number of metres above 0"))
    }

    private mutating func refuse(_ refusal: Refusal) {
        if self.refusal == nil { self.refusal = refusal }
    }
}
