import RegionMonitoring
import Testing
import _MonitoringTestSupport

@testable import RegionFiles

/// Damaged files of the formats other than GeoJSON: regions or findings, never a crash.
@Suite struct DamagedFormatTests {
    private static let texts: [(format: RegionFileFormat, text: String)] = [
        (
            .wkt,
            """
            a\tMULTIPOLYGON Z(((0 0 1,1 0 1,1 1 1,0 0 1)),((5 5 1,6 5 1,6 6 1,5 5 1)))
            SRID=4326;POLYGON((179 0,-179 0,-179 1,179 0),(179.5 0.1,179.8 0.1,179.8 0.2,179.5 0.1))
            c\tCIRCLE (1.5 2, 30)
            d\tPOINT(1e1 -2)
            """
        ),
        (
            .csv,
            "id;lat;lon;radius;name\n\"a \"\"b\"\"\";1,5;2;3;x\nb;1;2;;\nc;-1.5;2e1;40;\"y\nz\"\n"
        ),
        (
            .openair,
            """
            AC R
            AN a * comment
            AL GND
            V X=52:10:00 N 013:10:00 E
            DA 5,10,300
            DB 52:20:00 N 013:10:00 E, 52:10:00 N 013:20:00 E
            DP 521000N 0131000E
            AC Q
            AN b
            V X=1:0:0 S 2:0:0 W
            DC 1.5
            AC P
            AN c
            V W=2
            DY 1:0:0 N 1:0:0 E
            DY 1:1:0 N 1:0:0 E
            """
        ),
        (
            .kml,
            """
            <kml><Placemark id="a"><name>b</name><ExtendedData><Data name="width"><value>3</value></Data>
            </ExtendedData><LineString><coordinates>1,2 3,4,5</coordinates></LineString></Placemark>
            <Placemark><name>c</name><MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>
            0,0 9,0 9,9 0,0</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing>
            <coordinates>5,1 6,1 6,2 5,1</coordinates></LinearRing></innerBoundaryIs></Polygon>
            </MultiGeometry></Placemark><NetworkLink/></kml>
            """
        ),
        (
            .gpx,
            """
            <gpx><wpt lat="1" lon="2"><name>a</name><extensions><radius>5</radius></extensions></wpt>
            <wpt lat="1" lon="-2"><name>b</name></wpt><trk/></gpx>
            """
        ),
    ]

    private static func damage(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("<>/&;,\"=#*()\t\n\r 0189.-+eENSWaDVX\u{E9}".utf8) + [0x00, 0xFF]
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !damaged.isEmpty {
            let place = Int.random(in: 0..<damaged.count, using: &generator)
            let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: damaged.insert(byte, at: place)
            case 1: damaged.remove(at: place)
            case 2:
                let other = Int.random(in: 0..<damaged.count, using: &generator)
                let range = min(place, other)..<max(place, other)
                // A stretch comes twice, or is gone.
                if byte & 1 == 0 {
                    damaged.insert(contentsOf: damaged[range], at: place)
                } else {
                    damaged.removeSubrange(range)
                }
            default: damaged[place] = byte
            }
        }
        return damaged
    }

    @Test(arguments: RegionFileFormat.allCases.filter { $0 != .geojson })
    func filesSurviveDamage(_ format: RegionFileFormat) throws {
        let text = try #require(Self.texts.first { $0.format == format }).text
        for seed in 0..<2_000 as Range<UInt64> {
            let damaged = Self.damage(Array(text.utf8), seed: seed)
            var options = RegionFileOptions(
                format: seed & 1 == 0 ? format : nil,
                wktOrder: seed & 2 == 0 ? .longitudeFirst : .latitudeFirst,
                pointRadius: seed & 4 == 0 ? 50 : nil, findsDoubts: seed & 8 == 0)
            options.repairs = seed & 16 == 0
            var reader = RegionFileReader(options: options)
            let file = reader.read(damaged, named: "a")
            #expect(
                file.isReadable || file.findings.count == 1 && file.entries.isEmpty, "seed \(seed)")
            #expect(Set(file.regions.map(\.identifier)).count == file.entries.count, "seed \(seed)")
            for finding in file.findings {
                #expect(finding.description.hasPrefix("a:"), "seed \(seed)")
                #expect(!finding.description.contains("\n"), "seed \(seed)")
            }
        }
    }

    @Test func exportsSurviveDamage() {
        let traccar = Array(
            #"[{"id":1,"name":"Y","area":"POLYGON ((5 3, 5 4, 6 4))","calendarId":7,"attributes":{"a":[1]}},{"id":2,"area":"LINESTRING (5 3, 5 4)"}]"#
                .utf8)
        let table = Array(
            "id,name,area\n1,Y,\"CIRCLE (5 3, 100)\"\n2,\"Z\",\"CIRCLE (5 4, 9)\"\n".utf8)
        let hooks = Array(
            """
            SETHOOK a http://h NEARBY f FENCE DETECT enter POINT 1 2 30
            *3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1\r\ni\r\n
            SETCHAN b META x "y z" WITHIN f FENCE OBJECT {"type":"Point","coordinates":[1,2]}
            SETCHAN c WITHIN f FENCE SECTOR 1 2 30 4 50
            PDELCHAN x*
            """.utf8)
        for seed in 0..<2_000 as Range<UInt64> {
            for text in [traccar, table] {
                let found = try? TraccarImport.read(Self.damage(text, seed: seed), named: "a")
                #expect((found?.entries.count ?? 0) <= 4, "seed \(seed)")
            }
            let found = try? Tile38Import.read(Self.damage(hooks, seed: seed), named: "a")
            #expect((found?.entries.count ?? 0) <= 8, "seed \(seed)")
        }
    }

    @Test func geometriesOfRowsSurviveDamage() {
        let hexadecimal = Array(
            ("0106000020E61000000100000001030000000100000004000000"
                + "00000000000000000000000000000000000000000000F03F0000000000000000"
                + "000000000000F03F000000000000F03F00000000000000000000000000000000").utf8)
        for seed in 0..<3_000 as Range<UInt64> {
            let text = String(
                decoding: Self.damage(hexadecimal, seed: seed), as: UTF8.self)
            do throws(Refusal) {
                var geometry = try WKBGeometry(hexadecimal: text, at: 0)
                _ = try geometry.read()
            } catch {
                #expect(!error.reason.description.isEmpty, "seed \(seed)")
            }
        }
    }
}
