#if SQLite && os(Linux)
    import Foundation
    import Testing

    /// Disks that fill up under the state, or under the files of sinks, and get room again.
    @Suite(
        .enabled(if: SmallDisk.isAvailable, "only root can mount a small file system"),
        .timeLimit(.minutes(5)))
    struct DiskFullTests {
        private let fixes = CrashTests.fixes(20_000, devices: 50, seed: CrashTests.seed)
        private let common =
            Scenario.immediate + ["--quiet", "--clock", "data", "--dwell", "60", "--drain", "0.5s"]

        /// The events of a run with room for all.
        private func expected() throws -> String {
            let program = try Program(fixes: fixes, regions: CrashTests.regions)
            let outcome = try program.run(common + ["fixes.ndjson"])
            #expect(outcome.status == 0 && outcome.lines.count > 1000)
            return outcome.output
        }

        @Test func aStateThatIsFullEndsTheRunAndGoesOnOnceThereIsRoom() throws {
            let expected = try expected()
            let program = try Program(fixes: fixes, regions: CrashTests.regions)
            let disk = try SmallDisk(in: program, kilobytes: 300)
            // One sink takes nothing, so that what waits for it fills the disk.
            try program.write("exec sleep 1000", to: "taker.sh")
            let arguments =
                common
                + [
                    "--state", "disk/state", "--sink", "ndjson:events", "--sink",
                    "exec:exec sh taker.sh", "fixes.ndjson",
                ]
            for attempt in 1...2 {
                let outcome = try program.run(arguments)
                #expect(outcome.status == 2, "attempt \(attempt): \(outcome.errors)")
                #expect(outcome.errors.contains("no space is left"), "\(outcome.errors)")
                #expect(!outcome.errors.contains("damaged"))
            }
            let events = CrashTests.withoutEpoch(try program.read("events"))
            #expect(events != expected && expected.hasPrefix(events), "what was committed left")
            try disk.resize(kilobytes: 100_000)
            try program.write(
                "while IFS= read -r line; do printf '%s\\n' \"$line\"; done >> taken",
                to: "taker.sh")
            let outcome = try program.run(arguments + ["--drain", "60s"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(CrashTests.withoutEpoch(try program.read("events")) == expected)
            #expect(CrashTests.withoutEpoch(try program.read("taken")) == expected)
        }

        @Test func sinksThatAreFullGoOnOnceThereIsRoom() throws {
            let expected = try expected()
            let program = try Program(fixes: fixes, regions: CrashTests.regions)
            let disk = try SmallDisk(in: program, kilobytes: 200)
            let arguments =
                common
                + [
                    "--state", "state", "--sink", "ndjson:disk/events", "--sink",
                    "sqlite:disk/events.db", "--sink", "ndjson:others", "fixes.ndjson",
                ]
            let full = try program.run(arguments)
            #expect(full.status == 1, "\(full.errors)")
            #expect(CrashTests.withoutEpoch(try program.read("others")) == expected)
            #expect(full.errors.contains("No space left on device"), "\(full.errors)")
            let part = CrashTests.withoutEpoch(try program.read("disk/events"))
            #expect(part != expected && expected.hasPrefix(part), "whole lines, from the first on")
            try disk.resize(kilobytes: 100_000)
            let outcome = try program.run(arguments + ["--drain", "60s"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(CrashTests.withoutEpoch(try program.read("disk/events")) == expected)
            #expect(CrashTests.withoutEpoch(try program.read("others")) == expected)
            let state = try program.run("state", "state")
            #expect(state.output.contains("sink 'sqlite:disk/events.db': 0 undelivered, 0 dead"))
        }
    }

    /// A file system in memory of a given size, in the folder `disk` of a program.
    final class SmallDisk {
        private let path: String

        /// Whether one can be mounted here.
        static let isAvailable: Bool = {
            guard geteuid() == 0, let program = try? Program() else { return false }
            return (try? SmallDisk(in: program, kilobytes: 64)) != nil
        }()

        private struct NotMounted: Error {}

        init(in program: Program, kilobytes: Int) throws {
            path = program.folder.appendingPathComponent("disk").path
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path)
            else { throw NotMounted() }
        }

        deinit { _ = Self.run("umount", "--lazy", path) }

        func resize(kilobytes: Int) throws {
            guard Self.run("mount", "-o", "remount,size=\(kilobytes)k", path) else {
                throw NotMounted()
            }
        }

        private static func run(_ arguments: String...) -> Bool {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = arguments
            process.standardError = FileHandle.nullDevice
            do { try process.run() } catch { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }
    }
#endif
