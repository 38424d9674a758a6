import RegionMonitoring
import Testing
import _MonitoringTestSupport

@Suite struct SnapshotTests {
    /// A walk of three devices around five regions, with filters, gaps and poor accuracies.
    private func walk(seed: UInt64, count: Int) -> [(DeviceID, Location)] {
        var random = SeededGenerator(seed: seed)
        var east = [0.0, 100, -300]
        var north = [0.0, 50, 200]
        return (0..<count).map { index in
            let device = Int.random(in: 0..<3, using: &random)
            east[device] += .random(in: -120...120, using: &random)
            north[device] += .random(in: -120...120, using: &random)
            let accuracies: [Double?] = [nil, 5, 5, 20, 90, 400]
            return (
                DeviceID("d\(device)"),
                Location(
                    coordinate: LocationCoordinate2D(
                        latitude: 40 + north[device] / 111_000,
                        longitude: 7 + east[device] / 85_000),
                    timestamp: Timestamp(
                        microsecondsSince1970: 1_770_000_000_000_000 + Int64(index) * 7_000_000
                            - (Int.random(in: 0..<9, using: &random) == 0 ? 30_000_000 : 0)),
                    horizontalAccuracy: accuracies.randomElement(using: &random) ?? nil)
            )
        }
    }

    private func monitor(_ filter: LocationFilter) throws -> RegionMonitor {
        var monitor = try RegionMonitor(filter: filter)
        for index in 0..<5 {
            var overrides = PolicyOverrides()
            overrides.dwell = .seconds(60)
            overrides.silence = .seconds(120)
            if index == 1 { overrides.preset = .homeAssistant }
            if index == 2 { overrides.accuracyCeiling = .meters(50) }
            var region = Region(
                identifier: RegionID("r\(index)"),
                center: LocationCoordinate2D(
                    latitude: 40 + Double(index) * 0.001, longitude: 7 - Double(index) * 0.001),
                radius: 80 + 60 * Double(index))
            region.policy = overrides
            try monitor.startMonitoring(for: region)
        }
        return monitor
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func restoringAfterEveryFixGivesTheSameEvents(_ seed: UInt64) throws {
        let filter = LocationFilter(
            reorderWindow: seed % 2 == 0 ? .seconds(20) : nil, maximumSpeed: 60,
            distanceFilter: seed > 2 ? 15 : nil)
        var original = try monitor(filter)
        var restored = try monitor(filter)
        var expected = MonitorOutput()
        var actual = MonitorOutput()
        for (index, (device, fix)) in walk(seed: seed, count: 400).enumerated() {
            original.update(with: fix, from: device, into: &expected)
            restored = try RegionMonitor(restoring: restored.snapshot())
            restored.update(with: fix, from: device, into: &actual)
            if index % 50 == 49 {
                let time = fix.timestamp + .seconds(90)
                original.advance(to: time, into: &expected)
                restored = try RegionMonitor(restoring: restored.snapshot())
                restored.advance(to: time, into: &actual)
            }
        }
        original.flush(into: &expected)
        restored.flush(into: &actual)
        #expect(expected.events.count > 20, "seed \(seed) makes too few events to tell")
        #expect(actual.events == expected.events, "seed \(seed)")
        #expect(actual.rejections == expected.rejections, "seed \(seed)")
        #expect(restored.rejectionCounts == original.rejectionCounts)
        #expect(restored.snapshot() == original.snapshot())
    }

    @Test func damagedSnapshotsAreRefused() throws {
        var monitor = try monitor(LocationFilter())
        for (device, fix) in walk(seed: 9, count: 60) {
            _ = monitor.update(with: fix, from: device)
        }
        let snapshot = monitor.snapshot()
        #expect(throws: SnapshotError.self) { try RegionMonitor(restoring: []) }
        for length in stride(from: 0, to: snapshot.count, by: 37) {
            #expect(throws: SnapshotError.self) {
                try RegionMonitor(restoring: Array(snapshot.prefix(length)))
            }
        }
        for index in stride(from: 0, to: snapshot.count, by: 41) {
            var damaged = snapshot
            damaged[index] ^= 0x20
            #expect(throws: SnapshotError.self) { try RegionMonitor(restoring: damaged) }
        }
    }
}
