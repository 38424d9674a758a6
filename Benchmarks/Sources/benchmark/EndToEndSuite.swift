import Contenders
import Foundation
import Measuring
import Workloads

/// The whole program: a file of fixes in, a file of events out.
func runEndToEnd(_ run: inout Run) throws {
    let files = try WorkloadFiles(root: run.root)
    let program = try files.program()
    for name in [Workload.Name.w1, .w2, .w3] where run.wants(set: name.rawValue) {
        if run.isQuick, name != .w1 { continue }
        let paths = try files.paths(of: name)
        run.say("end to end, \(name.rawValue)")
        let expected = [Workload.Name.w1: 21_301, .w2: 66_714, .w3: 2339][name]
        let events = files.folder.appendingPathComponent("\(name.rawValue)-events.ndjson").path
        let cases: [(name: String, options: [String])] = [
            ("fencewatch", []), ("fencewatch, immediate", ["--preset", "immediate"]),
        ]
        var cost = cases.map { _ in [Double]() }
        var memory = cases.map { _ in [Double]() }
        for _ in 0..<(run.isQuick ? 1 : run.repeats) {
            for (index, item) in cases.enumerated() {
                let outcome = try runChild(
                    [program, "-r", paths.regions, "--assume", "outside", "--quiet"]
                        + ["--threads", "1"] + item.options
                        + ["--sink", "ndjson:\(events)", paths.fixes])
                guard outcome.status == 0 else {
                    throw BenchmarkError(
                        message: "\(name.rawValue): fencewatch ended with status \(outcome.status)")
                }
                cost[index].append(outcome.processorSeconds * 1e9 / 1e6)
                if let peak = outcome.peakMiB { memory[index].append(peak) }
                if item.name.hasSuffix("immediate"), let expected {
                    run.add(
                        Check(
                            "end to end, \(name.rawValue): events", expected: String(expected),
                            found: String(try lineCount(of: events))))
                }
            }
        }
        for (index, item) in cases.enumerated() {
            run.add(
                Figure(
                    suite: "end to end", subject: name.rawValue, contender: item.name,
                    unit: "ns/fix", values: cost[index],
                    note: "User and system time of the whole process, reading the regions and "
                        + "building the index included, over 1,000,000 lines of about 120 bytes."))
            run.addPeak("end to end, peak memory", name.rawValue, item.name, memory[index])
        }
        if name == .w1 { try readBare(paths.fixes, &run) }
        if name == .w1, let cost = run.report.median("end to end", "W1", "fencewatch") {
            run.add(Target.atMost(260, " ns/fix", "end to end, W1, all in", cost))
        }
    }
}

extension Run {
    /// Adds the peaks of a program, or says that they could not be told from this process's own.
    mutating func addPeak(
        _ suite: String, _ subject: String, _ contender: String, _ values: [Double]
    ) {
        if values.isEmpty {
            omit("\(suite), \(subject), \(contender): less than this process; run the suite alone")
        } else {
            add(
                Figure(
                    suite: suite, subject: subject, contender: contender, unit: "MiB",
                    values: values))
        }
    }
}

/// What only parsing the lines takes, by simdjson in this process.
private func readBare(_ path: String, _ run: inout Run) throws {
    guard SimdjsonPeer.isAvailable else {
        run.omit("simdjson: install libsimdjson-dev to have it measured too")
        return
    }
    var costs: [Double] = []
    for _ in 0..<run.repeats {
        let start = CPUClock.processSeconds
        guard let count = SimdjsonPeer.read(path), count > 0 else {
            throw BenchmarkError(message: "simdjson cannot read \(path)")
        }
        costs.append((CPUClock.processSeconds - start) * 1e9 / Double(count))
    }
    run.add(
        Figure(
            suite: "end to end", subject: "W1", contender: "bare simdjson", unit: "ns/fix",
            values: costs,
            note: "Reads the file in blocks, pulls five members out of each line, adds them up."))
    guard let ours = run.report.median("end to end", "W1", "fencewatch"),
        let theirs = run.report.median("end to end", "W1", "bare simdjson")
    else { return }
    run.add(Target.atMost(2, "×", "end to end, W1: fencewatch beside bare simdjson", ours / theirs))
}

/// The number of lines of a file.
func lineCount(of path: String) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: path)).reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
}

/// Workloads as files, made once and kept, and the program that reads them.
struct WorkloadFiles {
    let root: URL
    let folder: URL

    init(root: URL) throws {
        self.root = root
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "fencewatch-workloads")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The program, which `make bench` has built in release mode.
    func program() throws -> String {
        let path = root.appendingPathComponent(".build/release/fencewatch").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw BenchmarkError(message: "\(path) is not there; 'make build' makes it")
        }
        return path
    }

    /// The files of a workload.
    func paths(of name: Workload.Name) throws -> (regions: String, fixes: String) {
        let regions = folder.appendingPathComponent("\(name.rawValue).geojson").path
        let fixes = folder.appendingPathComponent("\(name.rawValue).ndjson").path
        if !FileManager.default.fileExists(atPath: fixes) {
            let writer = URL(fileURLWithPath: CommandLine.arguments[0])
                .deletingLastPathComponent().appendingPathComponent("write-workload").path
            let outcome = try runChild([writer, name.rawValue, folder.path])
            guard outcome.status == 0 else {
                throw BenchmarkError(
                    message: "\(writer) ended with status \(outcome.status); it is built by "
                        + "'swift build -c release --package-path Benchmarks'")
            }
        }
        return (regions, fixes)
    }
}
