import RegionMonitoring
import Testing

@testable import FixStreams

@Suite struct PayloadTests {
    private func options(_ change: (inout FixReaderOptions) -> Void = { _ in }) -> FixReaderOptions
    {
        var options = FixReaderOptions()
        change(&options)
        return options
    }

    private func read<Format: PayloadFormat>(
        _ text: String, as format: Format.Type, _ options: FixReaderOptions = FixReaderOptions()
    ) throws -> Decoded {
        try decode([Array(text.utf8)], with: PayloadFixDecoder<Format>(options))
    }

    @Test func ownTracks() throws {
        let text = """
            {"_type":"location","tid":"ph","tst":1767225600,"lat":1,"lon":2,"acc":7,"vel":36,"cog":90}

            {"_type":"lwt","tst":1767225600}
            {"_type":"location","topic":"owntracks/ann/phone","tst":1767225601,"lat":1,"lon":2}
            {"_type":"location","tid":7.0,"tst":1767225602,"lat":"1","lon":2}
            {"_type":"encrypted","data":"x"}
            {"_type":"location","tid":"ph","tst":1,"lat":91,"lon":2}
            {"tid":"ph","tst":1,"lat":9,"lon":2}
            """
        let decoded = try read(text, as: OwnTracksPayload.self)
        #expect(decoded.devices == ["ph", "ann/phone", "7"])
        let fix = try #require(decoded.fixes.first)
        #expect(fix.speed == 10 && fix.course == 90 && fix.horizontalAccuracy == 7)
        #expect("\(fix.timestamp)" == "2026-01-01T00:00:00Z")
        #expect(decoded.counters.positionless == 1 && decoded.counters.blank == 1)
        #expect(
            decoded.defects.filter { !$0.contains("noPosition") } == [
                "f:6:10: invalid: _type is \"encrypted\"; encrypted payloads cannot be read",
                "f:7:46: invalid: lat is 91; it must be between -90 and 90",
                "f:8:1: invalid: _type is missing",
            ])
        #expect(decoded.counters.received == 8)
    }

    @Test func traccar() throws {
        let position = """
            "fixTime":"2026-01-01T00:00:00.000+00:00","latitude":1,"longitude":2,"speed":10,\
            "course":5,"accuracy":0,"deviceId":3,"attributes":{"ignition":true,"n":{"a":1}}
            """
        let text = """
            {"position":{"valid":true,"outdated":false,\(position)},"device":{"uniqueId":"u1"}}
            {\(position),"valid":true}
            {"position":{"valid":false,\(position)},"device":{"uniqueId":"u1"}}
            {"position":{"outdated":true,\(position)},"device":{"uniqueId":"u1"}}
            {"event":{"type":"deviceOnline"},"device":{"uniqueId":"u1"}}
            """
        let decoded = try read(
            text, as: TraccarPayload.self,
            options { $0.carriedMembers = ["ignition", "n", "none"] })
        #expect(decoded.devices == ["u1", "3"])
        #expect(decoded.fixes.first?.speed == 10 * 1852 / 3600.0)
        #expect(decoded.fixes.first?.horizontalAccuracy == nil)
        #expect(decoded.counters.positionless == 3 && decoded.counters.received == 5)

        var decoder = PayloadFixDecoder<TraccarPayload>(
            options { $0.carriedMembers = ["ignition", "n", "none"] })
        var lines = LineSplitter()
        var batch = FixBatch()
        decoder.decode(Array(text.utf8), &lines, isLast: true, into: &batch)
        #expect(
            batch.fixes.others.first?.record.members == [
                FixMember(name: "ignition", value: .json("true")),
                FixMember(name: "n", value: .json("{\"a\":1}")),
            ])
    }

    @Test func osmAndQueries() throws {
        let text = """
            /?id=a%20b&lat=1.5&lon=-2&timestamp=1767225600&speed=10&bearing=0&hacc=0&hdop=2&batt=9
            GET /?deviceid=c&location=3,4&timestamp=2026-01-01T00%3A00%3A01Z HTTP/1.1
            id=d&lat=5&lon=6&timestamp=2026-01-01+00%3A00%3A02&accuracy=3&mock=true
            ?id=e&cell=1,2,3&timestamp=1
            ?id=f&lat=1&lon=2&timestamp=1&valid=false
            ?id=g&lat=1&lon=2
            ?id=%zz&lat=1&lon=2&timestamp=1
            ?id=%FF&lat=1&lon=2&timestamp=1
            nothing
            ?
            """
        let decoded = try read(
            text, as: OsmAndPayload.self,
            options {
                $0.timeOffset = .zero
                $0.metresPerHDOP = 4
            })
        #expect(decoded.devices == ["a b", "c", "d"])
        #expect(decoded.fixes.map(\.coordinate.latitude) == [1.5, 3, 5])
        #expect(decoded.fixes.map(\.horizontalAccuracy) == [8, nil, 3])
        #expect(decoded.fixes.map(\.isSimulated) == [false, false, true])
        #expect(decoded.fixes.first?.speed == 10 * 1852 / 3600.0)
        #expect(decoded.counters.positionless == 2)
        #expect(decoded.counters.invalid == 1 && decoded.counters.malformed == 4)
        #expect(
            try read("id=d&lat=5&lon=6&timestamp=2026-01-01+00%3A00%3A02", as: OsmAndPayload.self)
                .counters.invalid == 1)
    }

    @Test func osmAndObjects() throws {
        let text = """
            {"location":{"timestamp":"2026-01-01T00:00:00Z","coords":{"latitude":1,"longitude":2,\
            "accuracy":5,"speed":-1,"heading":-1},"mock":true},"device_id":"x"}
            """
        let decoded = try read(text, as: OsmAndPayload.self)
        let fix = try #require(decoded.fixes.first)
        #expect(fix.speed == nil && fix.course == nil && fix.isSimulated)
        #expect(fix.horizontalAccuracy == 5)
    }

    private func aircraft(
        _ text: String, pieces size: Int = .max, _ options: FixReaderOptions = FixReaderOptions()
    ) throws -> Decoded {
        let bytes = Array(text.utf8)
        var blocks: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
            blocks.append(Array(bytes[start..<min(start &+ min(size, bytes.count), bytes.count)]))
        }
        return try decode(blocks, with: AircraftFixDecoder(options))
    }

    @Test(arguments: [1, 7, 100_000])
    func rowsAndColumnsOfAircraft(_ size: Int) throws {
        let rows = """
            [{"timestamp":1767225600000,"icao24":"3c","latitude":1,"longitude":2,"altitude":1000,
            "groundspeed":10,"track":5},
            {"timestamp":1767225601000,"icao24":"3c","latitude":null,"longitude":2}, 5]
            """
        let decoded = try aircraft(rows, pieces: size)
        #expect(decoded.devices == ["3c"])
        #expect(decoded.fixes.first?.altitude == 304.8)
        #expect(decoded.fixes.first?.speed == 10 * 1852 / 3600.0)
        #expect(decoded.counters.positionless == 1 && decoded.counters.malformed == 1)
        #expect(decoded.lines == [1, 3, 3])

        let columns = """
            {"timestamp":{"0":1767225600000,"7":1767225601000},"icao24":{"0":"3c","7":"4d"},
            "callsign":{"0":"x","7":null},
            "latitude":{"0":1,"7":3},"longitude":{"0":2,"7":null}}
            """
        let turned = try aircraft(columns, pieces: size)
        #expect(turned.devices == ["3c"] && turned.counters.positionless == 1)
        #expect(turned.fixes.first?.coordinate.longitude == 2)
        #expect(
            turned.raw.first.map { String(decoding: $0, as: UTF8.self) }
                == #"{"timestamp":1767225600000,"icao24":"3c","latitude":1,"longitude":2}"#)
    }

    @Test(arguments: [
        ("[", "f:1:2: malformed: "), ("[{\"a\":1}", "f:1:9: malformed: "),
        ("{\"timestamp\":{\"0\":1},\"latitude\":{\"1\":1}}", "have not the same rows"),
        ("{\"a\":{\"0\":1}}", "found no column of aircraft"), ("[{}] x", "f:1:6: malformed: "),
    ])
    func brokenAircraft(_ text: String, _ message: String) throws {
        let decoded = try aircraft(text)
        #expect(decoded.defects.last?.contains(message) == true, "\(decoded.defects)")
    }

    @Test func tablesOfAircraft() throws {
        let decoded = try aircraft(
            "time,icao24,lat,lon\n1767225600,3c,1,2\n", pieces: 5)
        #expect(decoded.devices == ["3c"])
        let named = try aircraft(
            "time,lat,lon\n2026-01-01 00:00:00,1,2\n",
            options {
                $0.defaultDevice = "me"
                $0.timeOffset = .seconds(3600)
            })
        #expect(named.devices == ["me"])
        #expect(named.fixes.first.map { "\($0.timestamp)" } == "2025-12-31T23:00:00Z")
    }

    @Test func tablesWithoutTimes() throws {
        let options = options {
            $0.defaultDevice = "v"
            $0.assumedInterval = .seconds(10)
        }
        let decoded = try decode(
            [Array("latitude;longitude\n1,5;2\nx;2\n3;4\n".utf8)],
            with: CSVFixDecoder(options, delimiter: nil))
        #expect(decoded.fixes.map { $0.timestamp - AssumedTimes.first } == [.zero, .seconds(20)])
        let timed = try decode(
            [Array("ts,lat,lon\n1767225600,1,2\n".utf8)],
            with: CSVFixDecoder(options, delimiter: nil))
        #expect(timed.fixes.first.map { "\($0.timestamp)" } == "2026-01-01T00:00:00Z")
    }
}

