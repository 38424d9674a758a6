import RegionMonitoring

/// The lines of a text, which end with a line feed, a carriage return or both together, as byte
/// ranges without those ends. A byte order mark at the text's start belongs to no line.
struct TextLines {
    private var index: Int

    init(_ bytes: Span<UInt8>) {
        let hasMark =
            bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        index = hasMark ? 3 : 0
    }

    /// The next line; `nil` at the end of the text.
    mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
        guard index < bytes.count else { return nil }
        let start = index
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index &+= 1 }
        let line = start..<index
        if index < bytes.count {
            index +=
                bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
        }
        return line
    }
}

extension Range<Int> {
    /// The range without the blanks and tabs at both ends of the text in it.
    func trimmed(in bytes: Span<UInt8>) -> Range<Int> {
        var range = self
        while let first = range.first, bytes[first].isBlank { range = range.dropFirst() }
        while let last = range.last, bytes[last].isBlank { range = range.dropLast() }
        return range
    }
}

extension UInt8 {
    /// Whether it is a space or a tab.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// Whether it is a letter of ASCII.
    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Whether it is a decimal digit.
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension Span<UInt8> {
    /// The text of some of the bytes; `nil` when they are not UTF-8.
    func text(_ range: Range<Int>) -> String? { String(validating: array(range), as: UTF8.self) }

    /// The text of some of the bytes as a message shows it: cut after 40 characters, on one line.
    func shown(_ range: Range<Int>) -> String {
        let limit = 40
        let end = Swift.min(range.upperBound, range.lowerBound + 4 * limit)
        let text = String(decoding: array(range.lowerBound..<end), as: UTF8.self)
        let cut = text.unicodeScalars.count > limit || end < range.upperBound
        let shown = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
        return (cut ? shown + "..." : shown).printable
    }
}
