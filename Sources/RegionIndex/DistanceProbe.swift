import GEOSBridge
import Geodesy

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A point of an edge: which edge, where on it, and how far away in metres.
struct NearestPoint {
    var edge: Int32
    /// 0 at the edge's first vertex, 1 at its second.
    var t: Double
    var distance: LocationDistance
}

/// Measures from one place to edges that are straight in longitude and latitude.
///
/// **Near** (up to 10 km, within 80° of latitude): the nearest point by the local metric at the
/// latitude midway to it, which differs from the geodesic by 0.03 mm at 1 km and 3.4 cm at 10 km at
/// most (``LocalMetric``). A first guess takes the metric of the place itself; Newton steps on the
/// square of the distance then let the metric follow the point, its change included: without it the
/// error is d · (d tan φ / 2R)² / 2, 10 cm at 10 km in 80°.
///
/// **Far or polar**: the point of the edge that is nearest in space (straight chord), then its
/// geodesic. Chord and geodesic order points alike up to d³/24R² · 0.7 %: a centimetre at 100 km.
struct DistanceProbe {
    private let place: LocationCoordinate2D
    private let metric: LocalMetric
    private let isWithinReachOfLocalMetric: Bool
    private let geocentric: GeocentricPoint

    /// The distance from the earth's axis in metres.
    private let fromAxis: LocationDistance

    private static let localReach: LocationDistance = 10_000
    private static let localLatitude: LocationDegrees = 80

    /// How much shorter or longer than by the guess the way to an edge can be: the guess takes its
    /// metric at most half of 10 km too far north or south, 0.5 % of a longitude degree at 80°.
    private static let guessSlack = 0.99

    init(at place: LocationCoordinate2D) {
        self.place = place
        metric = LocalMetric(latitude: place.latitude)
        fromAxis = metric.metersPerDegreeOfLongitude * (180 / .pi)
        isWithinReachOfLocalMetric = abs(place.latitude) <= Self.localLatitude
        geocentric = GeocentricPoint(latitude: place.latitude, longitude: place.longitude)
    }

    /// The nearest point of a tree's edges, or nil when none is within `limit` metres.
    func nearest(in tree: EdgeTree, within limit: LocationDistance = .infinity) -> NearestPoint? {
        var search = NearestSearch(probe: self, limit: limit)
        tree.forEachRun(
            nearestBy: { lowerBound($0) }, limit: { search.reach },
            { run in
                for index in run { search.look(at: index, of: tree) }
            })
        search.measureGuesses(in: tree)
        return search.best.edge < 0 ? nil : search.best
    }

    /// Whether some edge of a tree is nearer than `limit` metres, or at it if `orAt`: as if the nearest were
    /// asked for, but the first that is near settles it. The distance, where that was found on the way.
    func isNear(
        _ tree: EdgeTree, within limit: LocationDistance, orAt: Bool
    ) -> (isNear: Bool, distance: LocationDistance?) {
        var search = NearestSearch(probe: self, limit: limit)
        var isNear = false
        tree.forEachRun(
            nearestBy: { lowerBound($0) }, limit: { isNear ? -.infinity : search.reach },
            { run in
                for index in run where !isNear {
                    search.look(at: index, of: tree)
                    // What has shrunk below the limit is the slackened distance of an edge.
                    isNear = search.reach < limit
                }
            })
        if isNear { return (true, nil) }
        search.measureGuesses(in: tree)
        guard search.best.edge >= 0 else { return (false, nil) }
        let distance = search.best.distance
        return (orAt ? distance <= limit : distance < limit, distance)
    }

    /// Guesses first: only edges whose guess is near the least one are measured.
    private struct NearestSearch {
        let probe: DistanceProbe
        let limit: LocationDistance
        var best: NearestPoint

        /// What is farther than this is not the nearest.
        var reach: LocationDistance

        private var guesses: InlineArray<8, (edge: Int32, guess: Guess)>
        private var count = 0

        init(probe: DistanceProbe, limit: LocationDistance) {
            self.probe = probe
            self.limit = limit
            best = NearestPoint(edge: -1, t: 0, distance: limit)
            reach = limit
            guesses = InlineArray(repeating: (-1, Guess(t: 0, distance: 0)))
        }

        mutating func look(at edge: Int32, of tree: EdgeTree) {
            let (a, b) = tree.edge(edge)
            guard let guess = probe.guess(from: a, to: b) else {
                var box = PlanarBox(low: a, high: a)
                box.formUnion(b)
                if probe.lowerBound(box) <= reach {
                    offer(edge, probe.nearestInSpace(from: a, to: b, within: reach))
                }
                return
            }
            guard guess.distance * DistanceProbe.guessSlack <= reach else { return }
            if count == guesses.count { measureGuesses(in: tree) }
            guesses[count] = (edge, guess)
            count += 1
            reach = min(reach, guess.distance / DistanceProbe.guessSlack)
        }

