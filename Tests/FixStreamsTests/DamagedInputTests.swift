import RegionMonitoring
import Testing
import _MonitoringTestSupport

@testable import FixStreams

/// Whatever comes in, nothing crashes, and each line is accounted for.
@Suite struct DamagedInputTests {
    private static let ndjson = Array(
        """
        {"device":"veh-42","timestamp":"2026-03-01T12:00:01.5Z","lat":40.7128,"lon":-74.0060,"acc":8.5}
        {"id":7,"ts":1772359200.25,"latitude":"1e1","lng":-0.5,"altitude":[{"x":{}}],"course":1e999}
        {"control":"putRegion","feature":{"type":"Feature","id":"z"}}\r

        {"d\\u0065vice":"\\ud83d\\ude9a é","time":"1969-12-31T23:59:60,5+0000","lat":-90,"lon":540}
        {"control":"requestState","device":"d1","region":8.0,"to":"2026-01-01T00:05:00Z"}
        """.utf8)

    private static let csv = Array(
        """
        device;time;lat;lon;accuracy;simulated\r
        veh-42;2026-03-01T12:00:01.5Z;40,7128;-74.0060;8,5;true\r
        "a ""b"" é";1772359200,25;-90;5,4e2;;0

        "two\nlines";"0";"1";"2";"3";"no"
        🚚;1969-12-31T23:59:60+00;.5;5.;1e-400;1
        """.utf8)

    private func damaged(
        _ bytes: [UInt8], using random: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 4: bytes.removeSubrange(place..<min(bytes.count, place + 9))
            default:
                bytes.insert(
                    contentsOf: Array("\"{}[],:;0123456789eE.-+\n".utf8).shuffled(using: &random)
                        .prefix(5), at: place)
            }
        }
        return bytes
    }

    /// How many lines bytes have, a last one without line feed included.
    private func lineCount(_ bytes: [UInt8]) -> UInt64 {
        let ends = bytes.count { $0 == 0x0A }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return UInt64(ends + (text.isEmpty || text.last == 0x0A ? 0 : 1))
    }

    @Test func damagedNDJSON() {
        for seed in 0..<1000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bytes = damaged(Self.ndjson, using: &random)
            let whole = decodeNDJSON([bytes], allowsControl: true)
            #expect(whole.counters.received == lineCount(bytes), "seed \(seed)")
            #expect(UInt64(whole.records.count) + whole.counters.blank == lineCount(bytes))
            for fix in whole.fixes {
                #expect(fix.coordinate.isValid, "seed \(seed)")
                #expect(
                    fix.horizontalAccuracy.map { $0 >= 0 && $0.isFinite } ?? true, "seed \(seed)")
            }
            if seed % 8 == 0 {
                let blocks = randomBlocks(bytes, upTo: 40, using: &random)
                #expect(decodeNDJSON(blocks, allowsControl: true) == whole, "seed \(seed)")
            }
        }
    }

    @Test func damagedTables() {
        for seed in 0..<1000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bytes = damaged(Self.csv, using: &random)
            guard let whole = try? decodeCSV([bytes]) else { continue }
            #expect(whole.counters.received == UInt64(whole.records.count) + whole.counters.blank)
            for fix in whole.fixes { #expect(fix.coordinate.isValid, "seed \(seed)") }
            if seed % 8 == 0 {
                let blocks = randomBlocks(bytes, upTo: 40, using: &random)
                let parts = try? decodeCSV(blocks)
                #expect(parts == whole, "seed \(seed)")
            }
        }
    }

    @Test func everyTruncation() {
        for count in 0...Self.ndjson.count {
            let bytes = Array(Self.ndjson[..<count])
            #expect(decodeNDJSON([bytes]).counters.received == lineCount(bytes), "\(count) bytes")
        }
        for count in 0...Self.csv.count { _ = try? decodeCSV([Array(Self.csv[..<count])]) }
    }

    @Test func randomBytes() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bytes = (0..<Int.random(in: 0...3000, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let decoded = decodeNDJSON([bytes])
            #expect(decoded.counters.received == lineCount(bytes), "seed \(seed)")
            #expect(decoded.counters.fixes == 0, "seed \(seed)")
            _ = try? decodeCSV([Array("id,ts,lat,lon\n".utf8) + bytes])
        }
    }

    @Test func deeplyNestedAndHugeLines() {
        let good = "{\"id\":1,\"ts\":0,\"lat\":1,\"lon\":2}\n"
        let half = LineSplitter.maximumLength / 2 - 8
        let decoded = decodeNDJSON(
            [
                good,
                String(repeating: "[", count: half * 2) + "\n",
                String(repeating: "{\"a\":", count: half / 3) + "\n",
                "{\"a\":" + String(repeating: "[", count: half)
                    + String(repeating: "]", count: half) + "}\n",
                "{\"id\":\"" + String(repeating: "x", count: half * 2) + "\"}\n",
                "{\"ts\":" + String(repeating: "9", count: half * 2) + ",\"id\":1}\n",
                String(repeating: "{\"id\":1}", count: half / 2) + "\n",
                good,
            ].joined())
        let counters = decoded.counters
        #expect(counters.fixes == 2 && counters.received == 8)
        #expect(counters.malformed == 3 && counters.invalid == 2 && counters.tooLong == 1)
        #expect(decoded.defects.allSatisfy { $0.utf8.count < 300 })
    }
}
