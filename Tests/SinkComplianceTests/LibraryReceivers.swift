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
        private static let server = Result { try ReceiverProcess("sh", "postgresql.sh") }

        private let process: ReceiverProcess
        private let port: String
        private let table = "t_" + UUID().uuidString.filter { $0 != "-" }.lowercased()
        let isExactlyOnce = true
        let faults = ["stop"]

        static let isAvailable: Bool = {
            let folders = try? FileManager.default.contentsOfDirectory(
                atPath: "/usr/lib/postgresql")
            return folders?.isEmpty == false && ReceiverProcess.isInstalled("python3")
        }()

        init() throws {
            process = try Self.server.get()
            port = String(process.greeting.prefix { $0 != " " })
            try #require(Int(port) != nil, "PostgreSQL did not start: \(process.greeting)")
        }

        private var url: String { "postgres://tester:unused@127.0.0.1:\(port)/postgres" }

        func specification() throws -> SinkSpecification {
            try SinkSpecification(url + "?table=\(table)", kinds: [.postgreSQL])
        }

        func received() throws -> [WebhookReceiver.Event] {
            try events(query("SELECT record FROM \(table) ORDER BY device, sequence"))
        }

        /// The lines that a statement gives; `TABLE_NAME` stands for the table.
        func query(_ sql: String) throws -> [String] {
            let output = Pipe()
            let psql = Process()
            psql.executableURL = URL(filePath: "/usr/bin/env")
            let statement = sql.replacingOccurrences(of: "TABLE_NAME", with: table)
            psql.arguments = ["psql", url, "-XqAtc", statement]
            psql.standardOutput = output
            try psql.run()
            let text = String(
                decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            psql.waitUntilExit()
            return text.split(separator: "\n").map(String.init)
        }

        func goDown() throws -> Bool {
            #expect(process.tell("down") == "ok")
            return true
        }

        func comeUp() throws { #expect(process.tell("up") == "ok") }

        func begin(_ fault: String) throws { #expect(process.tell(fault) == "ok") }

        func endFault() throws { #expect(process.tell("go") == "ok") }
    }
#endif
