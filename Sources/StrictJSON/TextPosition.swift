/// A place in a text as people count: line and column, both from 1.
package struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    package var line: Int

    /// The column in characters (Unicode scalars, as most editors count), from 1.
    package var column: Int

    /// Creates a position.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of a byte offset in a text; the text's end has a place too.
    ///
    /// - Complexity: linear in the offset; use ``TextPositionCounter`` for many.
    package init(of offset: Int, in bytes: Span<UInt8>) {
        var counter = TextPositionCounter()
        self = counter.position(of: offset, in: bytes)
    }

    /// `line:column`
    package var description: String { "\(line):\(column)" }
}

/// Finds the places of ascending byte offsets in one pass over the text.
///
/// Lines end with a line feed, a carriage return or both together. A byte order mark at the start
/// takes no column.
package struct TextPositionCounter: Sendable {
    private var offset = 0
    private var position = TextPosition(line: 1, column: 1)

    /// Creates a counter at the start of a text.
    package init() {}

    /// The place of a byte offset; an offset before that of the last call starts over.
    package mutating func position(of target: Int, in bytes: Span<UInt8>) -> TextPosition {
        if target < offset { self = TextPositionCounter() }
        var index = offset
        var line = position.line
        var column = position.column
        let end = min(target, bytes.count)
        while index < end {
            let byte = bytes[index]
            if byte == 0x0A {
                line &+= 1
                column = 1
            } else if byte == 0x0D {
                // Followed by a line feed it is half of one line end, which that counts.
                if index + 1 == bytes.count || bytes[index + 1] != 0x0A {
                    line &+= 1
                    column = 1
                }
            } else if byte & 0xC0 != 0x80 {
                column &+= 1
            }
            index &+= 1
            if index == 3, line == 1, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
                column = 1
            }
        }
        offset = max(offset, end)
        position = TextPosition(line: line, column: column)
        return position
    }
}
