import Foundation
import Testing

/// A running backend.
final class BackendProcess {
    private let process = Process()
    let port: UInt16

    /// Starts the backend on a free port and waits until it listens.
    init(regions: URL, state: URL) throws {
        let messages = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
            .deletingLastPathComponent().appending(path: "fleet-backend")
        process.arguments = [
            "--regions", regions.path, "--state", state.path, "--port", "0", "--clock", "data",
            "--checkpoint-every", "0",
        ]
        process.standardError = messages
        try process.run()
        var text = ""
        var port: UInt16?
        while port == nil {
            let data = messages.fileHandleForReading.availableData
            try #require(!data.isEmpty, "the backend ended: \(text)")
            text += String(decoding: data, as: UTF8.self)
            if let line = text.firstMatch(of: /port (\d+),.*\n/) { port = UInt16(line.1) }
        }
        self.port = try #require(port)
        // Whatever else it says must not fill the pipe.
        messages.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    }

    /// Sends a signal and waits for the end.
    ///
    /// - Returns: The exit status, or the signal that ended it.
    func stop(with signal: Int32) -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// A folder for one test, removed with its last reference.
final class StateFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID())")

    var events: String { get throws { try text("events.ndjson") } }
    var occupancy: String { get throws { try text("occupancy.json") } }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: url.appending(path: name), encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
