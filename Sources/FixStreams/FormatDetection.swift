/// Tells the format of an input by its beginning.
///
/// The rule is stated in the article on formats. White space and comments (`#`) are passed over.
struct FormatDetection {
    /// The names of columns.
    let names: FixFieldNames

    /// Whether a table may lack its header.
    let readsPlaces: Bool

    /// How far the name of a root element is looked for.
    static let rootLimit = 1 << 14

    /// The format of an input; `nil` when more of it must be seen.
    ///
    /// - Parameters:
    ///   - lines: Stands at the beginning of the input.
    ///   - isLast: Whether `bytes` are all of it.
    func format(_ bytes: Span<UInt8>, _ lines: LineSplitter, isLast: Bool) -> FixFormat? {
        var start = lines
        if start.passBeginning(in: bytes) == UInt8(ascii: "<") {
            return root(bytes.extracting(start.start..<bytes.count), isLast: isLast)
        }
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
        switch text[index] {
        case UInt8(ascii: "{"): return .ndjson
        case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "\\"):
            if let format = Self.format(ofSentence: text) { return format }
        default: break
        }
        let isTable =
            CSVHeader.isPlausible(text, names: names)
            || readsPlaces && CSVHeader(impliedBy: text, delimiter: nil) != nil
        if isTable { return .csv }
        return text[index] == UInt8(ascii: "#") ? nil : .ndjson
    }

    /// What a sentence with a right checksum is one of.
    private static func format(ofSentence text: Span<UInt8>) -> FixFormat? {
        guard case .sentence(let sentence)? = try? NMEASentence.read(text) else { return nil }
        return ["VDM", "VDO"].contains(sentence.kind) ? .ais : .nmea
    }

    /// KML or GPX.
    private func root(_ bytes: Span<UInt8>, isLast: Bool) -> FixFormat? {
        let beginning = (0..<min(bytes.count, Self.rootLimit)).map { bytes[$0] }
        if beginning.contains("<kml") { return .kml }
        return beginning.contains("<gpx") || isLast || beginning.count == Self.rootLimit
            ? .gpx : nil
    }
}

extension [UInt8] {
    /// Whether a short text stands somewhere in the bytes.
    fileprivate func contains(_ text: StaticString) -> Bool {
        let wanted = Array("\(text)".utf8)
        guard count >= wanted.count else { return false }
        return (0...count - wanted.count).contains { start in
            self[start] == wanted[0] && self[start...].starts(with: wanted)
        }
    }
}
