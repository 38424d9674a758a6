import Foundation

/// A PostgreSQL server of the tests' own: `Tests/Receivers/postgresql.sh`.
package final class PostgreSQLServer: Sendable {
    private let process: ReceiverProcess

    /// Whether it can be run here.
    package static let isAvailable: Bool = {
        let folders = try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")
        return folders?.isEmpty == false && ReceiverProcess.isInstalled("python3")
    }()

    private struct NotStarted: Error {
        let greeting: String
    }

    package init() throws {
        process = try ReceiverProcess("sh", "postgresql.sh")
        if Int(port) == nil { throw NotStarted(greeting: process.greeting) }
    }

    private var port: String { String(process.greeting.prefix { $0 != " " }) }

    /// Where it listens.
    package var url: String { "postgres://tester:unused@127.0.0.1:\(port)/postgres" }

    /// Gives it a command: `down`, `up`, `stop` or `go`.
    package func tell(_ command: String) {
        let answer = process.tell(command)
        precondition(answer == "ok", "'\(command)': \(answer)")
    }

    /// The lines that a statement gives.
    package func query(_ sql: String) throws -> [String] {
        let output = Pipe()
        let psql = Process()
        psql.executableURL = URL(filePath: "/usr/bin/env")
        psql.arguments = ["psql", url, "-XqAtc", sql]
        psql.standardOutput = output
        try psql.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        psql.waitUntilExit()
        return text.split(separator: "\n").map(String.init)
    }
}
