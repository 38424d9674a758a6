import Foundation
import Measuring

/// A run under way: what was asked for, and the report that grows.
struct Run {
    let options: Options
    let root: URL
    var report: Report

    var isQuick: Bool { options.kind == .quick }

    /// Whether sets of a million regions are built.
    var hasMillions: Bool { !isQuick && !options.leavesOutMillions }

    var repeats: Int { options.repeats ?? (isQuick ? 3 : 5) }

    /// Whether a set is asked for.
    func wants(set name: String) -> Bool {
        options.sets.isEmpty || options.sets.contains(name)
    }

    /// Adds a measurement, and prints it.
    mutating func add(_ measurement: Figure) {
        report.measurements.append(measurement)
        let spread = measurement.spread
        say(
            "  \(measurement.subject), \(measurement.contender): \(measurement.median.short) "
                + "\(measurement.unit)"
                + (measurement.values.count > 1
                    ? " (\(spread.lowerBound.short)–\(spread.upperBound.short))" : ""))
    }

    /// Adds a check, and prints it when it failed.
    mutating func add(_ check: Check) {
        report.checks.append(check)
        if !check.isMet {
            say("  WRONG: \(check.name): expected \(check.expected), found \(check.found)")
        }
    }

    /// Adds a target, and prints it when it is missed.
    mutating func add(_ target: Target) {
        report.targets.append(target)
        if !target.isMet {
            say("  MISSED: \(target.name): wanted \(target.wanted), measured \(target.measured)")
        }
    }

    /// Adds the target that a contender takes at least so many times as long as another.
    mutating func add(
        ratioOf slow: String, to fast: String, atLeast limit: Double, in suite: String,
        on subject: String
    ) {
        guard let theirs = report.median(suite, subject, slow),
            let ours = report.median(suite, subject, fast)
        else { return }
        add(
            Target.atLeast(
                limit, "×", "\(suite), \(subject): \(slow) beside \(fast)", theirs / ours))
    }

    /// Says that something is left out.
    mutating func omit(_ reason: String) {
        guard !report.omissions.contains(reason) else { return }
        report.omissions.append(reason)
        say("  left out: \(reason)")
    }

    /// Prints a line of progress.
    func say(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }
}

/// A part of the benchmark.
struct Suite {
    let name: String
    let run: (inout Run) throws -> Void
}

/// The parts, in the order in which they run.
enum Suites {
    static var all: [Suite] {
        [
            Suite(name: "membership", run: { try runMembership(&$0) }),
            Suite(name: "python", run: { try runPython(&$0) }),
            Suite(name: "tracking", run: { try runTracking(&$0) }),
            Suite(name: "end-to-end", run: { try runEndToEnd(&$0) }),
            Suite(name: "tile38", run: { try runTile38(&$0) }),
            Suite(name: "threads", run: { try runThreads(&$0) }),
            Suite(name: "formats", run: { try runFormats(&$0) }),
            Suite(name: "latency", run: { try runLatency(&$0) }),
            Suite(name: "memory", run: { try runMemory(&$0) }),
            Suite(name: "growth", run: { try runGrowth(&$0) }),
            Suite(name: "edits", run: { try runEdits(&$0) }),
            Suite(name: "cold-start", run: { try runColdStart(&$0) }),
        ]
    }
}
