import StrictJSON
import Testing

private func position(of offset: Int, in text: String) -> String {
    TextPosition(of: offset, in: Array(text.utf8).span).description
}

@Suite struct TextPositionTests {
    @Test(arguments: [
        (0, "1:1"), (1, "1:2"), (2, "1:3"), (3, "2:1"), (5, "2:2"), (6, "2:3"), (7, "2:3"),
        (8, "3:1"),
        (9, "4:1"), (10, "4:2"), (99, "4:2"),
    ])
    func countsLinesAndCharacters(_ offset: Int, _ expected: String) {
        // Line ends: LF after "ab"; CRLF after "éc"; CR alone after nothing.
        #expect(position(of: offset, in: "ab\n\u{E9}c\r\n\rd") == expected)
    }

    @Test func givesAByteOrderMarkNoColumn() {
        #expect(position(of: 3, in: "\u{FEFF}ab") == "1:1")
        #expect(position(of: 4, in: "\u{FEFF}ab") == "1:2")
    }

    @Test func countsOnFromTheLastOffset() {
        let bytes = Array("a\nb\r\nc\rd\u{20AC}e".utf8)
        var counter = TextPositionCounter()
        for offset in Array(0...bytes.count) + [3, 1, bytes.count] {
            let expected = TextPosition(of: offset, in: bytes.span)
            let found = counter.position(of: offset, in: bytes.span)
            #expect(found == expected, "offset \(offset)")
        }
    }
}
