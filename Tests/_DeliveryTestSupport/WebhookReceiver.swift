import Foundation

/// A local HTTP receiver that misbehaves on demand: `Tests/Receivers/webhook-receiver.py`.
package final class WebhookReceiver: Sendable {
    /// A request that it took.
    package struct Taken: Decodable, Sendable {
        package var path: String
        package var headers: [String: String]
        package var body: String
        package var time: Double
        package var connection: Int

        /// The sequence numbers and devices of the events in the body, in their order.
        package var events: [Event] {
            body.split(separator: "\n").compactMap { line in
                try? JSONDecoder().decode(Event.self, from: Data(line.utf8))
            }
        }
    }

    /// What identifies an event.
    package struct Event: Decodable, Hashable, Sendable {
        package var device: String
        package var sequence: UInt64

        package init(device: String, sequence: UInt64) {
            self.device = device
            self.sequence = sequence
        }
    }

    /// What the receiver counted.
    package struct Counts: Decodable {
        package var requests: Int
        package var taken: Int
        package var connections: Int
        package var largest: Int
    }

    private let folder = TemporaryFolder()
    private let process: ReceiverProcess

    /// Whether it can be run here.
    package static let isAvailable = ReceiverProcess.isInstalled("python3")

    package init() throws {
        process = try ReceiverProcess("python3", "webhook-receiver.py", [folder.path("log")])
    }

    /// Where it listens.
    package var origin: String { "http://127.0.0.1:\(process.greeting)" }

    /// Gives it a command.
    package func tell(_ command: String) {
        let answer = process.tell(command)
        precondition(answer == "ok", "'\(command)': \(answer)")
    }

    /// Sends it a signal.
    package func send(_ signal: Int32) { process.send(signal) }

    package func counts() throws -> Counts {
        try JSONDecoder().decode(Counts.self, from: Data(process.tell("counts").utf8))
    }

    /// The requests that it took.
    package func taken() throws -> [Taken] {
        _ = try counts()
        return try folder.lines("log").map { line in
            try JSONDecoder().decode(Taken.self, from: Data(line.utf8))
        }
    }
}
