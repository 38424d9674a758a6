import MonitoringService
import StrictJSON

/// A file of options: one JSON object with the names of long options, without their hyphens.
///
/// ```json
/// {"regions": ["depots.geojson"], "follow": true, "dwell": "5m", "input": "fixes.ndjson",
///  "sink": [{"sink": "ndjson:enters.ndjson", "sink-events": ["enter"]}, "ndjson:-"]}
/// ```
///
/// A value is a text or a number as the command line has it, or `true` or `false` where the option takes
/// no value. Of an array each element counts for an option that may be repeated, and all of them, with
/// commas between, for others. An element of `sink` may be an object: a sink and the options that apply
/// to it. `null` says nothing. `input` names the inputs.
struct ConfigurationFile {
    /// What a member says.
    indirect enum Value {
        case text(String)
        case toggle(Bool)
        case list([Element])
        case group([Entry])
        case none
    }

    /// An element of an array, or the value of a member, and where it is: `file:line:column`.
    struct Element {
        var value: Value
        var place: String
    }

    /// A member, and where its name is.
    struct Entry {
        var name: String
        var content: Element
        var place: String
    }

    /// The file's members in their order.
    let entries: [Entry]

    /// Reads a file.
    ///
    /// - Throws: Why it cannot be read, or what is wrong with it as JSON and where. Names and values are
    ///   not looked at.
    init(path: String) throws(UsageError) {
        let bytes: [UInt8]
        do throws(FileBytes.Failure) {
            bytes = try FileBytes.read(path)
        } catch {
            throw UsageError("cannot read \(path): \(error.message)")
        }
        entries = try Self.read(bytes.span, path)
    }

    private static func read(
        _ bytes: Span<UInt8>, _ path: String
    ) throws(UsageError) -> [Entry] {
        var tree = Tree(path: path)
        let content: Element
        do throws(JSONError) {
            content = try tree.read(bytes)
        } catch {
            let place = TextPosition(of: error.offset, in: bytes)
            throw UsageError("\(path):\(place): \(error)")
        }
        guard case .group(let entries) = content.value else {
            throw UsageError("\(content.place): found no object, expected one of options")
        }
        return entries
    }
}

/// Reads a JSON text as options may need it.
private struct Tree {
    typealias Element = ConfigurationFile.Element
    typealias Entry = ConfigurationFile.Entry

    let path: String
    var cursor = JSONCursor()
    var counter = TextPositionCounter()

    init(path: String) { self.path = path }

    mutating func read(_ bytes: Span<UInt8>) throws(JSONError) -> Element {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            cursor = JSONCursor(at: 3)
        }
        let element = try element(try cursor.next(in: bytes), bytes)
        _ = try cursor.next(in: bytes)
        return element
    }

    private mutating func element(
        _ token: JSONToken, _ bytes: Span<UInt8>
    ) throws(JSONError) -> Element {
        let place = place(of: token, bytes)
        switch token.kind {
        case .objectStart: return Element(value: .group(try members(bytes)), place: place)
        case .arrayStart: return Element(value: .list(try elements(bytes)), place: place)
        case .string:
            return Element(value: .text(JSONString.text(of: token, in: bytes)), place: place)
        case .true: return Element(value: .toggle(true), place: place)
        case .false: return Element(value: .toggle(false), place: place)
        case .null: return Element(value: .none, place: place)
        default:
            let text = String(decoding: token.range.map { bytes[$0] }, as: UTF8.self)
            return Element(value: .text(text), place: place)
        }
    }

    private mutating func members(_ bytes: Span<UInt8>) throws(JSONError) -> [Entry] {
        var entries: [Entry] = []
        while true {
            let key = try cursor.next(in: bytes)
            guard key.kind == .key else { return entries }
            let place = place(of: key, bytes)
            entries.append(
                Entry(
                    name: JSONString.text(of: key, in: bytes),
                    content: try element(try cursor.next(in: bytes), bytes), place: place))
        }
    }

    private mutating func elements(_ bytes: Span<UInt8>) throws(JSONError) -> [Element] {
        var elements: [Element] = []
        while true {
            let token = try cursor.next(in: bytes)
            if token.kind == .arrayEnd { return elements }
            elements.append(try element(token, bytes))
        }
    }

    private mutating func place(of token: JSONToken, _ bytes: Span<UInt8>) -> String {
        "\(path):\(counter.position(of: token.position, in: bytes))"
    }
}
