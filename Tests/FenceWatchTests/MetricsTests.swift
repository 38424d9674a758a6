import Foundation
import Testing

/// The figures that a run tells while it goes on.
@Suite(.timeLimit(.minutes(1)))
struct MetricsTests {
    @Test func figuresAreTold() throws {
        let fixes =
            Scenario.fix("a", 1, inside: true) + "?\n\n" + Scenario.fix("a", 1, inside: true)
        let run = try LiveRun(
            fixes: fixes, ["-f", "--metrics", "127.0.0.1:0", "--threads", "2", "fixes.ndjson"])
        #expect(run.output.next() == Scenario.enter("a", 1))
        let client = try MetricsClient(run)
        var text = ""
        // The figures follow the event, and what its sink says of it too.
        let last = [
            "fencewatch_records_received_total 4\n",
            "fencewatch_events_undelivered{sink=\"ndjson:-\"} 0\n",
        ]
        while !last.allSatisfy({ text.contains($0) }) {
            text = try client.request("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        }
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        for line in [
            "fencewatch_fixes_delivered_total 1", "fencewatch_blank_lines_total 1",
            "fencewatch_records_rejected_total{reason=\"malformed\"} 1",
            "fencewatch_records_rejected_total{reason=\"duplicate\"} 1",
            "fencewatch_records_rejected_total{reason=\"late\"} 0",
            "fencewatch_events_total{kind=\"didEnterRegion\"} 1", "fencewatch_devices 1",
            "fencewatch_regions 1", "fencewatch_regions_refused 0",
            "fencewatch_events_undelivered{sink=\"ndjson:-\"} 0",
            "fencewatch_sink_events_waiting{sink=\"ndjson:-\"} 0",
            "fencewatch_sink_events_delivered_total{sink=\"ndjson:-\"} 1",
            "fencewatch_sink_events_dropped_total{sink=\"ndjson:-\"} 0",
            "fencewatch_sink_events_refused_total{sink=\"ndjson:-\"} 0",
            "fencewatch_sink_retries_total{sink=\"ndjson:-\"} 0",
            "fencewatch_input_bytes_total \(fixes.utf8.count)",
            "fencewatch_newest_fix_timestamp_seconds 1772366401.0",
            "fencewatch_latency_seconds_bucket{le=\"+Inf\"} 4",
            "fencewatch_latency_seconds_count 4",
            "# TYPE fencewatch_latency_seconds histogram",
        ] {
            #expect(text.contains("\n" + line + "\n"), "no \(line) in \(text)")
        }
        for line in text.split(separator: "\r\n\r\n").last?.split(separator: "\n") ?? [] {
            #expect(
                line.hasPrefix("# HELP ") || line.hasPrefix("# TYPE ") || isSample(line), "\(line)")
        }
        #expect(try client.request("GET / HTTP/1.0\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
        #expect(try client.request("POST /metrics HTTP/1.1\r\n\r\n").hasPrefix("HTTP/1.1 405 "))
        let head = try client.request("HEAD /metrics?x HTTP/1.1\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n"))
        #expect(run.end(SIGTERM) == 1, "a record is defective")
    }

    @Test func aClientThatSaysNothingHoldsNobodyUp() throws {
        let run = try LiveRun(fixes: "", ["-f", "--metrics", "localhost:0", "fixes.ndjson"])
        let client = try MetricsClient(run)
        let silent = try client.connection()
        let flood = try client.connection()
        let spaces = Array(repeating: UInt8(ascii: " "), count: 9000)
        try FileHandle(fileDescriptor: flood).write(contentsOf: Data(spaces))
        let text = try client.request("GET /metrics HTTP/1.1\r\n\r\n")
        #expect(text.contains("fencewatch_devices 0\n"))
        close(silent)
        close(flood)
        #expect(run.end(SIGTERM) == 0)
    }

    @Test(arguments: ["nowhere", "127.0.0.1:", "127.0.0.1:70000", ":9", "[::1:9"])
    func addressesAreChecked(_ address: String) throws {
        let outcome = try Program(fixes: "").watch("--metrics", address, "fixes.ndjson")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("'\(address)' is no address, such as 127.0.0.1:9464"))
    }

    @Test func anAddressThatIsTakenIsToldBeforeAnything() throws {
        let run = try LiveRun(fixes: "", ["-f", "--metrics", "127.0.0.1:0", "fixes.ndjson"])
        let client = try MetricsClient(run)
        let outcome = try Program(fixes: "").watch(
            "--metrics", "127.0.0.1:\(client.port)", "--sink", "ndjson:events", "fixes.ndjson")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("cannot listen at 127.0.0.1:\(client.port): "))
        #expect(run.end(SIGTERM) == 0)
    }

    private func isSample(_ line: Substring) -> Bool {
        let parts = line.split(separator: " ")
        return parts.count == 2 && parts[0].hasPrefix("fencewatch_") && Double(parts[1]) != nil
    }
}
