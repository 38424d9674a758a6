import EventDelivery
import Foundation
import Testing
import _DeliveryTestSupport

#if SQLite
    import SQLiteBridge
    import SQLiteSink

    /// A database, by `sqlite:`.
    struct SQLiteReceiver: ComplianceReceiver {
        private let folder = TemporaryFolder()
        let isExactlyOnce = true

        func specification() throws -> SinkSpecification {
            try SinkSpecification("sqlite:" + folder.path("db"), kinds: [.sqlite])
        }

        func received() throws -> [WebhookReceiver.Event] {
            let connection = try SQLiteConnection(path: folder.path("db"), .readOnly)
            let statement = try connection.prepare(
                "SELECT record FROM events ORDER BY device, sequence")
            var lines: [String] = []
            while try statement.step() { lines.append(statement.text(0)) }
            return try events(lines)
        }
    }
#endif

#if Webhook
    import WebhookSink

    /// A local HTTP server, by `webhook:`.
    final class HTTPReceiver: ComplianceReceiver {
        private let receiver: WebhookReceiver
        let isExactlyOnce = false
        let faults = [
            "halfclose 30", "cut 30", "double", "hang", "delay 0.02", "answer 500", "answer 503",
        ]

        init() throws { receiver = try WebhookReceiver() }

        func specification() throws -> SinkSpecification {
            try SinkSpecification("webhook:" + receiver.origin + "/hook", kinds: [.webhook])
        }

        func received() throws -> [WebhookReceiver.Event] {
            let taken = try receiver.taken()
            // What is sent again is the same to the byte, but for its time.
            for (_, requests) in Dictionary(grouping: taken, by: { $0.headers["idempotency-key"] })
            {
                #expect(Set(requests.map(\.body)).count == 1)
            }
            return taken.flatMap(\.events)
        }

        func goDown() throws -> Bool {
            receiver.tell("down")
            return true
        }

        func comeUp() throws { receiver.tell("up") }

        func begin(_ fault: String) throws { receiver.tell(fault) }

        func endFault() throws { receiver.tell("well") }
    }
#endif

#if PostgreSQL
    import PostgreSQLSink

    /// A table of a server of the test's own, by `postgres:`. Down: it is killed. Its fault: it hangs.
    final class DatabaseReceiver: ComplianceReceiver {
        /// One server for all; it ends with the process of the tests.
        private static let shared = Result { try PostgreSQLServer() }

        private let server: PostgreSQLServer
        private let table = "t_" + UUID().uuidString.filter { $0 != "-" }.lowercased()
        let isExactlyOnce = true
        let faults = ["stop"]

        static let isAvailable = PostgreSQLServer.isAvailable

        init() throws { server = try Self.shared.get() }

        func specification() throws -> SinkSpecification {
            try SinkSpecification(server.url + "?table=\(table)", kinds: [.postgreSQL])
        }

        func received() throws -> [WebhookReceiver.Event] {
            try events(query("SELECT record FROM \(table) ORDER BY device, sequence"))
        }

        /// The lines that a statement gives; `TABLE_NAME` stands for the table.
        func query(_ sql: String) throws -> [String] {
            try server.query(sql.replacingOccurrences(of: "TABLE_NAME", with: table))
        }

        func goDown() throws -> Bool {
            server.tell("down")
            return true
        }

        func comeUp() throws { server.tell("up") }

        func begin(_ fault: String) throws { server.tell(fault) }

        func endFault() throws { server.tell("go") }
    }
#endif
