/// The forms that files of regions have.
public enum RegionFileFormat: String, CaseIterable, Hashable, Sendable {
    /// GeoJSON (RFC 7946): polygons, circles and corridors.
    case geojson

    /// Well-known text (OGC Simple Features), also PostGIS's EWKT: a region a line.
    case wkt

    /// A table of circles with a header: `id`, `lat`, `lon`, `radius`; other columns are properties.
    case csv

    /// Airspaces in the OpenAir format, of which heights and times have no effect.
    case openair

    /// KML: placemarks; Polygons are areas, Points and LineStrings need a size.
    case kml

    /// GPX: waypoints as circles.
    case gpx

    /// The format that a file's extension names; `nil` where the extension says nothing, or not
    /// enough.
    ///
    /// - Parameter file: A name or path; letters of either case.
    public init?(extensionOf file: String) {
        let name = file.utf8.split(separator: UInt8(ascii: "/")).last ?? file.utf8[...]
        guard let point = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let ending = String(Substring(name[point...].dropFirst())).lowercased()
        switch ending {
        case "geojson", "json": self = .geojson
        case "wkt", "ewkt": self = .wkt
        case "csv": self = .csv
        case "openair", "air": self = .openair
        case "kml": self = .kml
        case "gpx": self = .gpx
        default: return nil
        }
    }

    /// The format that the first characters of a text show; `nil` when they show none.
    ///
    /// A text that begins with `{` or `[` is GeoJSON; one whose first line that is no comment holds a
    /// geometry's name in well-known text, by itself or behind a tab, is that; one whose first line names
    /// the columns of a table of circles is one; one that begins with `*` or with a record of OpenAir
    /// is that.
    init?(startOf bytes: Span<UInt8>) {
        var lines = TextLines(bytes)
        while let line = lines.next(in: bytes) {
            let text = line.trimmed(in: bytes)
            guard let first = text.first else { continue }
            switch bytes[first] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                self = .geojson
                return
            case UInt8(ascii: "<"):
                guard let format = Self.root(of: bytes, from: first) else { return nil }
                self = format
                return
            case UInt8(ascii: "#"): continue
            default: break
            }
            if WKTDocument.isRegion(text, in: bytes) {
                self = .wkt
            } else if OpenAirDocument.isRecord(text, in: bytes) {
                self = .openair
            } else if CSVDocument.begins(bytes) {
                self = .csv
            } else {
                return nil
            }
            return
        }
        return nil
    }

    /// Refuses a text that shows no format, if it is one: of an empty file, or of bytes that are no text,
    /// the reader of GeoJSON has more to say.
    static func refuseUnknownText(_ bytes: Span<UInt8>) throws(Refusal) {
        var lines = TextLines(bytes)
        while let line = lines.next(in: bytes) {
            let text = line.trimmed(in: bytes)
            guard let first = text.first else { continue }
            guard (0x21..<0x7F).contains(bytes[first]),
                String(validating: text.map { bytes[$0] }, as: UTF8.self) != nil
            else { return }
            let shown = bytes.shown(text)
            throw Refusal(at: first, .unknownFormat(found: shown))
        }
    }

    /// The format that the name of an XML text's root element shows.
    private static func root(of bytes: Span<UInt8>, from start: Int) -> RegionFileFormat? {
        // The root is among the first tags: behind declarations and comments.
        let beginning = String(
            decoding: bytes.array(start..<Swift.min(bytes.count, start + 4096)), as: UTF8.self)
        for tag in beginning.split(separator: "<") {
            let name = tag.prefix { $0.isLetter || $0 == ":" }.split(separator: ":").last
            if name == "kml" { return .kml }
            if name == "gpx" { return .gpx }
        }
        return nil
    }
}
