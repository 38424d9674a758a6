import RegionMonitoring
import Testing
import _MonitoringTestSupport

@testable import FixStreams

/// Lines laid out like earlier ones are read a quick way: what comes of them must be what the strict way
/// makes of them, byte for byte, whatever is in them.
@Suite struct KnownShapeTests {
    /// Line by line what streams look like, and what they do not.
    private static let lines = [
        #"{"id":"veh-00001","lat":40.74627590346919,"lon":-74.22225417650203,"ts":"2026-03-01T12:00:00Z","acc":3.0,"speed":0.0}"#,
        #"{"device": "a", "timestamp": "2026-02-28T23:59:59.999999Z", "lat": -90, "lon": 540.0, "accuracy": 8.5, "altitude": 12, "simulated": false, "course": 359.9}"#,
        #"{"deviceId":7,"id":"x","tst":1772359200,"latitude":0.000001,"lng":-0,"acc":null,"extra":{"a":[1,{"b":"}"}]},"note":"über"}"#,
        #"{"_type":"location","tid":"0123456789abcdef","tst":1772359200.25,"lat":1.5,"lon":2.5,"batt":87,"conn":"w","t":null,"ok":true}"#,
        #"{"id":"0123456789abcdefg","lat":1,"lon":2,"ts":"2024-02-29T00:00:00+01:00","alt":"high","speed":1e3,"heading":-12.25}  "#,
        #"{"lat":12.5,"lon":77.25,"time":"2026-03-01 12:00:00.5Z"}"#,
        #"{"id":"a\u0000b","lat":12.5,"lon":77.25,"time":1772359200123}"#,
    ]

    /// What may stand in a line's place of a number.
    private static let numbers = [
        "0", "-0", "-0.0", "00", "01.5", "1.", ".5", "-", "+1", "1e1", "1E-2", "90",
        "90.0000000000001",
        "-90", "540", "540.0000000000001", "12345678", "123456789", "0.12345678",
        "1.1234567890123456",
        "40.712800000000000", "9007199254740993", "1234567890123456789", "12345678901234567890",
        "0.0000000000000000001", "0.00000000000000000001", "1e999", "-1e-400", "\"5\"", "\" 5\"",
        "null",
        "true", "\"\"", "[]", "{}", "NaN", "1772359200", "99999999999", "100000000000", "8.5",
        "17.976931348623157",
    ]

    private static let times = [
        "2026-03-01T12:00:00Z", "2026-02-29T12:00:00Z", "2026-02-28T24:00:00Z",
        "2026-02-28T23:60:00Z",
        "2026-02-28T23:59:60Z", "2026-02-28T12:59:60Z", "2026-13-01T00:00:00Z",
        "2026-03-00T00:00:00Z",
        "2026-03-01T12:00:00z", "2026-03-01t12:00:00Z", "2026-03-01 12:00:00Z",
        "2026-03-01T12:00:00",
        "2026-03-01T12:00:00.Z", "2026-03-01T12:00:00.1Z", "2026-03-01T12:00:00.123456Z",
        "2026-03-01T12:00:00.1234565Z", "2026-03-01T23:59:59.9999999Z", "2026-03-01T12:00:00,5Z",
        "2026-03-01T12:00:00+08:00", "2026-03-01T12:00:00-0800", "2026-03-01T12:00:00ZZ",
        "2026-03-01T12;00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
        "2026/03/01T12:00:00Z",
        "2026-03-01T1/:00:00Z", "2026-03-01T:0:00:00Z", "-2026-03-01T12:00:00Z", "1772359200",
    ]

    private func expectSame(
        _ bytes: [UInt8], defaultDevice: DeviceID? = nil, readsPlaces: Bool = false,
        carried: [String] = [], _ comment: Comment
    ) throws {
        var decoder = NDJSONFixDecoder(
            names: FixFieldNames(), defaultDevice: defaultDevice, allowsControl: true,
            carriedMembers: carried)
        decoder.readsPlaces = readsPlaces
        let quick = try decode([bytes], with: decoder)
        decoder.readsKnownShapes = false
        let strict = try decode([bytes], with: decoder)
        #expect(quick == strict, comment)
    }

