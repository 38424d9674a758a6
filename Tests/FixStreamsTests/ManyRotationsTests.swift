import Foundation
import RegionMonitoring
import Synchronization
import Testing

@testable import FixStreams

/// A file that is rotated fifty times while 20,000 lines a second are written to it and read from it:
/// nothing is lost, nothing read twice, and each line is whole and in its place.
@Suite(.timeLimit(.minutes(2)), .serialized) struct ManyRotationsTests {
    enum Way: CaseIterable { case rename, copy }

    /// How rotated files are called: by the time, or by how many rotations ago it was.
    enum Naming: CaseIterable { case date, age }

    private static let rotations = 50
    private static let linesEach = 400

    @Test(arguments: Way.allCases, Naming.allCases)
    func nothingIsLostOrReadTwice(_ way: Way, _ naming: Naming) throws {
        try rotate(way, naming, sleep: nil)
    }

    /// A reader that sleeps through several rotations at a time.
    @Test(arguments: Way.allCases, Naming.allCases)
    func aReaderThatIsBehind(_ way: Way, _ naming: Naming) throws {
        try rotate(way, naming, sleep: 0.13)
    }

    private func rotate(_ way: Way, _ naming: Naming, sleep: TimeInterval?) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "f")
        var options = FixReaderOptions()
        options.follow = .fromStart
        let reader = try FixReader([.file(path)], options)
        let failure = Mutex<String?>(nil)
        let thread = Thread {
            do {
                try Self.write(to: path, way, naming)
            } catch {
                failure.withLock { $0 = "\(error)" }
            }
        }
        thread.start()
        var seen: [String] = []
        var blocks = 0
        while seen.last != "end", failure.withLock({ $0 }) == nil {
            guard try reader.next(until: .now + .seconds(1)) == .records else { continue }
            seen += devices(reader)
            blocks += 1
            if let sleep, blocks % 8 == 0 { Thread.sleep(forTimeInterval: sleep) }
        }
        #expect(failure.withLock { $0 } == nil)
        let count = Self.rotations * Self.linesEach
        #expect(seen.count == count + 1)
        let wrong = seen.dropLast().enumerated().first { $1 != "n\($0)" }
        #expect(wrong == nil)
        #expect(reader.counters.received == UInt64(count + 1) && reader.counters.defects == 0)
    }

    private static func write(to path: String, _ way: Way, _ naming: Naming) throws {
        let files = FileManager.default
        let url = URL(fileURLWithPath: path)
        var number = 0
        var handle = try FileHandle(forWritingTo: url)
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
            let early = (start + .microseconds(50 * number) - .now) / .seconds(1)
            if early > 0 { Thread.sleep(forTimeInterval: early) }
            var rotated = "\(path).1"
            switch naming {
            case .date: rotated = "\(path)-20260301-\(1000 + rotation)"
            case .age:
                for age in stride(from: rotation, to: 0, by: -1) {
                    try files.moveItem(atPath: "\(path).\(age)", toPath: "\(path).\(age + 1)")
                }
            }
            switch way {
            case .rename:
                try files.moveItem(atPath: path, toPath: rotated)
                try Data().write(to: url)
                try handle.close()
                handle = try FileHandle(forWritingTo: url)
            case .copy:
                try files.copyItem(atPath: path, toPath: rotated)
                try handle.truncate(atOffset: 0)
            }
        }
        try handle.write(contentsOf: Data(line("end", 0).utf8))
        try handle.close()
    }
}
