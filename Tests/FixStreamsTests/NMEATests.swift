import RegionMonitoring
import Testing

@testable import FixStreams

/// A sentence with its checksum.
func sentence(_ body: String, start: Character = "$") -> String {
    let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
    let digits = String(sum, radix: 16, uppercase: true)
    return "\(start)\(body)*\(digits.count == 1 ? "0" : "")\(digits)\r\n"
}

private func rmc(_ time: String, _ date: String = "010326", status: String = "A") -> String {
    sentence("GPRMC,\(time),\(status),4807.038,N,01131.000,W,22.4,084.4,\(date),,,A")
}

private func nmea(
    _ text: String, pieces size: Int = .max, _ change: (inout FixReaderOptions) -> Void = { _ in }
) throws -> Decoded {
    var options = FixReaderOptions()
    options.defaultDevice = "r"
    change(&options)
    let bytes = Array(text.utf8)
    var blocks: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
        blocks.append(Array(bytes[start..<min(start &+ min(size, bytes.count), bytes.count)]))
    }
    return try decode(blocks, with: NMEAFixDecoder(options))
}

@Suite struct NMEATests {
    @Test func anEpochIsOneRecord() throws {
        let text =
            sentence("GNGGA,120000.25,4807.038,N,01131.000,E,1,08,1.2,545.4,M,46.9,M,,")
            + sentence("GNGSA,A,3,,,,,,,,,,,,,2.0,1.1,1.5")
            + sentence("GNRMC,120000.25,A,4807.038,N,01131.000,W,1.0,90.5,010326,,,A")
            + sentence("GNVTG,12.0,T,,M,7.0,N,,K,A") + sentence("GPGSV,1,1,00")
            + rmc("120001")
        for size in [1, 10, 10_000] {
            let decoded = try nmea(text, pieces: size) { $0.metresPerHDOP = 5 }
            #expect(decoded.counters.received == 2 && decoded.counters.fixes == 2)
            let fix = try #require(decoded.fixes.first)
            #expect(fix.coordinate.latitude == 48 + 7.038 / 60)
            #expect(fix.coordinate.longitude == -(11 + 31.0 / 60))
            #expect(fix.timestamp.microsecondsSince1970 == 1_772_366_400_250_000)
            #expect(fix.horizontalAccuracy == 6 && fix.altitude == 545.4 && fix.course == 90.5)
            #expect(fix.speed == 1852.0 / 3600)
            #expect(decoded.lines == [1, 6])
            #expect(decoded.raw.first?.starts(with: Array("$GNGGA".utf8)) == true)
        }
        #expect(try nmea(text).fixes.first?.horizontalAccuracy == nil)
    }

