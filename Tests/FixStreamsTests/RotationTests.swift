import Foundation
import RegionMonitoring
import Testing

@testable import FixStreams

/// Files that are rotated while they are read.
@Suite(.timeLimit(.minutes(2))) struct RotationTests {
    private func reader(_ inputs: [FixInput]) throws -> FixReader {
        var options = FixReaderOptions()
        options.follow = .fromStart
        return try FixReader(inputs, options)
    }

    private func read(_ reader: FixReader) throws -> [String] {
        var seen: [String] = []
        while try reader.next(until: .now) == .records { seen += devices(reader) }
        return seen
    }

    /// The reader sleeps through several rotations.
    @Test func filesBetweenTheOldAndTheNewOneAreRead() throws {
        let folder = try TemporaryFolder()
        try folder.write(line("old", 0), to: "f.7")
        let reader = try reader([.file(try folder.write(line("a", 0), to: "f"))])
        #expect(try read(reader) == ["a"])
        try folder.append(line("b", 1), to: "f")
        try folder.rename("f", to: "f.1")
        try folder.write(line("c", 2), to: "f")
        try folder.rename("f.1", to: "f.2")
        try folder.rename("f", to: "f.1")
        try folder.write(line("d", 3), to: "f")
        #expect(try read(reader) == ["b", "c", "d"])
        try folder.write(line("x", 3), to: "f.idx")
        try folder.rename("f", to: "f.0")
        try folder.write(line("e", 4), to: "f")
        #expect(try read(reader) == ["e"])
    }

    /// The new file is made first, and the writer told later to turn to it.
    @Test func aWriterThatKeepsTheOldFileForAWhile() throws {
        let folder = try TemporaryFolder()
        let reader = try reader([.file(try folder.write(line("a", 0), to: "f"))])
        #expect(try read(reader) == ["a"])
        try folder.rename("f", to: "f.1")
        try folder.write("", to: "f")
        #expect(try read(reader) == [])
        try folder.append(line("b", 1), to: "f.1")
        #expect(try read(reader) == ["b"])
        try folder.append(line("c", 2), to: "f.1")
        try folder.append(line("d", 3), to: "f")
        #expect(try read(reader) == ["c", "d"])
    }

    /// Filled, copied and cut several times while nobody looks, the first time from the midst of a line.
    @Test func severalCopies() throws {
        let folder = try TemporaryFolder()
        let reader = try reader([.file(try folder.write(line("a", 0).dropLast(9) + "", to: "f"))])
        #expect(try read(reader) == [])
        try folder.append(line("a", 0).suffix(9) + line("b", 1), to: "f")
        for (number, name) in ["c", "d", "e"].enumerated() {
            try folder.copyAndCut("f", to: "f-20260301-\(number)")
            try folder.append(line(name, number), to: "f")
        }
        #expect(try read(reader) == ["a", "b", "c", "d", "e"])
        try folder.copyAndCut("f", to: "f-20260301-3")
        #expect(try read(reader) == [])
        try folder.append(line("g", 4), to: "f")
        try folder.copyAndCut("f", to: "f-20260301-4")
        // Found though nothing has been written since.
        #expect(try read(reader) == ["g"])
        try folder.append(line("h", 5), to: "f")
        try folder.copyAndCut("f", to: "f-20260301-5")
        // So little that it might be the beginning of the copy.
        try folder.append("{", to: "f")
        #expect(try read(reader) == ["h"])
        try folder.append(line("i", 5).dropFirst() + "", to: "f")
        #expect(try read(reader) == ["i"])
    }

    /// Copies that no rotation has made are not read: of the file as it is, or of one long read.
    @Test func copiesOfWhatHasBeenRead() throws {
        let folder = try TemporaryFolder()
        try folder.write(line("old", 0), to: "old")
        let reader = try reader([.file(try folder.write(line("a", 0), to: "f"))])
        #expect(try read(reader) == ["a"])
        try FileManager.default.copyItem(
            atPath: folder.path("f"), toPath: folder.path("f.1"))
        try folder.append(line("b", 1), to: "f")
        #expect(try read(reader) == ["b"])
        try folder.truncate("f")
        try folder.append(line("c", 2), to: "f")
        #expect(try read(reader) == ["c"])
        // An old file that was put there, with its old date.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
            ofItemAtPath: folder.path("old"))
        try folder.rename("old", to: "f.2")
        try folder.truncate("f")
        try folder.append(line("d", 3), to: "f")
        #expect(try read(reader) == ["d"])
    }

    @Test func theRestOfAFileThatWasCopiedAndCut() throws {
        let folder = try TemporaryFolder()
        let reader = try reader([.file(try folder.write(line("a", 0), to: "f"))])
        #expect(try read(reader) == ["a"])
        let next = line("b", 1)
        try folder.append(String(next.prefix(20)), to: "f")
        #expect(try read(reader) == [])
        try folder.append(String(next.dropFirst(20)) + line("c", 2), to: "f")
        try folder.copyAndCut("f", to: "f.1")
        try folder.append(line("d", 3), to: "f")
        #expect(try read(reader) == ["b", "c", "d"])
        #expect(reader.takeNotices().map(\.kind) == [.truncated])
    }

    /// Cut and grown beyond its old length between two looks.
    @Test func aFileWithOtherBytesIsReadAnew() throws {
        let folder = try TemporaryFolder()
        let reader = try reader([.file(try folder.write(line("a", 0), to: "f"))])
        #expect(try read(reader) == ["a"])
        try folder.truncate("f")
        try folder.append(line("b", 1) + line("c", 2), to: "f")
        #expect(try read(reader) == ["b", "c"])
    }

    @Test func aLinkThatIsSwitched() throws {
        let folder = try TemporaryFolder()
        try folder.write(line("a", 0), to: "first")
        try folder.write(line("b", 1), to: "second")
        func link(_ name: String) throws {
            try? FileManager.default.removeItem(atPath: folder.path("f"))
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("f"), withDestinationPath: name)
        }
        try link("first")
        let reader = try reader([.file(folder.path("f"))])
        #expect(try read(reader) == ["a"])
        try link("second")
        #expect(try read(reader) == ["b"])
        try folder.append(line("c", 2), to: "second")
        #expect(try read(reader) == ["c"])
    }

    @Test func filesThatMatchAPattern() throws {
        let folder = try TemporaryFolder()
        try folder.write(line("a", 0), to: "1.log")
        try folder.write(line("b", 1), to: "2.log")
        try folder.write(line("x", 1), to: "2.log.1")
        let reader = try reader([.files(matching: folder.path("*.log*"))])
        #expect(Set(try read(reader)) == ["a", "b"])
        try folder.write(line("c", 2), to: "3.log")
        #expect(try reader.next(until: .now + .seconds(30)) == .records)
        #expect(devices(reader) == ["c"])
        // In the midst of its rotation there is a file of which only the rotated one is there.
        try folder.rename("3.log", to: "3.log.1")
        let none = try reader.next(until: .now + .milliseconds(300))
        #expect(none == .idle)
        try folder.write(line("d", 3), to: "3.log")
        #expect(try read(reader) == ["d"])
        #expect(throws: FixInputError(input: "nothing*", reason: .noMatch)) {
            try FixReader([.files(matching: "nothing*")])
        }
        #expect(FixInput(operand: folder.path("*.log")) == .files(matching: folder.path("*.log")))
        #expect(FixInput(operand: folder.path("1.log")) == .file(folder.path("1.log")))
    }
}
