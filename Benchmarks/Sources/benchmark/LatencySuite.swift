import Dispatch
import Foundation
import Measuring
import Synchronization
import Workloads

/// How long an event takes from the fix's line written to a pipe until its own line is read.
func runLatency(_ run: inout Run) throws {
    let files = try WorkloadFiles(root: run.root)
    let paths = try files.paths(of: .w1)
    let perMillisecond = 50
    let seconds = run.isQuick ? 3 : 10
    run.say("latency: \(perMillisecond)k fixes a second for \(seconds) s")
    let lines = try firstLines(of: paths.fixes, count: perMillisecond * 1000 * seconds)
    var all: [[Double]] = []
    for _ in 0..<(run.isQuick ? 1 : 3) {
        all.append(
            try latencies(
                of: [
                    files.program(), "-r", paths.regions, "--assume", "outside", "--quiet",
                    "--preset", "immediate", "-",
                ], lines, perMillisecond))
    }
    for (name, rank) in [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)] {
        let values = all.map { $0[Int(Double($0.count - 1) * rank)] }
        run.add(
            Figure(
                suite: "latency", subject: "pipe, \(perMillisecond)k fixes/s", contender: name,
                unit: "ms", values: values,
                note: "By the clock, from the write of the fix's line to the read of the event's; "
                    + "the first second, in which the program starts, is left out. "
                    + "\(all[0].count) events a repeat."))
    }
    let report = run.report
    let median = { (name: String) in
        report.median("latency", "pipe, \(perMillisecond)k fixes/s", name) ?? .nan
    }
    run.add(Target.atMost(5, " ms", "p99 of the latency on a pipe at 50k fixes/s", median("p99")))
    run.add(
        Target.atMost(20, " ms", "p99.9 of the latency on a pipe at 50k fixes/s", median("p99.9")))
}

private func firstLines(of path: String, count: Int) throws -> [Data] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    var lines: [Data] = []
    lines.reserveCapacity(count)
    var start = data.startIndex
    while lines.count < count, let end = data[start...].firstIndex(of: 0x0A) {
        lines.append(data[start...end])
        start = end + 1
    }
    return lines
}

/// Writes lines at a steady pace, and gives back each event's latency in milliseconds, ascending.
private func latencies(
    of command: [String], _ lines: [Data], _ perMillisecond: Int
) throws -> [Double] {
    let child = try RunningChild(command)
    let box = ChunkBox()
    let done = DispatchSemaphore(value: 0)
    let output = child.output
    DispatchQueue.global(qos: .userInteractive).async {
        while true {
            let bytes = output.availableData
            let time = CPUClock.wallSeconds
            if bytes.isEmpty { break }
            box.chunks.withLock { $0.append((time, bytes)) }
        }
        done.signal()
    }
    var written: [Double] = []
    let start = CPUClock.wallSeconds
    for first in stride(from: 0, to: lines.count, by: perMillisecond) {
        let due = start + Double(first / perMillisecond) * 0.001
        let wait = due - CPUClock.wallSeconds
        if wait > 0 { usleep(UInt32(wait * 1e6)) }
        let block = lines[first..<min(first + perMillisecond, lines.count)]
        let bytes = block.reduce(into: Data()) { $0 += $1 }
        written += repeatElement(CPUClock.wallSeconds, count: block.count)
        try child.input.write(contentsOf: bytes)
    }
    try child.input.close()
    done.wait()
    guard child.wait().status == 0 else {
        throw BenchmarkError(message: "\(command[0]) failed on a pipe")
    }
    return try latencies(from: written, to: box.chunks.withLock { $0 })
}

/// What was read, and when.
private final class ChunkBox: Sendable {
    let chunks = Mutex<[(time: Double, bytes: Data)]>([])
}

private func latencies(
    from written: [Double], to chunks: [(time: Double, bytes: Data)]
) throws -> [Double] {
    var result: [Double] = []
    var line = Data()
    for (time, bytes) in chunks {
        for byte in bytes {
            line.append(byte)
            guard byte == 0x0A else { continue }
            let index = try fixIndex(ofEvent: String(decoding: line, as: UTF8.self))
            line.removeAll(keepingCapacity: true)
            if index >= 5 * Int(Workload.deviceCount) {
                result.append((time - written[index]) * 1000)
            }
        }
    }
    guard result.count > 100 else {
        throw BenchmarkError(message: "only \(result.count) events came over the pipe")
    }
    return result.sorted()
}

/// The number of the line that made an event: device and time say which.
private func fixIndex(ofEvent line: String) throws -> Int {
    guard let device = line.firstMatch(of: /"device":"veh-(\d+)"/),
        let time = line.firstMatch(of: /"decidedAt":"2026-03-01T12:(\d\d):(\d\d)Z"/),
        let number = Int(device.1), let minute = Int(time.1), let second = Int(time.2)
    else { throw BenchmarkError(message: "no event of a fix: \(line)") }
    return (minute * 60 + second) * Int(Workload.deviceCount) + number
}
