import Foundation
import Testing

@testable import FixStreams

/// Readers that go on where a former one has been.
@Suite struct InputPositionTests {
    private func reader(
        _ path: String, _ positions: [String: InputPosition] = [:], follows: Bool = true
    ) throws -> FixReader {
        var options = FixReaderOptions()
        options.follow = follows ? .fromStart : .no
        return try FixReader([.file(path)], options, resumingAt: positions)
    }

    private func read(_ reader: FixReader) throws -> [String] {
        var seen: [String] = []
        while try reader.next(until: .now) == .records { seen += devices(reader) }
        return seen
    }

    /// The position of a reader, by way of its bytes.
    private func positions(_ reader: FixReader) throws -> [String: InputPosition] {
        try reader.positions { _ in 7 }.mapValues {
            let position = try #require(InputPosition($0.bytes))
            #expect(position == $0 && position.lineCount == 7)
            return position
        }
    }

    /// A file with two lines and a part of a third that have been read.
    private func started(_ folder: TemporaryFolder) throws -> (String, [String: InputPosition]) {
        let path = try folder.write(
            line("a", 0) + line("b", 1) + String(line("c", 2).prefix(20)), to: "f")
        let first = try reader(path)
        #expect(try read(first) == ["a", "b"])
        return (path, try positions(first))
    }

    @Test(arguments: [true, false]) func aFileThatHasGrown(_ follows: Bool) throws {
        let folder = try TemporaryFolder()
        let (path, positions) = try started(folder)
        try folder.append(line("c", 2).dropFirst(20) + line("d", 3), to: "f")
        #expect(try read(try reader(path, positions, follows: follows)) == ["c", "d"])
    }

    @Test func aFileThatWasRenamed() throws {
        let folder = try TemporaryFolder()
        let (path, positions) = try started(folder)
        try folder.append(line("c", 2).dropFirst(20) + "", to: "f")
        try folder.rename("f", to: "f.1")
        try folder.write(line("d", 3), to: "f")
        try folder.rename("f.1", to: "f.2")
        try folder.rename("f", to: "f.1")
        try folder.write(line("e", 4), to: "f")
        let second = try reader(path, positions)
        #expect(try read(second) == ["c", "d", "e"])
        try folder.append(line("g", 5), to: "f")
        #expect(try read(second) == ["g"])
    }

    @Test func aFileThatWasCopiedAndCut() throws {
        let folder = try TemporaryFolder()
        let (path, positions) = try started(folder)
        try folder.append(line("c", 2).dropFirst(20) + "", to: "f")
        try folder.copyAndCut("f", to: "f-20260301-1")
        try folder.append(line("d", 3), to: "f")
        try folder.copyAndCut("f", to: "f-20260301-2")
        try folder.append(line("e", 4), to: "f")
        #expect(try read(try reader(path, positions)) == ["c", "d", "e"])
    }

    /// Before its first byte a file is known by its place only.
    @Test func anEmptyFileThatWasFilledAndRenamed() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "f")
        let first = try reader(path)
        #expect(try read(first) == [])
        let positions = try positions(first)
        try folder.append(line("a", 0), to: "f")
        #expect(try read(try reader(path, positions)) == ["a"])
        try folder.rename("f", to: "f.1")
        try folder.write(line("b", 1), to: "f")
        #expect(try read(try reader(path, positions)) == ["a", "b"])
    }

    @Test func anotherFileIsReadFromItsStart() throws {
        let folder = try TemporaryFolder()
        let (path, positions) = try started(folder)
        try folder.write(line("x", 0) + line("b", 1) + line("y", 2), to: "f")
        #expect(try read(try reader(path, positions)) == ["x", "b", "y"])
    }

    @Test func bytesThatAreNoPosition() throws {
        let folder = try TemporaryFolder()
        let bytes = try #require(try started(folder).1.values.first).bytes
        #expect(InputPosition([]) == nil)
        #expect(InputPosition(Array(bytes.dropLast())) == nil)
        #expect(InputPosition([2] + bytes.dropFirst()) == nil)
    }
}
