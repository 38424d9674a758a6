import RegionFiles
import RegionMonitoring
import Testing
import _MonitoringTestSupport

/// Damaged files: regions or findings, never a crash, and never neither.
@Suite struct RegionFileCorruptionTests {
    private static let features = [
        feature(id: "7.0", properties: #"{"name":"a","policy":{"dwell":"5m","passThrough":true}}"#),
        feature(
            id: nil, properties: #"{"id":"p","radius":50,"radius_units":"m"}"#,
            geometry: #"{"type":"Point","coordinates":[-73.9,40.7,1]}"#),
        feature(
            id: "\"l\"", properties: #"{"width":12.5,"notifyOnExit":false}"#,
            geometry:
                #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[179,5],[-179,6]]]}"#),
        feature(
            id: "\"m\"",
            geometry:
                #"{"coordinates":[[[[1,1],[2,1],[2,2],[1,1]],[[1.5,1.2],[1.6,1.2],[1.6,1.3],[1.5,1.2]]]],"type":"MultiPolygon"}"#
        ),
    ]

    private static func damage(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("{}[]\",:0189.-eEntfl \u{E9}".utf8) + [0x00, 0xFF]
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0..<damaged.count, using: &generator)
            let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: damaged.insert(byte, at: place)
            case 1: damaged.remove(at: place)
            case 2:
                // Whole stretches, so that members vanish and come twice and stay JSON now and then.
                let other = Int.random(in: 0..<damaged.count, using: &generator)
                damaged.replaceSubrange(
                    min(place, other)..<max(place, other), with: damaged[..<min(place, other)])
            default: damaged[place] = byte
            }
        }
        return damaged
    }

    @Test func filesSurviveDamage() {
        let text = Array(
            ("{\"type\":\"FeatureCollection\",\"features\":["
                + Self.features.joined(separator: ",\n") + "]}").utf8)
        for seed in 0..<3_000 as Range<UInt64> {
            let damaged = Self.damage(text, seed: seed)
            var reader = RegionFileReader()
            let file = reader.read(damaged, named: "a.geojson")
            #expect(
                file.isReadable || file.findings.count == 1 && file.entries.isEmpty, "seed \(seed)")
            #expect(Set(file.regions.map(\.identifier)).count == file.entries.count, "seed \(seed)")
            for finding in file.findings {
                #expect(finding.description.hasPrefix("a.geojson:"), "seed \(seed)")
            }
        }
    }

    @Test func aFeatureIsARegionOrAnError() {
        let start = SourcePosition(file: "a", line: 3, column: 9)
        for seed in 0..<4_000 as Range<UInt64> {
            let text = Array(Self.features[Int(seed % 4)].utf8)
            do throws(RegionFileFinding) {
                let region = try RegionFileReader.readFeature(
                    Self.damage(text, seed: seed), at: start)
                #expect(!region.identifier.rawValue.isEmpty, "seed \(seed)")
            } catch {
                #expect(error.severity == .error, "seed \(seed)")
                #expect((error.position.line, error.position.column) >= (3, 9), "seed \(seed)")
            }
        }
    }

    @Test func bytesOfAnyKindAreRefused() {
        for seed in 0..<500 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let bytes = (0..<200).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            var reader = RegionFileReader()
            #expect(!reader.read(bytes, named: "a").isReadable, "seed \(seed)")
        }
    }
}
