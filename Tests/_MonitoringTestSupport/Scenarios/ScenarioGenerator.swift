import Geodesy
public import RegionMonitoring

/// Makes scenarios from seeds: all kinds of regions, policies, filters, tracks and controls.
///
/// Small worlds on purpose: a few regions that overlap and few devices that never get far from them, so
/// that nearly every record matters.
public struct ScenarioGenerator {
    var random: SeededGenerator
    var place: ScenarioPlace
    var clock: Timestamp
    var regions: [RegionID: Region] = [:]
    var tracks: [DeviceID: ScenarioTrack] = [:]

    /// Creates the generator of one scenario.
    public init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        place = ScenarioPlace(&random)
        clock = Timestamp(microsecondsSince1970: 1_777_874_400_000_000)
    }

    /// The scenario of the seed.
    ///
    /// - Parameter isAllowed: Whether a policy can be used; others are drawn again.
    public static func scenario(
        seed: UInt64, isAllowed: (PolicyChoice) -> Bool
    ) -> Scenario {
        var generator = ScenarioGenerator(seed: seed)
        var policy = generator.drawPolicy()
        while !isAllowed(policy) { policy = generator.drawPolicy() }
        let filter = generator.drawFilter()
        var steps: [Scenario.Step] = []
        for index in 0..<generator.random.draw(1...4) {
            steps.append(.put(generator.drawRegion(RegionID("r\(index)"))))
        }
        for index in 0..<generator.random.draw(1...3) {
            generator.tracks[DeviceID("d\(index)")] = ScenarioTrack(&generator.random)
        }
        let count = generator.random.draw(15...90)
        let takesClock = generator.random.chance(0.15)
        let controls = generator.random.pick([0, 0.05, 0.12, 0.25])
        while steps.count < count {
            if generator.random.chance(controls) {
                steps.append(generator.drawControl())
            } else {
                steps.append(contentsOf: generator.drawFixes(takesClock: takesClock, filter))
            }
        }
        steps.append(.flush)
        return Scenario(policy: policy, filter: filter, steps: steps)
    }

    /// A control record, about what is there or was.
    private mutating func drawControl() -> Scenario.Step {
        var region = RegionID("r\(random.draw(0...4))")
        if random.chance(0.7), !regions.isEmpty { region = random.pick(regions.keys.sorted()) }
        let device = random.pick((0...3).map { DeviceID("d\($0)") })
        switch random.draw(0...99) {
        case 0..<30: return .put(edit(region))
        case 30..<40:
            regions[region] = nil
            return .remove(region)
        case 40..<50: return .forget(device)
        case 50..<62: return .request(region, device)
        case 62..<65: return .flush
        default: return .advance(drawAdvance())
        }
    }

    /// A time ahead, now and then one already past.
    private mutating func drawAdvance() -> Timestamp {
        let seconds =
            random.chance(0.15) ? random.draw(-600...0) : random.drawLogarithmic(1...20_000)
        let time = clock + .microseconds(Int64(seconds * 1e6))
        if random.chance(0.8) { clock = max(clock, time) }
        return time
    }

    /// The next fix of some device, now and then again, out of order, or with another's time.
    private mutating func drawFixes(
        takesClock: Bool, _ filter: LocationFilter
    ) -> [Scenario.Step] {
        let device = random.pick(tracks.keys.sorted())
        guard var track = tracks[device] else { return [] }
        clock = clock + track.drawPause(&random)
        track.move(among: regions.keys.sorted().compactMap { regions[$0] }, place, &random)
        var fix = track.drawFix(at: clock, in: place, &random)
        if random.chance(0.06) {
            fix.timestamp = fix.timestamp + .microseconds(-random.draw(1...90_000_000))
        }
        if random.chance(0.03) { fix.coordinate = drawCorner() ?? fix.coordinate }
        if random.chance(0.01) { fix.coordinate = LocationCoordinate2D(latitude: 0, longitude: 0) }
        if random.chance(0.01) { fix.isSimulated = true }
        if random.chance(0.005) { fix.horizontalAccuracy = -1 }
        var now: Timestamp?
        if takesClock {
            now = clock + .milliseconds(random.chance(0.1) ? random.draw(-900_000...900_000) : 1000)
        }
        tracks[device] = track
        var steps = [Scenario.Step.fix(device, fix, now: now)]
        if random.chance(0.05) {
            if random.chance(0.5) { fix.coordinate.latitude += 1e-4 }
            steps.append(.fix(device, fix, now: now))
        }
        return steps
    }

    /// A vertex of some region, or a circle's centre: a place right on a boundary, to the last bit.
    private mutating func drawCorner() -> LocationCoordinate2D? {
        guard !regions.isEmpty else { return nil }
        let identifier = random.pick(regions.keys.sorted())
        switch regions[identifier]?.shape {
        case .circle(let circle): return circle.center
        case .polygons(let parts): return random.pick(random.pick(parts).exterior)
        case .corridor(let corridor): return random.pick(random.pick(corridor.lines))
        case nil: return nil
        }
    }
}
