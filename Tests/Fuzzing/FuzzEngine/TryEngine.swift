import FixStreams
import FuzzSupport
import MonitoringService
import RegionMonitoring

/// Runs a stream of fixes and controls through a pipeline twice, in one block and in small ones.
///
/// The first byte chooses the policy, the second the filter, the third the size of blocks; the rest is the
/// stream, lines of JSON.
func tryEngine(_ input: [UInt8]) {
    var choices = Choices(input)
    let policy = choices.next(of: [
        PolicyChoice.immediate, .fleet, .site, .zone, .coreLocation(cushion: 20),
        .android(loiteringDelay: .seconds(60)), .windows(dwellTime: .seconds(30)), .homeAssistant,
        .esri(.intersects), .esri(.contains), .esri(.containsThenDisjoint),
    ])
    let flags = choices.next()
    var filter = LocationFilter()
    filter.keepsNullIsland = flags & 1 != 0
    filter.reorderWindow = flags & 2 != 0 ? .seconds(20) : nil
    filter.maximumSpeed = flags & 4 != 0 ? 200 : nil
    filter.distanceFilter = flags & 8 != 0 ? 3 : nil
    filter.minimumInterval = flags & 16 != 0 ? .seconds(2) : nil
    filter.maximumAccuracy = flags & 32 != 0 ? 100 : nil
    filter.maximumAge = flags & 64 != 0 ? .seconds(86_400) : nil
    let blockSize = choices.next(of: [1, 61, 400])
    do {
        let monitor = try monitor(policy, filter)
        try withMemoryFile(choices.rest) { path in
            let whole = try EngineRun(path, monitor, blockSize: 1 << 18)
            check(whole)
            let parts = try EngineRun(path, monitor, blockSize: blockSize)
            expect(parts == whole, "blocks of \(blockSize) bytes: \(parts), whole: \(whole)")
        }
    } catch {
        expect(false, "a sound monitor or file of lines is refused: \(error)")
    }
}

private func monitor(_ policy: PolicyChoice, _ filter: LocationFilter) throws -> RegionMonitor {
    var monitor = try RegionMonitor(policy: policy, filter: filter)
    let center = LocationCoordinate2D(latitude: 0, longitude: 10)
    try monitor.startMonitoring(
        for: Region(identifier: RegionID("a"), center: center, radius: 150))
    try monitor.startMonitoring(
        for: Region(identifier: RegionID("b"), center: center, radius: 3000))
    return monitor
}

private func check(_ run: EngineRun) {
    let counts = run.counts
    expect(counts.isBalanced, "the account does not add up: \(counts)")
    expect(run.account == counts.records, "the input's account is \(run.account), not \(counts)")
    expect(counts.eventTotal == UInt64(run.events.count), "\(counts), \(run.events)")
    var sequences: [DeviceID: UInt64] = [:]
    for event in run.events {
        expect(
            event.sequence == sequences[event.device, default: 0] + 1,
            "a gap before \(event) in \(run.events)")
        sequences[event.device] = event.sequence
    }
}
