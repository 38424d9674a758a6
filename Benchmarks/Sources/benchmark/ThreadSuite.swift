import Foundation
import Measuring
import Workloads

/// What a second thread gains on a file, and that it changes no byte of the events.
func runThreads(_ run: inout Run) throws {
    let files = try WorkloadFiles(root: run.root)
    let paths = try files.paths(of: .w1)
    let program = try files.program()
    run.say("threads")
    let counts = [1, 2]
    var elapsed = counts.map { _ in [Double]() }
    var events: [Data] = []
    for round in 0..<(run.isQuick ? 1 : run.repeats) {
        for (index, count) in counts.enumerated() {
            let file = files.folder.appendingPathComponent("threads-\(count).ndjson")
            let outcome = try runChild([
                program, "-r", paths.regions, "--assume", "outside", "--quiet", "--threads",
                "\(count)", "--sink", "ndjson:\(file.path)", paths.fixes,
            ])
            guard outcome.status == 0 else {
                throw BenchmarkError(
                    message: "--threads \(count): fencewatch ended with status \(outcome.status)")
            }
            elapsed[index].append(outcome.elapsedSeconds)
            if round == 0 { events.append(try Data(contentsOf: file)) }
        }
    }
    run.add(
        Check(
            "threads: events of 1 and of 2, byte by byte", expected: "equal",
            found: events[0] == events[1] ? "equal" : "different"))
    for (index, count) in counts.enumerated() {
        run.add(
            Figure(
                suite: "threads", subject: "W1, 1,000,000 fixes",
                contender: "\(count) thread\(count == 1 ? "" : "s")", unit: "s",
                values: elapsed[index],
                note: "By the clock, start and reading of the regions included: what else the "
                    + "machine does shows here."))
    }
    guard let one = run.report.median("threads", "W1, 1,000,000 fixes", "1 thread"),
        let two = run.report.median("threads", "W1, 1,000,000 fixes", "2 threads")
    else { return }
    run.add(Target.atLeast(1.8, "×", "speed of 2 threads beside 1, by the clock", one / two))
}
