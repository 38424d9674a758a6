import Contenders
import Foundation
import Measuring

/// The real region sets: those of the repository and, where there are, those of a shared folder.
func realSets(_ run: inout Run) throws -> [RegionSet] {
    var sets: [RegionSet] = []
    func add(_ name: String, _ files: [URL]) throws {
        guard run.wants(set: name) else { return }
        let all = try RegionSet(name: name, files: files)
        let usable = all.withoutSeamCrossings
        let count = all.regions.count - usable.regions.count
        if count > 0 {
            run.omit("\(count) of \(name), with rings across ±180°, which GEOS reads as bands")
        }
        sets.append(usable)
    }
    let own = run.root.appendingPathComponent("Regions")
    try add("metro counties", [own.appendingPathComponent("metro-counties.geojson")])
    if !run.isQuick { try add("countries", [own.appendingPathComponent("countries.geojson")]) }
    guard let shared = ProcessInfo.processInfo.environment["FENCEWATCH_SHARED"] else {
        run.omit("NYC zones and US counties: FENCEWATCH_SHARED names no folder that has them")
        return sets
    }
    let folder = URL(fileURLWithPath: shared).appendingPathComponent("data/regions")
    for (name, path) in [
        ("NYC zones", "cities/nyc-taxi-zones.geojson"), ("US counties", "us-counties-fips.geojson"),
    ] {
        let file = folder.appendingPathComponent(path)
        if FileManager.default.fileExists(atPath: file.path) {
            try add(name, [file])
        } else {
            run.omit("\(name): \(file.path) is not there")
        }
    }
    return sets
}

/// Fixes over a real set: walks within its extent.
func walks(over regions: RegionSet, _ run: Run) -> [FixBatch] {
    let (west, south, east, north) = regions.extent
    return FixBatch.walks(
        10_000, fixes: run.isQuick ? 200_000 : 1_000_000, west: west, south: south, east: east,
        north: north)
}
