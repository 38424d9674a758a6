/// Why a text is not JSON: where, what stands there and what should.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What stands at the offset.
    package enum Found: Hashable, Sendable {
        /// Nothing: the text is over.
        case end
        /// A character.
        case character(Unicode.Scalar)
        /// A byte that is no part of a character in UTF-8.
        case byte(UInt8)
        /// An escape `\uXXXX` that names half a character.
        case surrogate(UInt16)
    }

    /// What JSON asks for there.
    package enum Expected: UInt8, Hashable, Sendable {
        /// Any value.
        case value
        /// A value, or `]`.
        case valueOrArrayEnd
        /// A member's name.
        case key
        /// A member's name, or `}`.
        case keyOrObjectEnd
        /// `:`
        case colon
        /// `,` or `}`.
        case commaOrObjectEnd
        /// `,` or `]`.
        case commaOrArrayEnd
        /// Nothing more.
        case endOfText
        /// A digit of a number.
        case digit
        /// A number without a leading zero.
        case noLeadingZero
        /// The rest of `true`.
        case literalTrue
        /// The rest of `false`.
        case literalFalse
        /// The rest of `null`.
        case literalNull
        /// The `"` that ends a string.
        case closingQuote
        /// An escape in place of a control character.
        case escapedControl
        /// One of the letters that may follow a backslash.
        case escape
        /// A hexadecimal digit.
        case hexDigit
        /// A high surrogate followed by a low one.
        case surrogatePair
        /// A character in UTF-8.
        case utf8
        /// Fewer arrays and objects within each other.
        case shallowerNesting
    }

    /// How many bytes stand before the place.
    package let offset: Int

    /// What stands there.
    package let found: Found

    /// What should stand there.
    package let expected: Expected

    /// What was found and what was expected, in one sentence without the place.
    package var description: String {
        "found \(found.description), expected \(expected.description)"
    }

    init(at offset: Int, in bytes: Span<UInt8>, _ expected: Expected) {
        self.offset = offset
        found = Found(at: offset, in: bytes)
        self.expected = expected
    }

    init(surrogate: UInt16, at offset: Int) {
        self.offset = offset
        found = .surrogate(surrogate)
        expected = .surrogatePair
    }
}

extension JSONError.Found: CustomStringConvertible {
    init(at offset: Int, in bytes: Span<UInt8>) {
        guard offset < bytes.count else {
            self = .end
            return
        }
        guard let end = UTF8Scan.endOfScalar(at: offset, in: bytes) else {
            self = .byte(bytes[offset])
            return
        }
        let scalar = String(decoding: (offset..<end).map { bytes[$0] }, as: UTF8.self)
            .unicodeScalars.first
        self = .character(scalar ?? "\u{FFFD}")
    }

    /// The thing in words.
    package var description: String {
        switch self {
        case .end: "the end of the text"
        case .character("\n"), .character("\r"): "a line break"
        case .character("\t"): "a tab"
        case .character(let scalar) where scalar.value < 0x20 || scalar.value == 0x7F:
            "control character \(Self.hex(scalar.value, digits: 4))"
        case .character(let scalar): "'\(Character(scalar))'"
        case .byte(let byte): "byte 0x\(Self.hex(UInt32(byte), digits: 2))"
        case .surrogate(let unit): "\\u\(Self.hex(UInt32(unit), digits: 4)), half a character"
        }
    }

    private static func hex(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

extension JSONError.Expected: CustomStringConvertible {
    /// The thing in words.
    package var description: String {
        switch self {
        case .value: "a value"
        case .valueOrArrayEnd: "a value or ']'"
        case .key: "a member's name in double quotes"
        case .keyOrObjectEnd: "a member's name in double quotes or '}'"
        case .colon: "':'"
        case .commaOrObjectEnd: "',' or '}'"
        case .commaOrArrayEnd: "',' or ']'"
        case .endOfText: "nothing after the value"
        case .digit: "a digit"
        case .noLeadingZero: "no digit after a leading 0"
        case .literalTrue: "'true'"
        case .literalFalse: "'false'"
        case .literalNull: "'null'"
        case .closingQuote: "'\"' at the end of the text value"
        case .escapedControl: "an escape such as \\n instead of a control character"
        case .escape: "one of \" \\ / b f n r t u after '\\'"
        case .hexDigit: "four hexadecimal digits after '\\u'"
        case .surrogatePair: "a pair of \\u escapes, D800-DBFF then DC00-DFFF"
        case .utf8: "UTF-8"
        case .shallowerNesting: "fewer arrays and objects within each other"
        }
    }
}