@Suite struct FormatDetectionTests {
    @Test(arguments: [
        ("<?xml version=\"1.0\"?>\n<kml>", FixFormat.kml), ("\u{FEFF} <gpx", .gpx),
        ("[\n {\"a\"", .adsb), ("[1]\n", .ndjson), ("{\"latitude\": {\"0\":1", .adsb),
        ("{\"io\":{\"239\":1},\"lat\":1}\n", .ndjson),
        ("{\"_type\":\"lwt\"}\n", .owntracks), ("{\"lat\":1}\n", .ndjson),
        ("{\"location\":{\"coords\":{}}}\n", .osmand),
        ("{\"position\":{\"latitude\":1},\"device\":{}}\n", .traccar),
        ("/?id=1&lat=2\n", .osmand), ("id=1&timestamp=2\n", .osmand), ("a=1&b=2\n", .ndjson),
        ("# a log\n$GPZDA*48\n", .nmea),
        ("!AIVDM,1,1,,B,13aDp<PP000IwSlN?Wm@0?wN2<1T,0*29\n", .ais),
        ("$GPZDA*00\n", .ndjson), ("time,icao24,lat,lon\n", .adsb), ("time,id,lat,lon\n", .csv),
        ("#id,lat\n", .csv), ("junk\n", .ndjson),
    ])
    func byTheBeginning(_ text: String, _ format: FixFormat) {
        let detection = FormatDetection(names: FixFieldNames(), readsPlaces: false)
        let bytes = Array(text.utf8)
        #expect(detection.format(bytes.span, LineSplitter(), isLast: true) == format)
        // What is known early stays so.
        for count in 0...bytes.count {
            let early = detection.format(
                bytes.span.extracting(0..<count), LineSplitter(), isLast: false)
            #expect(early == nil || early == format, "after \(count) bytes")
        }
    }

    @Test(arguments: [
        ("a.gpx", FixFormat.gpx), ("a.csv.gz", .csv), ("a.NMEA.zst", .nmea),
        ("d.x/a.jsonl", .ndjson),
    ])
    func byTheName(_ name: String, _ format: FixFormat) {
        #expect(FixFormat(nameOf: .file(name)) == format)
    }

    @Test(arguments: ["a", "gpx", "d.csv/a", "a.gz", "a.json", "a.log"])
    func namesThatSayNothing(_ name: String) {
        #expect(FixFormat(nameOf: .file(name)) == nil)
    }
}
