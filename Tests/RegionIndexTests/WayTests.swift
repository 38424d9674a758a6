import Foundation
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
                var met: [Int32] = []
                let isKnown = lookup.appendRegions(
                    withBoundaryMetFrom: start, to: end, in: lookup.cell(at: end), where: matters,
                    into: &met)
                if isKnown, met.isEmpty { clear += 1 }
                var candidates: [Int32] = []
                lookup.candidates(
                    withBoundaryMetFrom: start, to: end, where: matters, into: &candidates)
                #expect(candidates.allSatisfy { geometries[$0] != nil })
                for (slot, geometry) in geometries {
                    let inside = geometry.insideIntervals(from: start, to: end)
                    if inside.isEmpty || inside == [0...1] { continue }
                    #expect(
                        !isKnown || met.contains(slot), "\(name): \(start) \(end) meets \(slot)")
                    #expect(candidates.contains(slot), "\(name): \(start) \(end) meets \(slot)")
                }
            }
            return clear
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func everyRegionMetIsFound(_ seed: UInt64) {
        var field = Field(seed: seed, count: 60)
        _ = field.check("not packed")
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
        func met(_ start: LocationCoordinate2D, _ end: LocationCoordinate2D, _ matters: Bool)
            -> [Int32]?
        {
            var found: [Int32] = []
            let isKnown = lookup.appendRegions(
                withBoundaryMetFrom: start, to: end, in: lookup.cell(at: end), where: [matters],
                into: &found)
            return isKnown ? found : nil
        }
        #expect(met(west, east, true).map(Set.init) == [0])
        #expect(met(west, east, false) == [])
        let inner = LocationCoordinate2D(latitude: 0.4, longitude: 0.3)
        let other = LocationCoordinate2D(latitude: 0.41, longitude: 0.32)
        #expect(met(inner, other, true) == [])
    }

    /// Ways along and across the rims of circles, where the index's own test of a rim decides.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func rimsOfCircles(_ seed: UInt64) throws {
        var shapes = RandomShapes(seed: seed)
        var clear = (outside: 0, inside: 0)
        for _ in 0..<400 {
            let center = LocationCoordinate2D(
                latitude: shapes.number(-79...79), longitude: shapes.number(-179...179))
            let radius = [1, 50, 2000, 19_000][shapes.count(0...3)] * shapes.number(0.5...1)
            let geometry = try RegionGeometry(.circle(Circle(center: center, radius: radius)))
            var lookup = RegionLookup()
            lookup.insert(0, geometry)
            lookup.pack()
            let degree = radius / 111_000
            func place(_ factor: Double) -> LocationCoordinate2D {
                let angle = shapes.number(0...(2 * .pi))
                return LocationCoordinate2D(
                    latitude: center.latitude + factor * degree * sin(angle),
                    longitude: center.longitude + factor * degree * cos(angle)
                        / cos(center.latitude * .pi / 180))
            }
            for _ in 0..<20 {
                let start = place(shapes.number(0.9...1.1))
                let end = place(shapes.number(0.9...1.1) * [1, 1, 0.3, 3][shapes.count(0...3)])
                var met: [Int32] = []
                let isKnown = lookup.appendRegions(
                    withBoundaryMetFrom: start, to: end, in: lookup.cell(at: end), where: [true],
                    into: &met)
                guard isKnown, met.isEmpty else { continue }
                let inside = geometry.insideIntervals(from: start, to: end)
                if inside.isEmpty { clear.outside += 1 } else { clear.inside += 1 }
                #expect(inside.isEmpty || inside == [0...1], "\(center) \(radius): \(start) \(end)")
            }
        }
        #expect(clear.outside > 300 && clear.inside > 300, "\(clear)")
    }
}
