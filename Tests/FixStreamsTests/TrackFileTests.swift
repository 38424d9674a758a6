import RegionMonitoring
import Testing

@testable import FixStreams

@Suite struct TrackFileTests {
    private func options(_ change: (inout FixReaderOptions) -> Void = { _ in }) -> FixReaderOptions
    {
        var options = FixReaderOptions()
        options.defaultDevice = "d"
        change(&options)
        return options
    }

    private func gpx(_ text: String, _ options: FixReaderOptions) throws -> Decoded {
        try decode([Array(text.utf8)], with: TrackFileDecoder<GPXHandler>(options))
    }

    private func track(_ points: String, head: String = "<gpx version=\"1.1\">") -> String {
        "\(head)\n<trk><trkseg>\n\(points)\n</trkseg></trk>\n</gpx>"
    }

    @Test func aTrack() throws {
        let text = track(
            """
            <trkpt lat="1.5" lon="-2"><ele>3</ele><time>2026-01-01T00:00:00Z</time><speed>4</speed>\
            <course>5</course><hdop>1.2</hdop></trkpt>
            </trkseg><trkseg>
            <trkpt lon="6" lat="7"><time> 2026-01-01T01:00:01+01:00
            </time><extensions><x:speed xmlns:x="x">8</x:speed></extensions></trkpt>
            """)
        let decoded = try gpx(text, options())
        #expect(decoded.fixes.map(\.coordinate.latitude) == [1.5, 7])
        #expect(decoded.fixes.map(\.coordinate.longitude) == [-2, 6])
        #expect(decoded.fixes.map(\.speed) == [4, 8])
        #expect(decoded.fixes.map(\.course) == [5, nil])
        #expect(decoded.fixes.map(\.altitude) == [3, nil])
        #expect(decoded.fixes.map(\.horizontalAccuracy) == [nil, nil])
        #expect(
            decoded.fixes.map(\.timestamp.microsecondsSince1970)
                == [1_767_225_600_000_000, 1_767_225_601_000_000])
        #expect(decoded.devices == ["d", "d"])
        #expect(decoded.lines == [3, 5])
        #expect(decoded.raw[0].starts(with: Array("<trkpt lat".utf8)))
        #expect(decoded.raw[1].suffix(8) == Array("</trkpt>".utf8))
        #expect(decoded.counters.received == 2)
        let precise = try gpx(text, options { $0.metresPerHDOP = 5 })
        #expect(precise.fixes.map(\.horizontalAccuracy) == [6, nil])
    }

    /// Blocks cut the text anywhere; nothing depends on it.
    @Test func blocksDoNotMatter() throws {
        let points = (0..<20).map {
            "<trkpt lat=\"\($0)\" lon=\"2\"><time>2026-01-01T00:00:\($0 + 10)Z</time></trkpt>\n"
        }
        let text = Array(track(points.joined() + "<trkpt lat=\"x\" lon=\"0\"/>").utf8)
        let whole = try decode([text], with: TrackFileDecoder<GPXHandler>(options()))
        #expect(whole.counters.fixes == 20 && whole.counters.invalid == 1)
        for size in [1, 3, 50, 200] {
            var blocks: [[UInt8]] = []
            for start in stride(from: 0, to: text.count, by: size) {
                blocks.append(Array(text[start..<min(start + size, text.count)]))
            }
            let cut = try decode(blocks, with: TrackFileDecoder<GPXHandler>(options()))
            // Not the whole values: they would fill pages.
            #expect(cut.records == whole.records && cut.raw == whole.raw, "blocks of \(size)")
            #expect(cut.offsets == whole.offsets && cut.lines == whole.lines)
        }
    }

    @Test(arguments: [
        ("<trkpt lat=\"91\" lon=\"0\"/>", "f:3:1: invalid: time is missing"),
        (
            "<trkpt lat=\"91\" lon=\"0\"><time>2026-01-01T00:00:00Z</time></trkpt>",
            "f:3:1: invalid: lat is 91; it must be between -90 and 90"
        ),
        (
            "<trkpt lat=\"\" lon=\"0\"><time>2026-01-01T00:00:00Z</time></trkpt>",
            "f:3:1: invalid: lat is empty; it must be between -90 and 90"
        ),
        (
            "<trkpt lat=\"1\"><time>2026-01-01T00:00:00Z</time></trkpt>",
            "f:3:1: invalid: lon is missing"
        ),
        (
            "<trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00</time></trkpt>",
            "f:3:1: invalid: time is 2026-01-01T00:00:00; it must end in Z or in an offset"
        ),
        ("</trk>", "f:3:3: malformed: mismatched tag; the rest of the file is not read"),
        ("<a:b/>", "f:3:1: malformed: unbound prefix; the rest of the file is not read"),
    ])
    func defects(_ points: String, _ message: String) throws {
        let decoded = try gpx(track(points), options())
        #expect(decoded.defects.count == 1)
        #expect(decoded.defects.first?.hasPrefix(message) == true, "\(decoded.defects)")
    }

    @Test(arguments: [
        ("", "malformed: no element found"),
        ("<kml/>", "malformed: the root element is kml, expected gpx"),
        (
            "<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx/>", "malformed: entity declarations are refused"
        ),
    ])
    func filesThatAreNoGPX(_ text: String, _ message: String) throws {
        let decoded = try gpx(text, options())
        #expect(decoded.counters.received == 1)
        #expect(decoded.defects.first?.contains(message) == true, "\(decoded.defects)")
    }

    @Test func onlyTracksAreFixes() throws {
        let decoded = try gpx(
            """
            <gpx><wpt lat="1" lon="1"/><rte><rtept lat="2" lon="2"/></rte><trk><trkseg/></trk>
            <x><trk><trkseg><trkpt lat="3" lon="3"/></trkseg></trk></x>
            <y xmlns="y"><trk/></y></gpx>
            """, options())
        #expect(decoded.counters.received == 0)
    }

    @Test func timesAreReplacedWhereOneIsMissing() throws {
        let complete = "<trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00Z</time></trkpt>"
        let assuming = options { $0.assumedInterval = .seconds(2) }
        let some = try gpx(track(complete + complete + "<trkpt lat=\"1\" lon=\"2\"/>"), assuming)
        #expect(
            some.fixes.map { $0.timestamp - AssumedTimes.first }
                == [.zero, .seconds(2), .seconds(4)])
        let none = try gpx(track(complete + complete), assuming)
        #expect(
            none.fixes.map(\.timestamp.microsecondsSince1970)
                == [1_767_225_600_000_000, 1_767_225_600_000_000])
        let offset = try gpx(
            track(complete.replacing("Z<", with: "<")),
            options { $0.timeOffset = .seconds(-3600) })
        #expect(offset.fixes.first?.timestamp.microsecondsSince1970 == 1_767_229_200_000_000)
    }

    @Test func aDeviceIsNeeded() {
        #expect(throws: UnusableHeader.self) {
            try TrackFileDecoder<GPXHandler>(FixReaderOptions())
        }
    }

    @Test func tracksOfKML() throws {
        let text = """
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
            <Placemark><gx:Track>
            <when>2026-01-01T00:00:00Z</when><when>2026-01-01T00:00:01Z</when>
            <gx:coord>1 2 3</gx:coord>
            <gx:coord>4 5</gx:coord>
            </gx:Track><Point><coordinates>9,9</coordinates></Point></Placemark>
            <gx:MultiTrack><gx:Track>
            <gx:coord>6 7 0</gx:coord><when>2026-01-01T00:00:02Z</when>
            <when>2026-01-01T00:00:03Z</when>
            <gx:coord/><when>2026-01-01T00:00:04Z</when>
            </gx:Track></gx:MultiTrack></kml>
            """
        for size in [1, 40, 10_000] {
            var blocks: [[UInt8]] = []
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                blocks.append(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            let decoded = try decode(blocks, with: TrackFileDecoder<KMLTrackHandler>(options()))
            #expect(decoded.fixes.map(\.coordinate.latitude) == [2, 5, 7])
            #expect(decoded.fixes.map(\.coordinate.longitude) == [1, 4, 6])
            #expect(decoded.fixes.map(\.altitude) == [3, nil, 0])
            #expect(decoded.lines.prefix(3) == [4, 5, 8])
            #expect(
                decoded.defects == [
                    "f:10:1: invalid: lat is missing", "f:10:12: invalid: lat is missing",
                ])
        }
    }
}
