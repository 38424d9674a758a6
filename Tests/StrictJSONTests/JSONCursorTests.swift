import StrictJSON
import Testing
import _MonitoringTestSupport

@Suite struct JSONCursorTests {
    @Test(arguments: [
        ("{}", "{ }"),
        (" [ ] ", "[ ]"),
        ("\t\r\n0\n", "0"),
        ("null", "null"),
        ("\"a\"", "'a'"),
        (
            #"{"a":1,"b":[true,false,null],"a":{"c":"d"}}"#,
            "{ a: 1 b: [ true false null ] a: { c: 'd' } }"
        ),
        ("[[],[[]],{}]", "[ [ ] [ [ ] ] { } ]"),
        ("{ \"a\" : -0 , \"\" : 1.5E+3 }", "{ a: -0 : 1.5E+3 }"),
        ("[0, -0, 0.0, 10, 1e5, 1E-5, 123.456e7]", "[ 0 -0 0.0 10 1e5 1E-5 123.456e7 ]"),
        (
            #""\"\\\/\b\f\n\r\t\u00e9\u20AC\ud83d\ude00""#,
            "'\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{20AC}\u{1F600}'"
        ),
        ("\"\u{E9}\u{20AC}\u{1F600}\u{7F}\"", "'\u{E9}\u{20AC}\u{1F600}\u{7F}'"),
        (#"{"\u0061":"\u0000"}"#, "{ a: '\u{0}' }"),
    ])
    func accepts(_ text: String, _ expected: String) throws {
        #expect(try trace(text) == expected)
    }

    @Test(arguments: [
        ("", "0: found the end of the text, expected a value"),
        ("  ", "2: found the end of the text, expected a value"),
        ("[", "1: found the end of the text, expected a value or ']'"),
        ("{", "1: found the end of the text, expected a member's name in double quotes or '}'"),
        ("[1", "2: found the end of the text, expected ',' or ']'"),
        ("[1,", "3: found the end of the text, expected a value"),
        ("{\"a\":1", "6: found the end of the text, expected ',' or '}'"),
        ("{\"a\":1,", "7: found the end of the text, expected a member's name in double quotes"),
        ("{\"a\":", "5: found the end of the text, expected a value"),
        ("{\"a\"", "4: found the end of the text, expected ':'"),
        ("\"a", "2: found the end of the text, expected '\"' at the end of the text value"),
        ("[1,]", "3: found ']', expected a value"),
        ("[,1]", "1: found ',', expected a value or ']'"),
        ("[1 2]", "3: found '2', expected ',' or ']'"),
        ("[1}", "2: found '}', expected ',' or ']'"),
        ("{\"a\":1]", "6: found ']', expected ',' or '}'"),
        ("{\"a\":1,}", "7: found '}', expected a member's name in double quotes"),
        ("{a:1}", "1: found 'a', expected a member's name in double quotes or '}'"),
        ("{'a':1}", "1: found ''', expected a member's name in double quotes or '}'"),
        ("{\"a\" 1}", "5: found '1', expected ':'"),
        ("{\"a\":}", "5: found '}', expected a value"),
        ("{1:2}", "1: found '1', expected a member's name in double quotes or '}'"),
        ("1 2", "2: found '2', expected nothing after the value"),
        ("{}x", "2: found 'x', expected nothing after the value"),
        ("]", "0: found ']', expected a value"),
        ("// a\n1", "0: found '/', expected a value"),
        ("NaN", "0: found 'N', expected a value"),
        ("Infinity", "0: found 'I', expected a value"),
        ("-Infinity", "1: found 'I', expected a digit"),
        ("+1", "0: found '+', expected a value"),
        ("01", "1: found '1', expected no digit after a leading 0"),
        ("-01", "2: found '1', expected no digit after a leading 0"),
        ("-", "1: found the end of the text, expected a digit"),
        (".5", "0: found '.', expected a value"),
        ("1.", "2: found the end of the text, expected a digit"),
        ("1.e5", "2: found 'e', expected a digit"),
        ("1e", "2: found the end of the text, expected a digit"),
        ("1e+", "3: found the end of the text, expected a digit"),
        ("0x10", "1: found 'x', expected nothing after the value"),
        ("tru", "3: found the end of the text, expected 'true'"),
        ("True", "0: found 'T', expected a value"),
        ("falsy", "4: found 'y', expected 'false'"),
        ("nul1", "3: found '1', expected 'null'"),
        ("nulll", "4: found 'l', expected nothing after the value"),
        ("\"\t\"", "1: found a tab, expected an escape such as \\n instead of a control character"),
        (
            "\"a\nb\"",
            "2: found a line break, expected an escape such as \\n instead of a control character"
        ),
        (
            "\"\u{0}\"",
            "1: found control character 0000, expected an escape such as \\n instead of a control character"
        ),
        (#""\x""#, "2: found 'x', expected one of \" \\ / b f n r t u after '\\'"),
        (#""\"#, "2: found the end of the text, expected one of \" \\ / b f n r t u after '\\'"),
        (#""\u12G4""#, "5: found 'G', expected four hexadecimal digits after '\\u'"),
        (#""\u12"#, "5: found the end of the text, expected four hexadecimal digits after '\\u'"),
        (
            #""\ud800""#,
            "1: found \\uD800, half a character, expected a pair of \\u escapes, D800-DBFF then DC00-DFFF"
        ),
        (
            #""\udc00\ud800""#,
            "1: found \\uDC00, half a character, expected a pair of \\u escapes, D800-DBFF then DC00-DFFF"
        ),
        (
            #""\ud800\u0041""#,
            "1: found \\uD800, half a character, expected a pair of \\u escapes, D800-DBFF then DC00-DFFF"
        ),
        (
            #""\ud800x""#,
            "1: found \\uD800, half a character, expected a pair of \\u escapes, D800-DBFF then DC00-DFFF"
        ),
        ("[\u{201C}a\u{201D}]", "1: found '\u{201C}', expected a value or ']'"),
        ("\u{FEFF}1", "0: found '\u{FEFF}', expected a value"),
        ("[1\u{A0}]", "2: found '\u{A0}', expected ',' or ']'"),
        ("[1\u{B}]", "2: found control character 000B, expected ',' or ']'"),
    ])
    func refuses(_ text: String, _ expected: String) {
        #expect(refusal(text) == expected)
    }

    @Test(arguments: [
        [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC2], [0xC2, 0x41],
        [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
        [0xE2, 0x82],
        [0xE2, 0x82, 0x41], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
        [0xF4, 0x90, 0x80, 0x80],
        [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x41], [0xFE], [0xFF],
    ])
    func refusesMalformedUTF8(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let hex = String(bytes[0], radix: 16, uppercase: true)
        let expected = "1: found byte 0x\(hex), expected UTF-8"
        #expect(refusal([quote] + bytes + [quote]) == expected)
        #expect(refusal([quote] + bytes) == expected)
        #expect(refusal(bytes) == "0: found byte 0x\(hex), expected a value")
    }

    @Test func acceptsTheEdgesOfUTF8() throws {
        let text = "\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
        #expect(try trace("\"\(text)\"") == "'\(text)'")
    }

    @Test func limitsNesting() throws {
        func nested(_ depth: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        }
        #expect(refusal(nested(128, "[", "]")) == nil)
        #expect(refusal(nested(128, "{\"a\":", "}")) == nil)
        #expect(refusal(nested(64, "{\"a\":[", "]}")) == nil)
        let expected = "found '[', expected fewer arrays and objects within each other"
        #expect(refusal(nested(129, "[", "]")) == "128: \(expected)")
        #expect(refusal(nested(100_000, "[", "]")) == "128: \(expected)")
        #expect(refusal(String(repeating: "[", count: 100_000)) == "128: \(expected)")
        #expect(
            refusal(nested(100_000, "{\"a\":", "}"))
                == "640: found '{', expected fewer arrays and objects within each other")
        #expect(refusal(Array("[[]]".utf8), nestingLimit: 1) == "1: \(expected)")
        #expect(refusal(Array("[]".utf8), nestingLimit: 0) == "0: \(expected)")
    }

    @Test func remembersWhatIsOpenThroughAllLevels() {
        // Alternates at random, so that a bit lost between the words of the stack shows.
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let kinds = (0..<128).map { _ in Bool.random(using: &generator) }
            let opening = kinds.map { $0 ? "[" : "{\"a\":" }.joined()
            let closing = kinds.reversed().map { $0 ? "]" : "}" }.joined()
            #expect(refusal(opening + "0" + closing) == nil)
        }
    }

    @Test func skipsWholeValues() throws {
        let text = Array(#"{"a":{"b":[1,{"c":"]}"}]},"d":"x\"y","e":-1.5,"f":[]}"#.utf8)
        var cursor = JSONCursor()
        _ = try cursor.next(in: text.span)
        var values: [String] = []
        while try cursor.next(in: text.span).kind == .key {
            let range = try cursor.skipValue(in: text.span)
            values.append(String(decoding: text[range], as: UTF8.self))
        }
        let last = try cursor.next(in: text.span)
        #expect(values == [#"{"b":[1,{"c":"]}"}]}"#, #""x\"y""#, "-1.5", "[]"])
        #expect(last.kind == .end)
        #expect(cursor.depth == 0)
    }

    @Test func skippingChecksWhatItSkips() {
        let text = Array(#"[[1,01],2]"#.utf8)
        var cursor = JSONCursor()
        do throws(JSONError) {
            _ = try cursor.skipValue(in: text.span)
            Issue.record("01 was accepted")
        } catch {
            #expect(error.offset == 5)
        }
    }

    @Test func startsBehindAByteOrderMark() throws {
        let text = Array("\u{FEFF}[1]".utf8)
        var cursor = JSONCursor(at: 3)
        let range = try cursor.skipValue(in: text.span)
        let last = try cursor.next(in: text.span)
        #expect(range == 3..<6)
        #expect(last.kind == .end)
    }
}
