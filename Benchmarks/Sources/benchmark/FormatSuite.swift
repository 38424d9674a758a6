import Foundation
import Measuring
import Workloads

/// A way to write fixes, and how the program is told to read it.
private struct FixFileFormat {
    let name: String
    var options: [String] = []

    /// Rewrites the lines of W1 into a file; `nil` where the workload's own file serves.
    let write: ((_ fixes: URL, _ file: URL) throws -> Void)?
}

/// What reading each format costs: the same fixes, the same regions, the same events.
func runFormats(_ run: inout Run) throws {
    let files = try WorkloadFiles(root: run.root)
    let paths = try files.paths(of: .w1)
    let program = try files.program()
    let fixes = URL(fileURLWithPath: paths.fixes)
    let events = files.folder.appendingPathComponent("format-events.ndjson").path
    run.say("formats")
    for format in formats {
        var path = paths.fixes
        if let write = format.write {
            let file = files.folder.appendingPathComponent("W1.\(format.name)")
            if !FileManager.default.fileExists(atPath: file.path) { try write(fixes, file) }
            path = file.path
        }
        var costs: [Double] = []
        for _ in 0..<(run.isQuick ? 1 : run.repeats) {
            let outcome = try runChild(
                [program, "-r", paths.regions, "--assume", "outside", "--quiet"]
                    + ["--preset", "immediate"] + format.options
                    + ["--sink", "ndjson:\(events)", path])
            costs.append(outcome.processorSeconds * 1e9 / 1e6)
            run.add(
                Check(
                    "formats, \(format.name): status and events", expected: "0, 21301",
                    found: "\(outcome.status), \(try lineCount(of: events))"))
        }
        run.add(
            Figure(
                suite: "formats", subject: "W1", contender: format.name, unit: "ns/fix",
                values: costs,
                note: "End to end as above, policy immediate: 1,000,000 fixes, 21,301 events."))
    }
}

/// The formats there are; one that comes is added here.
private var formats: [FixFileFormat] {
    [
        FixFileFormat(name: "ndjson", write: nil),
        FixFileFormat(name: "csv", write: { try rewrite($0, $1, separator: ",") }),
        FixFileFormat(name: "tsv", write: { try rewrite($0, $1, separator: "\t") }),
    ]
}

/// Rewrites NDJSON lines as a table with a header.
private func rewrite(_ fixes: URL, _ file: URL, separator: String) throws {
    let names = ["id", "lat", "lon", "ts", "acc", "speed"]
    var table = Data((names.joined(separator: separator) + "\n").utf8)
    for line in try Data(contentsOf: fixes).split(separator: 0x0A) {
        // Written by write-workload: no value holds a comma or a colon but the time, in quotes.
        let cells = line.dropFirst().dropLast().split(separator: UInt8(ascii: ",")).map { member in
            let value = member[member.index(after: member.firstIndex(of: 0x3A) ?? 0)...]
            return value.first == 0x22 ? value.dropFirst().dropLast() : value
        }
        for (index, cell) in cells.enumerated() {
            if index > 0 { table += Data(separator.utf8) }
            table += cell
        }
        table.append(0x0A)
    }
    try table.write(to: file)
}
