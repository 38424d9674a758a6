import GEOSBridge
import Geodesy
import RegionIndex
import _MonitoringTestSupport

/// Where random shapes are put: the places that go wrong first.
enum Locale: CaseIterable {
    case anywhere
    case antimeridian
    case equator
    case high
    case nullIsland

    func center(_ random: inout SeededGenerator) -> LocationCoordinate2D {
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        return switch self {
        case .anywhere: .init(latitude: number(-70...70), longitude: number(-179...179))
        case .antimeridian:
            .init(latitude: number(-60...60), longitude: number(0...1) < 0.5 ? 180 : -180)
        case .equator: .init(latitude: 0, longitude: number(-180...180))
        case .high:
            .init(
                latitude: number(79...88) * (number(0...1) < 0.5 ? 1 : -1),
                longitude: number(-180...180))
        case .nullIsland: .init(latitude: 0, longitude: 0)
        }
    }
}

/// Random valid regions.
struct RandomShapes {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        .random(in: range, using: &random)
    }

    mutating func count(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    mutating func chance(_ share: Double) -> Bool { number(0...1) < share }

    mutating func locale() -> Locale { Locale.allCases[count(0...Locale.allCases.count - 1)] }

    /// Polygons with holes, some of several parts, some on a grid so that edges line up, some
    /// slivers; written over ±180° in any of the allowed ways.
    mutating func polygons() -> [Polygon] {
        let center = locale().center(&random)
        let size = [1e-6, 1e-4, 1e-3, 0.01, 0.1, 1, 4][count(0...6)]
        let isOnGrid = chance(0.3)
        let style = chance(0.5)
        let parts = chance(0.3) ? count(2...4) : 1
        return (0..<parts).map { part in
            let partCenter = LocationCoordinate2D(
                latitude: center.latitude, longitude: center.longitude + Double(part) * 2.2 * size)
            return polygon(partCenter, size, isOnGrid, written: style)
        }
    }

    private mutating func polygon(
        _ center: LocationCoordinate2D, _ size: Double, _ isOnGrid: Bool, written style: Bool
    ) -> Polygon {
        let squash = chance(0.15) ? 1e-5 : 1
        let corners = count(3...40)
        let shell = star(center, size * 0.4, size, corners, squash, isOnGrid, style)
        var holes: [[LocationCoordinate2D]] = []
        if chance(0.4), corners > 8 {
            holes.append(
                star(center, size * 0.05, size * 0.2, count(3...20), squash, isOnGrid, style))
        }
        return Polygon(exterior: shell, holes: holes)
    }

    private mutating func star(
        _ center: LocationCoordinate2D, _ inner: Double, _ outer: Double, _ corners: Int,
        _ squash: Double, _ isOnGrid: Bool, _ style: Bool
    ) -> [LocationCoordinate2D] {
        var ring = (0..<corners).map { corner -> LocationCoordinate2D in
            // Around a square, without trigonometry: the same numbers everywhere.
            let t = 4 * Double(corner) / Double(corners)
            let f = t - t.rounded(.down)
            let radius = number(inner...outer)
            let (x, y) =
                switch Int(t) {
                case 0: (1 - 2 * f, 1.0)
                case 1: (-1, 1 - 2 * f)
                case 2: (-1 + 2 * f, -1)
                default: (1, -1 + 2 * f)
                }
            var point = PlanarPoint(
                center.longitude + x * radius, center.latitude + y * radius * squash)
            if isOnGrid {
                let step = outer / 8
                point = (point / step).rounded(.toNearestOrEven) * step
            }
            return written(point, style)
        }
        ring.append(ring[0])
        return chance(0.5) ? ring.reversed() : ring
    }

    /// As a file writes it: jumping over ±180°, or going on past it.
    private func written(_ point: PlanarPoint, _ style: Bool) -> LocationCoordinate2D {
        let coordinate = LocationCoordinate2D(
            latitude: min(max(point.y, -90), 90), longitude: point.x)
        return style ? coordinate.normalized : coordinate
    }

    /// Valid polygons; those that came out invalid are left out.
    mutating func validPolygons() -> [Polygon] {
        while true {
            let polygons = polygons()
            if (try? RegionGeometry(.polygons(polygons))) != nil { return polygons }
        }
    }

    mutating func circle() -> Circle {
        let center =
            chance(0.1)
            ? LocationCoordinate2D(latitude: chance(0.5) ? 90 : -90, longitude: number(-180...180))
            : locale().center(&random)
        var radius = 1.0
        for _ in 0..<count(0...66) { radius *= 1.26 }
        return Circle(center: center, radius: radius)
    }

    mutating func corridor() -> Corridor {
        let center = locale().center(&random)
        let size = [1e-3, 0.01, 0.1, 1][count(0...3)]
        let style = chance(0.5)
        let lines = (0..<count(1...2)).map { _ in
            (0..<count(2...8)).map { _ in
                written(
                    PlanarPoint(
                        center.longitude + number(-size...size),
                        center.latitude + number(-size...size)), style)
            }
        }
        return Corridor(lines: lines, halfWidth: min(size * 1e4 * number(0.1...3), 20_000))
    }

    /// Any region.
    mutating func geometry() -> RegionGeometry {
        while true {
            let shape: RegionShape =
                switch count(0...3) {
                case 0: .circle(circle())
                case 1: .corridor(corridor())
                default: .polygons(polygons())
                }
            if let geometry = try? RegionGeometry(shape) { return geometry }
        }
    }
}

/// A place within a box widened by half its size; the box may lie in any turn.
func randomPlace(
    around box: GeodeticBox, _ random: inout SeededGenerator
) -> LocationCoordinate2D {
    let width = (box.east - box.west) / 2 + 1e-9
    let height = (box.north - box.south) / 2 + 1e-9
    let latitude = Double.random(in: box.south - height...box.north + height, using: &random)
    let longitude = Double.random(in: box.west - width...box.east + width, using: &random)
    return LocationCoordinate2D(
        latitude: min(max(latitude, -90), 90), longitude: min(max(longitude, -540), 540)
    ).normalized
}
