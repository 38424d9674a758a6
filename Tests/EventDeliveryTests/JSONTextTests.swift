import EventDelivery
import Testing
import _MonitoringTestSupport

struct JSONTextTests {
    private func text(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "-0.0"), (50.0, "50"), (-74.006, "-74.006"), (8.5, "8.5"),
        (10.000279, "10.000279"), (0.1 + 0.2, "0.30000000000000004"), (1e-12, "0.000000000001"),
        (1e-13, "1e-13"), (1000, "1000"), (123_456.789, "123456.789"), (1e15, "1000000000000000.0"),
        (1e16, "1e+16"),
        (-179.99999999999997, "-179.99999999999997"), (1.0 / 3, "0.3333333333333333"),
        (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        (.leastNonzeroMagnitude, "5e-324"),
    ])
    func numbers(_ number: Double, _ expected: String) {
        #expect(text { $0.append(json: number) } == expected)
    }

    @Test func anyNumberReadsBackTheSame() {
        let seed: UInt64 = 20_260_301
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200_000 {
            let bits = generator.next()
            let number =
                bits & 1 == 0
                ? Double(bitPattern: bits) : Double(bits >> 20) / Double(1 << (bits & 31))
            guard number.isFinite else { continue }
            let written = text { $0.append(json: number) }
            #expect(
                Double(written)?.bitPattern == number.bitPattern,
                "seed \(seed): \(number) was written as \(written)")
            #expect(
                written.count <= number.description.count,
                "seed \(seed): \(written) is not the shortest text of \(number)")
        }
    }

    @Test(arguments: [
        ("plain", "\"plain\""), ("", "\"\""), ("a\"b\\c", #""a\"b\\c""#),
        ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\u{0}\u{1F}", #""\u0000\u001f""#),
        ("车辆 🚚 é", "\"车辆 🚚 é\""), ("a/b\u{7F}", "\"a/b\u{7F}\""),
    ])
    func strings(_ string: String, _ expected: String) {
        #expect(text { $0.append(jsonString: string) } == expected)
    }

    @Test(arguments: [
        (Int64(0), "0"), (1, "0.000001"), (4_425_143, "4.425143"), (2_408_250_000, "2408.25"),
        (-1_500_000, "-1.5"), (60_000_000, "60"), (Int64.max, "9223372036854.775807"),
    ])
    func seconds(_ microseconds: Int64, _ expected: String) {
        #expect(text { $0.append(seconds: microseconds) } == expected)
    }

    @Test(arguments: [(UInt64(0), "0"), (7, "7"), (10, "10"), (UInt64.max, "18446744073709551615")])
    func wholeNumbers(_ number: UInt64, _ expected: String) {
        #expect(text { $0.append(decimal: number) } == expected)
    }
}
