import Geodesy
import RegionMonitoring

/// What every format asks of positions, lines and rings.
enum PositionChecks {
    /// A coordinate in range.
    ///
    /// - Parameters:
    ///   - longitudePlace: Where the longitude stands.
    ///   - latitudePlace: Where the latitude stands.
    static func coordinate(
        longitude: Double, at longitudePlace: Int, latitude: Double, at latitudePlace: Int
    ) throws(Refusal) -> LocationCoordinate2D {
        guard abs(longitude) <= 540 else {
            throw Refusal(at: longitudePlace, .longitudeOutOfRange(longitude))
        }
        guard abs(latitude) <= 90 else {
            throw Refusal(at: latitudePlace, .latitudeOutOfRange(latitude))
        }
        return LocationCoordinate2D(latitude: latitude, longitude: longitude)
    }

    /// Throws unless the positions make a closed ring.
    static func requireRing(
        _ ring: [LocationCoordinate2D], _ part: RegionFileFinding.Part, at place: Int
    ) throws(Refusal) {
        if ring.isEmpty { throw Refusal(at: place, .emptyGeometry) }
        guard ring.count >= 4 else {
            throw Refusal(at: place, .tooFewPositions(part: part, count: ring.count, least: 4))
        }
        guard ring.first == ring.last || endsOnItsFirstMeridian(ring) else {
            throw Refusal(at: place, .ringNotClosed(part))
        }
    }

    /// Throws unless the positions make a line.
    static func requireLine(
        _ line: [LocationCoordinate2D], number: Int, at place: Int
    ) throws(Refusal) {
        guard line.count >= 2 else {
            if line.isEmpty { throw Refusal(at: place, .emptyGeometry) }
            throw Refusal(
                at: place,
                .tooFewPositions(part: .init(.line, number), count: line.count, least: 2))
        }
    }

    /// Whether the line ends where it begins but for a whole turn: around a pole, which the geometry
    /// knows more to say of than that it is not closed.
    private static func endsOnItsFirstMeridian(_ line: [LocationCoordinate2D]) -> Bool {
        guard let first = line.first, let last = line.last else { return false }
        return first.latitude == last.latitude && abs(first.longitude - last.longitude) == 360
    }
}

extension [LocationCoordinate2D] {
    /// A copy that takes no more memory than it needs, of an array that has grown by doubling.
    var fitted: [LocationCoordinate2D] {
        var copy: [LocationCoordinate2D] = []
        copy.reserveCapacity(count)
        copy.append(contentsOf: self)
        return copy
    }
}
