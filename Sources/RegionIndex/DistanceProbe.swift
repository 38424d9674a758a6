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

    /// How much shorter than by the first guess the way to an edge can be: the guess takes its
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
        var best = NearestPoint(edge: -1, t: 0, distance: limit)
        tree.forEachRun(
            nearestBy: { lowerBound($0) }, limit: { best.distance },
            { run in
                for index in run {
                    let (a, b) = tree.edge(index)
                    var box = PlanarBox(low: a, high: a)
                    box.formUnion(b)
                    guard lowerBound(box) <= best.distance,
                        let (t, distance) = nearest(from: a, to: b, within: best.distance),
                        distance < best.distance || best.edge < 0 && distance <= limit
                    else { continue }
                    best = NearestPoint(edge: index, t: t, distance: distance)
                }
            })
        return best.edge < 0 ? nil : best
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
        place.longitude + 360 * ((other - place.longitude) * (1.0 / 360)).rounded()
    }

    /// The nearest point of the edge from `a` to `b`, which spans at most 180° of longitude; nil
    /// when it is surely farther than `limit`.
    func nearest(
        from a: PlanarPoint, to b: PlanarPoint, within limit: LocationDistance
    ) -> (t: Double, distance: LocationDistance)? {
        guard isWithinReachOfLocalMetric else {
            return nearestInSpace(from: a, to: b, within: limit)
        }
        let start = PlanarPoint(
            a.x - longitude(nearest: (a.x + b.x) / 2), a.y - place.latitude)
        let edge = b - a
        let scale = PlanarPoint(
            metric.metersPerDegreeOfLongitude, metric.metersPerDegreeOfLatitude)
        let along = edge * scale
        let from = start * scale
        let square = (along * along).sum()
        var t = square > 0 ? min(max(-(from * along).sum() / square, 0), 1) : 0
        let guess = from + along * t
        let guessed = (guess * guess).sum().squareRoot()
        guard guessed <= Self.localReach else {
            return nearestInSpace(from: a, to: b, within: limit)
        }
        if guessed * Self.guessSlack > limit { return nil }
        for _ in 0..<2 where square > 0 {
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
