import RegionMonitoring
import Testing
import _MonitoringTestSupport

@testable import FixStreams

@Suite struct CSVFixDecoderTests {
    static let header = "device,time,lat,lon,accuracy\n"

    @Test func everyColumn() throws {
        let decoded = try decodeCSV(
            """
            \u{FEFF}simulated,Latitude, LNG ,tst,VEHICLE,acc,alt,speed,heading,note\r
            TRUE,40.7128,-74.0060,2026-03-01T12:00:01.5Z,veh-42,8.5,12,3.1,270,x\r
            0,1,2,0,b,,,,,\r
            """)
        #expect(decoded.defects == [])
        #expect(decoded.devices == ["veh-42", "b"])
        let first = Location(
            coordinate: LocationCoordinate2D(latitude: 40.7128, longitude: -74.006),
            timestamp: Timestamp(microsecondsSince1970: 1_772_366_401_500_000),
            horizontalAccuracy: 8.5, altitude: 12, speed: 3.1, course: 270, isSimulated: true)
        let second = Location(
            coordinate: LocationCoordinate2D(latitude: 1, longitude: 2),
            timestamp: Timestamp(microsecondsSince1970: 0), reference: 1)
        #expect(decoded.fixes == [first, second])
        #expect(decoded.lines == [2, 3])
        #expect(decoded.counters.received == 2 && decoded.counters.ignoredMembers == 0)
    }