    @Test func midnightWithoutADate() throws {
        func gga(_ time: String) -> String {
            sentence("GPGGA,\(time),4807.038,N,01131.000,E,1,08,1.2,,M,,M,,")
        }
        let text =
            gga("235957") + sentence("GPZDA,235958.00,28,02,2026,00,00") + gga("235959")
            + gga("000000") + gga("000001")
        let decoded = try nmea(text)
        #expect(
            decoded.fixes.map { "\($0.timestamp)" } == [
                "2026-02-28T23:59:57Z", "2026-02-28T23:59:59Z", "2026-03-01T00:00:00Z",
                "2026-03-01T00:00:01Z",
            ])
        #expect(
            try nmea(gga("120000")).defects == [
                "f:1:1: invalid: the date is not known: there is no RMC or ZDA sentence before"
            ])
    }

    @Test func positionsThatAreNone() throws {
        let text =
            sentence("GPRMC,,V,,,,,,,,,,N") + rmc("120000", status: "V")
            + sentence("GPGGA,120001,,,,,0,00,99.9,,,,,,") + rmc("120002")
            + sentence("GPGGA,120002,4807.038,N,01131.000,E,0,08,1.2,,M,,M,,")
            + sentence("GPRMC,120003,A,4807.038,N,01131.000,W,,,010326,,,N")
        let decoded = try nmea(text)
        #expect(decoded.counters.positionless == 4 && decoded.counters.fixes == 1)
        #expect(decoded.counters.received == 5 && decoded.counters.defects == 0)
    }

    @Test(arguments: [
        ("$GPRMC,120000,A*00\n", "malformed: found the checksum 00, expected "),
        ("$GPRMC,120000,A\n", "malformed: found no checksum"),
        (sentence("GPRMC,120000,X,4807.038,N,01131.000,W,,,010326"), "invalid: RMC status is X"),
        (sentence("GPRMC,1200,A,4807.038,N,01131.000,W,,,010326"), "invalid: RMC time is 1200"),
        (sentence("GPRMC,250000,A,4807.038,N,01131.000,W,,,010326"), "invalid: RMC time is 25"),
        (sentence("GPRMC,120000,A,4867.038,N,01131.000,W,,,010326"), "invalid: RMC lat is 4867"),
        (sentence("GPRMC,120000,A,9100.000,N,01131.000,W,,,010326"), "invalid: RMC lat is 91"),
        (sentence("GPRMC,120000,A,,N,01131.000,W,,,010326"), "invalid: RMC lat is missing"),
        (sentence("GPRMC,120000,A,4807.038,Q,01131.000,W,,,010326"), "invalid: RMC lat half is Q"),
        (sentence("GPRMC,120000,A,-807.038,N,01131.000,W,,,010326"), "invalid: RMC lat is -807"),
        (sentence("GPRMC,120000,A,4807.038,N,01131.000,W,,,300226"), "invalid: RMC date is 30"),
        (sentence("GPRMC,120000,A,4807.038,N,01131.000,W,,,"), "invalid: RMC date is missing"),
        (sentence("GPRMC,120000,A,4807.038,N,01131.000,W,nan,,010326"), "invalid: RMC speed is"),
        ("\u{1}\u{2}\n", "malformed: found bytes that are no text"),
        (sentence("GPRM,1"), "malformed: found no address"),
    ])
    func defects(_ text: String, _ message: String) throws {
        let decoded = try nmea(text + rmc("120001"))
        #expect(decoded.defects.count == 1 && decoded.counters.fixes == 1)
        #expect(decoded.defects.first?.contains(message) == true, "\(decoded.defects)")
    }

    @Test func textAroundSentences() throws {
        let text =
            "# $GPRMC is what follows\n*** start ***\n\n"
            + "2026-03-01 12:00:00 " + rmc("120000") + "$GPRMC,1200" + rmc("120001")
        let decoded = try nmea(text)
        #expect(decoded.counters.blank == 3 && decoded.counters.fixes == 2)
        #expect(
            decoded.defects == ["f:5:12: malformed: a sentence begins within another one"])
    }

    @Test func weeksThatRolledOver() throws {
        var decoder = try NMEAFixDecoder(
            {
                var options = FixReaderOptions()
                options.defaultDevice = "r"
                return options
            }())
        var batch = FixBatch()
        var lines = LineSplitter()
        decoder.decode(
            Array((rmc("235234", "250905") + rmc("235235", "250905")).utf8), &lines, isLast: true,
            into: &batch)
        guard case .fix(_, let fix)? = batch.fixes.others.first?.record.content else {
            Issue.record("no fix")
            return
        }
        // 2005-09-25 and 1024 weeks.
        #expect("\(fix.timestamp)" == "2025-05-11T23:52:34Z")
        #expect(decoder.takeNotice() == .datesMoved)
        #expect(decoder.takeNotice() == nil)
    }

    /// Two fixes of one instant are two records.
    @Test func repeatedSentences() throws {
        #expect(try nmea(rmc("120000") + rmc("120000")).counters.fixes == 2)
    }
}

@Suite struct AISTests {
    private func ais(_ text: String, assuming: Duration? = nil) throws -> Decoded {
        var options = FixReaderOptions()
        options.assumedInterval = assuming
        return try decode([Array(text.utf8)], with: AISFixDecoder(options))
    }

    private func time(_ text: String) -> String { sentence("GPRMC,\(text),V,,,,,,,010326") }

