import Foundation
import GEOSBridge
import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// Membership against GEOS's plain `covers` and whole-number arithmetic, and the index with it.
///
/// `Tests/differential.sh` runs the same tests at length, with FENCEWATCH_DIFFERENTIAL_POINTS set.
struct ContainmentDifferentialTests {
    /// How many places are asked about; every eleventh is adversarial.
    static let points: Int =
        ProcessInfo.processInfo.environment["FENCEWATCH_DIFFERENTIAL_POINTS"].flatMap(Int.init)
        ?? 22_000

    @Test func randomPolygonsAgree() throws {
        let sets = max(10, Self.points / 100_000)
        var total = Tally()
        for seed in 1...sets {
            var shapes = RandomShapes(seed: UInt64(seed))
            let polygons = (0..<20).map { _ in shapes.validPolygons() }
            total += try compare(
                polygons, places: Self.points / sets, &shapes.random, "random set, seed \(seed)")
        }
        total.report("random polygons")
    }

    @Test func realPolygonsAgree() throws {
        let files = GeoJSONShapes.files()
        try #require(!files.isEmpty, "the repository has sample regions")
        var total = Tally()
        for file in files {
            let shapes = try GeoJSONShapes.shapes(in: file)
            // Some published sets hold invalid polygons; they are refused, not evaluated.
            let polygons = shapes.filter { (try? RegionGeometry(.polygons($0))) != nil }
            if polygons.isEmpty { continue }
            var random = SeededGenerator(seed: 7)
            total += try compare(
                polygons, places: max(Self.points / 5 / files.count, 200), &random,
                file.lastPathComponent)
        }
        total.report("real polygons")
    }

    private struct Tally {
        var random = 0
        var adversarial = 0
        var inside = 0

        static func += (a: inout Tally, b: Tally) {
            a.random += b.random
            a.adversarial += b.adversarial
            a.inside += b.inside
        }

        func report(_ name: String) {
            guard points >= 1_000_000 else { return }
            print(
                "\(name): \(random) random and \(adversarial) adversarial places, \(inside) inside")
        }
    }

    /// Places with what they gave one by one, to be asked together.
    private struct Batch {
        private var latitudes: [Double] = []
        private var longitudes: [Double] = []
        private var expected: [RegionHit] = []

        var isFull: Bool { latitudes.count == 1000 }

        mutating func append(_ place: LocationCoordinate2D, _ slots: [Int32]) {
            let number = UInt32(latitudes.count)
            expected += slots.map { RegionHit(place: number, slot: $0) }
            latitudes.append(place.latitude)
            longitudes.append(place.longitude)
        }

        /// Compares and begins anew.
        mutating func check(_ lookup: RegionLookup, _ name: String) {
            var cells = [IndexCell](repeating: .empty, count: latitudes.count)
            var hits = RegionHits()
            var room = cells.mutableSpan
            lookup.regions(
                latitudes: latitudes.span, longitudes: longitudes.span, cells: &room, into: &hits)
            if (0..<hits.count).map({ hits[$0] }) != expected {
                Issue.record("\(name): a batch gives other regions than its places one by one")
            }
            self = Batch()
        }
    }

    private func compare(
        _ regions: [[Polygon]], places: Int, _ random: inout SeededGenerator, _ name: String
    ) throws -> Tally {
        let geometries = try regions.map { try RegionGeometry(.polygons($0)) }
        let oracles = try regions.map { try PlainOracle($0) }
        var lookup = RegionLookup()
        for (slot, geometry) in geometries.enumerated() { lookup.insert(Int32(slot), geometry) }
        lookup.pack()
        var tally = Tally()
        var found: [Int32] = []
        var exact: [Int32] = []
        var batch = Batch()
        for number in 0..<places {
            let chosen = Int.random(in: regions.indices, using: &random)
            let place: LocationCoordinate2D
            if number % 11 == 0 {
                place = AdversarialPoints(rings: oracles[chosen].rings).next(&random)
                tally.adversarial += 1
            } else {
                place = randomPlace(around: oracles[chosen].box, &random)
                tally.random += 1
            }
            found.removeAll(keepingCapacity: true)
            lookup.candidates(near: place, within: 0, into: &found)
            exact.removeAll(keepingCapacity: true)
            lookup.regions(containing: place, into: &exact)
            batch.append(place, exact)
            if batch.isFull || number == places - 1 { batch.check(lookup, name) }
            for slot in Set((found + exact).map(Int.init)).union([chosen]) {
                let truth = try oracles[slot].covers(place)
                let whole = oracles[slot].exactlyCovers(place)
                let answer = geometries[slot].contains(place)
                if truth { tally.inside += 1 }
                let indexed = exact.contains(Int32(slot))
                // Products with numbers this small underflow, in GEOS too: its plain and its
                // prepared answer differ there. Ours is the prepared one.
                let underflows = [place.latitude, place.longitude].contains {
                    $0 != 0 && $0.magnitude < 1e-150
                }
                if indexed != answer || !underflows && (answer != truth || whole != truth) {
                    Issue.record(
                        """
                        \(name), place \(number), region \(slot) at \(place): \
                        prepared \(answer), index \(indexed), plain \(truth), whole numbers \(whole)
                        """)
                }
                if answer, !found.contains(Int32(slot)) {
                    Issue.record("\(name), place \(number): region \(slot) not found at \(place)")
                }
            }
        }
        return tally
    }
}