    /// Enough bytes at the end for the quick way to be taken up to there.
    private static let padding = Array(String(repeating: " ", count: 100).utf8) + [0x0A]

    @Test func mutatedLines() throws {
        for seed in 0..<1500 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let shapes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                Self.lines.randomElement(using: &random) ?? ""
            }
            var bytes: [UInt8] = []
            for index in 0..<20 {
                var line = Array((shapes.randomElement(using: &random) ?? "").utf8)
                if index > 1, Bool.random(using: &random) { mutate(&line, using: &random) }
                bytes += line
                bytes += Int.random(in: 0..<8, using: &random) == 0 ? [0x0D, 0x0A] : [0x0A]
            }
            if Bool.random(using: &random) { bytes += Self.padding }
            try expectSame(
                bytes, defaultDevice: seed % 3 == 0 ? "default" : nil, readsPlaces: seed % 5 == 0,
                carried: seed % 7 == 0 ? ["speed", "extra"] : [], "seed \(seed)")
        }
    }

    private func mutate(_ line: inout [UInt8], using random: inout SeededGenerator) {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &random)
        case 1: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: line.remove(at: place)
        case 3:
            line.insert(
                Array("0123456789.,-\"\\{}[]: nte".utf8).randomElement(using: &random) ?? 0,
                at: place)
        case 4: line.removeSubrange(place...)
        case 5:
            replaceValue(of: &line, with: Self.numbers.randomElement(using: &random) ?? "", place)
        case 6:
            let time = "\"" + (Self.times.randomElement(using: &random) ?? "") + "\""
            replaceValue(of: &line, with: time, place)
        default:
            let size = Int.random(in: 0...300, using: &random)
            let text =
                "\"" + String(repeating: "é\\n ".randomElement(using: &random) ?? " ", count: size)
                + "\""
            replaceValue(of: &line, with: text, place)
        }
    }

    /// Puts a value in place of what stands between the colon behind a place and the next comma.
    private func replaceValue(of line: inout [UInt8], with text: String, _ place: Int) {
        guard let colon = line[place...].firstIndex(of: UInt8(ascii: ":")) else { return }
        let end = line[colon...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") }
        line.replaceSubrange((colon + 1)..<(end ?? line.count), with: text.utf8)
    }

    @Test(arguments: ["lat", "lon", "acc", "speed", "ts", "id"])
    func everyNumberInEveryPlace(name: String) throws {
        var bytes: [UInt8] = []
        for number in Self.numbers {
            var members = [
                "id": "\"d\"", "lat": "1.5", "lon": "2.5", "acc": "3", "speed": "4", "ts": "5",
            ]
            let plain = ["id", "lat", "lon", "ts", "acc", "speed"]
            bytes += Array(
                ("{" + plain.map { "\"\($0)\":\(members[$0]!)" }.joined(separator: ",") + "}\n")
                    .utf8)
            members[name] = number
            bytes += Array(
                ("{" + plain.map { "\"\($0)\":\(members[$0]!)" }.joined(separator: ",") + "}\n")
                    .utf8)
        }
        try expectSame(bytes + Self.padding, "\(name)")
    }

    /// A shape without a space before a value does not take a line with one for something else.
    @Test func spacesBeforeValues() throws {
        let line =
            #"{"id":"d","ts":1,"lat":1,"lon":2,"acc":3,"alt":4,"simulated":true,"speed":"x"}"#
        var bytes = Array("\(line)\n\(line)\n".utf8)
        for name in ["id", "ts", "lat", "lon", "acc", "alt", "simulated", "speed"] {
            let key = "\"\(name)\":"
            bytes += Array((line.replacing(key, with: key + " ") + "\n").utf8)
        }
        try expectSame(bytes + Self.padding, "spaces")
    }

    @Test func everyTime() throws {
        var bytes: [UInt8] = []
        for time in Self.times + ["2026-03-01T12:00:00Z"] {
            bytes += Array(#"{"id":"d","lat":1,"lon":2,"ts":"2026-03-01T12:00:00Z"}"#.utf8) + [0x0A]
            bytes += Array("{\"id\":\"d\",\"lat\":1,\"lon\":2,\"ts\":\"\(time)\"}\n".utf8)
        }
        try expectSame(bytes + Self.padding, "times")
    }

    /// The numbers of the quick way are those that the standard library reads.
    @Test func numbersAreTheNearest() {
        var random = SeededGenerator(seed: 1)
        var texts: [String] = []
        for _ in 0..<20_000 {
            let whole = String(Int.random(in: 0..<90, using: &random))
            let places = Int.random(in: 0...17, using: &random)
            let digits = (0..<places).map { _ in String(Int.random(in: 0...9, using: &random)) }
            let sign = Bool.random(using: &random) ? "-" : ""
            texts.append(sign + whole + (places > 0 ? "." + digits.joined() : ""))
            texts.append(String(Double.random(in: -90...90, using: &random)))
        }
        let text = texts.map { "{\"id\":1,\"ts\":2,\"lat\":\($0),\"lon\":\($0)}\n" }.joined()
        let decoded = decodeNDJSON(text)
        #expect(decoded.fixes.count == texts.count)
        for (fix, text) in zip(decoded.fixes, texts) {
            #expect(fix.coordinate.latitude.bitPattern == Double(text)?.bitPattern, "\(text)")
        }
    }

    /// The quick way is in fact taken: of many lines of one shape, only the first and the last few of a
    /// block are not.
    @Test func isTaken() throws {
        let line = Self.lines[0] + "\n"
        let bytes = Array(String(repeating: line, count: 100).utf8)
        var shapes = LineShapes()
        var names = MemberTable(FixFieldNames())
        shapes.learn(
            bytes.span.extracting(..<(line.utf8.count - 1)), names: &names, defaultsDevice: false,
            defaultsTime: false)
        var lines = LineSplitter()
        _ = lines.next(in: bytes.span, isLast: false)
        var fixes = FixRows()
        var counters = FixCounters()
        let found = lines.lastFeed(in: bytes.span, margin: LineReader.margin)
        let lastFeed = try #require(found)
        shapes.read(
            bytes.span, &lines, lastFeed: lastFeed, defaultDevice: nil, carried: nil,
            wantsMotion: true, &fixes, &counters)
        #expect(fixes.rows.count == 98 && counters.fixes == 98)
    }
}

/// Devices are told apart by all bytes of their identifiers.
@Suite struct DeviceNamesTests {
    @Test func manyNames() {
        var random = SeededGenerator(seed: 2)
        var names = DeviceNames()
        var known: [[UInt8]: UInt32] = [:]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...40, using: &random)
            var bytes = (0..<count).map { _ in
                [0x61, 0x62, 0].randomElement(using: &random) ?? (0 as UInt8)
            }
            if Bool.random(using: &random) {
                bytes = Array("veh-\(Int.random(in: 0..<5000, using: &random))".utf8)
            }
            // With other bytes around them.
            let padded =
                [0x78] + bytes
                + (Bool.random(using: &random) ? Array("yyyyyyyyyyyyyyyyy".utf8) : [])
            let number = names.number(of: 1..<(1 + bytes.count), in: padded.span)
            if let before = known[bytes] {
                #expect(before == number)
            } else {
                #expect(Int(number) == known.count)
                known[bytes] = number
                #expect(
                    names.identifier(number) == DeviceID(String(decoding: bytes, as: UTF8.self)))
            }
        }
        #expect(names.count == known.count)
    }
}
