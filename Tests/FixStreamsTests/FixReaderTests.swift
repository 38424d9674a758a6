import Foundation
import RegionMonitoring
import Testing

@testable import FixStreams

/// One line of NDJSON.
func line(_ device: String, _ time: Int) -> String {
    "{\"device\":\"\(device)\",\"ts\":\(time),\"lat\":1,\"lon\":2}\n"
}

/// The devices of a reader's records, `!` for a defect.
func devices(_ reader: FixReader) -> [String] {
    reader.records.map { record in
        if case .fix(let device, _) = record.content { device.rawValue } else { "!" }
    }
}

@Suite struct FixReaderTests {
    @Test func filesAreReadOneAfterTheOther() throws {
        let folder = try TemporaryFolder()
        let inputs: [FixInput] = [
            .file(try folder.write(line("a", 0) + "\n" + line("b", 1), to: "1.ndjson")),
            .file(try folder.write("", to: "2.ndjson")),
            .file(try folder.write("id;ts;lat;lon\nc;0;1,5;2\nd;0;95;2\n", to: "3.csv")),
            .file(try folder.write("id\tts\tlat\tlon\ne\t0\t1\t2", to: "4.txt")),
        ]
        let reader = try FixReader(inputs)
        var seen: [String] = []
        var references: [UInt64] = []
        while try reader.next() == .records {
            for record in reader.records {
                let bytes = String(decoding: reader.bytes(of: record), as: UTF8.self)
                seen.append(
                    "\(reader.input?.name.split(separator: "/").last ?? ""):\(record.line)@\(record.offset) \(bytes)"
                )
                if case .fix(_, let fix) = record.content { references.append(fix.reference) }
            }
        }
        #expect(
            seen
                == [
                    "1.ndjson:1@0 \(line("a", 0).dropLast())",
                    "1.ndjson:3@39 \(line("b", 1).dropLast())",
                    "3.csv:2@14 c;0;1,5;2", "3.csv:3@24 d;0;95;2", "4.txt:2@14 e\t0\t1\t2",
                ])
        #expect(references == [0, 1, 2, 4])
        #expect(reader.counters.received == 6 && reader.counters.blank == 1)
        #expect(reader.totalByteCount == reader.readByteCount)
        #expect(try reader.next() == .end)
    }

    @Test(arguments: [
        (FixFormat.automatic, "x", line("a", 0), ["a"]),
        (.automatic, "x", "\u{FEFF}\n  \(line("a", 0))", ["a"]),
        (.automatic, "x", "garbage\n\(line("a", 0))", ["!", "a"]),
        (.automatic, "x", "[1,2]\n\(line("a", 0))", ["!", "a"]),
        (.automatic, "x", "\u{FEFF}\nid,ts,lat,lon\na,0,1,2\n", ["a"]),
        (.automatic, "x", "\nid|ts|lat|lon\na|0|1|2\n", ["a"]),
        (.automatic, "x.JSONL", "id,ts,lat,lon\n\(line("a", 0))", ["!", "a"]),
        (.automatic, "x.CSV", "id,ts,lat,lon\na,0,1,2\n", ["a"]),
        (.automatic, "x.tsv", "id\tts\tlat\tlon\na\t0\t1,5\t2\n", ["a"]),
        (.csv, "x.ndjson", "id,ts,lat,lon\na,0,1,2\n", ["a"]),
        (.ndjson, "x.csv", line("a", 0), ["a"]),
        (.tsv, "x", "id\tts\tlat\tlon,x\nlon\n", ["!"]),
    ])
    func formats(
        _ format: FixFormat, _ name: String, _ text: String, _ expected: [String]
    ) throws {
        let folder = try TemporaryFolder()
        var options = FixReaderOptions()
        options.format = format
        if text.contains("lon,x") { options.fieldNames[.lon] = "lon,x" }
        let reader = try FixReader([.file(try folder.write(text, to: name))], options)
        #expect(try reader.next() == .records)
        #expect(devices(reader) == expected)
    }

    /// What a file is told by must not depend on how much of it is there at a time.
    @Test(arguments: [
        "\0\0\n\0<!DOCTYPE gpx>\nx\n", "\0\n<gpx>\n", " \u{B}\n<kml>\n", "\n\r\n \t\n<gpx></gpx>",
        "<!-- <gpx> or <kml> --><gpx></gpx>", "<!-- <kml> or <gpx> --><kml></kml>",
        "\n[\n{\"icao24\":\"a\"}]", "#\n\n\(line("a", 0))", "\u{FEFF}\0\n\(line("a", 0))",
    ])
    func theFormatDoesNotDependOnTheSizeOfBlocks(_ text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "f")
        func read(_ blockSize: Int) throws -> [FixRecord.Content] {
            var options = FixReaderOptions()
            options.defaultDevice = "d"
            options.blockSize = blockSize
            // Read as it comes, without a look at the beginning.
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path("f")))
            let reader = try FixReader([.descriptor(file.fileDescriptor, name: "f")], options)
            var records: [FixRecord.Content] = []
            while try reader.next() == .records { records += reader.records.map(\.content) }
            return records
        }
        let whole = try read(1 << 18)
        for blockSize in 1...7 { #expect(try read(blockSize) == whole, "blocks of \(blockSize)") }
    }

    @Test func smallBlocksGiveTheSameRecords() throws {
        let folder = try TemporaryFolder()
        let text = (0..<50).map { line("d\($0 % 3)", $0) + ($0 % 7 == 0 ? "x\n" : "") }.joined()
        let path = try folder.write(text, to: "fixes")
        for size in [1, 7, 64, 1 << 16] {
            var options = FixReaderOptions()
            options.blockSize = size
            let reader = try FixReader([.file(path)], options)
            var offsets: [UInt64] = []
            while try reader.next() == .records { offsets += reader.records.map(\.offset) }
            #expect(offsets.count == 58 && Set(offsets).count == 58 && offsets == offsets.sorted())
            #expect(reader.counters.fixes == 50 && reader.counters.malformed == 8)
        }
    }

    @Test func whatCannotBeOpenedIsNamedBeforeAnythingIsRead() throws {
        let folder = try TemporaryFolder()
        let good = FixInput.file(try folder.write(line("a", 0), to: "good"))
        let missing = folder.path("missing")
        expectError("cannot open \(missing): No such file or directory") {
            () throws(FixInputError) in _ = try FixReader([good, .file(missing)])
        }
        expectError("cannot open \(folder.url.path): Is a directory") {
            () throws(FixInputError) in _ = try FixReader([good, .file(folder.url.path)])
        }
        expectError("cannot open feed: Bad file descriptor") { () throws(FixInputError) in
            _ = try FixReader([good, .descriptor(-1, name: "feed")])
        }
        let table = try folder.write("device,time,lat\na,0,1\n", to: "t.csv")
        expectError(
            "\(table): no column lon or lng or longitude. The columns are: 'device', 'time', 'lat'"
        ) { () throws(FixInputError) in _ = try FixReader([good, .file(table)]) }
    }

    @Test func aPipeIsReadAsItsBytesArrive() throws {
        let pipe = Pipe()
        let reader = try FixReader([
            .descriptor(pipe.fileHandleForReading.fileDescriptor, name: "feed")
        ])
        let past = ContinuousClock.now
        #expect(try reader.next(until: past) == .idle)
        let text = Array(line("a", 0).utf8)
        try pipe.fileHandleForWriting.write(contentsOf: Data(text[..<20]))
        #expect(try reader.next(until: past) == .idle)
        try pipe.fileHandleForWriting.write(contentsOf: Data(text[20...]))
        #expect(try reader.next(until: past) == .records)
        #expect(devices(reader) == ["a"])
        try pipe.fileHandleForWriting.write(contentsOf: Data("\n\n".utf8))
        #expect(try reader.next(until: past) == .idle)
        #expect(reader.counters.blank == 2)
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.dropLast()))
        try pipe.fileHandleForWriting.close()
        #expect(try reader.next() == .records)
        #expect(try reader.next() == .end)
        #expect(reader.counters.fixes == 2)
    }

    @Test func aWaitEndsAtItsDeadline() throws {
        let pipe = Pipe()
        let reader = try FixReader([
            .descriptor(pipe.fileHandleForReading.fileDescriptor, name: "feed")
        ])
        let deadline = ContinuousClock.now + .milliseconds(20)
        #expect(try reader.next(until: deadline) == .idle)
        #expect(ContinuousClock.now >= deadline)
    }

    @Test func aWaitEndsWhenWoken() throws {
        let pipe = Pipe()
        let wake = try #require(WakePipe())
        let reader = try FixReader(
            [.descriptor(pipe.fileHandleForReading.fileDescriptor, name: "feed")],
            wakeDescriptor: wake.descriptor)
        // While the reader waits, or before: it must return either way.
        Thread.detachNewThread { wake.wake() }
        #expect(try reader.next() == .woken)
        #expect(try reader.next() == .woken)
        wake.drain()
        #expect(try reader.next(until: .now) == .idle)
        // Records come before being woken.
        wake.wake()
        try pipe.fileHandleForWriting.write(contentsOf: Data(line("a", 0).utf8))
        #expect(try reader.next() == .records)
        #expect(try reader.next() == .woken)
    }

    @Test func aTableThatTurnsOutUnusable() throws {
        let pipe = Pipe()
        var options = FixReaderOptions()
        options.format = .csv
        let reader = try FixReader(
            [.descriptor(pipe.fileHandleForReading.fileDescriptor, name: "feed")], options)
        try pipe.fileHandleForWriting.write(contentsOf: Data("id,ts,lat\n".utf8))
        expectError("feed: no column lon or lng or longitude. The columns are: 'id', 'ts', 'lat'") {
            () throws(FixInputError) in _ = try reader.next()
        }
    }

    @Test func noInputsAreAtTheirEnd() throws {
        #expect(try FixReader([]).next() == .end)
    }

    private func expectError(_ text: String, _ body: () throws(FixInputError) -> Void) {
        do throws(FixInputError) {
            try body()
            Issue.record("no error; expected: \(text)")
        } catch {
            #expect(error.description == text)
        }
    }
}
