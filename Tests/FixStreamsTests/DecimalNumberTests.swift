import Testing
import _MonitoringTestSupport

@testable import FixStreams

@Suite struct DecimalNumberTests {
    @Test(arguments: [
        ("0", 0.0), ("-0", -0.0), ("7", 7), ("+5", 5), ("-7.25", -7.25), (".5", 0.5), ("5.", 5),
        ("007.50", 7.5), ("1e3", 1000), ("1E-2", 0.01), ("25e+1", 250), ("0e999999999999", 0),
        ("1e-400", 0), ("9007199254740993", 9_007_199_254_740_992),
        ("12345678901234567890123", 12_345_678_901_234_567_741_440),
        ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
        ("40.712345678901234", 40.712345678901234),
        ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ])
    func doubles(_ text: String, _ expected: Double) {
        let value = double(text)
        #expect(value?.bitPattern == expected.bitPattern, "\(text)")
    }

    @Test(arguments: [
        "", "-", "+", ".", "-.", "e5", "1e", "1e+", "1.2.3", "1 ", " 1", "1,5", "0x10", "NaN",
        "nan",
        "inf", "Infinity", "1e999", "-1e309", "--1", "1e5.5", "١",
    ])
    func notFiniteNumbers(_ text: String) {
        #expect(double(text) == nil)
    }

    @Test func decimalComma() {
        let comma = UInt8(ascii: ",")
        #expect(double("52,5", mark: comma) == 52.5)
        #expect(double("52.5", mark: comma) == nil)
        #expect(double("1.234,5", mark: comma) == nil)
        let long = "0,1000000000000000055511151231257827021181583404541015625"
        #expect(double(long, mark: comma) == 0.1)
    }

    @Test func theNearestDoubleOfRandomDecimals() {
        let seed: UInt64 = 11
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let digits =
                UInt64.random(in: 0...UInt64.max, using: &random)
                >> UInt64.random(in: 0..<60, using: &random)
            var text = String(digits)
            if Bool.random(using: &random) {
                let place = Int.random(in: 0...text.count, using: &random)
                text.insert(".", at: text.index(text.startIndex, offsetBy: place))
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                text += "e\(Int.random(in: -30...30, using: &random))"
            }
            let oracle = Double(text.hasPrefix(".") ? "0" + text : text)
            #expect(double(text) == oracle, "\(text), seed \(seed)")
        }
    }

    private func double(_ text: String, mark: UInt8 = UInt8(ascii: ".")) -> Double? {
        let bytes = Array(text.utf8)
        return DecimalNumber.double(of: bytes.span, mark: mark)
    }
}
