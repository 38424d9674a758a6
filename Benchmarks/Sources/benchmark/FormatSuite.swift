import Foundation
import Measuring
import Workloads

/// What reading each format costs: the same places against the same regions.
func runFormats(_ run: inout Run) throws {
    let files = try WorkloadFiles(root: run.root)
    let paths = try files.paths(of: .w1)
    let program = try files.program()
    let events = files.folder.appendingPathComponent("format-events.ndjson").path
    var workload: Workload?
    run.say("formats")
    for format in FixFileFormat.all {
        var path = paths.fixes
        if format.line != nil || format.compressor != nil {
            let file = files.folder.appendingPathComponent("W1-fixes.\(format.name)")
            path = file.path
            if !FileManager.default.fileExists(atPath: path) {
                if let compressor = format.compressor {
                    _ = try runChild(compressor + [paths.fixes], output: path)
                } else {
                    let made = try workload ?? genuineWorkload(.w1)
                    workload = made
                    try format.write(made, to: file)
                }
            }
        }
        var costs: [Double] = []
        for _ in 0..<(run.isQuick ? 1 : min(run.repeats, 3)) {
            let outcome = try runChild(
                [program, "-r", paths.regions, "--assume", "outside", "--quiet"]
                    + ["--threads", "1", "--preset", "immediate"] + format.options
                    + ["--sink", "ndjson:\(events)", path])
            costs.append(outcome.processorSeconds * 1e9 / 1e6)
            let count = try lineCount(of: events)
            run.add(
                Check(
                    "formats, \(format.name): status and events",
                    expected: "0, \(format.hasDevices ? "21301" : "more than 100,000")",
                    found: "\(outcome.status), \(count)",
                    isMet: outcome.status == 0
                        && (format.hasDevices ? count == 21_301 : count > 100_000)))
        }
        run.add(
            Figure(
                suite: "formats", subject: "W1", contender: format.name, unit: "ns/fix",
                values: costs,
                note:
                    "File to file, policy immediate, 1,000,000 fixes. GPX and NMEA name no device: "
                    + "there one device jumps about and makes an event at most fixes, which costs "
                    + "more than reading."))
    }
}
