import Geodesy
import RegionMonitoring

/// A neighbourhood: where it is on the globe, and how large.
struct ScenarioPlace {
    var center: LocationCoordinate2D

    /// The size of its regions in metres.
    var scale: LocationDistance

    /// Draws one: usually anywhere, often on ±180°, far north, far south or on the equator.
    init(_ random: inout SeededGenerator) {
        let latitude: LocationDegrees =
            switch random.draw(0...9) {
            case 0: random.draw(80...89.5)
            case 1: random.draw(-89.5...(-80))
            case 2: random.draw(-0.01...0.01)
            default: random.draw(-75...75)
            }
        let longitude: LocationDegrees =
            random.chance(0.3)
            ? random.pick([-180, 180]) + random.draw(-0.01...0.01)
            : random.draw(-180...180)
        center = LocationCoordinate2D(latitude: latitude, longitude: longitude)
        scale = random.pick([30, 100, 100, 300, 300, 800, 1500, 4000])
    }

    /// The place that many metres east and north of the centre, roughly; the longitude goes on past ±180.
    func at(_ east: LocationDistance, _ north: LocationDistance) -> LocationCoordinate2D {
        let metresPerDegree = 111_320.0
        // A cosine to seven digits is exact enough to place things; the platform's could differ.
        let radians = center.latitude * 0.017_453_292_519_943_295
        let square = radians * radians
        var (cosine, term) = (1.0, 1.0)
        for index in 1...8 {
            term *= -square / Double(2 * index * (2 * index - 1))
            cosine += term
        }
        return LocationCoordinate2D(
            latitude: min(90, max(-90, center.latitude + north / metresPerDegree)),
            longitude: center.longitude + east / (metresPerDegree * max(cosine, 1e-4)))
    }
}

/// Where a device is and what it is doing.
struct ScenarioTrack {
    private enum Mood: CaseIterable {
        case wander
        case visit
        case rest
        case rush
    }

    private var east: LocationDistance = 0
    private var north: LocationDistance = 0
    private var mood = Mood.wander
    private var pauses: ClosedRange<Double>
    private var goodAccuracies: [LocationDistance?]
    private var last: LocationCoordinate2D?

    init(_ random: inout SeededGenerator) {
        pauses = random.pick([1...5, 5...40, 10...120, 60...900])
        goodAccuracies = random.pick([[nil], [3, 5, 8, 12], [0, 5, 30, nil], [5, 25, 60, 150]])
    }

    /// The time to the next fix: the device's own pace, now and then a gap of up to some hours.
    mutating func drawPause(_ random: inout SeededGenerator) -> Duration {
        let seconds =
            random.chance(0.05) ? random.drawLogarithmic(300...40_000) : random.draw(pauses)
        return .microseconds(Int64(seconds * 1e6))
    }

    /// Moves on: around, towards some region's edge, not at all, or right through everything.
    mutating func move(
        among regions: [Region], _ place: ScenarioPlace, _ random: inout SeededGenerator
    ) {
        if random.chance(0.25) { mood = random.pick(Mood.allCases) }
        let scale = place.scale
        switch mood {
        case .wander:
            east += random.draw(-0.3...0.3) * scale
            north += random.draw(-0.3...0.3) * scale
        case .visit:
            east = east * 0.5 + random.draw(-0.6...0.6) * scale
            north = north * 0.5 + random.draw(-0.6...0.6) * scale
        case .rest: break
        case .rush:
            (east, north) = (-east, -north)
            east += random.draw(-1...1) * scale
            north += random.draw(-1...1) * scale
        }
        east = min(3 * scale, max(-3 * scale, east))
        north = min(3 * scale, max(-3 * scale, north))
    }

    /// The fix that the device sends: with noise, without, and now and then where it was before.
    mutating func drawFix(
        at time: Timestamp, in place: ScenarioPlace, _ random: inout SeededGenerator
    ) -> Location {
        var accuracy = random.pick(goodAccuracies)
        if random.chance(0.1) { accuracy = random.pick([90, 150, 400, 2000, 30_000]) }
        let noise = mood == .rest ? 0 : min(accuracy ?? 10, place.scale / 2)
        var coordinate = place.at(
            east + random.draw(-1...1) * noise, north + random.draw(-1...1) * noise)
        if mood == .rest, let last, random.chance(0.7) { coordinate = last }
        last = coordinate
        return Location(coordinate: coordinate, timestamp: time, horizontalAccuracy: accuracy)
    }
}
