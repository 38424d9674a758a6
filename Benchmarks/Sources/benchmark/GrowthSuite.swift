import Contenders
import Measuring
import RegionMonitoring
import Workloads

/// What more regions, more devices and more overlap cost.
func runGrowth(_ run: inout Run) throws {
    try growRegions(&run)
    try growDevices(&run)
    try growOverlap(&run)
}

private func growRegions(_ run: inout Run) throws {
    run.say("growth: regions")
    let fixes = FixBatch.walks(
        10_000, fixes: run.isQuick ? 100_000 : 500_000, west: -124, south: 25, east: -67, north: 49)
    var counts = run.isQuick ? [1000, 10_000] : [1000, 10_000, 100_000]
    if run.hasMillions { counts.append(1_000_000) }
    for count in counts {
        let regions = RegionSet.scattered(count)
        var contenders: [any Contender] = [
            try EngineMembership(regions),
            try EngineTracking(regions, policy: .fleet, batches: fixes, name: "fencewatch, events"),
        ]
        if count <= 100_000 { contenders.append(GEOSPeer(regions).membership) }
        Race(
            suite: "growth by regions", subject: "\(count) regions", contenders: contenders,
            batches: fixes, repeats: min(run.repeats, 3)
        ).run(expecting: nil, into: &run)
    }
    if !run.isQuick { run.addGrowth("growth by regions", "1000 regions", "100000 regions") }
}

private func growDevices(_ run: inout Run) throws {
    run.say("growth: devices")
    let regions = RegionSet(try genuineWorkload(.w1))
    for count in run.isQuick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000] {
        let fixes = FixBatch.cityWalks(
            count, fixes: max(run.isQuick ? 200_000 : 1_000_000, 4 * count))
        Race(
            suite: "growth by devices", subject: "\(count) devices",
            contenders: [
                try EngineTracking(
                    regions, policy: .fleet, batches: fixes, name: "fencewatch, events")
            ], batches: fixes, repeats: min(run.repeats, 3)
        ).run(expecting: nil, into: &run)
    }
    if !run.isQuick { run.addGrowth("growth by devices", "10000 devices", "1000000 devices") }
}

private func growOverlap(_ run: inout Run) throws {
    run.say("growth: overlap")
    let fixes = FixBatch.walks(
        1000, fixes: run.isQuick ? 20_000 : 100_000, west: 16.39, south: 48.195, east: 16.41,
        north: 48.205)
    for count in [10, 100, 300] {
        let regions = RegionSet.deep(count)
        Race(
            suite: "growth by overlap", subject: "\(count) regions over each fix",
            contenders: [try EngineMembership(regions), GEOSPeer(regions).membership],
            batches: fixes, repeats: min(run.repeats, 3)
        ).run(expecting: fixes.reduce(0) { $0 + $1.count } * count, into: &run)
    }
    guard
        let few = run.report.median("growth by overlap", "10 regions over each fix", "fencewatch"),
        let many = run.report.median("growth by overlap", "300 regions over each fix", "fencewatch")
    else { return }
    run.add(
        Target.atMost(30, "×", "time of 300 overlapping regions beside that of 10", many / few))
}

extension Run {
    /// Adds the target that the last subject's time is at most three times the first's.
    fileprivate mutating func addGrowth(_ suite: String, _ first: String, _ last: String) {
        let name = "fencewatch, events"
        guard let few = report.median(suite, first, name),
            let many = report.median(suite, last, name)
        else { return }
        add(Target.atMost(3, "×", "time of \(last) beside that of \(first)", many / few))
    }
}
