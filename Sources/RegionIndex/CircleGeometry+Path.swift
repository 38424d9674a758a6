import Geodesy

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension CircleGeometry {
    /// The stretches of a way that lie in the disc, ascending and disjoint.
    ///
    /// Stretches are halved until one of four things is known. d is the distance to the centre.
    /// - The triangle inequality puts the whole stretch on one side of the rim.
    /// - d² is convex along it, so that what is inside is one interval. With κ = tan φ / N, the most
    ///   a way straight in longitude and latitude can bend is 1.16 κ, and the second derivative of
    ///   d² is at least 2 (d/R cot d/R − 1.16 d κ): positive for d ≤ 2,000 km and d κ ≤ 0.5.
    /// - d departs from the straight line between its ends by at most K l²/8, with
    ///   K = |cot d/R| / R + 1.16 κ, and that does not reach the rim, or is under 0.1 mm.
    /// - It is shorter than half a millimetre.
    ///
    /// - Parameters:
    ///   - holdsStart: Whether the disc contains the way's start.
    ///   - holdsEnd: The same of its end.
    func insideIntervals(
        along path: SegmentPath, holdsStart: Bool, holdsEnd: Bool
    ) -> [ClosedRange<Double>] {
        var search = RimSearch(circle: self, path: path)
        if holdsStart != holdsEnd, let crossing = search.onlyCrossing(holdsStart: holdsStart) {
            return [holdsStart ? 0...crossing : crossing...1]
        }
        let start = search.distance(at: 0)
        let end = search.distance(at: 1)
        search.collect(0, start, 1, end, depth: 0)
        return united(search.found)
    }

    /// The greatest depth on a stretch of a way.
    func depth(along path: SegmentPath, within stretch: ClosedRange<Double>) -> LocationDistance {
        let probe = DistanceProbe(at: circle.center.normalized)
        let from = path.planarPoint(at: stretch.lowerBound)
        let to = path.planarPoint(at: stretch.upperBound)
        var least = min(
            Geodesic.distance(from: circle.center, to: path.place(at: stretch.lowerBound)),
            Geodesic.distance(from: circle.center, to: path.place(at: stretch.upperBound)))
        if let nearest = probe.nearest(from: from, to: to, within: least) {
            let t = stretch.lowerBound + nearest.t * (stretch.upperBound - stretch.lowerBound)
            least = min(least, Geodesic.distance(from: circle.center, to: path.place(at: t)))
        }
        return circle.radius - least
    }
}

private struct RimSearch {
    let circle: CircleGeometry
    let path: SegmentPath
    var found: [ClosedRange<Double>] = []

    init(circle: CircleGeometry, path: SegmentPath) {
        self.circle = circle
        self.path = path
    }

    private var radius: LocationDistance { circle.circle.radius }

    func distance(at t: Double) -> LocationDistance {
        Geodesic.distance(from: circle.circle.center, to: path.place(at: t))
    }

    /// Where a way crosses the rim that has one end in the disc, if d² is surely convex along it and chords
    /// tell it.
    func onlyCrossing(holdsStart: Bool) -> Double? {
        let length = path.lengthBound(0...1)
        let farthest = radius + length
        let bend = Self.bend(at: path.latitudeMagnitudes(0...1).largest)
        guard farthest <= 2_000_000, farthest * bend <= 0.5, length >= 5e-4 else { return nil }
        return rimByChord(inside: holdsStart ? 0 : 1, outside: holdsStart ? 1 : 0)
    }

    mutating func collect(_ t0: Double, _ d0: Double, _ t1: Double, _ d1: Double, depth: Int) {
        let length = path.lengthBound(t0...t1)
        if d0 + d1 - length > 2 * radius { return }
        if d0 <= radius, d1 <= radius, d0 + d1 + length <= 2 * radius {
            found.append(t0...t1)
            return
        }
        let middle = (t0 + t1) / 2
        if length < 5e-4 || depth >= 60 || middle <= t0 || middle >= t1 {
            solve(t0, d0, t1, d1)
            return
        }
        let nearest = max(0, (d0 + d1 - length) / 2)
        let farthest = (d0 + d1 + length) / 2
        let bend = Self.bend(at: path.latitudeMagnitudes(t0...t1).largest)
        if farthest <= 2_000_000, farthest * bend <= 0.5 {
            solveConvex(t0, d0, t1, d1)
            return
        }
        let departure = Self.curvature(nearest, farthest, bend) * length * length / 8
        if min(d0, d1) - departure > radius { return }
        if max(d0, d1) + departure <= radius {
            found.append(t0...t1)
            return
        }
        if departure < 1e-4 {
            solve(t0, d0, t1, d1)
            return
        }
        let d = distance(at: middle)
        collect(t0, d0, middle, d, depth: depth + 1)
        collect(middle, d, t1, d1, depth: depth + 1)
    }

    /// tan φ / N in 1/m; the bend of the parallel.
    private static func bend(at latitude: LocationDegrees) -> Double {
        let metric = LocalMetric(latitude: latitude)
        let fromAxis = metric.metersPerDegreeOfLongitude * (180 / .pi)
        return fromAxis > 0 ? metric.sineOfLatitude / fromAxis : .infinity
    }

    /// How fast the slope of the distance can change, in 1/m; infinite near the centre and, where
    /// shortest lines meet from all sides, near the other end of the earth.
    private static func curvature(_ nearest: Double, _ farthest: Double, _ bend: Double) -> Double {
        let earth = EarthModel.smallestCurvatureRadius
        guard nearest > 0, farthest < EarthModel.longestDistance - 200_000 else {
            return .infinity
        }
        let ends = max(abs(1 / tan(nearest / earth)), abs(1 / tan(farthest / earth)))
        return 1.1 * ends / earth + 1.16 * bend
    }

