import EventDelivery
import Foundation
import MonitoringService
import RegionMonitoring
import Testing

/// Region files that are read again while a run goes on.
struct RegionCatalogTests {
    /// Two region files in a folder of their own, and a pipeline that monitors what they hold.
    private final class Fixture {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("fencewatch-\(UUID().uuidString)")
        var catalog: RegionCatalog
        var pipeline: MonitoringPipeline

        init(_ first: String, _ second: String) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let paths = ["a", "b"].map { [folder] in folder.appendingPathComponent($0).path }
            try Data(first.utf8).write(to: URL(fileURLWithPath: paths[0]))
            try Data(second.utf8).write(to: URL(fileURLWithPath: paths[1]))
            catalog = RegionCatalog(paths: paths)
            var monitor = try RegionMonitor(policy: .immediate)
            let reading = catalog.read()
            _ = catalog.load(reading.files, into: &monitor)
            pipeline = MonitoringPipeline(monitor: monitor, sinks: try SinkGroup([]))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }

        /// Reads the files again and gives back the line that sums up.
        func reload() -> String { catalog.reload(into: pipeline).last ?? "" }

        /// The regions in force, each with its radius: `x:100 y:50`.
        var inForce: String {
            pipeline.monitoredRegions.map { region in
                guard case .circle(let circle) = region.shape else { return "?" }
                return "\(region.identifier.rawValue):\(Int(circle.radius))"
            }.sorted().joined(separator: " ")
        }
    }

    /// A file of circles: `x:100 y:50`; one of radius 0 is refused.
    private static func circles(_ list: String) -> String {
        let features = list.split(separator: " ").map { item in
            let parts = item.split(separator: ":")
            return """
                {"type":"Feature","id":"\(parts[0])","properties":{"radius":\(parts[1])},\
                "geometry":{"type":"Point","coordinates":[\(parts[1]),\(parts[0].count)]}}
                """
        }
        return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n")
            + "]}"
    }

    @Test(arguments: [
        // As it is: nothing happens.
        (
            "x:100 y:50", "z:10", "x:100 y:50 z:10",
            "0 regions added, 0 changed, 0 removed, 0 refused"
        ),
        // One added, one changed, one gone.
        ("x:200 w:5", "z:10", "w:5 x:200 z:10", "1 region added, 1 changed, 1 removed, 0 refused"),
        // A refused feature keeps its old version; a new one does not come.
        (
            "x:0 y:50 w:0", "z:10", "x:100 y:50 z:10",
            "0 regions added, 0 changed, 0 removed, 2 refused"
        ),
        // A region moves to the other file.
        (
            "x:100", "z:10 y:50", "x:100 y:50 z:10",
            "0 regions added, 0 changed, 0 removed, 0 refused"
        ),
        ("", "", "", "0 regions added, 0 changed, 3 removed, 0 refused"),
    ])
    func whatChangesTakesEffect(
        _ first: String, _ second: String, _ inForce: String, _ summary: String
    ) throws {
        let fixture = try Fixture(Self.circles("x:100 y:50"), Self.circles("z:10"))
        #expect(fixture.inForce == "x:100 y:50 z:10")
        try fixture.write(Self.circles(first), to: "a")
        try fixture.write(Self.circles(second), to: "b")
        #expect(fixture.reload() == "reloaded: " + summary)
        #expect(fixture.inForce == inForce)
    }

    @Test func aFileThatCannotBeReadKeepsItsRegions() throws {
        let fixture = try Fixture(Self.circles("x:100 y:50"), Self.circles("z:10"))
        try fixture.write("{", to: "a")
        // The other file takes effect, but for what belongs to the unreadable one.
        try fixture.write(Self.circles("w:5 x:7"), to: "b")
        #expect(
            fixture.reload()
                == "reloaded: 1 region added, 0 changed, 1 removed, 0 refused; "
                + "1 unreadable, whose regions are kept")
        #expect(fixture.inForce == "w:5 x:100 y:50")
        #expect(!fixture.catalog.hasRefused)
        // Once it can be read again, everything is as the files say.
        try fixture.write(Self.circles("y:60"), to: "a")
        #expect(fixture.reload() == "reloaded: 0 regions added, 2 changed, 0 removed, 0 refused")
        #expect(fixture.inForce == "w:5 x:7 y:60")
    }

    @Test func refusalsAreRemembered() throws {
        let fixture = try Fixture(Self.circles("x:0 y:50"), Self.circles("y:10"))
        #expect(fixture.inForce == "y:50")
        #expect(fixture.catalog.refusedCount == 2)
        try fixture.write(Self.circles("y:50"), to: "a")
        try fixture.write(Self.circles("z:10"), to: "b")
        #expect(fixture.reload() == "reloaded: 1 region added, 0 changed, 0 removed, 0 refused")
        #expect(fixture.catalog.refusedCount == 0)
        #expect(fixture.catalog.hasRefused)
    }
}
