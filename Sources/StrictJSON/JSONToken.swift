/// One token of a JSON text, as byte offsets into it.
package struct JSONToken: Hashable, Sendable {
    /// What a token is.
    package enum Kind: UInt8, Hashable, Sendable {
        /// `{`
        case objectStart
        /// `}`
        case objectEnd
        /// `[`
        case arrayStart
        /// `]`
        case arrayEnd
        /// A member's name; its colon has been read too.
        case key
        /// A string that is a value.
        case string
        /// A number.
        case number
        /// `true`
        case `true`
        /// `false`
        case `false`
        /// `null`
        case null
        /// The end of the text, after its one value.
        case end
    }

    /// What the token is.
    package let kind: Kind

    /// Whether a key or a string holds a backslash escape, so that its bytes are not yet its text.
    package let hasEscapes: Bool

    /// Where the token's bytes begin; of a key or a string those between the quotes.
    package let start: Int

    /// Where the token's bytes end.
    package let end: Int

    /// The bytes of the token; of a key or a string those between the quotes.
    package var range: Range<Int> { start..<end }

    /// Where the token begins in the text, an opening quote included: the place to name in a message.
    package var position: Int {
        kind == .key || kind == .string ? start - 1 : start
    }

    init(_ kind: Kind, _ start: Int, _ end: Int, hasEscapes: Bool = false) {
        self.kind = kind
        self.hasEscapes = hasEscapes
        self.start = start
        self.end = end
    }
}

extension JSONToken.Kind {
    /// The kind of value in words, for messages: "an object", "a number", "null".
    package var name: String {
        switch self {
        case .objectStart: "an object"
        case .objectEnd: "the end of an object"
        case .arrayStart: "an array"
        case .arrayEnd: "the end of an array"
        case .key: "a member's name"
        case .string: "a text"
        case .number: "a number"
        case .true: "true"
        case .false: "false"
        case .null: "null"
        case .end: "the end of the text"
        }
    }
}
