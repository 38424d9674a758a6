import GEOSBridge
import Geodesy

/// A ring or line made continuous in the longitude/latitude plane.
///
/// An edge of more than 180° of longitude jumps the antimeridian: from there on 360 is added or
/// subtracted. An edge of exactly 360° runs around the parallel and stays. Every vertex is rounded
/// at most once, from the number as written.
///
/// An edge along a pole has no length, so it can be read both ways: as jumping, or as written. A ring
/// is read in the way in which it closes; where both do, it jumps.
struct UnwrappedRing {
    /// The vertices, longitude first.
    let vertices: [PlanarPoint]

    /// How many turns the last vertex lies from where it was written: ±1 where the ring winds around
    /// a pole.
    let turns: Double

    private let jumpsAlongPoles: Bool

    /// Unwraps a line from its first vertex on.
    init(line: [LocationCoordinate2D]) {
        self.init(line, offset: 0, jumpsAlongPoles: true)
    }

    /// Unwraps a ring from its first vertex on.
    init(ring coordinates: [LocationCoordinate2D]) {
        let jumping = UnwrappedRing(line: coordinates)
        let asWritten = UnwrappedRing(coordinates, offset: 0, jumpsAlongPoles: false)
        self = jumping.turns != 0 && asWritten.turns == 0 ? asWritten : jumping
    }

    /// The same ring, so many turns further east, each vertex still rounded once.
    func moved(_ coordinates: [LocationCoordinate2D], by offset: Double) -> UnwrappedRing {
        UnwrappedRing(coordinates, offset: offset, jumpsAlongPoles: jumpsAlongPoles)
    }

    private init(_ coordinates: [LocationCoordinate2D], offset: Double, jumpsAlongPoles: Bool) {
        self.jumpsAlongPoles = jumpsAlongPoles
        var turns = offset
        var vertices: [PlanarPoint] = []
        vertices.reserveCapacity(coordinates.count)
        var previous: LocationCoordinate2D?
        for coordinate in coordinates {
            if let previous {
                let step = coordinate.longitude - previous.longitude
                let isAlongPole =
                    abs(coordinate.latitude) == 90 && coordinate.latitude == previous.latitude
                if abs(step) > 180, abs(step) != 360, jumpsAlongPoles || !isAlongPole {
                    turns -= (step / 360).rounded()
                }
            }
            previous = coordinate
            vertices.append(
                PlanarPoint(coordinate.longitude + 360 * turns, coordinate.latitude))
        }
        self.vertices = vertices
        self.turns = turns - offset
    }

    /// The smallest and largest longitude.
    var longitudes: ClosedRange<Double> {
        var low = Double.infinity
        var high = -Double.infinity
        for vertex in vertices {
            low = min(low, vertex.x)
            high = max(high, vertex.x)
        }
        return low...max(low, high)
    }
}
