import Foundation
import Testing

@testable import FixStreams

@Suite struct DecompressionTests {
    /// A gzip member made here, from stored blocks: RFC 1951 section 3.2.4, RFC 1952 section 2.3.
    private func gzip(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var start = 0
        repeat {
            let end = min(bytes.count, start + 0xFFFF)
            let count = UInt16(end - start)
            result.append(end == bytes.count ? 1 : 0)
            result += [UInt8(count & 0xFF), UInt8(count >> 8)]
            result += [UInt8(~count & 0xFF), UInt8(~count >> 8)]
            result += bytes[start..<end]
            start = end
        } while start < bytes.count
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        for word in [~crc, UInt32(bytes.count)] {
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                result.append(UInt8(word >> shift & 0xFF))
            }
        }
        return result
    }

    /// What a reader makes of a file: its devices, then what went wrong.
    private func read(
        _ bytes: [UInt8], _ name: String = "f", blockSize: Int = 1 << 18
    ) throws -> [String] {
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
        var seen: [String] = []
        do {
            var options = FixReaderOptions()
            options.blockSize = blockSize
            let reader = try FixReader([.file(folder.path(name))], options)
            while try reader.next() == .records { seen += devices(reader) }
        } catch {
            guard case .cannotDecompress(let message) = error.reason else { throw error }
            seen.append(message)
        }
        return seen
    }

    @Test func membersFollowOneAnother() throws {
        let first = gzip(line("a", 0) + line("b", 1).dropLast(5))
        let second = gzip(String(line("b", 1).suffix(5)) + line("c", 2))
        #expect(try read(first + second) == ["a", "b", "c"])
        #expect(try read(first + gzip("") + second + [0, 0, 0]) == ["a", "b", "c"])
        #expect(try read(gzip("id,ts,lat,lon\nd,0,1,2\n"), "x.csv.gz") == ["d"])
        #expect(try read(gzip("")) == [])
    }

    @Test func muchInLittle() throws {
        var text = ""
        for time in 0..<20_000 { text += line("d\(time % 7)", time) }
        let seen = try read(gzip(text))
        #expect(seen.count == 20_000)
        #expect(seen.enumerated().allSatisfy { $1 == "d\($0 % 7)" })
    }

    @Test func damageIsTold() throws {
        let whole = gzip(line("a", 0))
        #expect(
            try read(whole.dropLast(9)).last == "the compressed data end before their time")
        #expect(
            try read(whole + [1]) == [
                "there is something other than gzip data after byte \(whole.count)"
            ])
        #expect(
            try read(whole + [0, 7]).last?.hasPrefix("there is something other than gzip") == true)
        var flipped = whole
        flipped[20] ^= 1
        #expect(try read(flipped).last?.contains("damaged gzip data before byte") == true)
        #expect(try read(whole.map { $0 } + gzip("").prefix(3)).last?.contains("before") == true)
    }

    /// Many lines, more than what is looked at when a file is opened, in stored blocks none of which is the
    /// last; behind them a block of a kind that there is not.
    private func damagedGzip() -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        for block in blocks() {
            let count = UInt16(block.count)
            result += [0, UInt8(count & 0xFF), UInt8(count >> 8)]
            result += [UInt8(~count & 0xFF), UInt8(~count >> 8)] + block
        }
        return result + [7]
    }

    /// 2000 lines, cut without regard to lines.
    private func blocks() -> [ArraySlice<UInt8>] {
        let bytes = Array((0..<2000).map { line("d\($0)", $0) }.joined().utf8)
        return stride(from: 0, to: bytes.count, by: 30_011).map {
            bytes[$0..<min($0 + 30_011, bytes.count)]
        }
    }

    @Test(arguments: [7, 61, 1 << 18])
    func whatStandsBeforeDamageIsRead(_ blockSize: Int) throws {
        let seen = try read(damagedGzip(), blockSize: blockSize)
        #expect(seen.dropLast() == (0..<2000).map { "d\($0)" }[...])
        #expect(seen.last?.contains("damaged gzip data") == true)
    }

    @Test func whatOnlyBeginsLikeGzipIsText() throws {
        #expect(try read([0x1F]) == ["!"])
        #expect(try read([0x1F, 0x20, 0x0A] + Array(line("a", 0).utf8)) == ["!", "a"])
        #expect(try read([0x28, 0xB5]) == ["!"])
    }

    /// Each byte through a pipe by itself.
    @Test func pipesTellByTheirFirstBytes() throws {
        for bytes in [gzip(line("a", 0) + line("b", 1)), Array((line("a", 0) + line("b", 1)).utf8)]
        {
            let pipe = Pipe()
            let number = pipe.fileHandleForReading.fileDescriptor
            let reader = try FixReader([.descriptor(number, name: "pipe")])
            var seen: [String] = []
            for byte in bytes {
                try pipe.fileHandleForWriting.write(contentsOf: Data([byte]))
                while try reader.next(until: .now) == .records { seen += devices(reader) }
            }
            try pipe.fileHandleForWriting.close()
            while try reader.next() == .records { seen += devices(reader) }
            #expect(seen == ["a", "b"])
        }
    }

    /// Damage at every place: an error or the right records, no crash and no hang.
    @Test func everyByteMayBeWrong() throws {
        let whole = gzip(line("a", 0))
        for index in whole.indices {
            for bit in 0..<8 {
                var damaged = whole
                damaged[index] ^= 1 << bit
                let seen = try read(damaged)
                // The flags, the time, the system and the extra flags are not checked by anything.
                // Nor are the bits between the head of a stored block and its length.
                let isFree = (3..<10).contains(index) || index == 10 && bit >= 3
                #expect(isFree || seen != ["a"], "byte \(index), bit \(bit)")
            }
        }
    }

    #if Zstandard
        @Test func zstandardFrames() throws {
            // `printf … | zstd -c` of two lines, made once.
            let frame = zstandard(Array((line("a", 0) + line("b", 1)).utf8))
            #expect(try read(frame + frame) == ["a", "b", "a", "b"])
            #expect(try read(frame.dropLast(3)).last?.contains("before their time") == true)
            var flipped = frame
            flipped[5] ^= 0xFF
            #expect(try read(flipped).last?.isEmpty == false)
        }

        @Test(arguments: [7, 61, 1 << 18])
        func whatStandsBeforeDamageOfZstandardIsRead(_ blockSize: Int) throws {
            // A window of 1 MiB, raw blocks, then one of a kind that there is not.
            var packed: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x50]
            for block in blocks() {
                let header = UInt32(block.count) << 3
                packed += (0..<3).map { UInt8(header >> (8 * $0) & 0xFF) } + block
            }
            let seen = try read(packed + [6, 0, 0], blockSize: blockSize)
            #expect(seen.dropLast() == (0..<2000).map { "d\($0)" }[...])
            #expect(
                seen.last?.hasPrefix("damaged zstd data behind byte \(packed.count): ") == true)
        }

        /// One frame of one raw block: RFC 8878 section 3.1.1.
        private func zstandard(_ bytes: [UInt8]) -> [UInt8] {
            // A single segment whose size has one byte.
            precondition(bytes.count < 256)
            let header = UInt32(bytes.count) << 3 | 1
            return [0x28, 0xB5, 0x2F, 0xFD, 0x20, UInt8(bytes.count)]
                + [UInt8(header & 0xFF), UInt8(header >> 8 & 0xFF), UInt8(header >> 16)] + bytes
        }
    #else
        @Test func zstandardNamesItsTrait() throws {
            #expect(
                try read([0x28, 0xB5, 0x2F, 0xFD, 0x20, 0, 1, 0, 0]) == [
                    "compressed with zstd, which this build cannot read; "
                        + "build it with --traits Zstandard"
                ])
        }
    #endif
}