        mutating func measureGuesses(in tree: EdgeTree) {
            for index in 0..<count {
                let (edge, guess) = guesses[index]
                guard guess.distance * DistanceProbe.guessSlack <= reach else { continue }
                let (a, b) = tree.edge(edge)
                offer(edge, probe.measured(guess, from: a, to: b))
            }
            count = 0
        }

        private mutating func offer(
            _ edge: Int32, _ found: (t: Double, distance: LocationDistance)?
        ) {
            guard let found, found.distance <= limit,
                found.distance < best.distance || best.edge < 0
            else { return }
            best = NearestPoint(edge: edge, t: found.t, distance: found.distance)
            reach = min(reach, found.distance)
        }
    }

    /// The distance to one edge.
    func distance(from a: PlanarPoint, to b: PlanarPoint) -> LocationDistance {
        nearest(from: a, to: b, within: .infinity)?.distance ?? .infinity
    }

    /// No place in the box is nearer than this.
    ///
    /// Along a meridian a degree is at least π/180 · a (1 − e²) metres; and the plane of a meridian
    /// Δλ away is ρ sin Δλ away in space, ρ (x − x³/6) at least. The last factor is for the rounding
    /// of what is compared with this bound.
    private func lowerBound(_ box: PlanarBox) -> LocationDistance {
        let degree = Double.pi / 180
        let latitude = max(0, box.low.y - place.latitude, place.latitude - box.high.y)
        let x = longitude(nearest: (box.low.x + box.high.x) / 2)
        let longitude = max(0, box.low.x - x, x - box.high.x) * degree
        let north = EarthModel.smallestCurvatureRadius * degree * latitude
        let angle = min(longitude, .pi / 2)
        let east = fromAxis * (angle - angle * angle * angle / 6)
        return max(north, east) * (1 - 1e-5) - 1e-6
    }

    /// The place's longitude in the turn that is nearest to another longitude.
    private func longitude(nearest other: LocationDegrees) -> LocationDegrees {
        let difference = other - place.longitude
        if abs(difference) <= 180 { return place.longitude }
        return place.longitude + 360 * (difference * (1.0 / 360)).rounded()
    }

    /// The nearest point of the edge from `a` to `b`, which spans at most 180° of longitude; nil
    /// when it is surely farther than `limit`.
    func nearest(
        from a: PlanarPoint, to b: PlanarPoint, within limit: LocationDistance
    ) -> (t: Double, distance: LocationDistance)? {
        guard let guess = guess(from: a, to: b) else {
            return nearestInSpace(from: a, to: b, within: limit)
        }
        if guess.distance * Self.guessSlack > limit { return nil }
        return measured(guess, from: a, to: b)
    }

    // MARK: Near

    /// The nearest point of an edge by the metric of the place itself.
    private struct Guess {
        var t: Double
        var distance: LocationDistance
    }

    /// The guess for an edge; nil when it is not near enough for the local metric.
    private func guess(from a: PlanarPoint, to b: PlanarPoint) -> Guess? {
        guard isWithinReachOfLocalMetric else { return nil }
        let scale = PlanarPoint(
            metric.metersPerDegreeOfLongitude, metric.metersPerDegreeOfLatitude)
        let from = offset(of: a, b) * scale
        let along = (b - a) * scale
        let square = (along * along).sum()
        let t = square > 0 ? min(max(-(from * along).sum() / square, 0), 1) : 0
        let nearest = from + along * t
        let distance = (nearest * nearest).sum().squareRoot()
        return distance <= Self.localReach ? Guess(t: t, distance: distance) : nil
    }

    /// From the place to the first vertex of an edge, in degrees, the shorter way around.
    private func offset(of a: PlanarPoint, _ b: PlanarPoint) -> PlanarPoint {
        PlanarPoint(a.x - longitude(nearest: (a.x + b.x) / 2), a.y - place.latitude)
    }

    private func measured(
        _ guess: Guess, from a: PlanarPoint, to b: PlanarPoint
    ) -> (t: Double, distance: LocationDistance) {
        let start = offset(of: a, b)
        let edge = b - a
        var t = guess.t
        for _ in 0..<2 where a != b {
            let moved = t - Self.newtonStep(start, edge, t, place.latitude)
            t = min(max(moved, 0), 1)
        }
        let difference = start + edge * t
        let between = LocalMetric(latitude: place.latitude + difference.y / 2)
        return (t, between.distance(latitude: difference.y, longitude: difference.x))
    }

