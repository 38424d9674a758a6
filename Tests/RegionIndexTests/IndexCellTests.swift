import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// The cells of places, one by one and in batches, and what they promise.
struct IndexCellTests {
    private struct Field {
        var lookup = RegionLookup()
        var geometries: [Int32: RegionGeometry] = [:]
        var shapes: RandomShapes

        init(seed: UInt64, count: Int32) {
            shapes = RandomShapes(seed: seed)
            for slot in 0..<count { insert(slot) }
        }

        mutating func insert(_ slot: Int32) {
            let geometry = shapes.geometry()
            geometries[slot] = geometry
            lookup.insert(slot, geometry)
        }

        mutating func remove(_ slot: Int32) {
            geometries[slot] = nil
            lookup.remove(slot)
        }

        /// Places around the regions, and a few anywhere.
        mutating func places(_ count: Int) -> [LocationCoordinate2D] {
            let boxes = geometries.sorted { $0.key < $1.key }.flatMap { $0.value.boxes(margin: 0) }
            return (0..<count).map { number in
                if number % 9 == 0 || boxes.isEmpty {
                    return randomPlace(around: .world, &shapes.random)
                }
                let box = boxes[Int.random(in: boxes.indices, using: &shapes.random)]
                return randomPlace(around: box, &shapes.random)
            }
        }

        func check(_ places: [LocationCoordinate2D], _ name: String) {
            let latitudes = places.map(\.latitude)
            let longitudes = places.map(\.longitude)
            var cells = [IndexCell](repeating: .empty, count: places.count)
            var span = cells.mutableSpan
            lookup.cells(latitudes: latitudes.span, longitudes: longitudes.span, into: &span)
            var hits = RegionHits()
            var again = cells
            var room = again.mutableSpan
            lookup.regions(
                latitudes: latitudes.span, longitudes: longitudes.span, cells: &room, into: &hits)
            var expected: [RegionHit] = []
            for (number, place) in places.enumerated() {
                let truth = geometries.keys.filter { geometries[$0]?.contains(place) ?? false }
                expected += truth.sorted().map { RegionHit(place: UInt32(number), slot: $0) }
            }
            #expect((0..<hits.count).map { hits[$0] } == expected, "\(name): hits")
            var uniform: [IndexCell: [Int32]] = [:]
            for (place, cell) in zip(places, cells) {
                #expect(cell == lookup.cell(at: place), "\(name): not the cell of \(place)")
                let truth = geometries.keys.filter { geometries[$0]?.contains(place) ?? false }
                var found: [Int32] = [-9]
                lookup.regions(of: cell, containing: place, into: &found)
                #expect(found == [-9] + truth.sorted(), "\(name): at \(place)")
                if cell.isUniform {
                    let known = uniform.updateValue(Array(found.dropFirst()), forKey: cell)
                    #expect(known == nil || known == truth.sorted(), "\(name): \(cell)")
                }
            }
        }
    }

    @Test(arguments: UInt64(1)...5, [1, 63, 64, 65, 200])
    func batchesGiveTheSameCells(seed: UInt64, count: Int) {
        var field = Field(seed: 70 + seed, count: 60)
        field.check(field.places(count), "nothing packed")
        field.lookup.pack()
        field.check(field.places(count), "packed")
        for slot in Int32(0)..<20 { field.remove(slot * 3) }
        for slot in Int32(50)..<70 where field.geometries[slot] == nil { field.insert(slot) }
        field.check(field.places(count), "edited")
        field.lookup.pack()
        field.check(field.places(count), "packed again")
    }

    @Test func whatIsNoPlaceHasTheEmptyCell() {
        var field = Field(seed: 5, count: 30)
        field.lookup.pack()
        for bad in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            let cell = field.lookup.cell(
                at: LocationCoordinate2D(latitude: bad, longitude: bad))
            #expect(cell == .empty)
        }
        let columns = [Double.nan, .infinity, -1e300]
        var cells = [IndexCell](repeating: IndexCell(rawValue: 7), count: 3)
        var span = cells.mutableSpan
        field.lookup.cells(latitudes: columns.span, longitudes: columns.span, into: &span)
        #expect(cells == [.empty, .empty, .empty])
    }
}
