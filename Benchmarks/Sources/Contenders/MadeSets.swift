package import RegionMonitoring
package import Workloads

extension RegionSet {
    /// The seed of everything made here.
    package static let seed: UInt64 = 20_261_130

    /// Star-shaped polygons of 24 corners and 100 to 2,000 m, strewn over a country's area.
    package static func scattered(_ count: Int) -> RegionSet {
        var random = RandomStream(seed: seed)
        let shapes = (0..<count).map { _ in scatteredStar(&random) }
        return RegionSet(name: "\(count) regions", shapes: shapes)
    }

    /// One such polygon.
    package static func scatteredStar(_ random: inout RandomStream) -> RegionShape {
        let center = LocationCoordinate2D(
            latitude: 25 + 24 * random.unit(), longitude: -124 + 57 * random.unit())
        return .polygons([
            star(around: center, radius: 100 + 1900 * random.unit() * random.unit(), &random)
        ])
    }

    /// Such polygons of 300 to 3,000 m over a city, so that many overlap.
    package static func city(_ count: Int) -> RegionSet {
        var random = RandomStream(seed: seed)
        let shapes = (0..<count).map { _ in
            let center = LocationCoordinate2D(
                latitude: 40.49 + 0.43 * random.unit(), longitude: -74.26 + 0.56 * random.unit())
            return RegionShape.polygons([
                star(around: center, radius: 300 + 2700 * random.unit(), &random)
            ])
        }
        return RegionSet(name: "city of \(count)", shapes: shapes)
    }

    private static func star(
        around center: LocationCoordinate2D, radius: Double, _ random: inout RandomStream
    ) -> Polygon {
        let corners = 24
        var ring: [LocationCoordinate2D] = []
        for corner in 0..<corners {
            // A diamond's corners, drawn onto the circle: no trigonometry, so the same everywhere.
            let t = 4 * Double(corner) / Double(corners)
            let part = t - t.rounded(.down)
            let length = (part * part + (1 - part) * (1 - part)).squareRoot()
            let (a, b) = ((1 - part) / length, part / length)
            let (x, y) =
                switch Int(t) {
                case 0: (a, b)
                case 1: (-b, a)
                case 2: (-a, -b)
                default: (b, -a)
                }
            let r = radius * (0.6 + 0.4 * random.unit()) / 111_320
            ring.append(
                LocationCoordinate2D(
                    latitude: center.latitude + r * y, longitude: center.longitude + r * x * 1.27))
        }
        ring.append(ring[0])
        return Polygon(exterior: ring)
    }

    /// Circles and polygons in equal number that all hold one place.
    package static func deep(_ count: Int) -> RegionSet {
        var random = RandomStream(seed: seed)
        let middle = LocationCoordinate2D(latitude: 48.2, longitude: 16.4)
        let shapes = (0..<count).map { index in
            let radius = 3000 + 2000 * Double(index) / Double(count)
            return index % 2 == 0
                ? RegionShape.circle(Circle(center: middle, radius: radius))
                : .polygons([star(around: middle, radius: 2 * radius, &random)])
        }
        return RegionSet(name: "\(count) over one place", shapes: shapes)
    }
}

extension FixBatch {
    /// Walks over the city of ``RegionSet/city(_:)``.
    package static func cityWalks(_ deviceCount: Int, fixes: Int) -> [FixBatch] {
        walks(deviceCount, fixes: fixes, west: -74.26, south: 40.49, east: -73.70, north: 40.92)
    }

    /// Devices that wander about a box at up to 30 m/s, a fix of each in turn, a second apart.
    package static func walks(
        _ deviceCount: Int, fixes: Int, west: Double, south: Double, east: Double, north: Double
    ) -> [FixBatch] {
        var random = RandomStream(seed: RegionSet.seed &+ 1)
        var places: [(x: Double, y: Double)] = []
        var speeds: [(x: Double, y: Double)] = []
        for _ in 0..<deviceCount {
            places.append(
                (west + (east - west) * random.unit(), south + (north - south) * random.unit()))
            speeds.append((60 * random.unit() - 30, 60 * random.unit() - 30))
        }
        return batches(count: fixes) { index in
            let device = index % deviceCount
            var next = places[device]
            next.x += speeds[device].x / 85_000
            next.y += speeds[device].y / 111_320
            if next.x < west || next.x > east { speeds[device].x *= -1 }
            if next.y < south || next.y > north { speeds[device].y *= -1 }
            places[device] = (min(max(next.x, west), east), min(max(next.y, south), north))
            let place = places[device]
            return (place.x, place.y, UInt32(device), Double(index / deviceCount))
        }
    }
}
