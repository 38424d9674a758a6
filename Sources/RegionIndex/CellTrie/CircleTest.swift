import Geodesy

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A circle as the trie tests it: a polynomial of the place's degrees decides everywhere but in a band
/// of micrometres at the rim (of 0.5 m for a radius of 20 km), where the geodesic is asked.
///
/// Let Δφ, Δλ be a place's offsets from the centre in radians, M the meridian's radius of curvature, ρ
/// the distance from the axis, R and R′ the smallest and the largest radius of curvature anywhere. The
/// squared chord is c² = s² + 4 ρ₀ρ sin²(Δλ/2), with s the chord of the meridian's arc m between the
/// two parallels. It is compared with q = M₀ (M₀ + M₀′Δφ) Δφ² + ρ₀ (ρ₀ + ρ₀′Δφ) Δλ². For R′|Δφ| ≤ u and
/// ρ₀|Δλ| ≤ u:
/// - By Taylor's theorem |m² − M₀ (M₀ + M₀′Δφ) Δφ²| ≤ (M′²/4 + M M″/3 + …) Δφ⁴ < 0.008 u⁴/R², because
///   |M′| < 0.0104 R′ and |M″| < 0.0208 R′.
/// - s is the chord of an arc that bends no more than a circle of radius R: 0 ≤ m² − s² ≤ m⁴/12R²,
///   below 0.09 u⁴/R².
/// - ρ′ = −M sin φ and |ρ″| = |M cos φ + M′ sin φ| < 1.01 R′: replacing ρ by its tangent changes the last
///   term by less than ρ₀ Δλ² · 1.01 R′ Δφ²/2 < 0.52 u⁴/Rρ₀.
/// - 0 ≤ Δλ² − 4 sin²(Δλ/2) ≤ Δλ⁴/12, times ρ₀ρ with ρ < 1.03 ρ₀: less than 0.09 u⁴/ρ₀².
///
/// So |c² − q| < E = (0.1 + 0.52 R/ρ₀ + 0.09 R²/ρ₀²) u⁴/R². The geodesic g obeys c ≤ g, and
/// c ≤ 2R sin(r/2R) implies g ≤ r (``CircleGeometry``). The two slopes are kept in single precision,
/// which moves q by less than 2⁻²⁴ u³ (0.011/R + R′/ρ₀R): E grows by 10⁻⁷ u³/ρ₀.
///
/// A place of the disc has R|Δφ| ≤ r, and 4 ρ₀ρ sin²(Δλ/2) ≤ c² ≤ r²: what lies farther in either
/// degree is outside, and the rest has the bound u.
struct CircleTest: BitwiseCopyable, Sendable {
    private let center: SIMD2<Double>

    /// M₀² and ρ₀² per square degree.
    private let north: Double
    private let east: Double

    /// Squared metres: q up to the first is surely inside, above the second surely outside.
    private let surelyInside: Double
    private let surelyOutside: Double

    /// What a degree of Δφ adds to `north` and `east`.
    private let northSlope: Float
    private let eastSlope: Float

    /// The greatest offsets of a place of the disc in degrees.
    private let reach: SIMD2<Float>

    /// The greatest radius in metres and latitude in degrees that the bounds are good for.
    private static let greatestRadius: LocationDistance = 20_000
    private static let greatestLatitude: LocationDegrees = 80

    /// Creates the test of a valid circle; `nil` for one too large, too near a pole or at ±180°.
    init?(_ circle: Circle) {
        let center = circle.center.normalized
        let r = circle.radius
        guard r <= Self.greatestRadius, abs(center.latitude) <= Self.greatestLatitude else {
            return nil
        }
        let degree = Double.pi / 180
        let small = EarthModel.smallestCurvatureRadius
        let large = EarthModel.largestCurvatureRadius
        let sine = sin(center.latitude * degree)
        let cosine = cos(center.latitude * degree)
        let w = 1 - EarthModel.eccentricitySquared * sine * sine
        let primeVertical = EarthModel.equatorialRadius / w.squareRoot()
        let m = small / EarthModel.equatorialRadius * primeVertical / w
        let rho = primeVertical * cosine
        let slack = 1e-6
        let outer = r + slack
        let latitudeReach = outer / small * (1 + 1e-6)
        let nearestAxis = rho - large * latitudeReach
        let longitudeReach =
            2 * asin(outer / (2 * (rho * nearestAxis).squareRoot())) * (1 + 1e-6)
        let reach = SIMD2(
            Float(longitudeReach / degree) * (1 + 1e-6), Float(latitudeReach / degree) * (1 + 1e-6))
        guard abs(center.longitude) + Double(reach.x) < 179.999 else { return nil }
        let u = max(large * Double(reach.y), rho * Double(reach.x)) * degree * (1 + 1e-6)
        let ratio = small / rho
        let error =
            (0.1 + 0.52 * ratio + 0.09 * ratio * ratio) * (u * u) * (u * u) / (small * small)
            + 1e-7 * u * u * u / rho
        let inner = 2 * small * sin(r / (2 * small)) - slack
        self.center = SIMD2(center.longitude, center.latitude)
        self.reach = reach
        north = m * m * degree * degree
        east = rho * rho * degree * degree
        let mSlope = 3 * EarthModel.eccentricitySquared * m * sine * cosine / w
        northSlope = Float(m * mSlope * degree * degree * degree)
        eastSlope = Float(-rho * m * sine * degree * degree * degree)
        surelyInside = inner > 0 ? inner * inner - error : -1
        surelyOutside = outer * outer + error
    }

