import Geodesy

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A closed geodesic disc.
struct CircleGeometry: Sendable {
    let circle: Circle
    let center: GeocentricPoint

    /// Squares of chords: shorter than the first is surely inside, longer than the second surely
    /// outside; between them the geodesic decides.
    private let surelyInside: Double
    private let surelyOutside: Double

    init(_ circle: Circle) throws(GeometryError) {
        try requireValid(circle.center, "the centre")
        guard circle.radius > 0, circle.radius.isFinite else {
            throw GeometryError(
                reason: "the radius is \(circle.radius) m; it must be finite and greater than 0")
        }
        self.circle = circle
        center = GeocentricPoint(
            latitude: circle.center.latitude, longitude: circle.center.longitude)
        // A geodesic of length g is no shorter than its chord c, so c > r means outside.
        //
        // Its curvature as a curve in space is a normal curvature of the ellipsoid, at most 1/R with
        // R = b²/a. By Schur's comparison theorem the chord of a curve of length g ≤ πR that bends no
        // more than a circle of radius R is at least the circle's: c ≥ 2R sin(g/2R). So
        // c ≤ 2R sin(r/2R) means g ≤ r, given that g ≤ πR is known: for c ≤ 5,000 km the plane through
        // both places and the earth's centre holds a way of at most (a²/b) · 2 asin(c/2b) = 5,200 km.
        //
        // A micrometre is a hundred times what rounding does to a chord or a geodesic.
        let slack = 1e-6
        let outside = circle.radius + slack
        surelyOutside = outside * outside
        let curvatureRadius = EarthModel.smallestCurvatureRadius
        if circle.radius <= 5_000_000 {
            let inside =
                2 * curvatureRadius * sin(circle.radius / (2 * curvatureRadius)) - slack
            surelyInside = inside > 0 ? inside * inside : -1
        } else {
            surelyInside = -1
        }
    }

    /// Never infinite, which no report could write down: radii up to any finite number are allowed.
    var area: Double { min(.pi * circle.radius * circle.radius, .greatestFiniteMagnitude) }

    func contains(_ place: LocationCoordinate2D) -> Bool {
        // A degree of latitude is at least π/180 · a (1 − e²) metres.
        let north =
            EarthModel.smallestCurvatureRadius * (.pi / 180)
            * abs(place.latitude - circle.center.latitude)
        if north * (1 - 1e-12) > circle.radius + 1e-6 { return false }
        let chord = GeocentricPoint(latitude: place.latitude, longitude: place.longitude)
            .squaredChord(to: center)
        if chord <= surelyInside { return true }
        if chord > surelyOutside { return false }
        return signedDistance(to: place) <= 0
    }

    func signedDistance(to place: LocationCoordinate2D) -> LocationDistance {
        Geodesic.distance(from: circle.center, to: place) - circle.radius
    }

    /// Whether the rim is nearer to a place than a limit; `nil` where the chord c leaves it open, within
    /// micrometres of the limit. The geodesic is no shorter than c, and at most 2R asin(c/2R) for
    /// c ≤ 5,000 km, as explained in `init`.
    func isRim(within limit: LocationDistance, of place: LocationCoordinate2D) -> Bool? {
        let chord = GeocentricPoint(latitude: place.latitude, longitude: place.longitude)
            .squaredChord(to: center).squareRoot()
        let slack = 1e-6
        let least = chord - slack
        let outer = circle.radius + limit
        let inner = circle.radius - limit
        if least > outer { return false }
        guard chord <= 5_000_000 else { return nil }
        let earth = EarthModel.smallestCurvatureRadius
        let most = 2 * earth * asin(chord / (2 * earth)) + slack
        if most < inner { return false }
        return least > inner && most < outer ? true : nil
    }

    func boxes(margin: LocationDistance) -> [GeodeticBox] {
        let center = circle.center
        return GeodeticBox.boxes(
            south: center.latitude, west: center.longitude, north: center.latitude,
            east: center.longitude, within: circle.radius + max(margin, 0) + 1e-3)
    }
}
