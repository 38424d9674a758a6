import RegionMonitoring
import Synchronization
import Testing

private final class Recorder: RegionMonitorDelegate {
    let calls = Mutex<[String]>([])

    func didEnterRegion(_ event: RegionEvent) { note("enter", event) }
    func didExitRegion(_ event: RegionEvent) { note("exit", event) }
    func didDwellInRegion(_ event: RegionEvent) { note("dwell", event) }
    func didDetermineState(_ event: RegionEvent) { note("state", event) }

    private func note(_ name: String, _ event: RegionEvent) {
        calls.withLock { $0.append("\(name) \(event.device.rawValue) \(event.sequence)") }
    }
}

@Suite struct DelegateTests {
    @Test func theDelegateIsToldEveryEventInOrder() throws {
        var policy = PolicyOverrides()
        policy.dwell = .some(.seconds(30))
        var monitor = try RegionMonitor(policy: PolicyChoice.immediate.applying(policy))
        try monitor.startMonitoring(
            for: Region(
                identifier: "depot", center: LocationCoordinate2D(latitude: 50, longitude: 8),
                radius: 100), assuming: .outside)
        let recorder = Recorder()
        monitor.delegate = recorder
        func fix(_ seconds: Int64, _ longitude: Double) -> Location {
            Location(
                coordinate: LocationCoordinate2D(latitude: 50, longitude: longitude),
                timestamp: Timestamp(
                    microsecondsSince1970: 1_770_000_000_000_000 + seconds * 1_000_000))
        }
        var output = MonitorOutput()
        monitor.update(with: fix(0, 8), from: "van", into: &output)
        monitor.update(with: fix(40, 8), from: "van", into: &output)
        monitor.update(with: fix(60, 8.01), from: "van", into: &output)
        monitor.requestState(for: "depot", of: "van", into: &output)
        #expect(
            recorder.calls.withLock { $0 } == [
                "enter van 1", "dwell van 2", "exit van 3", "state van 4",
            ])
        #expect(output.events.count == 4)
    }
}
