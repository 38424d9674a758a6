import Geodesy
import RegionMonitoring

extension ScenarioGenerator {
    /// A region of any kind near the centre.
    mutating func drawRegion(_ identifier: RegionID) -> Region {
        // Now and then two regions of one shape: the same place, area and times.
        let others = regions.keys.sorted().compactMap { regions[$0]?.shape }
        let isTwin = random.chance(0.1) && !others.isEmpty
        var region = Region(
            identifier: identifier, shape: isTwin ? random.pick(others) : drawShape())
        drawFlags(&region)
        if random.chance(0.3) { region.policy = drawOwnPolicy() }
        regions[identifier] = region
        return region
    }

    /// The region with something changed, or a new one when there is none.
    mutating func edit(_ identifier: RegionID) -> Region {
        guard var region = regions[identifier] else { return drawRegion(identifier) }
        switch random.draw(0...9) {
        case 0...3: region.shape = drawShape()
        case 4...6: drawValue(&region.policy)
        case 7: region.policy = drawOwnPolicy()
        case 8: drawFlags(&region)
        default: region.name = "renamed"
        }
        regions[identifier] = region
        return region
    }

    private mutating func drawFlags(_ region: inout Region) {
        region.notifyOnEntry = !random.chance(0.08)
        region.notifyOnExit = !random.chance(0.08)
        region.notifyOnDwell = !random.chance(0.08)
    }

    private mutating func drawOwnPolicy() -> PolicyOverrides {
        var overrides = drawOverrides(values: random.draw(0...3))
        if random.chance(0.3) { overrides.preset = random.pick(PolicyPreset.allCases) }
        if random.chance(0.2) {
            overrides.assumedState = random.pick(TransitionPolicy.AssumedState.allCases)
        }
        return overrides
    }

    private mutating func drawShape() -> RegionShape {
        let (east, north) = (drawOffset(), drawOffset())
        let size = random.draw(0.2...1) * place.scale
        switch random.draw(0...9) {
        case 0...2: return .circle(Circle(center: normalized(place.at(east, north)), radius: size))
        case 3...4: return .polygons([drawStar(east, north, size)])
        case 5: return .polygons([drawBox(east, north, size)])
        case 6:
            let other = east + 2.5 * size
            return .polygons([drawStar(east, north, size), drawBox(other, north, size)])
        case 7: return drawCutBox(size)
        default: return drawCorridor(east, north, size)
        }
    }

    private mutating func drawOffset() -> LocationDistance {
        random.draw(-0.7...0.7) * place.scale
    }

    /// A coordinate as files write it: within −180...180.
    private func normalized(_ coordinate: LocationCoordinate2D) -> LocationCoordinate2D {
        coordinate.normalized
    }

    /// A ring around a centre, with a hole of the same form now and then; it goes on past ±180° or jumps.
    private mutating func drawStar(
        _ east: LocationDistance, _ north: LocationDistance, _ size: LocationDistance
    ) -> Polygon {
        let directions = 16
        let spokes = Self.directions.filter { _ in random.chance(0.6) }
        guard spokes.count >= directions / 2 else { return drawBox(east, north, size) }
        let radii = spokes.map { _ in random.draw(0.6...1) * size }
        let jumps = random.chance(0.5)
        func ring(_ factor: Double) -> [LocationCoordinate2D] {
            let vertices = zip(spokes, radii).map { spoke, radius in
                let vertex = place.at(
                    east + spoke.east * radius * factor, north + spoke.north * radius * factor)
                return jumps ? vertex.normalized : vertex
            }
            return vertices + vertices.prefix(1)
        }
        return Polygon(exterior: ring(1), holes: random.chance(0.4) ? [ring(0.4)] : [])
    }

    /// Sixteen points of a circle, without the platform's sine.
    private static let directions: [(east: Double, north: Double)] = {
        let quarter = [
            (1.0, 0.0), (0.923_879_532_5, 0.382_683_432_4), (0.707_106_781_2, 0.707_106_781_2),
            (0.382_683_432_4, 0.923_879_532_5),
        ]
        let half = quarter + quarter.map { (-$0.1, $0.0) }
        return (half + half.map { (-$0.0, -$0.1) }).map { (east: $0.0, north: $0.1) }
    }()

    /// A box along the meridians, so that fixes can lie exactly on its edges.
    private mutating func drawBox(
        _ east: LocationDistance, _ north: LocationDistance, _ size: LocationDistance
    ) -> Polygon {
        let low = place.at(east - size, north - size * random.draw(0.3...1))
        let high = place.at(east + size, north + size * random.draw(0.3...1))
        return Self.box(low, high)
    }

    private static func box(
        _ low: LocationCoordinate2D, _ high: LocationCoordinate2D
    ) -> Polygon {
        let corners = [
            (low.latitude, low.longitude), (low.latitude, high.longitude),
            (high.latitude, high.longitude), (high.latitude, low.longitude),
            (low.latitude, low.longitude),
        ]
        return Polygon(
            exterior: corners.map { LocationCoordinate2D(latitude: $0.0, longitude: $0.1) })
    }

    /// A box cut at ±180° where it reaches over it.
    private mutating func drawCutBox(_ size: LocationDistance) -> RegionShape {
        var low = place.at(-size, -size * random.draw(0.3...1))
        var high = place.at(size, size * random.draw(0.3...1))
        let turn: LocationDegrees =
            low.longitude >= 180 ? -360 : low.longitude < -180 ? 360 : 0
        low.longitude += turn
        high.longitude += turn
        guard low.longitude < 180, high.longitude > 180 else {
            return .polygons([Self.box(low, high)])
        }
        var (western, eastern) = (high, low)
        western.longitude = 180
        eastern.longitude = -180
        high.longitude -= 360
        return .polygons([Self.box(low, western), Self.box(eastern, high)])
    }

    private mutating func drawCorridor(
        _ east: LocationDistance, _ north: LocationDistance, _ size: LocationDistance
    ) -> RegionShape {
        var lines: [[LocationCoordinate2D]] = []
        for _ in 0..<random.pick([1, 1, 2]) {
            var (x, y) = (east, north)
            var line: [LocationCoordinate2D] = []
            for _ in 0..<random.draw(2...5) {
                line.append(place.at(x, y))
                x += random.draw(-1...1) * size
                y += random.draw(-1...1) * size
            }
            lines.append(line)
        }
        return .corridor(Corridor(lines: lines, halfWidth: size * random.draw(0.1...0.5)))
    }
}