    /// F'/F'' of F(t) = M² Δφ² + ρ² Δλ² with both taken midway.
    ///
    /// dρ/dφ = −M sin φ; the change of M is 0.3 % of that and left out, as is that of F''.
    private static func newtonStep(
        _ start: PlanarPoint, _ edge: PlanarPoint, _ t: Double, _ latitude: LocationDegrees
    ) -> Double {
        let difference = start + edge * t
        let metric = LocalMetric(latitude: latitude + difference.y / 2)
        let m = metric.metersPerDegreeOfLatitude
        let rho = metric.metersPerDegreeOfLongitude
        let turning =
            0.5 * (.pi / 180) * rho * m * metric.sineOfLatitude * edge.y * difference.x
            * difference.x
        let slope =
            m * m * difference.y * edge.y + rho * rho * difference.x * edge.x - turning
        let curvature = m * m * edge.y * edge.y + rho * rho * edge.x * edge.x
        return curvature > 0 ? slope / curvature : 0
    }

    // MARK: Far and polar

    /// Pieces of at most 5° in either angle bend so little that the chord has one minimum on them.
    private func nearestInSpace(
        from a: PlanarPoint, to b: PlanarPoint, within limit: LocationDistance
    ) -> (t: Double, distance: LocationDistance)? {
        let edge = b - a
        let pieces = max(1, (max(abs(edge.x), abs(edge.y)) / 5).rounded(.up))
        var bestT = 0.0
        var bestSquare = Double.infinity
        func offer(_ t: Double) {
            let square = squaredChord(a + edge * t)
            if square < bestSquare {
                bestSquare = square
                bestT = t
            }
        }
        var low = 0.0
        var lowSlope = chordSlope(a, edge)
        offer(0)
        for piece in 0..<Int(pieces) {
            let high = piece + 1 == Int(pieces) ? 1 : Double(piece + 1) / pieces
            let highSlope = chordSlope(a + edge * high, edge)
            if lowSlope < 0, highSlope > 0 {
                offer(rootOfSlope(a, edge, low, lowSlope, high, highSlope))
            }
            offer(high)
            low = high
            lowSlope = highSlope
        }
        // A chord may be rounded up beyond the geodesic it is shorter than.
        if bestSquare.squareRoot() * (1 - 1e-12) - 1e-6 > limit { return nil }
        let point = bestT == 1 ? b : a + edge * bestT
        let nearest = LocationCoordinate2D(latitude: min(max(point.y, -90), 90), longitude: point.x)
        return (bestT, Geodesic.distance(from: place, to: nearest))
    }

    private func squaredChord(_ point: PlanarPoint) -> Double {
        GeocentricPoint(latitude: point.y, longitude: point.x).squaredChord(to: geocentric)
    }

    /// Half the derivative of the squared chord along an edge: (E − P) · dE/dt.
    private func chordSlope(_ point: PlanarPoint, _ edge: PlanarPoint) -> Double {
        let degree = Double.pi / 180
        let sinLat = sin(point.y * degree)
        let cosLat = cos(point.y * degree)
        let sinLon = sin(point.x * degree)
        let cosLon = cos(point.x * degree)
        let w = 1 - EarthModel.eccentricitySquared * sinLat * sinLat
        let n = EarthModel.equatorialRadius / w.squareRoot()
        let m = n * (1 - EarthModel.eccentricitySquared) / w
        let dx = n * cosLat * cosLon - geocentric.x
        let dy = n * cosLat * sinLon - geocentric.y
        let dz = n * (1 - EarthModel.eccentricitySquared) * sinLat - geocentric.z
        let north = -sinLat * (cosLon * dx + sinLon * dy) + cosLat * dz
        let east = cosLon * dy - sinLon * dx
        return m * north * edge.y + n * cosLat * east * edge.x
    }

    /// Where the slope turns from falling to rising, by the Illinois rule (regula falsi that halves
    /// the value of an end kept twice).
    private func rootOfSlope(
        _ a: PlanarPoint, _ edge: PlanarPoint, _ low: Double, _ lowSlope: Double, _ high: Double,
        _ highSlope: Double
    ) -> Double {
        var (low, lowSlope, high, highSlope) = (low, lowSlope, high, highSlope)
        var side = 0
        for _ in 0..<60 where high - low > 1e-15 {
            let t = (low * highSlope - high * lowSlope) / (highSlope - lowSlope)
            guard t > low, t < high else { break }
            let slope = chordSlope(a + edge * t, edge)
            if slope == 0 { return t }
            if slope < 0 {
                (low, lowSlope) = (t, slope)
                if side < 0 { highSlope /= 2 }
                side = -1
            } else {
                (high, highSlope) = (t, slope)
                if side > 0 { lowSlope /= 2 }
                side = 1
            }
        }
        return -lowSlope < highSlope ? low : high
    }
}
