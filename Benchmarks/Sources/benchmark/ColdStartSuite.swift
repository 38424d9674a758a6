import Contenders
import Foundation
import Measuring
import RegionMonitoring

/// From the start of the program to its first event, with very many regions.
func runColdStart(_ run: inout Run) throws {
    let count = run.hasMillions ? 1_000_000 : 20_000
    let subject = "\(count) regions"
    run.say("cold start: \(subject)")
    let files = try WorkloadFiles(root: run.root)
    let regions = files.folder.appendingPathComponent("scattered-\(count).geojson")
    let fixes = files.folder.appendingPathComponent("one-fix.ndjson")
    let place = try writeScattered(count, to: regions)
    let fix =
        #"{"device":"veh-0","timestamp":"2026-03-01T12:00:00Z","lat":\#(place.latitude),"#
        + #""lon":\#(place.longitude)}"# + "\n"
    try Data(fix.utf8).write(to: fixes)
    let events = files.folder.appendingPathComponent("one-event.ndjson").path
    let program = try files.program()
    var sources = [(name: "GeoJSON", path: regions.path, limit: 60.0)]
    if try canCompile(program) {
        let compiled = files.folder.appendingPathComponent("scattered-\(count).compiled").path
        let outcome = try runChild([program, "compile", regions.path, "-o", compiled])
        run.add(
            Check(
                "cold start, \(subject): status of compile", expected: "0",
                found: "\(outcome.status)"))
        run.add(
            Figure(
                suite: "cold start", subject: subject, contender: "to compile", unit: "s",
                values: [outcome.processorSeconds]))
        sources.append((name: "compiled", path: compiled, limit: 2))
    } else {
        run.omit("compiled region files: this program has no subcommand compile")
    }
    for source in sources {
        let outcome = try runChild(
            [
                program, "-r", source.path, "--assume", "outside", "--quiet", "--preset",
                "immediate", fixes.path,
            ], output: events)
        let eventCount = try lineCount(of: events)
        run.add(
            Check(
                "cold start, \(subject), \(source.name): status and events",
                expected: "0, at least 1", found: "\(outcome.status), \(eventCount)",
                isMet: outcome.status == 0 && eventCount > 0))
        run.add(
            Figure(
                suite: "cold start", subject: subject, contender: source.name, unit: "s",
                values: [outcome.processorSeconds],
                note: "Processor time of the whole program, 24 vertices a region, one fix."))
        run.addPeak(
            "cold start, peak memory", subject, source.name, [outcome.peakMiB].compactMap(\.self))
        if run.hasMillions {
            run.add(
                Target.atMost(
                    source.limit, " s", "cold start, \(source.name)", outcome.processorSeconds))
        }
    }
}

/// Whether the program has the subcommand `compile`.
private func canCompile(_ program: String) throws -> Bool {
    let child = try RunningChild([program, "--help"])
    try child.input.close()
    let help = String(decoding: child.output.readDataToEndOfFile(), as: UTF8.self)
    _ = child.wait()
    return help.contains("\n  compile ")
}

/// Writes scattered regions as GeoJSON, unless they are there.
///
/// - Returns: A place in the first one.
private func writeScattered(_ count: Int, to file: URL) throws -> LocationCoordinate2D {
    let first = RegionSet.scattered(1)
    let (west, south, east, north) = first.extent
    let place = LocationCoordinate2D(
        latitude: (south + north) / 2, longitude: (west + east) / 2)
    guard !FileManager.default.fileExists(atPath: file.path) else { return place }
    let part = file.appendingPathExtension("part")
    _ = FileManager.default.createFile(atPath: part.path, contents: nil)
    let output = try FileHandle(forWritingTo: part)
    var text = #"{"type":"FeatureCollection","features":["# + "\n"
    for (index, region) in RegionSet.scattered(count).regions.enumerated() {
        guard case .polygons(let polygons) = region.shape else { continue }
        text += index == 0 ? "" : ",\n"
        text += #"{"type":"Feature","id":"\#(region.identifier)","properties":{},"geometry":"#
        text += #"{"type":"Polygon","coordinates":[["#
        text += polygons[0].exterior.map { "[\(digits($0.longitude)),\(digits($0.latitude))]" }
            .joined(separator: ",")
        text += "]]}}"
        if text.utf8.count > 1 << 20 {
            try output.write(contentsOf: Data(text.utf8))
            text = ""
        }
    }
    try output.write(contentsOf: Data((text + "\n]}\n").utf8))
    try output.close()
    try FileManager.default.moveItem(at: part, to: file)
    return place
}

/// Seven digits after the point, as most files have.
private func digits(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
