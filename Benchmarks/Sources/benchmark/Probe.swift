import Contenders
import Foundation
import Measuring
import RegionMonitoring
import Workloads

/// Measures that need a process of their own, because memory that was used before would blur them.
///
/// The benchmark runs itself with `--probe NAME ARGUMENT…`, and reads what it prints.
enum Probe {
    /// Figures by their names.
    typealias Figures = [String: Double]

    /// Runs a probe in a process of its own.
    static func run(_ arguments: String...) throws -> Figures {
        let child = try RunningChild([CommandLine.arguments[0], "--probe"] + arguments)
        let data = child.output.readDataToEndOfFile()
        let outcome = child.wait()
        guard outcome.status == 0 else {
            throw BenchmarkError(
                message: "probe \(arguments.joined(separator: " ")): status \(outcome.status)")
        }
        var figures = try JSONDecoder().decode(Figures.self, from: data)
        figures["peak"] = outcome.peakMiB
        return figures
    }

    /// Carries out a probe in this process.
    static func carryOut(_ arguments: [String]) throws -> Figures {
        switch (arguments.first, arguments.count) {
        case ("index", 3): return try index(of: arguments[1], by: arguments[2])
        case ("devices", 3):
            guard let count = Int(arguments[1]), let visits = Int(arguments[2]) else { break }
            return try devices(count, visits: visits)
        default: break
        }
        throw UsageError(message: "there is no probe '\(arguments.joined(separator: " "))'")
    }

    /// The heap that an index and its geometries take, and the time that building it takes.
    private static func index(of name: String, by contender: String) throws -> Figures {
        let before = OwnMemory.heapBytes
        var regions: RegionSet?
        if let workload = Workload.Name(rawValue: name) {
            regions = RegionSet(try genuineWorkload(workload)).withoutInvalid
        } else if let count = Int(name) {
            regions = .scattered(count)
        }
        guard let set = regions.take() else {
            throw UsageError(message: "there is no set '\(name)'")
        }
        let count = set.regions.count
        let start = CPUClock.processSeconds
        let made = try build(set, contender)
        let seconds = CPUClock.processSeconds - start
        return [
            "seconds": seconds, "bytes": Double(made.bytes(since: before)),
            "regions": Double(count),
        ]
    }

    /// Something whose memory is measured while it lives.
    private final class Held {
        private let value: Any

        init(_ value: Any) { self.value = value }

        func bytes(since before: Int) -> Int {
            withExtendedLifetime(value) { OwnMemory.heapBytes - before }
        }
    }

    private static func build(_ set: consuming RegionSet, _ contender: String) throws -> Held {
        switch contender {
        case "fencewatch": return Held(try EngineMembership(set))
        case "GEOS": return Held(GEOSPeer(set))
        case "S2":
            guard let peer = S2Peer(set) else { throw UsageError(message: "S2 is not installed") }
            return Held(peer)
        default: throw UsageError(message: "there is no contender '\(contender)'")
        }
    }

    /// The heap that devices take after a fix each, each in as many zones as asked for.
    private static func devices(_ count: Int, visits: Int) throws -> Figures {
        let corners = [(0.0, 0.0), (0, 1), (1, 1), (1, 0), (0, 0)].map {
            LocationCoordinate2D(latitude: $0.0, longitude: $0.1)
        }
        let zone = RegionShape.polygons([Polygon(exterior: corners)])
        let zones = RegionSet(name: "zones", shapes: repeatElement(zone, count: max(visits, 1)))
        var monitor = try EngineTracking.monitor(zones, .fleet)
        var output = MonitorOutput()
        var columns = LocationColumns()
        columns.reserveCapacity(FixBatch.size)
        let before = OwnMemory.heapBytes
        var eventCount = 0
        for first in stride(from: 0, to: count, by: FixBatch.size) {
            columns.removeAll()
            output.removeAll()
            for number in first..<min(first + FixBatch.size, count) {
                columns.append(
                    monitor.deviceNumber(for: DeviceID("veh-\(number)")),
                    at: Timestamp(secondsSince1970: 1_772_366_400),
                    latitude: visits > 0 ? 0.5 : 2, longitude: 0.5)
            }
            monitor.update(columns, into: &output)
            eventCount += output.events.count
        }
        guard monitor.deviceCount == count, eventCount == count * visits else {
            throw BenchmarkError(
                message: "\(monitor.deviceCount) of \(count) devices, \(eventCount) enters")
        }
        return ["bytes": Double(OwnMemory.heapBytes - before) / Double(count)]
    }
}
