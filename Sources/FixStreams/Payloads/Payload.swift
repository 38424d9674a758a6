import RegionMonitoring
import StrictJSON

/// One value of a payload.
struct PayloadValue {
    enum Kind {
        case text
        case number
        case boolean
        case structure
    }

    let kind: Kind

    /// The text, escapes resolved; of objects and arrays nothing.
    let bytes: [UInt8]

    /// Where it stands in its line, in characters from 1.
    let column: Int

    /// Its JSON, where it is from a JSON text.
    var json: String?

    var double: Double? {
        kind == .text || kind == .number ? DecimalNumber.double(of: bytes.span) : nil
    }

    /// The value as a message shows it.
    var shown: String {
        switch kind {
        case .number, .boolean: LineExcerpt.text(String(decoding: bytes.prefix(200), as: UTF8.self))
        case .text: "\"\(LineExcerpt.text(String(decoding: bytes.prefix(200), as: UTF8.self)))\""
        case .structure: "an object or an array"
        }
    }
}

/// The values of one record, each under the names that lead to it: `position.attributes.ignition`.
struct Payload {
    private(set) var values: [String: PayloadValue] = [:]

    init() {}

    subscript(_ path: String) -> PayloadValue? {
        get { values[path] }
        set { values[path] = newValue }
    }

    /// Whether something says `true`, or the number or text 1.
    func isTrue(_ path: String) -> Bool { isWord(path, ["true", "1"]) }

    /// Whether something says `false`, or the number or text 0.
    func isFalse(_ path: String) -> Bool { isWord(path, ["false", "0"]) }

    private func isWord(_ path: String, _ words: [String]) -> Bool {
        guard let value = values[path], value.kind != .structure else { return false }
        return words.contains(String(decoding: value.bytes.prefix(8), as: UTF8.self).lowercased())
    }
}

extension Payload {
    /// How deep the objects are whose members are read.
    private static let depthLimit = 4

    /// Reads a line that is one JSON object.
    ///
    /// Of members with one name the last counts; `null` is the same as none.
    ///
    /// - Parameter carriesJSON: Whether the values' JSON is wanted.
    init(json text: Span<UInt8>, carriesJSON: Bool) throws(FixDecodingError) {
        var cursor = JSONCursor()
        do throws(JSONError) {
            let first = try cursor.next(in: text)
            if first.kind == .objectStart {
                try readMembers("", 1, &cursor, text, carriesJSON)
            } else {
                _ = try cursor.skipRest(of: first, in: text)
            }
            _ = try cursor.next(in: text)
            guard first.kind != .objectStart else { return }
        } catch {
            throw FixDecodingError(
                reason: .malformed, field: nil, detail: error.description,
                column: LineExcerpt.column(of: error.offset, in: text))
        }
        throw FixDecodingError(
            reason: .malformed, field: nil, detail: "found no object, expected one", column: 1)
    }

    private mutating func readMembers(
        _ prefix: String, _ depth: Int, _ cursor: inout JSONCursor, _ text: Span<UInt8>,
        _ carriesJSON: Bool
    ) throws(JSONError) {
        while true {
            let key = try cursor.next(in: text)
            guard key.kind == .key else { return }
            let path = prefix + JSONString.text(of: key, in: text)
            let token = try cursor.next(in: text)
            let start = token.position
            if token.kind == .objectStart, depth < Self.depthLimit {
                try readMembers(path + ".", depth + 1, &cursor, text, carriesJSON)
            } else {
                _ = try cursor.skipRest(of: token, in: text)
            }
            guard token.kind != .null else {
                values[path] = nil
                continue
            }
            var value = PayloadValue(
                kind: Self.kind(token), bytes: Self.bytes(token, text),
                // Exact where all before it is ASCII, as nearly all payloads are.
                column: start + 1)
            if carriesJSON {
                value.json = String(
                    decoding: (start..<cursor.offset).map { text[$0] }, as: UTF8.self)
            }
            values[path] = value
        }
    }

    private static func kind(_ token: JSONToken) -> PayloadValue.Kind {
        switch token.kind {
        case .string: .text
        case .number: .number
        case .true, .false: .boolean
        default: .structure
        }
    }

    private static func bytes(_ token: JSONToken, _ text: Span<UInt8>) -> [UInt8] {
        switch token.kind {
        case .string: JSONString.bytes(of: token, in: text)
        case .number, .true, .false: token.range.map { text[$0] }
        default: []
        }
    }
}
