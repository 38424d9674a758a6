#if SQLite
    import Foundation
    import SQLiteBridge
    import Testing
    import _DeliveryTestSupport
    import _MonitoringTestSupport

    /// Runs that are killed at random moments while their receivers are down, stopped or well: what each
    /// receiver has in the end is what an undisturbed run delivers.
    ///
    /// Ten kills by default; FENCEWATCH_KILLS says how many, FENCEWATCH_SEED the seed.
    @Suite(.timeLimit(.minutes(60)))
    struct CrashSinkTests {
        private let program = try? Program(fixes: "", regions: CrashTests.regions)

        /// What can be done to a receiver while a run is under way, and how it is undone.
        private struct Fault {
            var name: String
            var begin: () -> Void
            var end: () -> Void
        }

        /// A sink, what its receiver has, and how the receiver may fail.
        private struct Receiver {
            var sink: String
            var isExactlyOnce: Bool
            var received: () throws -> [String]
            var faults: [Fault] = []
        }

        private func makeReceivers(_ program: Program) throws -> [Receiver] {
            let database = program.folder.appendingPathComponent("events.db").path
            var receivers = [
                Receiver(sink: "ndjson:events.ndjson", isExactlyOnce: true) {
                    try lines(program.read("events.ndjson"))
                },
                // Lines as a whole, also when the run dies within one.
                Receiver(
                    sink:
                        "exec:while IFS= read -r line; do printf '%s\\n' \"$line\"; done >> taken",
                    isExactlyOnce: false
                ) { try lines(program.read("taken")) },
                Receiver(sink: "sqlite:events.db", isExactlyOnce: true) {
                    let statement = try SQLiteConnection(path: database, .readOnly)
                        .prepare("SELECT record FROM events")
                    var records: [String] = []
                    while try statement.step() { records.append(statement.text(0)) }
                    return lines(records.joined(separator: "\n"))
                },
            ]
            #if Webhook
                if WebhookReceiver.isAvailable {
                    let receiver = try WebhookReceiver()
                    receivers.append(
                        Receiver(
                            sink: "webhook:\(receiver.origin)/hook", isExactlyOnce: false,
                            received: {
                                lines(try receiver.taken().map(\.body).joined(separator: "\n"))
                            },
                            faults: [
                                Fault(name: "webhook down") {
                                    receiver.tell("down")
                                } end: {
                                    receiver.tell("up")
                                },
                                Fault(name: "webhook stopped") {
                                    receiver.send(SIGSTOP)
                                } end: {
                                    receiver.send(SIGCONT)
                                },
                            ]))
                }
            #endif
            #if PostgreSQL
                if PostgreSQLServer.isAvailable {
                    let server = try PostgreSQLServer()
                    receivers.append(
                        Receiver(
                            sink: server.url, isExactlyOnce: true,
                            received: {
                                lines(
                                    try server.query("SELECT record FROM fencewatch_events")
                                        .joined(separator: "\n"))
                            },
                            faults: [
                                Fault(name: "database down") {
                                    server.tell("down")
                                } end: {
                                    server.tell("up")
                                },
                                Fault(name: "database stopped") {
                                    server.tell("stop")
                                } end: {
                                    server.tell("go")
                                },
                            ]))
                }
            #endif
            return receivers
        }

        private func lines(_ text: String) -> [String] {
            CrashTests.withoutEpoch(text).split(separator: "\n").map(String.init)
        }

        @Test func killedRunsLoseAndRepeatNothingAnywhere() throws {
            let program = try #require(program)
            let kills = CrashTests.kills
            let fixes = CrashTests.fixes(
                max(20_000, kills * 2000), devices: 200, seed: CrashTests.seed)
            let whole = try Program(fixes: fixes, regions: CrashTests.regions)
            let common = Scenario.immediate + ["--quiet", "--clock", "data", "--dwell", "60"]
            #expect(
                try whole.run(common + ["--sink", "ndjson:events.ndjson", "fixes.ndjson"]).status
                    == 0)
            let expected = try lines(whole.read("events.ndjson"))
            #expect(expected.count > kills * 100)

            let receivers = try makeReceivers(program)
            let arguments =
                common + ["--state", "state", "--drain", "300s"]
                + receivers.flatMap { ["--sink", $0.sink] } + ["fixes.ndjson"]
            let faults = receivers.flatMap(\.faults)
            var random = SeededGenerator(seed: CrashTests.seed)
            // Each run finds a part of the input that nobody has read yet.
            let parts = fixes.split(separator: "\n")
            for number in 0..<kills {
                let part = parts[
                    (number * parts.count / kills)..<((number + 1) * parts.count / kills)]
                try program.append(part.joined(separator: "\n") + "\n", to: "fixes.ndjson")
                // One in three runs is with receivers that are well.
                let fault =
                    number % 3 == 0 || faults.isEmpty ? nil : faults[number % faults.count]
                fault?.begin()
                let process = try program.prepared(["--follow"] + arguments)
                process.standardOutput = FileHandle.nullDevice
                let errors = program.folder.appendingPathComponent("errors")
                try Data().write(to: errors)
                process.standardError = try FileHandle(forWritingTo: errors)
                try process.run()
                usleep(.random(in: 0...500_000, using: &random))
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                let told = try program.read("errors")
                #expect(
                    process.terminationReason == .uncaughtSignal, "\(fault?.name ?? "") \(told)")
                fault?.end()
            }
            let last = try program.run(arguments)
            #expect(last.status == 0, "\(last.errors)")
            let count = CrashTests.counted(expected)
            for receiver in receivers {
                let received = try receiver.received()
                let name = receiver.sink.prefix { $0 != ":" }
                // Equal lines are one identity: the number of a device's event is in its line.
                #expect(CrashTests.counted(received).keys == count.keys, "\(name)")
                if receiver.isExactlyOnce {
                    #expect(received.count == expected.count, "\(name) repeats")
                }
            }
            #expect(try lines(program.read("events.ndjson")) == expected)
        }
    }
#endif
