import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// The index against asking every region.
struct RegionLookupTests {
    private struct Field {
        var lookup = RegionLookup()
        var regions: [Int32: RegionGeometry] = [:]

        mutating func insert(_ slot: Int32, _ geometry: RegionGeometry) {
            lookup.insert(slot, geometry)
            regions[slot] = geometry
        }

        mutating func remove(_ slot: Int32) {
            lookup.remove(slot)
            regions[slot] = nil
        }

        /// Every region within the margin is found, none twice, none that was removed.
        func check(_ place: LocationCoordinate2D, _ margin: Double, _ name: String) {
            var found: [Int32] = [-7]
            lookup.candidates(near: place, within: margin, into: &found)
            #expect(found.removeFirst() == -7, "what was there stays")
            #expect(Set(found).count == found.count, "\(name): a slot came twice at \(place)")
            #expect(found.allSatisfy { regions[$0] != nil }, "\(name): a dead slot")
            for (slot, geometry) in regions where !found.contains(slot) {
                let s = geometry.signedDistance(to: place)
                #expect(s > margin, "\(name): slot \(slot) is missing at \(place), s \(s)")
            }
        }

        func check(
            from a: LocationCoordinate2D, to b: LocationCoordinate2D, _ name: String
        ) {
            var found: [Int32] = []
            lookup.candidates(from: a, to: b, into: &found)
            #expect(Set(found).count == found.count, "\(name): a slot came twice on \(a) to \(b)")
            for (slot, geometry) in regions where !found.contains(slot) {
                let inside = geometry.insideIntervals(from: a, to: b)
                #expect(inside.isEmpty, "\(name): slot \(slot) is missing on \(a) to \(b)")
            }
        }
    }

    @Test(arguments: 1...4) func findsAllThereIs(seed: UInt64) {
        var shapes = RandomShapes(seed: seed)
        var field = Field()
        for slot in 0..<Int32(120) { field.insert(slot, shapes.geometry()) }
        if seed % 2 == 0 { field.lookup.pack() }
        for number in 0..<42 {
            let boxes = field.regions[Int32(number)]?.boxes(margin: 0) ?? []
            let place = randomPlace(
                around: boxes.first ?? .world, &shapes.random)
            let margin = [0, 0, 1, 500, 20_000, 3e6][number % 6]
            field.check(place, margin, "seed \(seed)")
            let other = randomPlace(
                around: number % 5 == 0 ? .world : boxes.first ?? .world, &shapes.random)
            field.check(from: place, to: other, "seed \(seed)")
        }
        let pole = LocationCoordinate2D(latitude: seed % 2 == 0 ? 90 : -90, longitude: 33)
        field.check(pole, 0, "seed \(seed)")
        field.check(pole, 1e5, "seed \(seed)")
    }

    @Test(arguments: 1...4) func editsKeepItRight(seed: UInt64) {
        var shapes = RandomShapes(seed: 500 + seed)
        var field = Field()
        var free: [Int32] = Array(0..<400)
        for step in 0..<1000 {
            if shapes.chance(field.regions.count < 150 ? 0.8 : 0.4), let slot = free.popLast() {
                field.insert(slot, shapes.geometry())
            } else if let slot = field.regions.keys.min(by: { $0 &* 7919 % 401 < $1 &* 7919 % 401 })
            {
                field.remove(slot)
                free.append(slot)
                field.remove(slot)  // a second time does nothing
            }
            if step % 100 == 0 {
                let least = field.regions.keys.min() ?? 0
                let chosen = field.regions[least]?.boxes(margin: 0).first ?? .world
                for _ in 0..<5 {
                    let place = randomPlace(around: chosen, &shapes.random)
                    field.check(place, step % 200 == 0 ? 0 : 100, "seed \(seed) step \(step)")
                }
            }
        }
    }

    @Test func aCopyIsASnapshot() throws {
        let place = LocationCoordinate2D(latitude: 1, longitude: 2)
        let circle = try RegionGeometry(.circle(Circle(center: place, radius: 10)))
        var lookup = RegionLookup()
        lookup.insert(3, circle)
        let before = lookup
        lookup.remove(3)
        var found: [Int32] = []
        lookup.candidates(near: place, within: 0, into: &found)
        #expect(found.isEmpty)
        before.candidates(near: place, within: 0, into: &found)
        #expect(found == [3])
    }

    @Test func bothSidesOfTheMeridianAreOne() throws {
        let touching = try RegionGeometry(
            .polygons([
                Polygon(
                    exterior: [(179.0, 0.0), (180, 0), (180, 1), (179, 1), (179, 0)].map {
                        LocationCoordinate2D(latitude: $0.1, longitude: $0.0)
                    })
            ]))
        var lookup = RegionLookup()
        lookup.insert(0, touching)
        var found: [Int32] = []
        let seam = LocationCoordinate2D(latitude: 0.5, longitude: -180)
        lookup.candidates(near: seam, within: 0, into: &found)
        #expect(found == [0])
        #expect(touching.contains(seam))
    }

    /// Loading is n log n: many regions, one by one, without packing in between.
    @Test(.timeLimit(.minutes(10))) func loadsManyRegions() throws {
        var lookup = RegionLookup()
        var random = SeededGenerator(seed: 9)
        let count: Int32 = 10_000
        for slot in 0..<count {
            let center = LocationCoordinate2D(
                latitude: .random(in: -60...60, using: &random),
                longitude: .random(in: -180..<180, using: &random))
            lookup.insert(slot, try RegionGeometry(.circle(Circle(center: center, radius: 1000))))
        }
        lookup.pack()
        var found: [Int32] = []
        lookup.candidates(
            near: LocationCoordinate2D(latitude: 0, longitude: 0), within: 2e7, into: &found)
        #expect(found.count == Int(count))
    }

    @Test func usingASlotTwiceIsACallersBug() async {
        await #expect(processExitsWith: .failure) {
            let circle = try RegionGeometry(
                .circle(Circle(center: .init(latitude: 0, longitude: 0), radius: 1)))
            var lookup = RegionLookup()
            lookup.insert(1, circle)
            lookup.insert(1, circle)
        }
    }
}
