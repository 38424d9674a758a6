import Testing
import _MonitoringTestSupport

@testable import FixStreams

@Suite struct LineSplitterTests {
    /// One line as a test sees it.
    struct Seen: Equatable, CustomStringConvertible {
        var kind: LineSplitter.Line.Kind
        var text: [UInt8]
        var number: UInt64
        var offset: UInt64

        var description: String {
            "\(number)@\(offset) \(kind) \(text.count) \(String(decoding: text.prefix(40), as: UTF8.self))"
        }
    }

    @Test(arguments: [
        ("a\nb\n", ["1@0 text 1 a", "2@2 text 1 b"]),
        ("a\nb", ["1@0 text 1 a", "2@2 text 1 b"]),
        ("a\r\nb\r\n", ["1@0 text 1 a", "2@3 text 1 b"]),
        ("a\r", ["1@0 text 1 a"]),
        ("a\rb\n", ["1@0 text 3 a\rb"]),
        ("a\r\r\n", ["1@0 text 2 a\r"]),
        ("\n \t\r\n\nx", ["1@0 blank 0 ", "2@1 blank 2  \t", "3@5 blank 0 ", "4@6 text 1 x"]),
        ("\u{FEFF}a\n\u{FEFF}b", ["1@3 text 1 a", "2@5 text 4 \u{FEFF}b"]),
        ("\u{FEFF}", []),
        ("", []),
        ("\n", ["1@0 blank 0 "]),
        ("\u{0B}\n", ["1@0 text 1 \u{0B}"]),
    ])
    func lines(_ text: String, _ expected: [String]) {
        #expect(split([Array(text.utf8)]).map(\.description) == expected)
    }

    @Test(arguments: [[0xEF], [0xEF, 0xBB], [0xEF, 0xBB, 0x41, 0x0A]] as [[UInt8]])
    func aCutByteOrderMarkIsText(_ bytes: [UInt8]) {
        let text = bytes.last == 0x0A ? Array(bytes.dropLast()) : bytes
        #expect(
            split(bytes.map { [$0] } + [[]]) == [
                Seen(kind: .text, text: text, number: 1, offset: 0)
            ])
    }

    @Test func theLengthLimit() {
        let limit = LineSplitter.maximumLength
        let longest = [UInt8](repeating: 0x61, count: limit)
        for end in [[0x0A], [0x0D, 0x0A], []] as [[UInt8]] {
            let fits = split(blocks(longest + end))
            #expect(fits == [Seen(kind: .text, text: longest, number: 1, offset: 0)])
            let tooLong = split(blocks(longest + [0x61] + end))
            #expect(tooLong.map(\.kind) == [.tooLong])
        }
    }

    @Test func aLongLineTakesBoundedMemory() {
        var lines = LineSplitter()
        var bytes: [UInt8] = []
        var seen: [Seen] = []
        let block = [UInt8](repeating: 0x7B, count: 1 << 16)
        var largest = 0
        for round in 0..<80 {
            lines.discardConsumed(from: &bytes)
            bytes += round == 79 ? Array("end\nnext\n".utf8) : block
            largest = max(largest, bytes.count)
            take(&lines, bytes, isLast: round == 79, into: &seen)
        }
        #expect(largest <= LineSplitter.maximumLength + 2 * block.count)
        #expect(seen.map(\.kind) == [.tooLong, .text])
        #expect(seen.first.map { $0.text.count > LineSplitter.maximumLength } == true)
        #expect(seen.last?.number == 2)
        #expect(seen.last?.offset == UInt64(79 * block.count + 4))
    }

    @Test func theRestOfALineIsPassedOver() {
        var lines = LineSplitter(offset: 10, isWithinLine: true)
        var seen: [Seen] = []
        take(&lines, Array("rest\nwhole\n".utf8), isLast: false, into: &seen)
        #expect(seen == [Seen(kind: .text, text: Array("whole".utf8), number: 2, offset: 15)])
    }

    @Test func blocksOfAnySizeGiveTheSameLines() {
        let alphabet = Array("ab \t\r\n\n\u{FEFF}".utf8)
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            let expected = reference(bytes)
            let seen = split(randomBlocks(bytes, upTo: 7, using: &random))
            #expect(seen == expected, "seed \(seed)")
        }
    }

    /// The obvious way: all bytes at once, parted at line feeds.
    private func reference(_ bytes: [UInt8]) -> [Seen] {
        var rest = bytes[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        var seen: [Seen] = []
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
            var text = rest[..<end]
            if text.last == 0x0D { text = text.dropLast() }
            let isBlank = text.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
            seen.append(
                Seen(
                    kind: isBlank ? .blank : .text, text: Array(text),
                    number: UInt64(seen.count + 1), offset: UInt64(rest.startIndex)))
            rest = rest[end...].dropFirst()
        }
        return seen
    }

    private func blocks(_ bytes: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: 100_000).map { start in
            Array(bytes[start..<min(start + 100_000, bytes.count)])
        } + [[]]
    }

    private func split(_ blocks: [[UInt8]]) -> [Seen] {
        var lines = LineSplitter()
        var bytes: [UInt8] = []
        var seen: [Seen] = []
        for (index, block) in blocks.enumerated() {
            lines.discardConsumed(from: &bytes)
            bytes += block
            take(&lines, bytes, isLast: index == blocks.count - 1, into: &seen)
        }
        return seen
    }

    private func take(
        _ lines: inout LineSplitter, _ bytes: [UInt8], isLast: Bool, into seen: inout [Seen]
    ) {
        while let line = lines.next(in: bytes.span, isLast: isLast) {
            seen.append(
                Seen(
                    kind: line.kind, text: Array(bytes[line.range]), number: line.number,
                    offset: line.offset))
        }
    }
}
