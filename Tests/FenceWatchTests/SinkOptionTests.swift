import Foundation
import Testing

/// Sinks as the command line asks for them.
struct SinkOptionTests {
    private let regions = """
        {"type":"Feature","id":"depot","properties":{"radius":100},\
        "geometry":{"type":"Point","coordinates":[10,0]}}

        """

    /// Fixes of one device that goes in and out, an event each.
    private func fixes(_ count: Int) -> String {
        (0..<count).map { number in
            """
            {"device":"d","timestamp":\(1_772_366_400 + number * 60),\
            "lat":\(number % 2 == 0 ? "0" : "0.5"),"lon":10}

            """
        }.joined()
    }

    private func run(_ count: Int, _ arguments: String...) throws -> (Program, Program.Outcome) {
        let program = try Program()
        try program.write(regions, to: "regions.geojson")
        let outcome = try program.run(
            ["-r", "regions.geojson", "--preset", "immediate", "--assume", "outside"] + arguments,
            input: fixes(count))
        return (program, outcome)
    }

    @Test func severalSinksGetTheSame() throws {
        let (program, outcome) = try run(
            50, "--sink", "ndjson:-", "--sink", "exec:cat > command.out", "--sink",
            "ndjson:+file.out")
        #expect(outcome.status == 0 && outcome.lines.count == 50)
        #expect(try program.read("command.out") == outcome.output)
        #expect(try program.read("file.out") == outcome.output)
    }

    @Test func cloudEventsHaveTheRecordAsTheirData() throws {
        let plain = try run(1).1
        let outcome = try run(1, "--sink-format", "cloudevents").1
        let prefix = """
            {"specversion":"1.0","id":"0:d:1","source":"fencewatch",\
            "type":"fencewatch.didEnterRegion","subject":"d","time":"2026-03-01T12:00:00Z",\
            "datacontenttype":"application/json","data":
            """
        #expect(outcome.output == prefix + plain.output.dropLast() + "}\n")
    }

    @Test func aStuckSinkHoldsUpNoOtherAndIsLeftAtTheEnd() throws {
        let (program, outcome) = try run(
            300, "--sink", "exec:exec sleep 1000", "--sink", "ndjson:file.out", "--sink-queue",
            "100000", "--queue", "10", "--when-full", "drop-newest", "--drain", "0.2s", "--summary",
            "json")
        #expect(outcome.status == 1)
        #expect(try program.read("file.out").split(separator: "\n").count == 300)
        let summary = try #require(outcome.errors.split(separator: "\n").last)
        let json = try JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [String: Any]
        let sinks = try #require(json?["sinks"] as? [String: [String: Int]])
        let stuck = try #require(sinks["exec:exec sleep 1000"])
        #expect(stuck["offered"] == 300 && stuck["delivered"] == 0 && stuck["peakQueue"] == 10)
        #expect(stuck["dropped"] == 290 && stuck["waiting"] == 10)
        #expect(sinks["ndjson:file.out"]?["delivered"] == 300)
        let undelivered = json?["undelivered"] as? [String: Int]
        #expect(undelivered == ["exec:exec sleep 1000": 300, "ndjson:file.out": 0])
    }

    @Test(arguments: [
        (["--sink", "kafka://h/t"], "needs the trait Kafka, which is not built in"),
        (["--sink", "https://u:secret@h/"], "sink 'https://…@h/'"),
        (["--sink", "exec: "], "the command is missing"),
        (["--sink-rotate-size", "1M"], "'--sink-rotate-size' is of use with files only"),
        (["--sink", "exec:cat", "--sink-sync", "always"], "'--sink-sync' is of no use with sink"),
        (["--sink", "ndjson:x", "--sink-keep", "3"], "with --sink-rotate-size or"),
        (["--sink", "ndjson:x", "--sink-restart", "never"], "of no use with sink 'ndjson:x'"),
        (["--queue", "0"], "'0' is no whole number from 1"),
        (["--when-full", "drop"], "unknown value 'drop'"),
        (["--sink-rotate-size", "5X"], "'5X' is no number of bytes"),
        (["--sink-secret", "s3cret"], "option '--sink-secret':"),
    ])
    func whatMakesNoSenseIsRefused(_ arguments: [String], _ expected: String) throws {
        let program = try Program()
        let outcome = try program.run(["-r", "regions.geojson"] + arguments)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(!outcome.errors.contains("secret@") && !outcome.errors.contains("'s3cret'"))
    }
}
