import Geodesy
import Testing

@testable import RegionIndex

private func place(_ longitude: Double, _ latitude: Double) -> LocationCoordinate2D {
    LocationCoordinate2D(latitude: latitude, longitude: longitude)
}

/// Rings closed along a pole, where an edge has no length and may be written over any longitudes.
@Suite struct PoleLineTests {
    /// Public data ends such an edge a hair short of ±180: 359.9999° that must not count as a jump.
    @Test func aCapWhosePoleLineIsNotQuiteAWholeTurnLoads() throws {
        let ring = [
            place(-180, 70), place(-90, 72), place(0, 70), place(90, 72), place(179.9999, 70),
            place(179.9999, 90), place(-180, 90), place(-180, 70),
        ]
        let cap = try RegionGeometry(.polygons([Polygon(exterior: ring)]))
        #expect(cap.contains(place(12, 80)))
        #expect(cap.contains(place(0, 90)))
        #expect(!cap.contains(place(12, 60)))
    }

    /// The same edge may just as well mean the short way over ±180.
    @Test func aWedgeOverTheMeridianJumpsAlongThePole() throws {
        let ring = [
            place(170, 85), place(-170, 85), place(-170, 90), place(170, 90), place(170, 85),
        ]
        let wedge = try RegionGeometry(.polygons([Polygon(exterior: ring)]))
        #expect(wedge.contains(place(-180, 87)))
        #expect(wedge.contains(place(175, 87)))
        #expect(!wedge.contains(place(0, 87)))
    }

    @Test func aRingThatWindsAroundWithoutThePoleIsRefused() {
        let ring = [
            place(-180, 70), place(-90, 72), place(0, 70), place(90, 72), place(-180, 70),
        ]
        #expect(throws: GeometryError.self) {
            try RegionGeometry(.polygons([Polygon(exterior: ring)]))
        }
    }
}
