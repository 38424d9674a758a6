import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// Edits of a set in use: at every moment the answers are those of a set built afresh.
struct LiveEditTests {
    private struct Field {
        var lookup = RegionLookup()
        var geometries: [RegionGeometry?] = []
        var shapes: RandomShapes

        mutating func edit() {
            let slot = Int.random(in: 0...geometries.count, using: &shapes.random)
            if slot == geometries.count { geometries.append(nil) }
            if geometries[slot] != nil {
                lookup.remove(Int32(slot))
                geometries[slot] = nil
                // Removed, or replaced.
                if shapes.chance(0.4) { return }
            }
            let geometry = shapes.geometry()
            geometries[slot] = geometry
            lookup.insert(Int32(slot), geometry)
        }

        mutating func check(_ name: String) {
            var fresh = RegionLookup()
            for (slot, geometry) in geometries.enumerated() {
                if let geometry { fresh.insert(Int32(slot), geometry) }
            }
            fresh.pack()
            let boxes = geometries.compactMap { $0?.boxes(margin: 0) }.flatMap { $0 }
            for number in 0..<40 {
                let box =
                    number % 8 == 0
                    ? .world : boxes[Int.random(in: boxes.indices, using: &shapes.random)]
                let place = randomPlace(around: box, &shapes.random)
                var found: [Int32] = []
                var expected: [Int32] = []
                lookup.regions(containing: place, into: &found)
                fresh.regions(containing: place, into: &expected)
                #expect(found == expected, "\(name): at \(place)")
                var near: [Int32] = []
                lookup.candidates(near: place, within: 5000, into: &near)
                #expect(Set(near).isSuperset(of: expected), "\(name): near \(place)")
                #expect(near.allSatisfy { geometries[Int($0)] != nil }, "\(name): dead slots")
                #expect(Set(near).count == near.count, "\(name): twice")
            }
        }
    }

    @Test(arguments: UInt64(1)...6)
    func editsGiveWhatAFreshBuildGives(seed: UInt64) {
        var field = Field(shapes: RandomShapes(seed: 9000 + seed))
        for _ in 0..<60 { field.edit() }
        var snapshot: IndexSnapshot?
        for step in 0..<14 {
            for _ in 0..<Int.random(in: 1...40, using: &field.shapes.random) { field.edit() }
            field.check("seed \(seed), step \(step)")
            switch step % 4 {
            case 1:
                // Built on the side, while edits go on.
                snapshot = field.lookup.rebuilt()
            case 3:
                if let snapshot { field.lookup.install(snapshot) }
                field.check("seed \(seed), installed in step \(step)")
            default:
                if seed % 2 == 0 { field.lookup.pack() }
            }
        }
        field.lookup.pack()
        #expect(!field.lookup.hasEdits)
        field.check("seed \(seed), packed")
    }

    @Test func aRebuiltIndexChangesNothingUntilItIsInstalled() throws {
        func circle(_ longitude: Double) throws -> RegionGeometry {
            try RegionGeometry(
                .circle(
                    Circle(
                        center: LocationCoordinate2D(latitude: 10, longitude: longitude),
                        radius: 1000)))
        }
        let place = LocationCoordinate2D(latitude: 10, longitude: 20)
        var lookup = RegionLookup()
        lookup.insert(0, try circle(20))
        lookup.pack()
        let cell = lookup.cell(at: place)
        let index = lookup.rebuilt()
        #expect(lookup.cell(at: place) == cell)
        // A slot is used again for another place; the index still knows the old one.
        lookup.remove(0)
        lookup.insert(0, try circle(30))
        lookup.install(index)
        var found: [Int32] = []
        lookup.regions(containing: place, into: &found)
        #expect(found == [])
        lookup.regions(
            containing: LocationCoordinate2D(latitude: 10, longitude: 30), into: &found)
        #expect(found == [0])
    }
}