    /// A position report; the layouts are those of ITU-R M.1371-5, tables 48 and 70.
    private func report(
        _ type: Int, mmsi: Int = 244_670_316, lat: Double, lon: Double, second: Int = 63,
        speed: Int = 1023, course: Int = 3600
    ) -> String {
        var bits = ""
        func add(_ value: Int, _ width: Int) {
            for bit in (0..<width).reversed() { bits += value >> bit & 1 == 1 ? "1" : "0" }
        }
        add(type, 6)
        add(0, 2)
        add(mmsi, 30)
        add(0, type < 4 ? 12 : 8)
        add(speed, 10)
        add(0, 1)
        add(Int((lon * 600_000).rounded()), 28)
        add(Int((lat * 600_000).rounded()), 27)
        add(course, 12)
        add(511, 9)
        add(second, 6)
        while bits.count < (type == 19 ? 312 : 168) { bits += "0" }
        var payload = ""
        for start in stride(from: 0, to: bits.count, by: 6) {
            let value = UInt8(bits.dropFirst(start).prefix(6), radix: 2) ?? 0
            payload.append(Character(Unicode.Scalar(value < 40 ? value + 48 : value + 56)))
        }
        return payload
    }

    private func vdm(_ payload: String) -> String {
        sentence("AIVDM,1,1,,A,\(payload),0", start: "!")
    }

    @Test(arguments: [1, 2, 3, 18])
    func reports(_ type: Int) throws {
        let payload = report(
            type, lat: -52.5, lon: -5.25, second: 59, speed: 123, course: 2713)
        let decoded = try ais(time("120010") + vdm(payload))
        #expect(decoded.counters.fixes == 1 && decoded.counters.received == 1)
        #expect(decoded.devices == ["244670316"])
        let fix = try #require(decoded.fixes.first)
        #expect(fix.coordinate.latitude == -52.5 && fix.coordinate.longitude == -5.25)
        #expect("\(fix.timestamp)" == "2026-03-01T11:59:59Z")
        #expect(fix.speed == 12.3 * 1852 / 3600 && fix.course == 271.3)
    }

    @Test func messagesInParts() throws {
        let payload = report(19, mmsi: 7, lat: 90, lon: 180)
        func part(_ number: Int, id: Int, _ text: Substring) -> String {
            sentence("AIVDM,2,\(number),\(id),B,\(text),0", start: "!")
        }
        let text =
            time("120000") + part(1, id: 1, payload.prefix(20)) + part(1, id: 2, payload.prefix(9))
            + part(2, id: 1, payload.dropFirst(20)) + part(2, id: 2, payload.dropFirst(9))
            + part(2, id: 3, "0000") + part(1, id: 4, "0000")
        let decoded = try ais(text)
        #expect(decoded.devices == ["000000007", "000000007"])
        #expect(decoded.fixes.first?.coordinate.latitude == 90)
        #expect(decoded.lines == [2, 3, 6, 7])
        #expect(
            decoded.defects == [
                "f:6:16: malformed: found part 2 of 2 of a message, but not the part before",
                "f:7:16: malformed: found 1 of 2 parts of a message",
            ])
    }

    @Test func whatIsAPositionAndWhatNot() throws {
        let text =
            time("120000") + vdm(report(1, lat: 91, lon: 181)) + vdm(report(1, lat: 95, lon: 0))
            + vdm(report(5, lat: 1, lon: 1)) + vdm("15")
            + vdm(String(report(1, lat: 1, lon: 1).prefix(20)))
            + vdm("1~~")
        let decoded = try ais(text)
        #expect(decoded.counters.positionless == 1 && decoded.counters.fixes == 0)
        #expect(decoded.counters.invalid == 1 && decoded.counters.malformed == 3)
        #expect(decoded.counters.received == 5, "type 5 is no record")
    }

    @Test func timesOfMessages() throws {
        let payload = report(1, lat: 1, lon: 2)
        let tagged = "\\s:x,c:1577836800*00\\" + vdm(payload)
        let behind = vdm(payload).dropLast(1) + ",1577836801\n"
        let decoded = try ais(tagged + behind + vdm(payload))
        #expect(
            decoded.fixes.map { "\($0.timestamp)" }
                == ["2020-01-01T00:00:00Z", "2020-01-01T00:00:01Z"])
        #expect(decoded.defects.first?.contains("invalid: the time is not known") == true)
        #expect(try ais(vdm(payload) + vdm(payload), assuming: .seconds(3)).fixes.count == 2)
    }

    /// From a receiver's log.
    @Test func aReportFromTheAir() throws {
        let decoded = try ais(time("120010") + "!AIVDM,1,1,,B,13aDp<PP000IwSlN?Wm@0?wN2<1T,0*29\n")
        let place = try #require(decoded.fixes.first?.coordinate)
        #expect(52...53 ~= place.latitude && 5...6 ~= place.longitude)
    }
}
