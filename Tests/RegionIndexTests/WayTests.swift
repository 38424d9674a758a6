import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// The regions along a way: what the search promises, against each region asked itself.
struct WayTests {
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

        /// A way that begins near a region and is as long as the draw wants it.
        mutating func way() -> (LocationCoordinate2D, LocationCoordinate2D) {
            let all = geometries.sorted { $0.key < $1.key }.flatMap { $0.value.boxes(margin: 0) }
            let box = all[Int.random(in: all.indices, using: &shapes.random)]
            let start = randomPlace(around: box, &shapes.random)
            let reach = [0.0001, 0.001, 0.01, 0.1, 1, 20][shapes.count(0...5)]
            let north = shapes.number(-reach...reach)
            let east = shapes.number(-reach...reach)
            let end = LocationCoordinate2D(
                latitude: min(max(start.latitude + north, -90), 90),
                longitude: start.longitude + east
            ).normalized
            return (start, end)
        }

        /// Checks some ways and counts those that the search was sure of.
        mutating func check(_ name: String) -> Int {
            var clear = 0
            let matters = [Bool](repeating: true, count: 200)
            for _ in 0..<300 {
                let (start, end) = way()
                let mayMeet = lookup.mayMeetBoundary(from: start, to: end, where: matters)
                if !mayMeet { clear += 1 }
                for (slot, geometry) in geometries {
                    let inside = geometry.insideIntervals(from: start, to: end)
                    if inside.isEmpty || inside == [0...1] { continue }
                    #expect(mayMeet, "\(name): \(start) \(end) meets \(slot)")
                }
            }
            return clear
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func everyRegionMetIsFound(_ seed: UInt64) {
        var field = Field(seed: seed, count: 60)
        #expect(field.check("not packed") == 0)
        field.lookup.pack()
        #expect(field.check("packed") > 30)
        for slot in 0..<8 { field.remove(Int32(slot)) }
        for slot in 60..<64 { field.insert(Int32(slot)) }
        #expect(field.check("edited") > 10)
    }

    @Test func onlyRegionsThatMatterCount() throws {
        var lookup = RegionLookup()
        let square = [(0.0, 0.0), (0, 1), (1, 1), (1, 0), (0, 0)].map {
            LocationCoordinate2D(latitude: $0.0, longitude: $0.1)
        }
        lookup.insert(0, try RegionGeometry(.polygons([Polygon(exterior: square)])))
        lookup.pack()
        let west = LocationCoordinate2D(latitude: 0.5, longitude: -0.01)
        let east = LocationCoordinate2D(latitude: 0.51, longitude: 0.02)
        #expect(lookup.mayMeetBoundary(from: west, to: east, where: [true]))
        #expect(!lookup.mayMeetBoundary(from: west, to: east, where: [false]))
        let inner = LocationCoordinate2D(latitude: 0.4, longitude: 0.3)
        let other = LocationCoordinate2D(latitude: 0.41, longitude: 0.32)
        #expect(!lookup.mayMeetBoundary(from: inner, to: other, where: [true]))
    }
}
