import Foundation
import Measuring
import Workloads

/// Joins in Python on the same places, where an interpreter with the libraries is named.
func runPython(_ run: inout Run) throws {
    guard let python = ProcessInfo.processInfo.environment["FENCEWATCH_PEERS_PYTHON"] else {
        run.omit(
            "shapely, DuckDB and SedonaDB: FENCEWATCH_PEERS_PYTHON names no Python that has them "
                + "(Benchmarks/peers/requirements.txt)")
        return
    }
    let files = try WorkloadFiles(root: run.root)
    let script = run.root.appendingPathComponent("Benchmarks/peers/join.py").path
    // W2's circles are unknown to these libraries.
    for name in [Workload.Name.w1, .w3] where run.wants(set: name.rawValue) {
        if run.isQuick, name != .w1 { continue }
        run.say("Python, \(name.rawValue)")
        let paths = try files.paths(of: name)
        let child = try RunningChild([
            python, script, paths.regions, paths.fixes, "\(run.isQuick ? 1 : 3)",
        ])
        let data = child.output.readDataToEndOfFile()
        guard child.wait().status == 0 else {
            run.omit("Python, \(name.rawValue): \(script) failed")
            continue
        }
        for (library, result) in try JSONDecoder().decode([String: PythonResult].self, from: data)
            .sorted(by: { $0.key < $1.key })
        {
            guard let seconds = result.seconds, let pairs = result.pairs else {
                run.omit("\(library), \(name.rawValue): \(result.error ?? "no answer")")
                continue
            }
            run.add(
                Figure(
                    suite: "membership", subject: name.rawValue, contender: library,
                    unit: "ns/fix", values: seconds.map { $0 * 1e9 / 1e6 },
                    note: "From Python, in a process of its own after the others."))
            run.add(
                Check(
                    "membership, \(name.rawValue): \(library)",
                    expected: name == .w1 ? "968388" : "63078", found: String(pairs)))
        }
    }
}

/// What the script says of one library.
private struct PythonResult: Decodable {
    var seconds: [Double]?
    var pairs: Int?
    var error: String?
}
