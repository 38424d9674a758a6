import Foundation
import Measuring
import Workloads

/// Enter/exit detection by a Tile38 server that is running, where its address is named.
func runTile38(_ run: inout Run) throws {
    guard let address = ProcessInfo.processInfo.environment["FENCEWATCH_TILE38"] else {
        run.omit("Tile38: FENCEWATCH_TILE38 names no server (127.0.0.1:9851)")
        return
    }
    let files = try WorkloadFiles(root: run.root)
    let script = run.root.appendingPathComponent("Benchmarks/peers/tile38.py").path
    let paths = try files.paths(of: .w1)
    run.say("Tile38 at \(address)")
    let child = try RunningChild([
        "python3", script, address, paths.regions, paths.fixes, run.isQuick ? "20000" : "200000",
    ])
    let data = child.output.readDataToEndOfFile()
    guard child.wait().status == 0 else {
        throw BenchmarkError(message: "\(script) failed on the server at \(address)")
    }
    let result = try JSONDecoder().decode([String: Double].self, from: data)
    guard let seconds = result["seconds"], let fixes = result["fixes"], fixes > 0 else {
        throw BenchmarkError(message: "\(script) told no figures")
    }
    run.add(
        Figure(
            suite: "end to end", subject: "W1", contender: "Tile38", unit: "ns/fix",
            values: [seconds * 1e9 / fixes],
            note: "The server's processor time, its subscribers' messages included; once."))
}
