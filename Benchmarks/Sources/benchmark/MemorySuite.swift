import Contenders
import Measuring
import Workloads

/// What indexes, devices and visits weigh.
func runMemory(_ run: inout Run) throws {
    run.say("memory")
    var sets = Workload.Name.allCases.map(\.rawValue).filter { run.wants(set: $0) }
    if run.isQuick { sets = sets.filter { $0 == "W1" } }
    for set in sets {
        for contender in ["fencewatch", "GEOS", "S2"] {
            if contender == "S2", !S2Peer.isAvailable || set == "W4" { continue }
            let figures = try Probe.run("index", set, contender)
            run.add(
                Figure(
                    suite: "index memory", subject: set, contender: contender, unit: "MiB",
                    values: [(figures["bytes"] ?? .nan) / 1_048_576],
                    note: "Heap in use with the regions' geometries and the index."))
        }
    }
    for set in sets {
        guard let ours = run.report.median("index memory", set, "fencewatch"),
            let theirs = run.report.median("index memory", set, "GEOS")
        else { continue }
        run.add(Target.atMost(1, "×", "index memory beside GEOS's, \(set)", ours / theirs))
    }
    if run.hasMillions {
        let figures = try Probe.run("index", "1000000", "fencewatch")
        let bytes = figures["bytes"] ?? .nan
        run.add(
            Figure(
                suite: "a million regions", subject: "24 vertices each", contender: "fencewatch",
                unit: "bytes/region", values: [bytes / 1e6]))
        run.add(
            Figure(
                suite: "a million regions", subject: "24 vertices each", contender: "fencewatch",
                unit: "s to build", values: [figures["seconds"] ?? .nan]))
        run.add(
            Target.atMost(1024, " B", "memory of one of 1M regions of 24 vertices", bytes / 1e6))
    }
    try measureDevices(&run)
}

private func measureDevices(_ run: inout Run) throws {
    let count = run.isQuick ? 100_000 : 10_000_000
    let subject = "\(count) devices"
    let visits = 4
    let idle = try Probe.run("devices", "\(count)", "0")
    let inside = try Probe.run("devices", "\(count / 10)", "\(visits)")
    let few = try Probe.run("devices", "\(count / 10)", "0")
    let bytes = idle["bytes"] ?? .nan
    let visit = ((inside["bytes"] ?? .nan) - (few["bytes"] ?? .nan)) / Double(visits)
    let note =
        "Heap after a fix of each device, the table of identifiers included (\"veh-0\" and so on); "
        + "a visit is a quarter of what four open ones add, at a tenth of the devices."
    run.add(
        Figure(
            suite: "devices", subject: subject, contender: "idle device", unit: "bytes",
            values: [bytes], note: note))
    run.add(
        Figure(
            suite: "devices", subject: subject, contender: "open visit", unit: "bytes",
            values: [visit], note: note))
    let peak = idle["peak"]
    run.addPeak("devices", subject, "peak of the process", [peak].compactMap(\.self))
    run.add(Target.atMost(64, " B", "an idle device, its identifier included", bytes))
    run.add(Target.atMost(48, " B", "an open visit", visit))
    if !run.isQuick, let peak {
        run.add(Target.atMost(1500, " MiB", "peak with 10M devices", peak))
    }
}