    /// What is known of a place without asking for the geodesic.
    enum Answer {
        case inside
        case outside
        case open
    }

    /// Where a place lies: longitude and latitude in degrees, normalised.
    @inline(__always)
    func answer(at p: SIMD2<Double>) -> Answer {
        let d = p - center
        if d.x.magnitude > Double(reach.x) || d.y.magnitude > Double(reach.y) { return .outside }
        let q = square(d.x * d.x, d.y * d.y, d.y)
        return q <= surelyInside ? .inside : q > surelyOutside ? .outside : .open
    }

    /// Whether the straight way between two places may meet the rim.
    ///
    /// With the least (greatest) weights that the slopes allow among the way's latitudes, q has a
    /// lower (upper) bound that is convex along the way: the first is least at the foot of a
    /// perpendicular, the second greatest at an end. Roundings are 10⁻¹⁵ of either.
    @inline(__always)
    func mayMeetRim(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Bool {
        let a = start - center
        let b = end - center
        let reach = SIMD2<Double>(reach)
        let low = pointwiseMin(a, b)
        let high = pointwiseMax(a, b)
        if low.x > reach.x || high.x < -reach.x || low.y > reach.y || high.y < -reach.y {
            return false
        }
        let base = SIMD2(east, north)
        let slope = SIMD2(Double(eastSlope), Double(northSlope))
        let atLow = base + slope * max(low.y, -reach.y)
        let atHigh = base + slope * min(high.y, reach.y)
        let least = pointwiseMin(atLow, atHigh)
        let way = b - a
        let weighted = way * least
        let length = (way * weighted).sum()
        let foot = length > 0 ? min(max(-(a * weighted).sum() / length, 0), 1) : 0
        let nearest = a + way * foot
        if (nearest * nearest * least).sum() > surelyOutside * (1 + 1e-9) { return false }
        let greatest = pointwiseMax(atLow, atHigh)
        let farthest = max((a * a * greatest).sum(), (b * b * greatest).sum())
        return farthest > surelyInside * (1 - 1e-9) || low.x < -reach.x || high.x > reach.x
            || low.y < -reach.y || high.y > reach.y
    }

    /// q for the squares of two offsets, with the metric of an offset of latitude.
    @inline(__always)
    private func square(_ x2: Double, _ y2: Double, _ y: Double) -> Double {
        y2 * (north + Double(northSlope) * y) + x2 * (east + Double(eastSlope) * y)
    }

    /// How the circle lies to a box: in doubt it may cross it.
    func relation(toBox low: SIMD2<Double>, _ high: SIMD2<Double>) -> CellTrieBuilder.Relation {
        let from = low - center
        let to = high - center
        let reach = SIMD2<Double>(reach)
        if from.x > reach.x || to.x < -reach.x || from.y > reach.y || to.y < -reach.y {
            return .isApart
        }
        // q's two slopes let it change along the box's latitudes at most like this.
        let y0 = max(from.y, -reach.y)
        let y1 = min(to.y, reach.y)
        let xNear = max(from.x, -to.x, 0)
        let yNear = max(from.y, -to.y, 0)
        let near = xNear * xNear
        let nearest = min(
            square(near, yNear * yNear, y0), square(near, yNear * yNear, y1))
        if nearest > surelyOutside { return .isApart }
        let xFar = max(-from.x, to.x)
        let yFar = max(-from.y, to.y)
        guard xFar <= reach.x, yFar <= reach.y else { return .mayCross }
        let far = xFar * xFar
        let farthest = max(square(far, yFar * yFar, y0), square(far, yFar * yFar, y1))
        return farthest <= surelyInside ? .covers : .mayCross
    }
}