    /// For a stretch on which d² is convex.
    private mutating func solveConvex(_ t0: Double, _ d0: Double, _ t1: Double, _ d1: Double) {
        if d0 > radius, d1 > radius {
            let probe = DistanceProbe(at: circle.circle.center.normalized)
            let from = path.planarPoint(at: t0)
            let to = path.planarPoint(at: t1)
            guard let nearest = probe.nearest(from: from, to: to, within: radius + 1) else {
                return
            }
            let t = t0 + nearest.t * (t1 - t0)
            let d = distance(at: t)
            guard d <= radius, t > t0, t < t1 else { return }
            found.append(rim(inside: t, d, outside: t0, d0)...rim(inside: t, d, outside: t1, d1))
            return
        }
        solve(t0, d0, t1, d1)
    }

    /// For a stretch that crosses the rim once at most.
    private mutating func solve(_ t0: Double, _ d0: Double, _ t1: Double, _ d1: Double) {
        switch (d0 <= radius, d1 <= radius) {
        case (true, true): found.append(t0...t1)
        case (true, false): found.append(t0...rim(inside: t0, d0, outside: t1, d1))
        case (false, true): found.append(rim(inside: t1, d1, outside: t0, d0)...t1)
        case (false, false): break
        }
    }

    /// The last parameter within the rim, from a place inside to one outside.
    private func rim(inside t0: Double, _ d0: Double, outside t1: Double, _ d1: Double) -> Double {
        if let t = rimByChord(inside: t0, outside: t1) { return t }
        return boundaryParameter(inside: t0, d0 - radius, outside: t1, d1 - radius) { t in
            distance(at: t) - radius
        }
    }

    /// The same by chords, without a geodesic, to a hundredth of a micrometre; `nil` where they do not
    /// tell it.
    ///
    /// The geodesic of length s has the chord c = s − s³/24R² with R the normal curvature's radius in its
    /// direction, 1/R = cos²α/M + sin²α/N (Euler). Its next term, and the change of R along the way, are
    /// of the order of s⁵/1920R⁴ and s³/24R² · e² s/R: 10⁻¹² and 10⁻⁹ m at 5 km. A parabola through
    /// three squared chords gives the first guess, Newton steps with its slope the rest.
    private func rimByChord(inside t0: Double, outside t1: Double) -> Double? {
        let center = circle.circle.center
        guard radius <= 5_000, abs(center.latitude) <= 85,
            path.lengthBound(min(t0, t1)...max(t0, t1)) <= 50_000
        else { return nil }
        func squaredChord(_ place: LocationCoordinate2D) -> Double {
            GeocentricPoint(latitude: place.latitude, longitude: place.longitude)
                .squaredChord(to: circle.center)
        }
        let metric = LocalMetric(latitude: center.latitude)
        let meridian = metric.metersPerDegreeOfLatitude * (180 / .pi)
        let w = 1 - EarthModel.eccentricitySquared * metric.sineOfLatitude * metric.sineOfLatitude
        let primeVertical = EarthModel.equatorialRadius / w.squareRoot()
        let middle = (t0 + t1) / 2
        // a u² + b u + c over u in 0...1.
        let c = squaredChord(path.place(at: t0))
        let end = squaredChord(path.place(at: t1))
        let a = 2 * (end - 2 * squaredChord(path.place(at: middle)) + c)
        let b = end - c - a
        let least = c - radius * radius
        guard least < 0, b * b - 4 * a * least > 0 else { return nil }
        let root = (b * b - 4 * a * least).squareRoot()
        // The root where it rises; without cancellation.
        var u = b >= 0 ? -2 * least / (b + root) : (root - b) / (2 * a)
        for _ in 0..<6 where u > 0 && u < 1 {
            let t = t0 + u * (t1 - t0)
            let place = path.place(at: t)
            let north = (place.latitude - center.latitude) * metric.metersPerDegreeOfLatitude
            let cosine = min(north * north / (radius * radius), 1)
            let curvature = cosine / meridian + (1 - cosine) / primeVertical
            let target = radius - radius * radius * radius * curvature * curvature / 24
            let excess = squaredChord(place) - target * target
            if abs(excess) <= 2 * target * 1e-8 { return t }
            u -= excess / root
        }
        return nil
    }
}

/// Where a function that is at most 0 at one parameter and above 0 at another changes its sign: the
/// last parameter on the side of the first, by the Illinois rule and, where that stalls, by halving.
func boundaryParameter(
    inside t0: Double, _ f0: Double, outside t1: Double, _ f1: Double,
    _ function: (Double) -> Double
) -> Double {
    var (inside, insideValue, outside, outsideValue) = (t0, f0, t1, f1)
    var side = 0
    for step in 0..<100 where abs(outside - inside) > 1e-15 {
        var t = inside + (outside - inside) * (-insideValue / (outsideValue - insideValue))
        if step % 8 == 7 || t == inside || t == outside || !t.isFinite {
            t = (inside + outside) / 2
            if t == inside || t == outside { break }
        }
        let value = function(t)
        if value <= 0 {
            (inside, insideValue) = (t, value)
            if value == 0 || value > -1e-9 { break }
            if side < 0 { outsideValue /= 2 }
            side = -1
        } else {
            (outside, outsideValue) = (t, value)
            if side > 0 { insideValue /= 2 }
            side = 1
        }
    }
    return inside
}
