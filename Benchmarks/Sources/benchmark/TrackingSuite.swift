import Contenders
import Measuring
import RegionMonitoring
import Workloads

/// Fixes in memory to enters and exits in memory.
func runTracking(_ run: inout Run) throws {
    for name in Workload.Name.allCases where run.wants(set: name.rawValue) {
        let workload = try genuineWorkload(name)
        let batches = FixBatch.batches(of: workload, limit: run.isQuick ? 200_000 : .max)
        let regions = RegionSet(workload)
        run.say("tracking, \(regions.name): \(regions.regions.count) regions")
        let geos = GEOSPeer(regions)
        let contenders: [any Contender] = [
            try EngineTracking(regions, policy: .fleet, batches: batches),
            try EngineTracking(regions, policy: .immediate, batches: batches),
            geos.tracking(deviceCount: Int(Workload.deviceCount)),
        ]
        let expected =
            switch name {
            case .w1: 21_301
            case .w2: 66_714
            case .w3: 2339
            case .w4: 1_987_420
            }
        Race(
            suite: "tracking", subject: regions.name, contenders: contenders, batches: batches,
            repeats: run.repeats
        ).run(expecting: run.isQuick ? nil : expected, into: &run)
    }
}
