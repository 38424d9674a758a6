import StrictJSON

/// Why a record of an input is no fix: a defect of the input.
public struct FixDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of defect.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// A line of more than 1 MiB.
        case tooLong

        /// Not one JSON object in UTF-8, or not a row of the table.
        case malformed

        /// A member or cell that is missing or cannot be used.
        case invalid

        /// A sound record that says that there is no position. The only reason that is no defect.
        case noPosition
    }

    /// What kind of defect.
    public var reason: Reason

    /// The member or column as the input names it, where one is at fault.
    public var field: String?

    /// What was found and what should have been there, in one line.
    public var detail: String

    /// The column in the line, in characters from 1.
    public var column: Int

    /// Whether the input is at fault, as against a device that knows no position.
    public var isDefect: Bool { reason != .noPosition }

    /// The reason and the detail in one line.
    public var description: String { "\(reason.rawValue): \(detail)" }

    /// The defect with its place: `fixes.ndjson:12:34: invalid: lat is 95; it must be between …`.
    public func message(file: String, line: UInt64) -> String {
        "\(file):\(line):\(column): \(description)"
    }
}

extension FixDecodingError {
    static let tooLong = FixDecodingError(
        reason: .tooLong, field: nil, detail: "the line is longer than 1 MiB", column: 1)

    /// A member that is there, but cannot be used.
    static func unusable(
        _ field: String, found: String, _ requirement: String, column: Int
    ) -> FixDecodingError {
        FixDecodingError(
            reason: .invalid, field: field, detail: "\(field) is \(found); \(requirement)",
            column: column)
    }

    /// A record that says that there is no position.
    static func noPosition(_ detail: String) -> FixDecodingError {
        FixDecodingError(reason: .noPosition, field: nil, detail: detail, column: 1)
    }

    /// A member that is not there.
    static func missing(_ field: String) -> FixDecodingError {
        FixDecodingError(
            reason: .invalid, field: field, detail: "\(field) is missing", column: 1)
    }
}

/// Places and excerpts of lines, for messages.
enum LineExcerpt {
    /// The column of a byte of a line, in characters from 1.
    static func column(of offset: Int, in line: Span<UInt8>) -> Int {
        var column = 1
        for index in 0..<min(offset, line.count) where line[index] & 0xC0 != 0x80 { column += 1 }
        return column
    }

    /// Bytes of a line as a message shows them: at most 40 characters, control characters escaped.
    static func text(_ range: Range<Int>, in line: Span<UInt8>) -> String {
        // Four bytes a character at most.
        let end = min(range.upperBound, range.lowerBound + 200)
        return text(String(decoding: (range.lowerBound..<end).map { line[$0] }, as: UTF8.self))
    }

    /// A text as a message shows it: at most 40 characters, control characters escaped.
    static func text(_ text: String) -> String {
        var result = ""
        for (count, scalar) in text.unicodeScalars.enumerated() {
            if count == 40 { return result + "…" }
            result +=
                scalar.properties.generalCategory == .control
                ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return result
    }
}
