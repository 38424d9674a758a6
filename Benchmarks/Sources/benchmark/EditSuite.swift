import Contenders
import Measuring
import RegionMonitoring
import Workloads

/// Regions put, replaced and removed while devices move.
func runEdits(_ run: inout Run) throws {
    try editOneByOne(&run)
    if run.hasMillions { try editMany(&run) }
}

private func editOneByOne(_ run: inout Run) throws {
    let count = run.isQuick ? 10_000 : 100_000
    let subject = "among \(count) regions"
    run.say("edits \(subject)")
    var random = RandomStream(seed: RegionSet.seed &+ 2)
    var monitor = try EngineTracking.monitor(.scattered(count), .fleet)
    let fixes = FixBatch.walks(
        10_000, fixes: 400_000, west: -124, south: 25, east: -67, north: 49)
    let devices = (0..<10_000).map { DeviceID("veh-\($0)") }
    var output = MonitorOutput()
    var edits: [String: [Double]] = [:]
    var evaluations: [Double] = []
    var next = 0

    func evaluate(_ number: Int) {
        for _ in 0..<number {
            let batch = fixes[next / FixBatch.size]
            let index = next % FixBatch.size
            next += 1
            let fix = Location(
                coordinate: LocationCoordinate2D(
                    latitude: batch.latitudes[index], longitude: batch.longitudes[index]),
                timestamp: Timestamp(secondsSince1970: 1_772_366_400 + batch.seconds[index]))
            output.removeAll()
            let start = CPUClock.threadSeconds
            monitor.update(
                with: fix, from: devices[Int(batch.devices[index])], into: &output)
            evaluations.append((CPUClock.threadSeconds - start) * 1000)
        }
    }

    evaluate(20_000)
    evaluations.removeAll()
    for edit in 0..<(run.isQuick ? 60 : 300) {
        let kind = ["put", "replace", "remove"][edit % 3]
        let shape = RegionSet.scatteredStar(&random)
        let number = random.below(UInt32(count))
        let start = CPUClock.threadSeconds
        switch kind {
        case "put":
            try monitor.startMonitoring(
                for: Region(identifier: RegionID("new-\(edit)"), shape: shape), into: &output)
        case "replace":
            try monitor.startMonitoring(
                for: Region(identifier: RegionID("\(number)"), shape: shape), into: &output)
        default: monitor.stopMonitoring(for: RegionID("\(number)"), into: &output)
        }
        edits[kind, default: []].append((CPUClock.threadSeconds - start) * 1000)
        evaluate(run.isQuick ? 200 : 1000)
    }
    for kind in ["put", "replace", "remove"] {
        let values = edits[kind] ?? []
        run.add(
            Figure(suite: "edits", subject: subject, contender: kind, unit: "ms", values: values))
        run.add(Target.atMost(5, " ms", "\(kind) a region \(subject)", values.max() ?? .nan))
    }
    evaluations.sort()
    let late = evaluations[evaluations.count * 999 / 1000]
    run.add(
        Figure(
            suite: "edits", subject: subject, contender: "a fix meanwhile, p99.9", unit: "ms",
            values: [late],
            note: "Of \(evaluations.count) fixes one by one, the first after an edit among them; "
                + "the slowest took \((evaluations.last ?? .nan).short) ms."))
    run.add(Target.atMost(20, " ms", "a fix between edits, p99.9", late))
}

private func editMany(_ run: inout Run) throws {
    run.say("edits among a million regions")
    var random = RandomStream(seed: RegionSet.seed &+ 3)
    var monitor = try EngineTracking.monitor(.scattered(1_000_000), .fleet)
    let fix = Location(
        coordinate: LocationCoordinate2D(latitude: 40, longitude: -100),
        timestamp: Timestamp(secondsSince1970: 1_772_366_400))
    _ = monitor.update(with: fix, from: "veh-0")
    let replacements = (0..<10_000).map { _ in
        Region(
            identifier: RegionID("\(random.below(1_000_000))"),
            shape: RegionSet.scatteredStar(&random))
    }
    var output = MonitorOutput()
    let start = CPUClock.threadSeconds
    for region in replacements { try monitor.startMonitoring(for: region, into: &output) }
    monitor.update(with: fix, from: "veh-1", into: &output)
    let seconds = CPUClock.threadSeconds - start
    run.add(
        Figure(
            suite: "edits, many", subject: "1 % of a million regions",
            contender: "replace all, then a fix", unit: "s", values: [seconds]))
    run.add(Target.atMost(1, " s", "replace 1 % of a million regions", seconds))
}
