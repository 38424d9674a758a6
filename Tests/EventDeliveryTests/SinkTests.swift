import EventDelivery
import Foundation
import RegionMonitoring
import Testing

struct SinkTests {
    private func event(_ kind: RegionEvent.Kind = .didEnterRegion, _ region: RegionID = "z")
        -> RegionEvent
    {
        let time = Timestamp(microsecondsSince1970: 1_772_366_400_000_000)
        return RegionEvent(
            kind: kind, device: "d", region: region, sequence: 1, timestamp: time, decidedAt: time,
            state: .inside)
    }

    /// A path in a fresh folder, which is removed afterwards.
    private func withPath(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("fencewatch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appendingPathComponent("events.ndjson").path)
    }

    private func lineCount(_ path: String) throws -> Int {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count
    }

    @Test func aFileIsCreatedAnewOrAppendedTo() throws {
        try withPath { path in
            for (destination, expected) in [
                (NDJSONSink.Destination.appendingTo(path), 2), (.appendingTo(path), 4),
                (.file(path), 2),
            ] {
                var sink = try NDJSONSink(destination)
                try sink.deliver([event(), event(.didExitRegion)])
                try sink.finish()
                #expect(try lineCount(path) == expected)
            }
        }
    }

    @Test func eachDeliveryIsThereWhenItReturns() throws {
        try withPath { path in
            var sink = try NDJSONSink(.file(path))
            try sink.report([MonitoringFailure(region: "z", reason: "r", detail: "d")])
            #expect(try lineCount(path) == 1)
            try sink.deliver([event()])
            #expect(try lineCount(path) == 2)
        }
    }

    @Test func errorsNameTheFile() {
        let error = #expect(throws: OutputError.self) { try NDJSONSink(.file("/no/such/folder/x")) }
        #expect(error?.description == "cannot open /no/such/folder/x: No such file or directory")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func aFullDeviceIsAnError() throws {
        var sink = try NDJSONSink(.file("/dev/full"))
        let error = #expect(throws: OutputError.self) { try sink.deliver([event()]) }
        #expect(error?.description == "cannot write to /dev/full: No space left on device")
        #expect(error?.isClosedPipe == false)
    }

    @Test(arguments: [
        ("*", "anything", true), ("*", "", true), ("", "", true), ("", "a", false),
        ("depot-*", "depot-3", true), ("depot-*", "depot-", true), ("depot-*", "a depot-3", false),
        ("*-3", "depot-3", true), ("d?pot", "depot", true), ("d?pot", "dpot", false),
        ("*a*b*", "xxaxxbxx", true), ("*a*b*", "xxbxxaxx", false), ("?", "车", true),
        ("a*aab", "aaaaaaab", true), ("[ab]", "a", false), ("[ab]", "[ab]", true),
    ])
    func globs(_ pattern: String, _ name: String, _ expected: Bool) {
        #expect(Glob(pattern).matches(name) == expected)
    }

    @Test func selections() {
        var selection = EventSelection()
        #expect(selection.isEverything && selection.contains(event()))
        selection.kinds = [.exit, .state]
        selection.regions = [Glob("depot-*"), Glob("yard")]
        #expect(selection.contains(event(.didExitRegion, "depot-1")))
        #expect(selection.contains(event(.didDetermineState, "yard")))
        #expect(!selection.contains(event(.didEnterRegion, "depot-1")))
        #expect(!selection.contains(event(.didExitRegion, "z")))
        #expect(!selection.contains(MonitoringFailure(region: "yard", reason: "", detail: "")))
        selection.kinds = [.failure]
        #expect(selection.contains(MonitoringFailure(region: nil, reason: "", detail: "")))
        #expect(!selection.contains(MonitoringFailure(region: "z", reason: "", detail: "")))
    }

    @Test func specifications() throws {
        for text in ["ndjson:-", "ndjson:a:b", "ndjson:+a"] {
            #expect(try SinkSpecification(text).name == text)
        }
        #expect(try SinkSpecification("ndjson:-").path == nil)
        #expect(try SinkSpecification("ndjson:a:b").path == "a:b")
        #expect(try SinkSpecification("ndjson:+a").path == "a")
        for (text, expected) in [
            ("kafka://h/t", "sink 'kafka://h/t' needs the trait Kafka, which is not built in"),
            ("webhook:http://h", "sink 'webhook:http://h' needs the trait Webhook"),
            ("ndjson:", "sink 'ndjson:': the path is missing"), ("ndjson:+", "the path is missing"),
            ("events.ndjson", "'events.ndjson' is no sink; write ndjson:-"),
            ("csv:x", "'csv:x' is no sink"),
        ] {
            let error = #expect(throws: SinkSpecificationError.self) {
                try SinkSpecification(text)
            }
            #expect(error?.description.contains(expected) == true)
        }
    }
}
