import StrictJSON
import Testing
import _MonitoringTestSupport

private func number(_ text: String) -> JSONNumber? {
    let bytes = Array(text.utf8)
    return JSONNumber(0..<bytes.count, in: bytes.span)
}

private func double(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return JSONNumber(0..<bytes.count, in: bytes.span)?.double(in: bytes.span)
}

private func canonical(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    return JSONNumber(0..<bytes.count, in: bytes.span)?.canonicalText(in: bytes.span)
}

@Suite struct JSONNumberTests {
    @Test(arguments: [
        "0", "-0", "0.0", "1", "-1", "0.1", "0.3", "1e2", "1E+2", "1e-2", "123456789012345678",
        "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740995",
        "9007199254740993.0",
        "18446744073709551615", "18446744073709551616", "9999999999999999999",
        "99999999999999999999",
        "0.1000000000000000055511151231257827", "-73.98569999999999425", "40.748400000000003729",
        "1.7976931348623157e308", "4.9e-324", "5e-324", "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "1e22", "1e23", "8.5e22", "1e19", "12345678901234567e5", "0.00000000000000000001",
        "9007199254740993e-19", "1234567890123456789e-19", "5.5e-18", "0.9999999999999999999",
        "1.00000000000000011102230246251565", "1.00000000000000011102230246251565404", "1e-400",
        "0e999999999999",
    ])
    func roundsAsTheStandardLibrary(_ text: String) throws {
        let found = try #require(double(text))
        let expected = try #require(Double(text))
        #expect(found.bitPattern == expected.bitPattern)
    }

    @Test func roundsRandomNumbersAsTheStandardLibrary() throws {
        for seed in 0..<40_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let digits =
                UInt64.random(in: .min ... .max, using: &generator)
                >> UInt64.random(in: 0..<64, using: &generator)
            var text = String(digits)
            let places = Int.random(in: 0...20, using: &generator)
            if places < text.utf8.count, places > 0 {
                let point = text.index(text.endIndex, offsetBy: -places)
                text = text[..<point] + "." + text[point...]
            } else if places > 0 {
                text = "0." + String(repeating: "0", count: places - text.utf8.count) + text
            }
            if seed % 4 == 0 { text += "e\(Int.random(in: -30...30, using: &generator))" }
            if seed % 3 == 0 { text = "-" + text }
            let expected = try #require(Double(text))
            #expect(double(text)?.bitPattern == expected.bitPattern, "seed \(seed): \(text)")
        }
    }

    @Test func roundsHalvesToEven() throws {
        // Halfway between two doubles exactly, one digit below and one above: 2^53 + 1 over powers of 10
        // that keep it exact, where only the remainder of the division decides.
        for seed in 0..<20_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let shift = UInt64.random(in: 1...10, using: &generator)
            let kept = UInt64.random(in: 1 << 52..<1 << 53, using: &generator)
            let middle = kept << shift | 1 << (shift - 1)
            for value in [middle - 1, middle, middle + 1] {
                let text = "\(value)"
                #expect(
                    double(text)?.bitPattern == Double(text)?.bitPattern, "seed \(seed): \(text)")
            }
        }
    }

    @Test func refusesWhatIsNoFiniteNumber() {
        #expect(double("1e999") == nil)
        #expect(double("-1e309") == nil)
        #expect(double("1.7976931348623159e308") == nil)
        for text in [
            "", "-", "+1", "01", "1.", ".5", "1e", "NaN", "inf", "0x1p3", "1 ", " 1", "1,5", "1_0",
        ] {
            #expect(number(text) == nil, "'\(text)'")
        }
    }

    @Test(arguments: [
        ("8", "8"), ("8.0", "8"), ("80e-1", "8"), ("8.000e0", "8"), ("0.8e1", "8"), ("1e2", "100"),
        ("-8", "-8"), ("-0", "0"), ("0.000", "0"), ("0e5", "0"), ("8.5", "8.5"), ("8.50", "8.5"),
        ("0.05", "0.05"), ("5e-3", "0.005"), ("-12.25e1", "-122.5"),
        ("9007199254740993", "9007199254740993"),
        ("9007199254740993.0", "9007199254740993"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("123456789012345678901234567890e-5", "1234567890123456789012345.6789"),
        ("12345678901234567890.12345", "12345678901234567890.12345"),
        ("1234567890123456789000", "1234567890123456789000"), ("100", "100"),
        ("1e20", "100000000000000000000"),
        ("0.00000000000000000000000000000123", "0.00000000000000000000000000000123"),
    ])
    func writesOneTextAValue(_ text: String, _ expected: String) {
        #expect(canonical(text) == expected)
    }

    @Test func refusesEndlessTexts() {
        #expect(canonical("1e255")?.utf8.count == 256)
        #expect(canonical("1e256") == nil)
        #expect(canonical("-1e255") == nil)
        #expect(canonical("1e-300") == nil)
        #expect(canonical("1e999999999999999999999999") == nil)
        #expect(canonical("1e-999999999999999999999999") == nil)
        #expect(canonical(String(repeating: "7", count: 256))?.utf8.count == 256)
        #expect(canonical(String(repeating: "7", count: 257)) == nil)
    }

    @Test(arguments: [
        ("8", true), ("8.0", true), ("8.5", false), ("85e-1", false), ("80e-1", true),
        ("1e2", true),
        ("0.0", true), ("0e-9", true), ("12345678901234567890123", true),
        ("1234567890123456789012.5", false),
        ("1234567890123456789.01", false), ("1e-400", false), ("0.10e1", true),
    ])
    func knowsWholeNumbers(_ text: String, _ expected: Bool) {
        let bytes = Array(text.utf8)
        let isInteger = JSONNumber(0..<bytes.count, in: bytes.span)?.isInteger(in: bytes.span)
        #expect(isInteger == expected)
    }

    @Test func keepsTheDecimalDigits() throws {
        let time = try #require(number("-1772366401.1234567"))
        #expect(time.isNegative)
        #expect(time.significand == 17_723_664_011_234_567)
        #expect(time.exponent == -7)
        #expect(!time.isTruncated)
        let long = try #require(number("123456789012345678901.5"))
        #expect(long.significand == 1_234_567_890_123_456_789)
        #expect(long.exponent == 2)
        #expect(long.isTruncated)
    }
}
