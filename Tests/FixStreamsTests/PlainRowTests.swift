import RegionMonitoring
import Testing
import _MonitoringTestSupport

@testable import FixStreams

/// Plain rows of tables are read a quick way: what comes of them must be what the strict way makes of
/// them, whatever is in the rows around.
@Suite struct PlainRowTests {
    private static let headers: [(header: String, delimiter: Character)] = [
        ("id,ts,lat,lon,acc,speed", ","), ("note;lat;lon;device;time;simulated;alt", ";"),
        ("lat\tlon\taccuracy\tcourse\ttimestamp\tvehicle", "\t"), ("id|time|lat|lon", "|"),
    ]

    private static let cells = [
        "", " ", "0", "-0", "1", "1.5", "-90", "90.00001", "007.50", "1.", ".5", "1e1", "+2",
        "40,5",
        " 1.5", "1.5 ", "540", "-1", "\"1.5\"", "true", "nan", "1772359200", "1772359200.25",
        "2026-03-01T12:00:00Z", "2026-03-01T12:00:00.5Z", "2026-03-01 12:00:00+01",
        "2026-02-29T12:00:00Z", "veh-1", "a b", "\"a b\"", "\"a\"\"b\"", "x\"y", "é",
        "0123456789abcdefXYZ",
        "12345678901234567890", "a\u{0}b", "a\rb",
    ]

    private func plainCell(_ name: Substring, using random: inout SeededGenerator) -> String {
        switch name {
        case "id", "device", "vehicle": "veh-\(Int.random(in: 0..<20, using: &random))"
        case "ts", "time", "timestamp":
            "2026-03-0\(Int.random(in: 1...9, using: &random))T12:00:0\(Int.random(in: 0...9, using: &random))Z"
        case "simulated": ["0", "1", ""].randomElement(using: &random) ?? ""
        case "acc", "accuracy": Bool.random(using: &random) ? "" : "8.5"
        case "note": ["", "stop", "a longer remark"].randomElement(using: &random) ?? ""
        default: String(Double.random(in: -90...90, using: &random))
        }
    }

    @Test func randomTables() throws {
        for seed in 0..<1000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let (header, delimiter) = Self.headers[Int(seed % 4)]
            var text = header + "\n"
            for _ in 0..<30 {
                var cells = header.split(separator: delimiter).map { plainCell($0, using: &random) }
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    let place = Int.random(in: 0..<cells.count, using: &random)
                    cells[place] = Self.cells.randomElement(using: &random) ?? ""
                case 1 where Bool.random(using: &random): cells.removeLast()
                case 2 where Bool.random(using: &random): cells.append("")
                default: break
                }
                text += cells.joined(separator: String(delimiter))
                text += Int.random(in: 0..<8, using: &random) == 0 ? "\r\n" : "\n"
            }
            if Bool.random(using: &random) { text += String(repeating: " ", count: 100) + "\n" }
            var decoder = CSVFixDecoder(
                delimiter: nil, names: FixFieldNames(), defaultDevice: seed % 3 == 0 ? "d" : nil)
            let quick = try decode([Array(text.utf8)], with: decoder)
            decoder.readsPlainRows = false
            let strict = try decode([Array(text.utf8)], with: decoder)
            #expect(quick == strict, "seed \(seed)")
        }
    }
}
