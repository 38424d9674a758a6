// Stand-in until the geometry lands: delete this file then.
package import Geodesy
package struct GeometryError: Error, Hashable { package var reason: String }
package final class RegionGeometry: @unchecked Sendable {
    let t: TempGeometry
    package var shape: RegionShape { t.shape }
    package init(_ shape: RegionShape) throws(GeometryError) { do { t = try TempGeometry(shape) } catch { throw GeometryError(reason: "x") } }
    package var area: Double { t.area }
    package func contains(_ p: LocationCoordinate2D) -> Bool { t.covers(p) }
    package func signedDistance(to p: LocationCoordinate2D) -> LocationDistance { t.signedDistance(to: p) }
    package var inradiusBounds: ClosedRange<LocationDistance> { t.inradius...t.inradius }
    package var inradius: LocationDistance { t.inradius }
    package func insideIntervals(from a: LocationCoordinate2D, to b: LocationCoordinate2D) -> [ClosedRange<Double>] { t.insideIntervals(from: a, to: b) }
    package func depth(from a: LocationCoordinate2D, to b: LocationCoordinate2D, within r: ClosedRange<Double>) -> LocationDistance { t.depth(from: a, to: b, within: r) }
}
package struct RegionLookup: Sendable {
    var all: Set<Int32> = []
    package init() {}
    package mutating func insert(_ slot: Int32, _ geometry: RegionGeometry) { all.insert(slot) }
    package mutating func remove(_ slot: Int32) { all.remove(slot) }
    package mutating func pack() {}
    package func candidates(near p: LocationCoordinate2D, within margin: LocationDistance, into: inout [Int32]) { into += all }
    package func candidates(from a: LocationCoordinate2D, to b: LocationCoordinate2D, into: inout [Int32]) { into += all }
}
