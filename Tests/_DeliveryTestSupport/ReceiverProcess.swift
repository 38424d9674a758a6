import Foundation

/// A program of `Tests/Receivers` that obeys commands on its standard input, a line each, and answers
/// each with a line. It ends with its owner.
package final class ReceiverProcess: @unchecked Sendable {
    // SAFETY: after `init` the process and the pipes are used under `lock` only.
    private let lock = NSLock()
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread = Data()

    /// The first line that the program wrote.
    package private(set) var greeting = ""

    /// Whether a program is on the PATH.
    package static func isInstalled(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    /// Starts a program of `Tests/Receivers`.
    package init(_ program: String, _ name: String, _ arguments: [String] = []) throws {
        let receivers = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Receivers")
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program, receivers.appending(path: name).path] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        greeting = readLine()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Gives a command and returns its answer.
    @discardableResult
    package func tell(_ command: String) -> String {
        lock.withLock {
            input.fileHandleForWriting.write(Data((command + "\n").utf8))
            return readLine()
        }
    }

    /// Sends the program a signal.
    package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    private func readLine() -> String {
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return "the program has ended" }
            unread += more
        }
    }
}
