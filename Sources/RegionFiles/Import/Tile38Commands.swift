import RegionMonitoring
import StrictJSON

/// Finds the commands of Tile38 in a text: those of an append-only file, in Redis' protocol, or one a
/// line as its command line takes them.
struct Tile38Commands {
    /// One command: the bytes of its words.
    struct Command {
        var offset: Int
        var words: [[UInt8]]

        /// A word as text; `nil` behind the last.
        func text(_ index: Int) -> String? {
            index < words.count ? String(decoding: words[index], as: UTF8.self) : nil
        }

        /// A word as a command or an option, in capitals.
        func keyword(_ index: Int) -> String? { text(index)?.uppercased() }
    }

    private var index = 0

    /// The most words of a command.
    private static let wordLimit = 1 << 20

    /// The next command; `nil` at the end of the text.
    mutating func next(in bytes: Span<UInt8>) throws(Refusal) -> Command? {
        while index < bytes.count, bytes[index] <= 0x20 || bytes[index] == 0 { index += 1 }
        guard index < bytes.count else { return nil }
        return bytes[index] == UInt8(ascii: "*") ? try frame(in: bytes) : try line(in: bytes)
    }

    /// `*2\r\n$4\r\nDROP\r\n$5\r\nfleet\r\n`
    private mutating func frame(in bytes: Span<UInt8>) throws(Refusal) -> Command {
        let start = index
        let count = try length("*", limit: Self.wordLimit, in: bytes)
        var words: [[UInt8]] = []
        for _ in 0..<count {
            let length = try length("$", limit: bytes.count, in: bytes)
            guard index + length <= bytes.count else {
                throw Refusal(
                    at: start,
                    .unexpected(found: "the end of the file", expected: "the rest of a command"))
            }
            words.append(bytes.array(index..<index + length))
            index += length
            try endLine(in: bytes)
        }
        return Command(offset: start, words: words)
    }

    private mutating func length(
        _ mark: Unicode.Scalar, limit: Int, in bytes: Span<UInt8>
    ) throws(Refusal) -> Int {
        let start = index
        var length = 0
        if index < bytes.count, bytes[index] == UInt8(ascii: mark) {
            index += 1
            let digits = index
            while index < bytes.count, bytes[index].isDigit, length <= limit {
                length = length * 10 + Int(bytes[index] - UInt8(ascii: "0"))
                index += 1
            }
            if index > digits, length <= limit {
                try endLine(in: bytes)
                return length
            }
        }
        throw Refusal(
            at: start,
            .unexpected(
                found: "'\(bytes.shown(start..<min(start + 40, bytes.count)))'",
                expected: "'\(mark)' and a length"))
    }

    private mutating func endLine(in bytes: Span<UInt8>) throws(Refusal) {
        guard index + 1 < bytes.count, bytes[index] == 0x0D, bytes[index + 1] == 0x0A else {
            throw Refusal(
                at: index,
                .unexpected(
                    found: index < bytes.count ? "something else" : "the end of the file",
                    expected: "a carriage return and a line feed"))
        }
        index += 2
    }

    /// `SETHOOK a http://… NEARBY fleet FENCE POINT 1 2 500`: words in quotation marks, and JSON, may
    /// hold blanks.
    private mutating func line(in bytes: Span<UInt8>) throws(Refusal) -> Command {
        let start = index
        var words: [[UInt8]] = []
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
            let byte = bytes[index]
            if byte.isBlank {
                index += 1
            } else if byte == UInt8(ascii: "{") {
                words.append(try json(in: bytes))
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                words.append(try quoted(in: bytes))
            } else {
                let begin = index
                while index < bytes.count, bytes[index] > 0x20 { index += 1 }
                // A control character would hold the loop up.
                if index == begin { index += 1 }
                words.append(bytes.array(begin..<index))
            }
        }
        return Command(offset: start, words: words)
    }

    private mutating func json(in bytes: Span<UInt8>) throws(Refusal) -> [UInt8] {
        var cursor = JSONCursor(at: index)
        let token = try cursor.token(in: bytes)
        let value = try cursor.rest(of: token, in: bytes)
        index = value.range.upperBound
        return bytes.array(value.range)
    }

    private mutating func quoted(in bytes: Span<UInt8>) throws(Refusal) -> [UInt8] {
        let quote = bytes[index]
        let start = index
        var word: [UInt8] = []
        index += 1
        while index < bytes.count, bytes[index] != 0x0A {
            if bytes[index] == quote {
                index += 1
                return word
            }
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
            word.append(bytes[index])
            index += 1
        }
        throw Refusal(
            at: start,
            .unexpected(found: "a quotation mark without a partner", expected: "a whole word"))
    }
}
