#if Webhook
    import Foundation
    import Testing
    import _DeliveryTestSupport

    /// Receivers that are down for long, or hang: what is kept stays within its limit, what is lost is
    /// counted, and nobody else waits.
    @Suite(.enabled(if: WebhookReceiver.isAvailable), .timeLimit(.minutes(5)))
    struct DeadReceiverTests {
        private let receiver: WebhookReceiver

        init() throws { receiver = try WebhookReceiver() }

        private static let devices = 100

        /// Fixes of all devices in turn, each an enter or an exit.
        private func fixes(_ rounds: Int) -> String {
            var text = ""
            for round in 0..<rounds {
                for device in 0..<Self.devices {
                    text += """
                        {"device":"d\(device)","timestamp":\(1_772_366_400 + round * 60),\
                        "lat":\(round % 2 == 0 ? "0" : "0.5"),"lon":10}

                        """
                }
            }
            return text
        }

        private func start(_ fixes: String, _ arguments: [String]) throws -> LiveRun {
            try LiveRun(
                fixes: fixes,
                ["-f", "--metrics", "127.0.0.1:0", "--summary", "json"] + arguments
                    + ["fixes.ndjson"])
        }

        /// The account of a sink in the summary that a run ends with.
        private func account(_ run: LiveRun, _ sink: String) throws -> [String: Int] {
            let summary = try #require(run.errors.rest().split(separator: "\n").last)
            let json = try JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [String: Any]
            return try #require((json?["sinks"] as? [String: [String: Int]])?[sink])
        }

        /// The sequence numbers of each device in the order in which they came.
        private func arrived() throws -> [String: [UInt64]] {
            var numbers: [String: [UInt64]] = [:]
            for event in try receiver.taken().flatMap(\.events) {
                numbers[event.device, default: []].append(event.sequence)
            }
            return numbers
        }

        @Test(arguments: ["drop-oldest", "drop-newest"])
        func aQueueStaysWithinItsLimitAndCountsWhatItDrops(_ overflow: String) throws {
            receiver.tell("down")
            let hook = "webhook:\(receiver.origin)/hook"
            let run = try start(
                fixes(200),
                [
                    "--sink", hook, "--sink-queue", "1000", "--sink-when-full", overflow, "--sink",
                    "ndjson:all",
                ])
            let client = try MetricsClient(run)
            // All that is read is dropped or waits, and the other sink has it.
            let figures = try client.wait("the end of the input") { figures in
                figures["sink_events_dropped_total{sink=\"\(hook)\"}"] == 19_000
                    && figures["sink_events_delivered_total{sink=\"ndjson:all\"}"] == 20_000
            }
            #expect(figures["sink_events_waiting{sink=\"\(hook)\"}"] == 1000)
            #expect(figures["events_undelivered{sink=\"\(hook)\"}"] == 20_000)
            receiver.tell("up")
            try client.wait("what was kept") {
                $0["sink_events_delivered_total{sink=\"\(hook)\"}"] == 1000
            }
            #expect(run.end(SIGTERM) == 1, "events were dropped")
            let account = try account(run, hook)
            #expect(account["offered"] == 20_000 && account["delivered"] == 1000)
            #expect(account["dropped"] == 19_000 && account["waiting"] == 0)
            #expect(account["peakQueue"] == 1000)
            let arrived = try arrived()
            #expect(arrived.values.reduce(0) { $0 + $1.count } == 1000)
            for device in 0..<Self.devices {
                let numbers = arrived["d\(device)"] ?? []
                #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
                if overflow == "drop-oldest" {
                    #expect(numbers.last == 200, "the newest state of d\(device)")
                } else {
                    #expect(numbers == Array(1...10))
                }
            }
        }

        @Test func aRunThatMayWaitLosesNothing() throws {
            receiver.tell("down")
            let hook = "webhook:\(receiver.origin)/hook"
            let run = try start(fixes(20), ["--sink", hook, "--sink-queue", "100"])
            let client = try MetricsClient(run)
            try client.wait("an attempt") { $0["sink_retries_total{sink=\"\(hook)\"}"] ?? 0 > 0 }
            receiver.tell("up")
            try client.wait("everything") {
                $0["sink_events_delivered_total{sink=\"\(hook)\"}"] == 2000
            }
            #expect(run.end(SIGTERM) == 0)
            #expect(try account(run, hook)["peakQueue"] == 100)
            let arrived = try arrived()
            for device in 0..<Self.devices { #expect(arrived["d\(device)"] == Array(1...20)) }
        }

        #if SQLite
            @Test func theRestWaitsOnDiskForTheNextRun() throws {
                receiver.tell("down")
                let program = try Program(fixes: fixes(20))
                let hook = "webhook:\(receiver.origin)/hook"
                let arguments =
                    Scenario.immediate
                    + [
                        "--state", "state", "--sink", hook, "--sink-queue", "100", "--drain",
                        "0.2s",
                        "fixes.ndjson",
                    ]
                #expect(try program.run(arguments).status == 1)
                let state = try program.run("state", "state")
                #expect(state.output.contains("sink '\(hook)': 2000 undelivered"))
                receiver.tell("up")
                #expect(try program.run(arguments + ["--drain", "100s"]).status == 0)
                let arrived = try arrived()
                for device in 0..<Self.devices { #expect(arrived["d\(device)"] == Array(1...20)) }
            }
        #endif

        @Test func oneThatHangsStopsNoOther() throws {
            let hanging = try WebhookReceiver()
            hanging.tell("hang")
            let stuck = "webhook:\(hanging.origin)/hook"
            let hook = "webhook:\(receiver.origin)/hook"
            let run = try start(
                fixes(20),
                [
                    "--sink", "ndjson:-", "--sink", "ndjson:all", "--sink", stuck, "--sink-timeout",
                    "0.3s", "--sink-queue", "500", "--sink-when-full", "drop-newest", "--sink",
                    hook,
                    "--drain", "1s",
                ])
            for line in 1...2000 {
                try #require(run.output.next() != nil, "standard output ended at line \(line)")
            }
            let client = try MetricsClient(run)
            let figures = try client.wait("the other sinks, and a time-out") { figures in
                ["ndjson:-", "ndjson:all", hook].allSatisfy {
                    figures["sink_events_delivered_total{sink=\"\($0)\"}"] == 2000
                } && figures["sink_retries_total{sink=\"\(stuck)\"}"] ?? 0 > 0
            }
            #expect(figures["sink_events_waiting{sink=\"\(stuck)\"}"] == 500)
            #expect(figures["sink_events_dropped_total{sink=\"\(stuck)\"}"] == 1500)
            let start = ContinuousClock.now
            #expect(run.end(SIGTERM) == 1)
            #expect(ContinuousClock.now - start < .seconds(20), "it has a second to drain")
            let account = try account(run, stuck)
            #expect(account["delivered"] == 0 && account["peakQueue"] == 500)
            #expect(try hanging.counts().taken == 0)
            let arrived = try arrived()
            for device in 0..<Self.devices { #expect(arrived["d\(device)"] == Array(1...20)) }
        }
    }
#endif
