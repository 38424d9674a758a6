import Testing

@testable import StrictXML

/// Writes down what a parser tells.
private final class Trace: XMLHandler {
    var lines: [String] = []

    func start(_ element: XMLName, _ attributes: [XMLAttribute], in parser: XMLStreamParser) {
        let place = parser.place
        let values = attributes.map { " \($0.name.namespace)\($0.name.local)=\($0.value)" }
        lines.append(
            "\(place.line):\(place.column)@\(place.offset) <\(element.namespace)|\(element.local)"
                + values.joined())
        parser.gatherText(limit: 100)
    }

    func end(_ element: XMLName, in parser: XMLStreamParser) {
        let text = String(decoding: parser.text, as: UTF8.self)
        lines.append("\(parser.endOffset) /\(element.local) '\(text)'")
    }
}

/// Parses pieces of a text; the failure comes last.
private func trace(_ text: String, pieces size: Int = .max) -> [String] {
    let parser = XMLStreamParser()
    let trace = Trace()
    let bytes = Array(text.utf8)
    var start = 0
    do {
        repeat {
            let end = min(bytes.count, start &+ min(size, bytes.count))
            try parser.parse(
                bytes.span.extracting(start..<end), isLast: end == bytes.count, telling: trace)
            start = end
        } while start < bytes.count
    } catch {
        let place = error.place
        trace.lines.append("\(place.line):\(place.column)@\(place.offset) \(error.message)")
    }
    return trace.lines
}

@Suite struct XMLStreamParserTests {
    @Test(arguments: [1, 2, 7, 1000])
    func whatATextHolds(_ size: Int) {
        let text = """
            <?xml version="1.0"?>
            <a xmlns="u" xmlns:p="v" x="1 &lt; 2" p:y="é">t&#65;<!-- no --><![CDATA[<b>]]>
            <p:b/></a>
            """
        #expect(
            trace(text, pieces: size) == [
                "2:1@22 <u|a x=1 < 2 vy=é", "3:1@102 <v|b", "108 /b ''", "112 /a ''",
            ])
        #expect(
            trace("<a>t&#65;<!-- no --><![CDATA[<b>]]></a>", pieces: size) == [
                "1:1@0 <|a", "39 /a 'tA<b>'",
            ])
    }

    @Test(arguments: [
        ("", "1:1@0 no element found"),
        ("<a>\n<b></a>", "2:6@9 mismatched tag"),
        ("<a>\u{0}</a>", "1:4@3 not well-formed (invalid token)"),
        ("<p:a/>", "1:1@0 unbound prefix"),
        ("<a/><b/>", "1:5@4 junk after document element"),
        ("<!DOCTYPE a [<!ENTITY l \"lol\">]><a>&l;</a>", "1:25@24 entity declarations are refused"),
        (
            "<!DOCTYPE a [<!ENTITY l SYSTEM \"/etc/passwd\">]><a>&l;</a>",
            "1:45@44 entity declarations are refused"
        ),
        ("<a>&l;</a>", "1:4@3 undefined entity"),
    ])
    func whatIsRefused(_ text: String, _ message: String) {
        for size in [1, 5, 1000] { #expect(trace(text, pieces: size).last == message) }
    }

    @Test func limits() {
        let deep = String(repeating: "<a>", count: XMLStreamParser.depthLimit)
        #expect(trace(deep + String(repeating: "</a>", count: 256)).count == 512)
        #expect(trace(deep + "<a>").last == "1:769@768 elements are nested deeper than 256")
        #expect(
            trace("<a>" + String(repeating: "x", count: 101) + "</a>").last
                == "1:4@3 the text of an element is longer than 100 bytes")
        let long = "<a x='" + String(repeating: "y", count: 3 << 20)
        #expect(trace(long, pieces: 4096).last == "1:1@0 a tag or comment is longer than 1 MiB")
        #expect(trace("<a><!--" + long).last == "1:4@3 a tag or comment is longer than 1 MiB")
    }
}
