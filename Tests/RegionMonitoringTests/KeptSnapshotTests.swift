import Foundation
import RegionMonitoring
import Testing

/// The snapshots of former releases, in `Tests/Kept`, are read for ever and go on as they always did.
///
/// With FENCEWATCH_KEEP in the environment the present snapshot is written there, for a new format.
struct KeptSnapshotTests {
    private static let kept = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Kept")

    /// Where a walker is at a step, in steps of some metres: to and fro, each at a pace of its own.
    private func fix(_ step: Int) -> (DeviceID, Location) {
        let device = step % 4
        let way = step * (3 + device) % 240
        let east = (way < 120 ? way : 240 - way) - 60
        let north = device * 10 - 15
        return (
            DeviceID("d\(device)"),
            Location(
                coordinate: LocationCoordinate2D(
                    latitude: 40 + Double(north) / 16_384, longitude: 7 + Double(east) / 16_384),
                timestamp: Timestamp(
                    microsecondsSince1970: 1_770_000_000_000_000 + Int64(step) * 7_000_000
                        - (step % 11 == 0 ? 16_000_000 : 0)),
                horizontalAccuracy: [nil, 5, 5, 20, 90, 400][step % 6])
        )
    }

    private func monitor() throws -> RegionMonitor {
        var monitor = try RegionMonitor(
            filter: LocationFilter(reorderWindow: .seconds(20), maximumSpeed: 60))
        monitor.forgetsAfter = .seconds(3600)
        for index in 0..<5 {
            var overrides = PolicyOverrides()
            overrides.dwell = .seconds(60)
            overrides.silence = .seconds(120)
            if index == 1 { overrides.preset = .homeAssistant }
            if index == 2 { overrides.accuracyCeiling = .meters(50) }
            var region = Region(
                identifier: RegionID("r\(index)"),
                center: LocationCoordinate2D(
                    latitude: 40 + Double(index) / 1024, longitude: 7 - Double(index) / 1024),
                radius: 80 + 60 * Double(index))
            region.policy = overrides
            try monitor.startMonitoring(for: region)
        }
        return monitor
    }

    private let cut = 301

    /// What becomes of a monitor that has seen the first half of the walk.
    private func continuation(of monitor: RegionMonitor) -> String {
        var monitor = monitor
        var output = MonitorOutput()
        for step in cut..<600 {
            let (device, fix) = fix(step)
            monitor.update(with: fix, from: device, into: &output)
        }
        monitor.advance(to: fix(600).1.timestamp + .seconds(90), into: &output)
        monitor.advance(to: fix(600).1.timestamp + .seconds(7200), into: &output)
        monitor.flush(into: &output)
        var text = ""
        for event in output.events {
            let reason = event.reason.map { " \($0)" } ?? ""
            text += "\(event.timestamp) \(event.kind) \(event.device.rawValue) \(event.sequence) "
            text += "\(event.region.rawValue) \(event.state) \(event.decidedAt)\(reason)\n"
        }
        return text
    }

    @Test(arguments: [1])
    func aSnapshotGoesOn(format: Int) throws {
        let folder = Self.kept.appending(path: "format-\(format)")
        if ProcessInfo.processInfo.environment["FENCEWATCH_KEEP"] != nil {
            var monitor = try monitor()
            var output = MonitorOutput()
            for step in 0..<cut {
                let (device, fix) = fix(step)
                monitor.update(with: fix, from: device, into: &output)
            }
            let continuation = continuation(of: monitor)
            try Data(monitor.snapshot()).write(to: folder.appending(path: "snapshot.bin"))
            try Data(continuation.utf8).write(to: folder.appending(path: "snapshot.txt"))
        }
        let bytes = try Data(contentsOf: folder.appending(path: "snapshot.bin"))
        let expected = try String(
            contentsOf: folder.appending(path: "snapshot.txt"), encoding: .utf8)
        let monitor = try RegionMonitor(restoring: [UInt8](bytes))
        #expect(monitor.deviceCount == 4 && monitor.monitoredRegions.count == 5)
        #expect(monitor.forgetsAfter == .seconds(3600))
        #expect(continuation(of: monitor) == expected)
        #expect(expected.split(separator: "\n").count > 40)
    }
}
