import Foundation
import Testing

@testable import FixStreams

@Suite struct FollowedFileTests {
    private func reader(
        _ paths: [String], _ follow: FixReaderOptions.Follow = .fromStart
    ) throws -> FixReader {
        var options = FixReaderOptions()
        options.follow = follow
        return try FixReader(paths.map { .file($0) }, options)
    }

    /// All that is there to be read now.
    private func read(_ reader: FixReader) throws -> [String] {
        var seen: [String] = []
        while try reader.next(until: .now) == .records {
            seen += zip(devices(reader), reader.records).map { "\($0)\($1.line)" }
        }
        return seen
    }

    @Test func aFileThatGrows() throws {
        let folder = try TemporaryFolder()
        let reader = try reader([folder.write(line("a", 0), to: "f")])
        #expect(try read(reader) == ["a1"])
        #expect(try read(reader) == [])
        try folder.append(line("b", 1) + line("c", 2), to: "f")
        #expect(try read(reader) == ["b2", "c3"])
        #expect(reader.takeNotices() == [])
    }

    @Test func aPartOfALineWaits() throws {
        let folder = try TemporaryFolder()
        let reader = try reader([folder.write("", to: "f")])
        let text = line("a", 0)
        for byte in text.dropLast() {
            try folder.append(String(byte), to: "f")
            #expect(try read(reader) == [])
        }
        try folder.append("\n", to: "f")
        #expect(try read(reader) == ["a1"])
        #expect(reader.counters.received == 1)
    }

    @Test func aFileThatIsTruncated() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(line("a", 0) + line("b", 1) + "{\"rest", to: "f")
        let reader = try reader([path])
        #expect(try read(reader) == ["a1", "b2"])
        try folder.truncate("f")
        // The line that will never be finished counts as the last one.
        #expect(try read(reader) == ["!3"])
        try folder.append(line("c", 2), to: "f")
        #expect(try read(reader) == ["c1"])
        #expect(reader.takeNotices() == [FollowNotice(file: path, kind: .truncated)])
        #expect(reader.takeNotices() == [])
    }

    @Test func aFileThatIsRenamedAndMadeAnew() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(line("a", 0), to: "f")
        let reader = try reader([path])
        #expect(try read(reader) == ["a1"])
        try folder.rename("f", to: "f.1")
        #expect(try read(reader) == [])
        // The writer still has the old file.
        try folder.append(line("b", 1), to: "f.1")
        #expect(try read(reader) == ["b2"])
        try folder.append(line("c", 2) + line("d", 3).dropLast(), to: "f.1")
        try folder.write(line("e", 4), to: "f")
        #expect(try read(reader) == ["c3", "d4", "e1"])
        try folder.append(line("g", 5), to: "f.1")
        try folder.append(line("h", 6), to: "f")
        #expect(try read(reader) == ["h2"])
        #expect(reader.takeNotices() == [FollowNotice(file: path, kind: .replaced)])
    }

    @Test func aFileThatIsRemoved() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(line("a", 0), to: "f")
        let reader = try reader([path])
        #expect(try read(reader) == ["a1"])
        try FileManager.default.removeItem(atPath: path)
        #expect(try read(reader) == [])
        try folder.write(line("b", 1), to: "f")
        #expect(try read(reader) == ["b1"])
    }

    @Test func whatIsThereIsLeftOut() throws {
        let folder = try TemporaryFolder()
        let whole = try folder.write(line("a", 0), to: "whole")
        let cut = try folder.write(line("a", 0) + line("b", 1).prefix(12), to: "cut")
        let empty = try folder.write("", to: "empty")
        let reader = try reader([whole, cut, empty], .fromEnd)
        #expect(try read(reader) == [])
        try folder.append(line("c", 2), to: "whole")
        #expect(try read(reader) == ["c1"])
        #expect(reader.records.isEmpty)
        try folder.append(line("b", 1).dropFirst(12) + line("d", 3), to: "cut")
        #expect(try read(reader) == ["d2"])
        try folder.append(line("e", 4), to: "empty")
        #expect(try read(reader) == ["e1"])
        // What begins anew is read from its start.
        try folder.write(line("f", 5), to: "whole")
        #expect(try read(reader) == ["f1"])
        #expect(reader.counters.received == 4)
    }

    @Test func theHeaderOfATableIsReadThoughItsRowsAreLeftOut() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("id,ts,lat,lon\na,0,1,2\n", to: "f")
        let reader = try reader([path], .fromEnd)
        #expect(try read(reader) == [])
        try folder.append("b,0,1,2\n", to: "f")
        #expect(try read(reader) == ["b1"])
        try folder.write("lon;lat;ts;id\n2;1;0;c\n", to: "f")
        #expect(try read(reader) == ["c2"])
    }

    @Test func severalFilesAreMergedAsTheirLinesArrive() throws {
        let folder = try TemporaryFolder()
        let paths = try ["f", "g"].map { try folder.write("", to: $0) }
        let reader = try reader(paths)
        for (index, name) in ["g", "f", "f", "g"].enumerated() {
            try folder.append(line("\(name)\(index)-", index), to: name)
            #expect(try reader.next() == .records)
            #expect(devices(reader) == ["\(name)\(index)-"])
            #expect(reader.input == .file(folder.path(name)))
        }
        // Neither holds up the other.
        try folder.append(line("f", 4), to: "f")
        try folder.append(line("g", 5), to: "g")
        #expect(Set(try read(reader)) == ["f3", "g3"])
    }

    @Test func aWaitEndsWhenAFileGrows() throws {
        let folder = try TemporaryFolder()
        let reader = try reader([folder.write("", to: "f")])
        let url = URL(fileURLWithPath: folder.path("f"))
        let text = line("a", 0)
        Thread.detachNewThread {
            guard let handle = try? FileHandle(forWritingTo: url) else { return }
            try? handle.write(contentsOf: Data(text.utf8))
        }
        #expect(try reader.next(until: .now + .seconds(30)) == .records)
        #expect(devices(reader) == ["a"])
    }

    @Test func whatIsNoFileEnds() throws {
        let pipe = Pipe()
        var options = FixReaderOptions()
        options.follow = .fromStart
        let reader = try FixReader(
            [.descriptor(pipe.fileHandleForReading.fileDescriptor, name: "feed")], options)
        try pipe.fileHandleForWriting.write(contentsOf: Data(line("a", 0).utf8))
        try pipe.fileHandleForWriting.close()
        #expect(try reader.next() == .records)
        #expect(try reader.next() == .end)
    }
}