    /// A header and a row of device a at 50.5, 10.25 under each delimiter.
    @Test(arguments: [
        "id,ts,lat,lon\na,5,50.5,10.25", "id;ts;lat;lon\na;5;50,5;10,25",
        "id;ts;lat;lon\na;5;50.5;10.25", "id\tts\tlat\tlon\na\t5\t50,5\t10.25",
        "id|ts|lat|lon\na|5,0|50.5|1025e-2",
        "\"id\";\"ts\";\"lat\";\"lon\"\n\"a\";\"5\";\"50,5\";\"10,25\"",
        "id,ts,lat,lon,a;b;c;d;e;f\na,5,50.5,10.25,x", "id,ts,lat,lon\n\"a\", 5 ,\t50.5, +10.25 ",
        "id,ts,lat,lon\r\n\r\na,5,50.5,10.25\r\n \r\n",
    ])
    func delimiters(_ text: String) throws {
        let decoded = try decodeCSV(text)
        #expect(decoded.defects == [])
        #expect(decoded.devices == ["a"])
        #expect(
            decoded.fixes.map(\.coordinate) == [
                LocationCoordinate2D(latitude: 50.5, longitude: 10.25)
            ])
        #expect(decoded.fixes.map(\.timestamp.microsecondsSince1970) == [5_000_000])
    }

    @Test(arguments: [
        // Empty or unusable cells.
        (",0,1,2,", "1: invalid: device is empty; it must have 1 to 256 bytes"),
        ("\"\",0,1,2,", "2: invalid: device is empty; it must have 1 to 256 bytes"),
        (
            "a,,1,2,",
            "3: invalid: time is empty; it must be an RFC 3339 time such as 2026-03-01T12:00:00Z "
                + "or a number since 1970"
        ),
        (
            "a,2026-02-30T00:00:00Z,1,2,",
            "3: invalid: time is 2026-02-30T00:00:00Z; there is no such day"
        ),
        ("a,0,,2,", "5: invalid: lat is empty; it must be between -90 and 90"),
        ("a,0, ,2,", "5: invalid: lat is empty; it must be between -90 and 90"),
        ("a,0,95,2,", "5: invalid: lat is 95; it must be between -90 and 90"),
        ("a,0,NaN,2,", "5: invalid: lat is NaN; it must be between -90 and 90"),
        ("é,0,1e999,2,", "5: invalid: lat is 1e999; it must be between -90 and 90"),
        ("a,0,\"1,5\",2,", "6: invalid: lat is 1,5; it must be between -90 and 90"),
        ("a,0,1,-541,", "7: invalid: lon is -541; it must be between -540 and 540"),
        ("a,0,1,2,-1", "9: invalid: accuracy is -1; it must be a number of metres, 0 or greater"),
        (
            "a,0,1,2,x\u{1B}",
            "9: invalid: accuracy is x\\u{1B}; it must be a number of metres, 0 or greater"
        ),
        // Rows that are not well formed.
        ("a,0,1,2", "1: malformed: found 4 columns, expected 5 as in the header"),
        ("a,0,1,2,,", "1: malformed: found 6 columns, expected 5 as in the header"),
        ("a", "1: malformed: found 1 columns, expected 5 as in the header"),
        (
            "\"a\"b,0,1,2,",
            "4: malformed: found text behind a quotation mark, expected the end of the cell"
        ),
        (
            "a,\"0,1,2,",
            "3: malformed: found a quotation mark, expected one more at the end of its cell"
        ),
    ])
    func defects(_ row: String, _ expected: String) throws {
        let good = "a,0,1,2,3\n"
        let decoded = try decodeCSV(Self.header + good + row + "\n" + good)
        #expect(decoded.defects == ["f:3:\(expected)"])
        #expect(decoded.lines == [2, 3, 4])
        #expect(decoded.counters.fixes == 2 && decoded.counters.received == 3)
    }

    @Test func bytesThatAreNoUTF8() throws {
        let bytes = Array("\(Self.header)a".utf8) + [0xE9] + Array(",0,1,2,3\nb,0,1,2,3\n".utf8)
        let decoded = try decodeCSV([bytes])
        #expect(
            decoded.defects == [
                "f:2:2: malformed: found a byte that is no part of a character, expected UTF-8"
            ])
        #expect(decoded.devices == ["b"])
    }

    @Test(arguments: [
        ("\"a,b\"", "a,b"), ("\"say \"\"hi\"\"\"", "say \"hi\""), ("\"\"\"\"", "\""),
        ("\"two\nlines\"", "two\nlines"), ("\"\n\n\r\n\"", "\n\n\r\n"), (" a ", " a "),
        ("5\" pipe", "5\" pipe"), ("7.0", "7.0"),
    ])
    func deviceCells(_ cell: String, _ expected: String) throws {
        let decoded = try decodeCSV("\(Self.header)\(cell),0,1,2,3\nlast,1,1,2,3\n")
        #expect(decoded.defects == [])
        #expect(
            decoded.devices.map { Array($0.utf8) } == [Array(expected.utf8), Array("last".utf8)])
        #expect(decoded.raw.first == Array("\(cell),0,1,2,3".utf8))
        let lineBreaks = expected.utf8.count { $0 == UInt8(ascii: "\n") }
        #expect(decoded.lines == [2, UInt64(3 + lineBreaks)])
    }

    @Test func anOpenQuotationMarkCostsOneLineOnly() throws {
        // The mark finds a partner, but what comes out is no row.
        let decoded = try decodeCSV(
            Self.header
                + "\"a,0,1,2,3\nb,0,1,2,3\nc,0,1,2,3,\"\"x\"\nd,0,1,2,3\n\"e,0,1,2,3\nf,0,1,2,3")
        #expect(decoded.devices == ["b", "d", "f"])
        #expect(decoded.counters.malformed == 3)
        #expect(decoded.lines == [2, 3, 4, 5, 6, 7])
    }

    @Test func anOpenQuotationMarkWaitsForABoundedTime() throws {
        let start = Array("\(Self.header)\"a,0,1,2,3\n".utf8)
        let row = Array("b,0,1,2,3\n".utf8)
        // As if followed: the last block never comes.
        var decoder = CSVFixDecoder(delimiter: nil, names: FixFieldNames(), defaultDevice: nil)
        var lines = LineSplitter()
        var batch = FixBatch()
        var bytes = start
        for _ in 0..<CSVFixDecoder.openRowLimit.lines - 2 { bytes += row }
        try decoder.decode(bytes, &lines, isLast: false, into: &batch)
        #expect(batch.fixes.recordCount == 0)
        bytes += row
        try decoder.decode(bytes, &lines, isLast: false, into: &batch)
        #expect(batch.counters.malformed == 1)
        #expect(batch.counters.fixes == UInt64(CSVFixDecoder.openRowLimit.lines - 1))
    }

    @Test func tooLongRows() throws {
        let long = String(repeating: "x", count: LineSplitter.maximumLength)
        let decoded = try decodeCSV("\(Self.header)\(long),0,1,2,3\nb,0,1,2,3\n")
        #expect(decoded.defects == ["f:2:1: tooLong: the line is longer than 1 MiB"])
        #expect(decoded.devices == ["b"])
    }

    @Test func ignoredOptionalCells() throws {
        let decoded = try decodeCSV(
            "id,ts,lat,lon,alt,speed,course,simulated\na,0,1,2,high,1e999,north,maybe\nb,0,1,2,1,2,3,false\n"
        )
        #expect(decoded.counters.ignoredMembers == 4)
        #expect(decoded.fixes.map(\.altitude) == [nil, 1])
        #expect(decoded.fixes.map(\.isSimulated) == [false, false])
    }

    @Test(arguments: [
        (
            "device,time,lat\n",
            "no column lon or lng or longitude. The columns are: 'device', 'time', 'lat'"
        ),
        (
            "a;b\n",
            "no column device or deviceId or device_id or vehicle or tid or id; no column timestamp or "
                + "time or fixTime or ts or tst; no column lat or latitude; no column lon or lng or "
                + "longitude. The columns are: 'a', 'b'"
        ),
        ("id,ts,lat,lon,lat\n", "column 'lat' is there twice"),
        ("\"id,ts;lat\n", "the header is not a row of names in UTF-8"),
    ])
    func unusableHeaders(_ text: String, _ message: String) {
        do throws(UnusableHeader) {
            let decoded = try decodeCSV(text)
            Issue.record("accepted: \(decoded)")
        } catch {
            #expect(error.message == message)
        }
    }

    @Test func theFirstAliasOfSeveralCounts() throws {
        let decoded = try decodeCSV("id,vehicle,lng,lon,latitude,ts\ni,v,3,4,5,0\n")
        #expect(decoded.devices == ["v"])
        #expect(
            decoded.fixes.map(\.coordinate) == [LocationCoordinate2D(latitude: 5, longitude: 4)])
    }

    @Test func namesOfOnesOwn() throws {
        let names = try FixFieldNames(parsing: "device=Plate No,time=when,lat=y,lon=x,accuracy=r")
        let decoded = try decodeCSV("plate no,when,Y,X,r,id,lat\na,5,1,2,3,no,7\n", names: names)
        #expect(decoded.devices == ["a"])
        #expect(
            decoded.fixes.map(\.coordinate) == [LocationCoordinate2D(latitude: 1, longitude: 2)])
        #expect(decoded.fixes.map(\.horizontalAccuracy) == [3])
    }

    @Test func theDefaultDevice() throws {
        #expect(try decodeCSV("ts,lat,lon\n0,1,2\n", defaultDevice: "van").devices == ["van"])
        #expect(try decodeCSV("id,ts,lat,lon\na,0,1,2\n", defaultDevice: "van").devices == ["a"])
    }

    @Test func anEmptyTableHasNoHeader() throws {
        #expect(try decodeCSV("").counters.received == 0)
        #expect(try decodeCSV("\n \n").counters.blank == 2)
    }

    @Test func blocksOfAnySizeGiveTheSameRows() throws {
        let pieces = [
            "a", "\"", "\"\"", ",", "\n", "\r\n", "1,", "b,0,1,2,3\n", "\"x\ny\",0,1,2,3\n", "é",
        ]
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var text = Self.header
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
            let bytes = Array(text.utf8)
            let whole = try decodeCSV([bytes])
            let parts = try decodeCSV(randomBlocks(bytes, upTo: 9, using: &random))
            #expect(whole == parts, "seed \(seed)")
        }
    }
}

@Suite struct FixFieldNamesTests {
    @Test(arguments: [
        ("device", "'device' is not of the form field=name"),
        ("device=", "'device=' is not of the form field=name"),
        ("", "'' is not of the form field=name"),
        (
            "dev=a",
            "there is no field 'dev'; the fields are device, time, lat, lon, accuracy, altitude, speed, "
                + "course, simulated"
        ),
        ("lat=y,lat=z", "field 'lat' is named twice"),
        ("lat=y,lon=y", "two fields are named 'y'"),
    ])
    func refused(_ text: String, _ message: String) {
        #expect(throws: FixFieldNamesError(message)) { try FixFieldNames(parsing: text) }
    }

    @Test func aNameMayHoldAnEqualsSign() throws {
        #expect(try FixFieldNames(parsing: "lat=a=b")[.lat] == "a=b")
    }
}
