import StrictJSON

/// Tells the format of an input by its beginning.
///
/// The rule is stated in the article on formats. White space and comments (`#`) are passed over.
struct FormatDetection {
    /// The names of columns.
    let names: FixFieldNames

    /// Whether a table may lack its header.
    let readsPlaces: Bool

    /// Whether the input is known to hold lines of JSON.
    var isJSON = false

    /// How far the name of a root element is looked for.
    static let rootLimit = 1 << 14

    /// The format of an input; `nil` when more of it must be seen.
    ///
    /// - Parameters:
    ///   - lines: Stands at the beginning of the input.
    ///   - isLast: Whether `bytes` are all of it.
    func format(_ bytes: Span<UInt8>, _ lines: LineSplitter, isLast: Bool) -> FixFormat? {
        if isJSON { return formatOfLines(bytes, lines, isLast: isLast) }
        var start = lines
        switch start.passBeginning(in: bytes) {
        case UInt8(ascii: "<"):
            return root(bytes.extracting(start.start..<bytes.count), isLast: isLast)
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            switch Self.isAircraft(bytes.extracting(start.start..<bytes.count)) {
            case true?: return .adsb
            case nil where !isLast && bytes.count <= LineSplitter.maximumLength: return nil
            default: break
            }
        default: break
        }
        return formatOfLines(bytes, lines, isLast: isLast)
    }

    private func formatOfLines(
        _ bytes: Span<UInt8>, _ lines: LineSplitter, isLast: Bool
    ) -> FixFormat? {
        var lines = lines
        while let line = lines.nextNotBlank(in: bytes, isLast: isLast) {
            if line.kind == .tooLong { return .ndjson }
            let text = bytes.extracting(line.range)
            if let format = format(ofLine: text) { return format }
        }
        // Blank lines and comments without end must not fill the memory.
        return isLast || bytes.count > LineSplitter.maximumLength ? .ndjson : nil
    }

    /// What a line shows; `nil`: it is a comment.
    private func format(ofLine text: Span<UInt8>) -> FixFormat? {
        var index = 0
        while index < text.count, text[index] <= 0x20 { index += 1 }
        guard index < text.count else { return .ndjson }
        if isJSON, text[index] != UInt8(ascii: "{") { return .ndjson }
        switch text[index] {
        case UInt8(ascii: "{"): return Self.format(ofObject: text)
        case UInt8(ascii: "/"), UInt8(ascii: "?"): return Self.isQuery(text) ? .osmand : .ndjson
        case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "\\"):
            if let format = Self.format(ofSentence: text) { return format }
        default: break
        }
        let isTable =
            CSVHeader.isPlausible(text, names: names)
            || readsPlaces && CSVHeader(impliedBy: text, delimiter: nil) != nil
        if isTable { return CSVHeader.names("icao24", text) ? .adsb : .csv }
        if Self.isQuery(text) { return .osmand }
        return text[index] == UInt8(ascii: "#") ? nil : .ndjson
    }

    /// What the members of an object show.
    private static func format(ofObject text: Span<UInt8>) -> FixFormat {
        guard let payload = try? Payload(json: text, carriesJSON: false) else { return .ndjson }
        if payload["_type"]?.kind == .text { return .owntracks }
        if payload["location"]?.kind == .structure, payload["location.coords"] != nil {
            return .osmand
        }
        if payload["position"]?.kind == .structure, payload["position.latitude"] != nil {
            return .traccar
        }
        return .ndjson
    }

    /// Whether a line is the query of a URL with a name that positions have.
    private static func isQuery(_ text: Span<UInt8>) -> Bool {
        guard let payload = try? Payload(query: text) else { return false }
        let names = ["id", "deviceid", "device_id", "lat", "timestamp"]
        return text.firstIndex(of: UInt8(ascii: "&"), from: 0) != nil
            && names.count { payload[$0] != nil } >= 2
    }

    /// What aircraft send: another object whose first member holds numbered ones is no table of them.
    private static let columnNames: Set = [
        "alert", "altitude", "callsign", "flight_id", "geoaltitude", "groundspeed", "hex", "hour",
        "icao24", "last_position", "latitude", "longitude", "onground", "spi", "squawk", "time",
        "timestamp", "track", "vertical_rate",
    ]

    /// Whether a JSON text is an array of objects, or an object of objects of numbered rows; `nil` when
    /// that does not show yet.
    private static func isAircraft(_ text: Span<UInt8>) -> Bool? {
        var cursor = JSONCursor()
        do throws(JSONError) {
            if try cursor.next(in: text).kind == .arrayStart {
                return try cursor.next(in: text).kind == .objectStart
            }
            let column = try cursor.next(in: text)
            guard column.kind == .key,
                columnNames.contains(JSONString.text(of: column, in: text)),
                try cursor.next(in: text).kind == .objectStart
            else { return false }
            let row = try cursor.next(in: text)
            return row.kind == .key && !row.range.isEmpty
                && row.range.allSatisfy { text[$0] &- UInt8(ascii: "0") <= 9 }
        } catch {
            return error.found == .end ? nil : false
        }
    }

    /// What a sentence with a right checksum is one of.
    private static func format(ofSentence text: Span<UInt8>) -> FixFormat? {
        guard case .sentence(let sentence)? = try? NMEASentence.read(text) else { return nil }
        return ["VDM", "VDO"].contains(sentence.kind) ? .ais : .nmea
    }

    /// KML or GPX, whichever is named first, so that it does not matter how much there is to be seen.
    private func root(_ bytes: Span<UInt8>, isLast: Bool) -> FixFormat? {
        let beginning = (0..<min(bytes.count, Self.rootLimit)).map { bytes[$0] }
        let kml = beginning.index(of: "<kml")
        let gpx = beginning.index(of: "<gpx")
        if let kml, kml < gpx ?? .max { return .kml }
        return gpx != nil || isLast || beginning.count == Self.rootLimit ? .gpx : nil
    }
}

extension [UInt8] {
    /// Where a short text stands first in the bytes.
    fileprivate func index(of text: StaticString) -> Int? {
        let wanted = Array("\(text)".utf8)
        guard count >= wanted.count else { return nil }
        return (0...count - wanted.count).first { start in
            self[start] == wanted[0] && self[start...].starts(with: wanted)
        }
    }
}
