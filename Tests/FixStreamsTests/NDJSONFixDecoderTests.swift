import RegionMonitoring
import Testing

@testable import FixStreams

@Suite struct NDJSONFixDecoderTests {
    @Test func everyMember() {
        let decoded = decodeNDJSON(
            """
            {"device":"veh-42","timestamp":"2026-03-01T12:00:01.5Z","lat":40.7128,"lon":-74.0060,\
            "accuracy":8.5,"altitude":12,"speed":3.1,"course":270,"simulated":true}
            """)
        let fix = Location(
            coordinate: LocationCoordinate2D(latitude: 40.7128, longitude: -74.006),
            timestamp: Timestamp(microsecondsSince1970: 1_772_366_401_500_000),
            horizontalAccuracy: 8.5, altitude: 12, speed: 3.1, course: 270, isSimulated: true)
        #expect(decoded.records == [.fix("veh-42", fix)])
        #expect(decoded.counters.received == 1)
    }

    /// A line's members besides a usable rest, and whose value counts.
    @Test(arguments: [
        (#""device":"a","id":"b""#, "a"), (#""id":"b","device":"a""#, "a"),
        (#""deviceId":"a""#, "a"), (#""device_id":"a""#, "a"), (#""vehicle":"a""#, "a"),
        (#""tid":"a""#, "a"), (#""id":"a""#, "a"), (#""tid":"t","vehicle":"v""#, "v"),
        (#""device":null,"id":"b""#, "b"), (#""device":"a","device":"c""#, "c"),
        (#""device":"a","device":null,"id":"b""#, "b"), (#""device":null,"device":"a""#, "a"),
        (#""d\u0065vice":"a""#, "a"), (#""device":"a","d\u0065vice":"b""#, "b"),
        (#""device":"\u0061""#, "a"), (#""Device":"x","id":"a""#, "a"),
        (#""device":7"#, "7"), (#""device":7.0"#, "7"), (#""device":"7""#, "7"),
        (#""device":70e-1"#, "7"), (#""device":-0"#, "0"), (#""device":-7"#, "-7"),
        (#""device":0.50"#, "0.5"), (#""device":"7.0""#, "7.0"),
        (#""device":9007199254740993"#, "9007199254740993"),
        (#""device":" d1 ""#, " d1 "), (#""device":"a b/c#+""#, "a b/c#+"),
        (#""device":"车辆-01""#, "车辆-01"), (#""device":"🚚""#, "🚚"),
        (#""device":"\ud83d\ude9a""#, "🚚"), (#""device":"line\nfeed""#, "line\nfeed"),
        (#""device":"nul\u0000x""#, "nul\0x"),
    ])
    func devices(_ members: String, _ expected: String) {
        let decoded = decodeNDJSON("{\(members),\"ts\":0,\"lat\":1,\"lon\":2}")
        #expect(decoded.devices.map { Array($0.utf8) } == [Array(expected.utf8)])
    }

    @Test func devicesAreComparedByteForByte() {
        let decoded = decodeNDJSON(
            "{\"device\":\"\u{E9}\",\"ts\":0,\"lat\":1,\"lon\":2}\n"
                + "{\"device\":\"e\u{301}\",\"ts\":0,\"lat\":1,\"lon\":2}\n"
                + "{\"device\":\"\u{E9}\",\"ts\":0,\"lat\":1,\"lon\":2}\n")
        #expect(decoded.devices.map(\.utf8.count) == [2, 3, 2])
    }

    @Test(arguments: [1, 15, 16, 17, 255, 256])
    func deviceLengths(_ count: Int) {
        let name = String(repeating: "x", count: count)
        let line = "{\"device\":\"\(name)\",\"ts\":0,\"lat\":1,\"lon\":2}\n"
        #expect(decodeNDJSON(line + line).devices == [name, name])
    }

    /// The coordinate and the time of a line with these members.
    @Test(
        arguments: [
            (#""lat":1,"lon":2,"ts":0"#, 1, 2, 0),
            (#""latitude":1,"longitude":2,"tst":5"#, 1, 2, 5_000_000),
            (#""lat":"1","lng":"-2.5","time":"5""#, 1, -2.5, 5_000_000),
            (#""lng":2,"longitude":3,"latitude":9,"lat":1,"fixTime":1.5"#, 1, 2, 1_500_000),
            (#""lat":-90,"lon":540,"ts":1e0"#, -90, 540, 1_000_000),
            (
                #""lat":90.0,"lon":-5.4e2,"timestamp":"1970-01-01T00:00:01\u002b00:00""#, 90, -540,
                1_000_000
            ),
            (#""lat":1,"lat":2,"lon":2,"ts":0"#, 2, 2, 0),
            (#""lat":"\u0031","lon":-0.0,"ts":0,"vel":5"#, 1, 0, 0),
            (#""lat":40.712345678901234,"lon":1e-7,"ts":0"#, 40.712345678901234, 1e-7, 0),
        ] as [(String, Double, Double, Int64)])
    func placesAndTimes(_ members: String, _ lat: Double, _ lon: Double, _ time: Int64) {
        let decoded = decodeNDJSON("{\"id\":1,\(members)}")
        #expect(decoded.defects == [])
        #expect(
            decoded.fixes.map(\.coordinate) == [LocationCoordinate2D(latitude: lat, longitude: lon)]
        )
        #expect(decoded.fixes.map(\.timestamp.microsecondsSince1970) == [time])
        #expect(decoded.fixes.map(\.speed) == [nil])
    }

    /// Optional members, and what becomes of them: accuracy, altitude, speed, course, how many ignored.
    @Test(
        arguments: [
            (#""acc":0"#, 0, nil, nil, nil, 0),
            (#""horizontalAccuracy":3,"acc":4"#, 3, nil, nil, nil, 0),
            (#""accuracy":null,"acc":4"#, 4, nil, nil, nil, 0),
            (#""accuracy":null"#, nil, nil, nil, nil, 0),
            (#""alt":5,"speed":6,"bearing":7,"cog":8"#, nil, 5, 6, 7, 0),
            (#""heading":1,"course":2"#, nil, nil, nil, 2, 0),
            (
                #""altitude":"5","speed":true,"course":{"a":[1]},"simulated":1"#, nil, nil, nil,
                nil, 4
            ),
            (#""altitude":1e999,"vel":3,"hdop":2,"x":[{}]"#, nil, nil, nil, nil, 1),
            (#""altitude":null,"alt":2,"simulated":null"#, nil, 2, nil, nil, 0),
        ] as [(String, Double?, Double?, Double?, Double?, UInt64)])
    func optionalMembers(
        _ members: String, _ accuracy: Double?, _ altitude: Double?, _ speed: Double?,
        _ course: Double?, _ ignored: UInt64
    ) {
        let decoded = decodeNDJSON("{\"id\":1,\"ts\":0,\"lat\":1,\"lon\":2,\(members)}")
        #expect(decoded.defects == [])
        #expect(decoded.fixes.map(\.horizontalAccuracy) == [accuracy])
        #expect(decoded.fixes.map(\.altitude) == [altitude])
        #expect(decoded.fixes.map(\.speed) == [speed])
        #expect(decoded.fixes.map(\.course) == [course])
        #expect(decoded.counters.ignoredMembers == ignored)
    }

    @Test(arguments: [
        // What is missing.
        (#"{}"#, "1: invalid: device is missing"),
        (#"{"device":null,"ts":0,"lat":1,"lon":2}"#, "1: invalid: device is missing"),
        (#"{"device":"a","lat":1,"lon":2}"#, "1: invalid: timestamp is missing"),
        (#"{"device":"a","ts":0,"lon":2}"#, "1: invalid: lat is missing"),
        (#"{"device":"a","ts":0,"lat":1,"lon":null}"#, "1: invalid: lon is missing"),
        // What is there and cannot be used; another alias does not help.
        (#"{"device":"","id":"x"}"#, "11: invalid: device is \"\"; it must have 1 to 256 bytes"),
        (#"{"id":true}"#, "7: invalid: id is true; it must be a text or a number"),
        (#"{"id":["a"]}"#, "7: invalid: id is an array; it must be a text or a number"),
        (#"{"id":1e300}"#, "7: invalid: id is 1e300; it must have 1 to 256 bytes"),
        (
            #"{"id":1,"ts":0,"lat":95,"latitude":5}"#,
            "22: invalid: lat is 95; it must be between -90 and 90"
        ),
        (
            #"{"id":1,"ts":0,"lat":"90.01"}"#,
            "22: invalid: lat is \"90.01\"; it must be between -90 and 90"
        ),
        (#"{"id":1,"ts":0,"lat":true}"#, "22: invalid: lat is true; it must be a number"),
        (
            #"{"id":1,"ts":0,"lat":"NaN"}"#,
            "22: invalid: lat is \"NaN\"; it must be between -90 and 90"
        ),
        (
            #"{"id":1,"ts":0,"lat":1e999}"#,
            "22: invalid: lat is 1e999; it must be between -90 and 90"
        ),
        (
            #"{"id":1,"ts":0,"lat":" 1"}"#,
            "22: invalid: lat is \" 1\"; it must be between -90 and 90"
        ),
        (
            #"{"id":1,"ts":0,"lat":1,"lng":-540.5}"#,
            "30: invalid: lng is -540.5; it must be between -540 and 540"
        ),
        (
            #"{"id":"é","ts":0,"lat":1,"lng":1e3}"#,
            "32: invalid: lng is 1e3; it must be between -540 and 540"
        ),
        (
            #"{"id":1,"ts":"2026-02-30T00:00:00Z"}"#,
            "14: invalid: ts is \"2026-02-30T00:00:00Z\"; there is no such day"
        ),
        (
            #"{"id":1,"time":"2026-03-01T12:00:00"}"#,
            "16: invalid: time is \"2026-03-01T12:00:00\"; it must end in Z or in an offset such as +08:00"
        ),
        (
            #"{"id":1,"ts":false}"#,
            "14: invalid: ts is false; it must be an RFC 3339 time such as 2026-03-01T12:00:00Z "
                + "or a number since 1970"
        ),
        (#"{"id":1,"ts":1e999}"#, "14: invalid: ts is 1e999; it must be in the years 0 to 9999"),
        (
            #"{"id":1,"ts":0,"lat":1,"lon":2,"acc":-1}"#,
            "38: invalid: acc is -1; it must be a number of metres, 0 or greater"
        ),
        (
            #"{"id":1,"ts":0,"lat":1,"lon":2,"accuracy":"5"}"#,
            "43: invalid: accuracy is \"5\"; it must be a number of metres, 0 or greater"
        ),
        (
            #"{"id":1,"ts":0,"lat":1,"lon":2,"accuracy":1e999}"#,
            "43: invalid: accuracy is 1e999; it must be a number of metres, 0 or greater"
        ),
        // What is no JSON object.
        ("[1, 2]", "1: malformed: found an array, expected an object"),
        ("  \"text\"", "3: malformed: found a text, expected an object"),
        ("null", "1: malformed: found null, expected an object"),
        ("[1, 2", "6: malformed: found the end of the text, expected ',' or ']'"),
        (#"{"lat":NaN}"#, "8: malformed: found 'N', expected a value"),
        (#"{"id":1} {"x":1}"#, "10: malformed: found '{', expected nothing after the value"),
        (
            #"{"id":1,"#,
            "9: malformed: found the end of the text, expected a member's name in double quotes"
        ),
        (#"{"id":01}"#, "8: malformed: found '1', expected no digit after a leading 0"),
        ("{'id':1}", "2: malformed: found ''', expected a member's name in double quotes or '}'"),
    ])
    func defects(_ line: String, _ expected: String) {
        #expect(decodeNDJSON(line).defects == ["f:1:\(expected)"])
    }

    @Test(arguments: [[0x64, 0xFF], [0xE9], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] as [[UInt8]])
    func bytesThatAreNoUTF8(_ bytes: [UInt8]) {
        let line =
            Array("{\"id\":1,\"ts\":0,\"lat\":1,\"lon\":2,\"note\":\"".utf8) + bytes
            + Array("\"}".utf8)
        #expect(decodeNDJSON([line]).counters.malformed == 1)
    }

    @Test func goodLinesAroundBadOnesCount() {
        let decoded = decodeNDJSON(
            """
            \u{FEFF}{"device":"d1","timestamp":0,"lat":1,"lon":2}\r

            {"device":"d1","timestamp":1,"lat":1,"lon":2}
              \t
            {"device": "d1", "timestamp":
            "text"
            {"device":"d1","timestamp":2,"lat":95,"lon":2}
            {"device":"d1","timestamp":3,"lat":1,"lon":2}\r
            {"device":"d1","timest
            """)
        #expect(decoded.lines == [1, 3, 5, 6, 7, 8, 9])
        #expect(decoded.fixes.map(\.timestamp.microsecondsSince1970) == [0, 1_000_000, 3_000_000])
        #expect(decoded.fixes.map(\.reference) == [0, 1, 5])
        #expect(
            decoded.raw[5] == Array("{\"device\":\"d1\",\"timestamp\":3,\"lat\":1,\"lon\":2}".utf8))
        let counters = decoded.counters
        #expect(counters.fixes == 3 && counters.blank == 2)
        #expect(counters.malformed == 3 && counters.invalid == 1 && counters.received == 9)
    }

    @Test func theDefaultDevice() {
        let decoded = decodeNDJSON(
            "{\"ts\":0,\"lat\":1,\"lon\":2}\n{\"id\":\"b\",\"ts\":0,\"lat\":1,\"lon\":2}",
            defaultDevice: "van")
        #expect(decoded.devices == ["van", "b"])
    }

    @Test func namesOfOnesOwn() throws {
        let names = try FixFieldNames(parsing: "device=car,time=when is it,lat=y,lon=id")
        let decoded = decodeNDJSON(
            #"{"car":"a","device":"no","when is it":5,"ts":6,"lat":3,"y":1,"id":2,"acc":4}"#,
            names: names)
        #expect(decoded.devices == ["a"])
        #expect(
            decoded.fixes.map(\.coordinate) == [LocationCoordinate2D(latitude: 1, longitude: 2)])
        #expect(decoded.fixes.map(\.timestamp.microsecondsSince1970) == [5_000_000])
        #expect(decoded.fixes.map(\.horizontalAccuracy) == [4])
        let absent = decodeNDJSON(#"{"car":"a","when is it":5,"lat":3,"id":2}"#, names: names)
        #expect(absent.defects == ["f:1:1: invalid: y is missing"])
    }
}
