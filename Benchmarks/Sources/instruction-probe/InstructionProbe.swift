import Contenders
import Foundation
import Measuring
import RegionMonitoring

/// A small fixed piece of work for callgrind to count: `Benchmarks/instructions.sh` runs it.
///
/// Instructions do not depend on what else the machine does, so that a change of a few per cent can be
/// told from noise.
@main
struct InstructionProbe {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("membership", 1): count(try EngineMembership(regions))
        case ("fleet", 1): count(try tracking(.fleet))
        case ("immediate", 1): count(try tracking(.immediate))
        case ("build", 1): try Callgrind.counting { _ = try EngineMembership(regions) }
        case ("files", 2): try writeFiles(to: URL(fileURLWithPath: CommandLine.arguments[2]))
        default:
            let usage = "usage: instruction-probe membership|fleet|immediate|build|files FOLDER\n"
            FileHandle.standardError.write(Data(usage.utf8))
            exit(2)
        }
    }

    private static let regions = RegionSet.city(60)

    private static let batches = FixBatch.cityWalks(500, fixes: 20_000)

    private static func tracking(_ policy: PolicyPreset) throws -> any Contender {
        try EngineTracking(regions, policy: policy, batches: batches)
    }

    /// Counts a second run over all fixes: the first fills what is filled once.
    private static func count(_ contender: any Contender) {
        contender.reset()
        for batch in batches { contender.take(batch) }
        contender.reset()
        Callgrind.counting { for batch in batches { contender.take(batch) } }
    }

    /// Writes the regions, and the first 1,000 and 11,000 fixes.
    private static func writeFiles(to folder: URL) throws {
        let features = regions.regions.compactMap { region -> String? in
            guard case .polygons(let polygons) = region.shape else { return nil }
            let ring = polygons[0].exterior.map { "[\($0.longitude),\($0.latitude)]" }
            return #"{"type":"Feature","id":"\#(region.identifier)","properties":{},"geometry":"#
                + #"{"type":"Polygon","coordinates":[[\#(ring.joined(separator: ","))]]}}"#
        }
        let collection =
            #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n")
            + "]}\n"
        try Data(collection.utf8).write(to: folder.appendingPathComponent("regions.geojson"))
        for count in [1000, 11_000] {
            var lines = ""
            for batch in FixBatch.cityWalks(500, fixes: count) {
                for index in 0..<batch.count { lines += line(batch, index) }
            }
            try Data(lines.utf8).write(to: folder.appendingPathComponent("fixes-\(count).ndjson"))
        }
    }

    private static func line(_ batch: FixBatch, _ index: Int) -> String {
        let second = Int(batch.seconds[index])
        return #"{"id":"veh-\#(batch.devices[index])","lat":\#(batch.latitudes[index]),"#
            + #""lon":\#(batch.longitudes[index]),"ts":"2026-03-01T12:00:\#(second / 10)"#
            + #"\#(second % 10)Z","acc":\#(3 + index * 7919 % 20),"speed":8.5}"# + "\n"
    }
}
