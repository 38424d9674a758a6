import RegionMonitoring
import StrictJSON

/// The identifier of a feature: `id`, else `properties.id`, else `properties.identifier`.
///
/// The first of them that is there counts; when it cannot be used the feature is refused rather than
/// looked at further.
struct FeatureIdentifier {
    var region: RegionID

    /// Where the identifier stands.
    var offset: Int

    init(region: RegionID, offset: Int) {
        self.region = region
        self.offset = offset
    }

    /// Reads the identifier of the feature that begins at `start`.
    init(
        id: JSONValue?, properties: FeatureProperties, featureAt start: Int, in bytes: Span<UInt8>
    ) throws(Refusal) {
        let candidates = [
            ("id", id), ("properties.id", properties.id),
            ("properties.identifier", properties.identifier),
        ]
        for case (let member, let value?) in candidates {
            guard let text = Self.text(of: value, in: bytes), !text.isEmpty else {
                throw Refusal(
                    member, is: value, expected: "a text that is not empty, or a number", in: bytes)
            }
            region = RegionID(text)
            offset = value.offset
            return
        }
        throw Refusal(
            at: start,
            .missing(
                member: "id",
                expected:
                    "a text or a number, here or as 'id' or 'identifier' of the properties, or as what --id-property names"
            ))
    }

    /// Reads the identifier from the property that was chosen for all features.
    init(
        property name: String, of properties: FeatureProperties, featureAt start: Int,
        in bytes: Span<UInt8>
    ) throws(Refusal) {
        guard let value = properties.chosenIdentifier else {
            throw Refusal(
                at: start,
                .missing(member: "properties.\(name.printable)", expected: "a text or a number"))
        }
        guard let text = Self.text(of: value, in: bytes), !text.isEmpty else {
            throw Refusal(
                "properties.\(name.printable)", is: value,
                expected: "a text that is not empty, or a number", in: bytes)
        }
        region = RegionID(text)
        offset = value.offset
    }

    /// Names the region after a file: without its folder and its extension.
    init(file: String, at start: Int) throws(Refusal) {
        let base = file.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? "" } ?? ""
        var stem = base[...]
        if let point = base.lastIndex(of: "."), point != base.startIndex { stem = base[..<point] }
        guard !stem.isEmpty else {
            throw Refusal(
                at: start,
                .missing(member: "id", expected: "a feature's 'id', as the file has no name"))
        }
        region = RegionID(String(stem))
        offset = start
    }

    /// Names a region after a file and, from the second on, its number there: `yards#2`.
    init(file: String, number: Int, at start: Int) throws(Refusal) {
        try self.init(file: file, at: start)
        if number > 1 { region = RegionID("\(region.rawValue)#\(number)") }
    }

    /// Reads an identifier that some bytes are, without the blanks around it.
    init(text range: Range<Int>, in bytes: Span<UInt8>) throws(Refusal) {
        let range = range.trimmed(in: bytes)
        guard let text = bytes.text(range) else {
            throw Refusal(
                at: range.lowerBound,
                .wrongValue(member: "id", found: bytes.shown(range), expected: "UTF-8"))
        }
        guard !text.isEmpty else {
            throw Refusal(at: range.lowerBound, .missing(member: "id", expected: "a text"))
        }
        region = RegionID(text)
        offset = range.lowerBound
    }

    /// A text as it is, a number in its one canonical text: 8, 8.0 and "8" are the same.
    private static func text(of value: JSONValue, in bytes: Span<UInt8>) -> String? {
        switch value.kind {
        case .string: JSONString.text(of: value.token, in: bytes)
        case .number: JSONNumber(value.token, in: bytes).canonicalText(in: bytes)
        default: nil
        }
    }
}
