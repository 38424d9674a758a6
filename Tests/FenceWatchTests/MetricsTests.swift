import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The figures that a run tells while it goes on.
@Suite(.timeLimit(.minutes(1)))
struct MetricsTests {
    @Test func figuresAreTold() throws {
        let fixes =
            Scenario.fix("a", 1, inside: true) + "?\n\n" + Scenario.fix("a", 1, inside: true)
        let run = try LiveRun(
            fixes: fixes, ["-f", "--metrics", "127.0.0.1:0", "--threads", "2", "fixes.ndjson"])
        #expect(run.output.next() == Scenario.enter("a", 1))
        let port = try port(of: run)
        var text = ""
        // The figures follow the event, and what its sink says of it too.
        let last = [
            "fencewatch_records_received_total 4\n",
            "fencewatch_events_undelivered{sink=\"ndjson:-\"} 0\n",
        ]
        while !last.allSatisfy({ text.contains($0) }) {
            text = try request("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", port)
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
        #expect(try request("GET / HTTP/1.0\r\n\r\n", port).hasPrefix("HTTP/1.1 404 "))
        #expect(try request("POST /metrics HTTP/1.1\r\n\r\n", port).hasPrefix("HTTP/1.1 405 "))
        let head = try request("HEAD /metrics?x HTTP/1.1\r\n\r\n", port)
        #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n"))
        #expect(run.end(SIGTERM) == 1, "a record is defective")
    }

    @Test func aClientThatSaysNothingHoldsNobodyUp() throws {
        let run = try LiveRun(fixes: "", ["-f", "--metrics", "localhost:0", "fixes.ndjson"])
        let port = try port(of: run)
        let silent = try connection(port)
        let flood = try connection(port)
        let spaces = Array(repeating: UInt8(ascii: " "), count: 9000)
        try FileHandle(fileDescriptor: flood).write(contentsOf: Data(spaces))
        let text = try request("GET /metrics HTTP/1.1\r\n\r\n", port)
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
        let port = try port(of: run)
        let outcome = try Program(fixes: "").watch(
            "--metrics", "127.0.0.1:\(port)", "--sink", "ndjson:events", "fixes.ndjson")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("cannot listen at 127.0.0.1:\(port): "))
        #expect(run.end(SIGTERM) == 0)
    }

    private func port(of run: LiveRun) throws -> UInt16 {
        while let line = run.errors.next() {
            if let range = line.range(of: "metrics are at port ") {
                return try #require(UInt16(line[range.upperBound...].dropLast()))
            }
        }
        Issue.record("the port was not told")
        return 0
    }

    private func isSample(_ line: Substring) -> Bool {
        let parts = line.split(separator: " ")
        return parts.count == 2 && parts[0].hasPrefix("fencewatch_") && Double(parts[1]) != nil
    }

    private func connection(_ port: UInt16) throws -> Int32 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: the pointer is to a local that outlives the call, and has that size.
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, size)
            }
        }
        try #require(code == 0, "no connection to port \(port)")
        return socket
    }

    /// Sends a request and gives back all that is answered.
    private func request(_ text: String, _ port: UInt16) throws -> String {
        let socket = try connection(port)
        let handle = FileHandle(fileDescriptor: socket, closeOnDealloc: true)
        try handle.write(contentsOf: Data(text.utf8))
        return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
}
