import StrictJSON
import Testing
import _MonitoringTestSupport

/// Damaged texts: an error or a value, never a crash, and never a wrong value accepted.
@Suite struct JSONCorruptionTests {
    static let sample =
        #"{"type":"Feature","id":9007199254740993,"q":"é\u00e9\ud83d\ude00\n","n":[-0,1.5e-7,null,true,false],"#
        + #""geometry":{"type":"Point","coordinates":[-73.9857,40.7484]},"empty":{},"list":[[],[[{}]]]}"#

    @Test func refusesEveryTruncation() {
        let bytes = Array(Self.sample.utf8)
        #expect(refusal(bytes) == nil)
        for count in 0..<bytes.count {
            #expect(refusal(Array(bytes[..<count])) != nil, "the first \(count) bytes")
        }
    }

    @Test func survivesRandomDamage() {
        let bytes = Array(Self.sample.utf8)
        let alphabet =
            Array("{}[]\",:\\u0019eE+-.tfn \n".utf8) + [0x00, 0x80, 0xC3, 0xE2, 0xF0, 0xFF]
        for seed in 0..<20_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<damaged.count, using: &generator)
                let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: damaged[place] = byte
                case 1: damaged.insert(byte, at: place)
                default: damaged.remove(at: place)
                }
            }
            do {
                let tokens = try trace(damaged)
                // What is accepted must be text and balanced, whatever the damage.
                #expect(String(validating: damaged, as: UTF8.self) != nil, "seed \(seed)")
                #expect(!tokens.isEmpty, "seed \(seed)")
            } catch {
                #expect((0...damaged.count).contains(error.offset), "seed \(seed)")
                #expect(!error.description.isEmpty)
            }
        }
    }

    /// Strings are read eight bytes at a time: whatever ends plain text must be seen at every place.
    @Test func seesEveryByteOfAString() {
        let quote = UInt8(ascii: "\"")
        for length in 1...20 {
            for place in 0..<length {
                for byte in 0...255 as ClosedRange<UInt8> {
                    var text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                    text[place] = byte
                    let found = refusal([quote] + text + [quote] + Array("        ".utf8))
                    let isPlain = (0x20..<0x80).contains(byte) && byte != quote && byte != 0x5C
                    #expect((found == nil) == isPlain || (place == length - 1 && byte == quote))
                }
            }
        }
    }

    @Test func survivesRandomBytes() {
        for seed in 0..<2_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let bytes = (0..<64).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            _ = refusal(bytes)
            _ = refusal([UInt8(ascii: "[")] + bytes)
            _ = refusal([UInt8(ascii: "\"")] + bytes)
        }
    }
}
