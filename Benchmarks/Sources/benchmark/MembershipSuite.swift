import Contenders
import Measuring
import Workloads

/// Which regions hold each place, and how long the indexes take to build.
func runMembership(_ run: inout Run) throws {
    for name in Workload.Name.allCases where run.wants(set: name.rawValue) {
        let workload = try genuineWorkload(name)
        let batches = FixBatch.batches(of: workload, limit: run.isQuick ? 200_000 : .max)
        let expected: Int? =
            switch name {
            case .w1: 968_388
            case .w2: 1_401_915
            case .w3: 63_078
            case .w4: nil
            }
        try race(
            usableRegions(workload, &run), batches, expecting: run.isQuick ? nil : expected,
            into: &run)
        run.add(
            ratioOf: "GEOS", to: "fencewatch", atLeast: 15, in: "membership", on: name.rawValue)
        run.add(ratioOf: "S2", to: "fencewatch", atLeast: 8, in: "membership", on: name.rawValue)
        run.addBuildTargets(on: name.rawValue)
    }
    for regions in try realSets(&run) {
        try race(regions, walks(over: regions, run), expecting: nil, into: &run)
    }
}

extension Run {
    fileprivate mutating func addBuildTargets(on set: String) {
        guard let ours = report.median("build", set, "fencewatch"),
            let theirs = report.median("build", set, "GEOS")
        else { return }
        add(Target.atMost(15, "×", "build, \(set): fencewatch beside GEOS", ours / theirs))
        if set == "W3" { add(Target.atMost(3, " s", "build, W3", ours)) }
    }
}

private func race(
    _ regions: RegionSet, _ batches: [FixBatch], expecting expected: Int?, into run: inout Run
) throws {
    run.say("membership, \(regions.name): \(regions.regions.count) regions")
    var builds: [String: [Double]] = [:]
    func timed<T>(_ name: String, _ make: () throws -> T) rethrows -> T {
        let start = CPUClock.processSeconds
        defer { builds[name, default: []].append(CPUClock.processSeconds - start) }
        return try make()
    }
    var contenders: [any Contender] = []
    for round in 0..<(run.isQuick ? 1 : run.repeats) {
        let engine = try timed("fencewatch") { try EngineMembership(regions) }
        let geos = timed("GEOS") { GEOSPeer(regions) }
        if round == 0 { contenders = [engine, geos.membership] }
        // Minutes of W4's three million vertices would be S2's.
        if regions.name == "W4" { continue }
        let s2 = timed("S2") { S2Peer(regions) }
        if round == 0, let s2 { contenders.append(s2) }
    }
    if !S2Peer.isAvailable { run.omit("S2: install libs2-dev to have it measured too") }
    for name in ["fencewatch", "GEOS", "S2"] {
        guard let values = builds[name], name != "S2" || S2Peer.isAvailable else { continue }
        run.add(
            Figure(
                suite: "build", subject: regions.name, contender: name, unit: "s", values: values))
    }
    Race(
        suite: "membership", subject: regions.name, contenders: contenders, batches: batches,
        repeats: run.repeats,
        // Edges of hundreds of kilometres are other lines on the sphere than on the plane.
        tolerance: regions.name.hasPrefix("W") ? 0.01 : 0.1
    ).run(expecting: expected, into: &run)
}

/// The regions of a workload that the engine takes.
func usableRegions(_ workload: Workload, _ run: inout Run) -> RegionSet {
    let all = RegionSet(workload)
    guard workload.name == .w4 else { return all }
    let usable = all.withoutInvalid
    let count = all.regions.count - usable.regions.count
    run.omit("\(count) of the \(all.regions.count) polygons of W4, whose own edges cross")
    return usable
}

/// A workload whose checksums were compared.
func genuineWorkload(_ name: Workload.Name) throws -> Workload {
    let workload = Workload(name)
    guard workload.isGenuine else {
        throw BenchmarkError(message: "\(name.rawValue) was not made as it is defined")
    }
    return workload
}

/// Why the benchmark cannot go on.
struct BenchmarkError: Error {
    var message: String
}
