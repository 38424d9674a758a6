import StrictJSON
import Testing

/// One string token and what the module makes of it.
private struct Sample {
    let name: JSONName?
    let text: String
    private let bytes: [UInt8]
    private let token: JSONToken

    init(_ content: String) throws {
        let bytes = Array("\"\(content)\"".utf8)
        var cursor = JSONCursor()
        let token = try cursor.next(in: bytes.span)
        name = JSONName(token, in: bytes.span)
        text = JSONString.text(of: token, in: bytes.span)
        self.bytes = bytes
        self.token = token
    }

    func equals(_ other: String) -> Bool {
        JSONString.text(of: token, in: bytes.span, equals: other)
    }

    func appended(to prefix: String) -> String {
        var result = Array(prefix.utf8)
        JSONString.append(token, in: bytes.span, to: &result)
        return String(decoding: result, as: UTF8.self)
    }
}

@Suite struct JSONNameTests {
    @Test(arguments: [
        "", "a", "lat", "latitude", "longitude", "horizontalAccuracy", "abcdefghijklmnopqrstuvwx",
        #"l\u0061t"#, #"\u006Cat\u0000"#, "\u{E9}",
    ])
    func packsWhatTheTextIs(_ content: String) throws {
        let sample = try Sample(content)
        #expect(sample.name != nil)
        #expect(sample.name == JSONName(packing: sample.text))
        #expect(sample.equals(sample.text))
        #expect(!sample.equals(sample.text + "x"))
    }

    @Test func comparesByBytesAndLength() throws {
        let sample = try Sample("lat")
        #expect(sample.name == "lat")
        #expect(sample.name != "lau")
        #expect(sample.name != "lat\u{0}")
        #expect(sample.name != "la")
        #expect(!sample.equals("Lat"))
        // An accented letter as one scalar and as two: equal to String, not here.
        let accent = try Sample("\u{E9}")
        #expect(accent.name != JSONName(packing: "e\u{301}"))
        #expect(!accent.equals("e\u{301}"))
    }

    @Test func tellsNamesApartInEveryByte() throws {
        let letters = Array("abcdefghijklmnopqrstuvwx")
        let whole = JSONName(packing: String(letters))
        for index in letters.indices {
            var other = letters
            other[index] = "_"
            #expect(JSONName(packing: String(other)) != whole, "byte \(index)")
        }
    }

    @Test func hasNoFormForLongNames() throws {
        #expect(try Sample("abcdefghijklmnopqrstuvwxy").name == nil)
        #expect(JSONName(packing: "abcdefghijklmnopqrstuvwxy") == nil)
    }

    @Test func appendsText() throws {
        #expect(try Sample(#"\u0062\ud83d\ude00"#).appended(to: "a") == "ab\u{1F600}")
    }
}
