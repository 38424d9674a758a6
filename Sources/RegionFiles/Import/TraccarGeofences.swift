import RegionMonitoring
import StrictJSON

/// Finds Traccar's geofences in the forms in which it exports them.
enum TraccarGeofences {
    typealias Found = (offset: Int, geofence: Result<TraccarImport.Geofence, Refusal>)

    static func read(_ bytes: Span<UInt8>) throws(Refusal) -> [Found] {
        var lines = TextLines(bytes)
        var first = lines.next(in: bytes)?.trimmed(in: bytes)
        while let line = first, line.first.map({ bytes[$0] == UInt8(ascii: "#") }) ?? true {
            first = lines.next(in: bytes)?.trimmed(in: bytes)
        }
        guard let first, let start = first.first else {
            throw Refusal(
                at: 0,
                .unexpected(found: "nothing", expected: "JSON, a table with a header or areas"))
        }
        switch bytes[start] {
        case UInt8(ascii: "["), UInt8(ascii: "{"): return try readJSON(bytes, from: start)
        default:
            return WKTDocument.isRegion(first, in: bytes)
                ? readLines(bytes) : try readTable(bytes, from: start)
        }
    }

    /// Area texts, one a line.
    private static func readLines(_ bytes: Span<UInt8>) -> [Found] {
        var lines = TextLines(bytes)
        var found: [Found] = []
        while let line = lines.next(in: bytes) {
            var text = line.trimmed(in: bytes)
            guard let start = text.first, bytes[start] != UInt8(ascii: "#") else { continue }
            var id = String(found.count + 1)
            if let tab = text.first(where: { bytes[$0] == UInt8(ascii: "\t") }) {
                id = bytes.shown(text.lowerBound..<tab)
                text = (tab + 1..<text.upperBound).trimmed(in: bytes)
            }
            let area = String(decoding: bytes.array(text), as: UTF8.self)
            found.append((start, .success(TraccarImport.Geofence(id: id, area: area))))
        }
        return found
    }

    private static func readJSON(_ bytes: Span<UInt8>, from start: Int) throws(Refusal) -> [Found] {
        // The whole text first, so that nothing is taken of one that is not JSON.
        var check = JSONCursor(at: start)
        let root = try check.token(in: bytes)
        _ = try check.rest(of: root, in: bytes)
        _ = try check.token(in: bytes)
        var found: [Found] = []
        var cursor = JSONCursor(at: start)
        if root.kind == .arrayStart { _ = try cursor.token(in: bytes) }
        while true {
            let token = try cursor.token(in: bytes)
            if token.kind == .arrayEnd || token.kind == .end { return found }
            let value = try cursor.rest(of: token, in: bytes)
            do throws(Refusal) {
                found.append((value.offset, .success(try geofence(value, in: bytes))))
            } catch {
                found.append((value.offset, .failure(error)))
            }
        }
    }

    private static func geofence(
        _ value: JSONValue, in bytes: Span<UInt8>
    ) throws(Refusal) -> TraccarImport.Geofence {
        guard value.kind == .objectStart else {
            throw Refusal("geofence", is: value, expected: "an object", in: bytes)
        }
        var geofence = TraccarImport.Geofence(id: "", area: "")
        var cursor = JSONCursor(at: value.offset)
        _ = try cursor.token(in: bytes)
        while let (key, value) = try cursor.member(in: bytes) {
            guard value.kind != .null else { continue }
            switch JSONString.text(of: key, in: bytes) {
            case "id": geofence.id = text(of: value, in: bytes)
            case "name": geofence.name = text(of: value, in: bytes)
            case "area": geofence.area = text(of: value, in: bytes)
            case "description":
                let text = text(of: value, in: bytes)
                if !text.isEmpty { geofence.description = text }
            case "calendarId":
                let text = text(of: value, in: bytes)
                if text != "0", !text.isEmpty { geofence.calendar = text }
            case "attributes": geofence.attributes = try attributes(value, in: bytes)
            default: break
            }
        }
        try requireMembers(geofence, at: value.offset)
        return geofence
    }

    private static func requireMembers(
        _ geofence: TraccarImport.Geofence, at place: Int
    ) throws(Refusal) {
        if geofence.id.isEmpty {
            throw Refusal(at: place, .missing(member: "id", expected: "a number"))
        }
        if geofence.area.isEmpty {
            throw Refusal(at: place, .missing(member: "area", expected: "well-known text"))
        }
    }

    private static func text(of value: JSONValue, in bytes: Span<UInt8>) -> String {
        value.kind == .string
            ? JSONString.text(of: value.token, in: bytes) : value.compactText(in: bytes)
    }

    private static func attributes(
        _ value: JSONValue, in bytes: Span<UInt8>
    ) throws(Refusal) -> [String: String] {
        var attributes: [String: String] = [:]
        guard value.kind == .objectStart else { return attributes }
        var cursor = JSONCursor(at: value.offset)
        _ = try cursor.token(in: bytes)
        while let (key, value) = try cursor.member(in: bytes) {
            attributes[JSONString.text(of: key, in: bytes)] = value.compactText(in: bytes)
        }
        return attributes
    }

    /// The table with the columns of `tc_geofences`.
    private static func readTable(_ bytes: Span<UInt8>, from start: Int) throws(Refusal) -> [Found]
    {
        for delimiter: Unicode.Scalar in [",", "\t", ";", "|"] {
            var table = CSVTable(from: start, delimiter: UInt8(ascii: delimiter))
            guard let (_, cells) = table.next(in: bytes), let cells = try? cells.get() else {
                continue
            }
            let names = cells.map { $0.text(in: bytes)?.lowercased() ?? "" }
            guard let area = names.firstIndex(of: "area"), let id = names.firstIndex(of: "id")
            else {
                continue
            }
            var found: [Found] = []
            while let (place, cells) = table.next(in: bytes) {
                do throws(Refusal) {
                    let cells = try cells.get()
                    func text(_ column: Int?) -> String {
                        guard let column, column < cells.count else { return "" }
                        let text = cells[column].text(in: bytes) ?? ""
                        // How mysql and psql write what is absent.
                        return text == "NULL" || text == "\\N" ? "" : text
                    }
                    var geofence = TraccarImport.Geofence(id: text(id), area: text(area))
                    let name = text(names.firstIndex(of: "name"))
                    geofence.name = name.isEmpty ? nil : name
                    let description = text(names.firstIndex(of: "description"))
                    geofence.description = description.isEmpty ? nil : description
                    let calendar = text(names.firstIndex(of: "calendarid"))
                    geofence.calendar = calendar.isEmpty || calendar == "0" ? nil : calendar
                    geofence.attributes = try attributes(text(names.firstIndex(of: "attributes")))
                    try requireMembers(geofence, at: place)
                    found.append((place, .success(geofence)))
                } catch {
                    found.append((place, .failure(error)))
                }
            }
            return found
        }
        throw Refusal(
            at: start,
            .unexpected(
                found: "'\(bytes.shown(start..<min(bytes.count, start + 160)))'",
                expected: "JSON, a table with a header that names id and area, or areas"))
    }

    private static func attributes(_ text: String) throws(Refusal) -> [String: String] {
        guard !text.isEmpty else { return [:] }
        let bytes = Array(text.utf8)
        var cursor = JSONCursor()
        let token = try cursor.token(in: bytes.span)
        return try attributes(try cursor.rest(of: token, in: bytes.span), in: bytes.span)
    }
}
