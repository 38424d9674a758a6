import GEOSBridge
import Geodesy

/// A ring or line made continuous in the longitude/latitude plane.
///
/// An edge of more than 180° of longitude jumps the antimeridian: from there on 360 is added or
/// subtracted. An edge of exactly 360° runs around the parallel and stays. Every vertex is rounded
/// at most once, from the number as written.
struct UnwrappedRing {
    /// The vertices, longitude first.
    let vertices: [PlanarPoint]

    /// How many turns the last vertex lies from where it was written: ±1 where the ring winds around
    /// a pole.
    let turns: Double

    /// Unwraps vertices from the first on; `offset` turns are added to all of them.
    init(_ coordinates: [LocationCoordinate2D], offset: Double = 0) {
        var turns = offset
        var vertices: [PlanarPoint] = []
        vertices.reserveCapacity(coordinates.count)
        var previous: LocationDegrees?
        for coordinate in coordinates {
            if let previous {
                let step = coordinate.longitude - previous
                if abs(step) > 180, abs(step) != 360 { turns -= (step / 360).rounded() }
            }
            previous = coordinate.longitude
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
