import Foundation

/// Where and with what a run was made.
package struct Surroundings: Codable, Sendable {
    /// When it began: "2026-03-01T12:00:00Z".
    package var date: String

    /// The processor: "AMD EPYC 9R14".
    package var processor: String

    /// How many cores the machine shows.
    package var cores: Int

    /// Memory in MiB.
    package var memory: Int

    /// The system: "Debian GNU/Linux 12 (bookworm), Linux 6.1.0".
    package var system: String

    /// The Swift compiler.
    package var compiler: String

    /// The commit of the sources, with "+" when they were changed since.
    package var commit: String

    /// The load of the machine over the last minute, when the run began.
    package var load: Double

    /// Looks around.
    ///
    /// - Parameter root: The folder of the repository.
    package init(root: String) {
        date = Date().formatted(.iso8601)
        processor = Self.field("model name", of: "/proc/cpuinfo") ?? "unknown"
        cores = ProcessInfo.processInfo.activeProcessorCount
        memory = Int(ProcessInfo.processInfo.physicalMemory >> 20)
        let name = Self.field("PRETTY_NAME", of: "/etc/os-release") ?? "unknown"
        let release = Self.text("/proc/sys/kernel/osrelease").trimmingCharacters(in: .newlines)
        system = name.trimmingCharacters(in: ["\""]) + ", Linux \(release)"
        compiler =
            Self.output("swift", "--version").split(separator: "\n").first.map(String.init)
            ?? "unknown"
        let commit = Self.output("git", "-C", root, "rev-parse", "--short", "HEAD")
        let changes = Self.output(
            "git", "-C", root, "status", "--porcelain", "--untracked-files=no")
        self.commit = commit.isEmpty ? "unknown" : commit + (changes.isEmpty ? "" : "+")
        load = Double(Self.text("/proc/loadavg").split(separator: " ").first ?? "") ?? 0
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    private static func field(_ name: String, of path: String) -> String? {
        for line in text(path).split(separator: "\n") where line.hasPrefix(name) {
            guard let mark = line.firstIndex(where: { $0 == ":" || $0 == "=" }) else { continue }
            return line[line.index(after: mark)...].trimmingCharacters(in: .whitespaces)
        }
        return nil
    }

    /// What a command prints, without the last line break; empty when it cannot be run.
    private static func output(_ command: String...) -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "" }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
