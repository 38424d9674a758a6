import RegionMonitoring

/// One sentence of NMEA 0183, or of AIS, which is written the same way.
struct NMEASentence {
    /// The talker: `GP`, `GN`, `AI`; empty in proprietary sentences.
    let talker: String

    /// The kind: `RMC`, `VDM`; of proprietary sentences all that follows `P`.
    let kind: String

    /// Where the fields are that follow the address.
    let fields: [Range<Int>]

    /// What stands before the sentence in its line, such as a tag block, and behind its checksum.
    let prefix: Range<Int>
    let suffix: Range<Int>

    /// Whether another sentence begins before this one, and was cut off by it.
    let followsFragment: Bool

    /// What a line turned out to be.
    enum Line {
        case sentence(NMEASentence)

        /// Readable text without a sentence: a comment, the banner of a logger.
        case text
    }

    /// Reads a line: the last sentence that begins in it.
    ///
    /// - Throws: ``FixDecodingError`` when the line holds neither a whole sentence with the right
    ///   checksum nor readable text.
    static func read(_ text: Span<UInt8>) throws(FixDecodingError) -> Line {
        var start: Int?
        var starts = 0
        var isText = true
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") {
                start = index
                starts += 1
            }
            if byte < 0x20 && byte != 0x09 && byte != 0x0D || byte >= 0x7F { isText = false }
        }
        guard let start else {
            if isText { return .text }
            throw malformed("found bytes that are no text, expected a sentence", 0, text)
        }
        // A comment may speak of sentences.
        if text[0] == UInt8(ascii: "#") { return .text }
        guard let star = text.firstIndex(of: UInt8(ascii: "*"), from: start),
            star + 2 < text.count,
            let high = hexDigit(text[star + 1]), let low = hexDigit(text[star + 2]),
            star + 3 == text.count || hexDigit(text[star + 3]) == nil
        else {
            throw malformed("found no checksum, expected * and two digits", start, text)
        }
        var sum: UInt8 = 0
        for index in start + 1..<star { sum ^= text[index] }
        guard sum == high << 4 | low else {
            throw malformed(
                "found the checksum \(hex(high << 4 | low)), expected \(hex(sum))", star, text)
        }
        guard
            let sentence = NMEASentence(
                text, start: start, star: star, followsFragment: starts > 1)
        else { throw malformed("found no address of five letters", start, text) }
        return .sentence(sentence)
    }

    private init?(_ text: Span<UInt8>, start: Int, star: Int, followsFragment: Bool) {
        var fields: [Range<Int>] = []
        var fieldStart = start + 1
        for index in start + 1..<star where text[index] == UInt8(ascii: ",") {
            fields.append(fieldStart..<index)
            fieldStart = index + 1
        }
        fields.append(fieldStart..<star)
        let address = fields[0]
        guard address.count >= 2, address.count <= 16, address.allSatisfy({ text[$0] < 0x80 })
        else { return nil }
        let name = String(decoding: address.map { text[$0] }, as: UTF8.self)
        if text[address.lowerBound] == UInt8(ascii: "P") {
            talker = ""
            kind = String(name.dropFirst())
        } else {
            guard address.count == 5 else { return nil }
            talker = String(name.prefix(2))
            kind = String(name.suffix(3))
        }
        self.fields = Array(fields.dropFirst())
        prefix = 0..<start
        suffix = star + 3..<text.count
        self.followsFragment = followsFragment
    }

    /// The field at a place from 0; `nil` when it is empty or not there.
    func field(_ index: Int) -> Range<Int>? {
        guard fields.indices.contains(index), !fields[index].isEmpty else { return nil }
        return fields[index]
    }

    /// The byte that a field is; `nil` when it is not just one.
    func letter(_ index: Int, in text: Span<UInt8>) -> UInt8? {
        guard let range = field(index), range.count == 1 else { return nil }
        return text[range.lowerBound]
    }

    /// The number that a field is; `nil` when it is empty.
    ///
    /// - Throws: When it is something else.
    func number(
        _ index: Int, _ name: String, in text: Span<UInt8>
    ) throws(FixDecodingError) -> Double? {
        guard let range = field(index) else { return nil }
        guard let number = DecimalNumber.double(of: text.extracting(range)) else {
            throw unusable(index, name, "it must be a number", in: text)
        }
        return number
    }

    /// The whole number of so many digits that a field begins with; `nil` when it does not.
    func digits(_ range: Range<Int>, _ from: Int, _ count: Int, in text: Span<UInt8>) -> Int? {
        let start = range.lowerBound + from
        guard start + count <= range.upperBound else { return nil }
        var value = 0
        for index in start..<start + count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    /// A field that cannot be used.
    func unusable(
        _ index: Int, _ name: String, _ requirement: String, in text: Span<UInt8>
    ) -> FixDecodingError {
        guard let range = field(index) else { return .missing("\(kind) \(name)") }
        return .unusable(
            "\(kind) \(name)", found: LineExcerpt.text(range, in: text), requirement,
            column: LineExcerpt.column(of: range.lowerBound, in: text))
    }

    static func malformed(
        _ detail: String, _ place: Int, _ text: Span<UInt8>
    ) -> FixDecodingError {
        FixDecodingError(
            reason: .malformed, field: nil, detail: detail,
            column: LineExcerpt.column(of: place, in: text))
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return text.count == 1 ? "0" + text : text
    }
}
