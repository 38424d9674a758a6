import Foundation
import RegionMonitoring
import Synchronization
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

    @Test func theRestOfAFileThatWasCopiedAndCut() throws {
        let folder = try TemporaryFolder()
        let reader = try reader([.file(try folder.write(line("a", 0), to: "f"))])
        #expect(try read(reader) == ["a"])
        let next = line("b", 1)
        try folder.append(String(next.prefix(20)), to: "f")
        #expect(try read(reader) == [])
        try folder.append(String(next.dropFirst(20)) + line("c", 2), to: "f")
        try FileManager.default.copyItem(atPath: folder.path("f"), toPath: folder.path("f.1"))
        try folder.truncate("f")
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
        #expect(throws: FixInputError(input: "nothing*", reason: .noMatch)) {
            try FixReader([.files(matching: "nothing*")])
        }
        #expect(FixInput(operand: folder.path("*.log")) == .files(matching: folder.path("*.log")))
        #expect(FixInput(operand: folder.path("1.log")) == .file(folder.path("1.log")))
    }

    /// A writer that makes 20,000 lines a second and rotates in every way; nothing is lost, nothing read
    /// twice, and each line is whole.
    @Test(arguments: ["rename", "copy"])
    func fiftyRotations(_ way: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "f")
        let reader = try reader([.file(path)])
        let rotations = 50
        let linesEach = 400
        let failure = Mutex<String?>(nil)
        let writer = Thread {
            do {
                var number = 0
                var handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                let start = ContinuousClock.now
                for rotation in 0..<rotations {
                    for _ in 0..<linesEach / 20 {
                        var text = ""
                        for _ in 0..<20 {
                            text += line("n\(number)", number)
                            number += 1
                        }
                        try handle.write(contentsOf: Data(text.utf8))
                    }
                    // Not faster than the pace; how late it is does not matter.
                    let due = start + .microseconds(50 * number)
                    let early = (due - .now) / .seconds(1)
                    if early > 0 { Thread.sleep(forTimeInterval: early) }
                    if way == "rename" {
                        try FileManager.default.moveItem(
                            atPath: path, toPath: folder.path("f.\(rotation)"))
                        try Data().write(to: URL(fileURLWithPath: path))
                        try handle.close()
                        handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                    } else {
                        try FileManager.default.copyItem(
                            atPath: path, toPath: folder.path("f.\(rotation)"))
                        try handle.truncate(atOffset: 0)
                    }
                }
                try handle.write(contentsOf: Data(line("end", 0).utf8))
                try handle.close()
            } catch {
                failure.withLock { $0 = "\(error)" }
            }
        }
        writer.start()
        var seen: [String] = []
        while seen.last != "end", failure.withLock({ $0 }) == nil {
            if try reader.next(until: .now + .seconds(1)) == .records { seen += devices(reader) }
        }
        #expect(failure.withLock { $0 } == nil)
        #expect(seen.count == rotations * linesEach + 1)
        #expect(seen.dropLast().enumerated().allSatisfy { $1 == "n\($0)" })
        #expect(reader.counters.defects == 0)
    }
}
