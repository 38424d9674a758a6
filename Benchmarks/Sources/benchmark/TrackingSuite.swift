import Contenders
import Measuring
import RegionMonitoring
import Workloads

/// Fixes in memory to enters and exits in memory.
func runTracking(_ run: inout Run) throws {
    for name in Workload.Name.allCases where run.wants(set: name.rawValue) {
        let workload = try genuineWorkload(name)
        let batches = FixBatch.batches(of: workload, limit: run.isQuick ? 200_000 : .max)
        let regions = usableRegions(workload, &run)
        run.say("tracking, \(regions.name): \(regions.regions.count) regions")
        let geos = GEOSPeer(regions)
        var contenders: [any Contender] = [
            try EngineTracking(regions, policy: .immediate, batches: batches),
            geos.tracking(deviceCount: Int(Workload.deviceCount)),
        ]
        if name == .w4 {
            run.omit("fleet on W4: its devices jump across a continent, through dozens of zones")
        } else {
            contenders.insert(
                try EngineTracking(regions, policy: .fleet, batches: batches), at: 0)
        }
        let expected: Int? =
            switch name {
            case .w1: 21_301
            case .w2: 66_714
            case .w3: 2339
            // 1,987,420 with the polygons that are left out.
            case .w4: nil
            }
        Race(
            suite: "tracking", subject: regions.name, contenders: contenders, batches: batches,
            repeats: run.repeats
        ).run(expecting: run.isQuick ? nil : expected, into: &run)
        if let limit = [Workload.Name.w1: 12.0, .w2: 8, .w3: 12][name] {
            run.add(
                ratioOf: "GEOS + enter/exit", to: "fencewatch", atLeast: limit, in: "tracking",
                on: name.rawValue)
        }
    }
}
