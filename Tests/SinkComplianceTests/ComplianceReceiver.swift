import EventDelivery
import Foundation
import _DeliveryTestSupport

/// Somewhere that a sink delivers to, for the compliance test.
protocol ComplianceReceiver: Sendable {
    /// The sink.
    func specification() throws -> SinkSpecification

    /// Whether each record arrives once, whatever happens.
    var isExactlyOnce: Bool { get }

    /// What has arrived, in its order, repeated ones too.
    func received() throws -> [WebhookReceiver.Event]

    /// Makes the receiver unusable, and usable again; false where it cannot be.
    func goDown() throws -> Bool
    func comeUp() throws

    /// Faults that it can be told to make, each of which may make it take a record and not say so.
    var faults: [String] { get }
    func begin(_ fault: String) throws
    func endFault() throws
}

extension ComplianceReceiver {
    func goDown() throws -> Bool { false }
    func comeUp() throws {}
    var faults: [String] { [] }
    func begin(_ fault: String) throws {}
    func endFault() throws {}
}

/// Events from the lines of a file.
func events(_ lines: [String]) throws -> [WebhookReceiver.Event] {
    try lines.map { try JSONDecoder().decode(WebhookReceiver.Event.self, from: Data($0.utf8)) }
}

/// A file, by `ndjson:`.
struct FileReceiver: ComplianceReceiver {
    let folder = TemporaryFolder()
    let isExactlyOnce = true

    func specification() throws -> SinkSpecification {
        try SinkSpecification("ndjson:+" + folder.path("events"))
    }

    func received() throws -> [WebhookReceiver.Event] { try events(folder.lines("events")) }
}

/// A command that writes whole lines to a file, by `exec:`. Down: it ends at once. Its fault: it dies after
/// each record.
struct CommandReceiver: ComplianceReceiver {
    let folder = TemporaryFolder()
    let isExactlyOnce = false
    let faults = ["dies"]

    func specification() throws -> SinkSpecification {
        let (events, down, dies) = (folder.path("events"), folder.path("down"), folder.path("dies"))
        return try SinkSpecification(
            "exec:[ ! -e '\(down)' ] || exit 1; if [ -e '\(dies)' ]; then read -r line; "
                + "echo \"$line\" >> '\(events)'; kill -9 $$; fi; "
                + "while IFS= read -r line; do printf '%s\\n' \"$line\"; done >> '\(events)'")
    }

    func received() throws -> [WebhookReceiver.Event] { try events(folder.lines("events")) }

    func goDown() throws -> Bool {
        try "".write(toFile: folder.path("down"), atomically: true, encoding: .utf8)
        return true
    }

    func comeUp() throws { try FileManager.default.removeItem(atPath: folder.path("down")) }

    func begin(_ fault: String) throws {
        try "".write(toFile: folder.path(fault), atomically: true, encoding: .utf8)
    }

    func endFault() throws { try FileManager.default.removeItem(atPath: folder.path("dies")) }
}
