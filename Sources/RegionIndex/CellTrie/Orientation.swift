/// Which way the path a → b → c turns: positive to the left, negative to the right, 0 when the three
/// lie on one line.
///
/// Exact for coordinates in degrees. The rounded determinant decides when it exceeds its error bound,
/// (3 + 16 ε) ε times the sum of its products' magnitudes with ε = 2⁻⁵³ (J. R. Shewchuk, *Adaptive
/// Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates*, 1997, "ccwerrboundA");
/// otherwise the determinant's exact expansion does. Swift never contracts to fused multiply-add,
/// which would void the bound.
@inline(__always)
func orientation(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int {
    let left = (a.x - c.x) * (b.y - c.y)
    let right = (a.y - c.y) * (b.x - c.x)
    let determinant = left - right
    let bound = 3.3306690738754716e-16 * (left.magnitude + right.magnitude)
    if determinant > bound { return 1 }
    if determinant < -bound { return -1 }
    return exactOrientation(a, b, c)
}

/// The sign of ax·by − ay·bx + bx·cy − by·cx + cx·ay − cy·ax, each product taken exactly.
@inline(never)
func exactOrientation(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int {
    var sum = Expansion()
    sum.add(a.x, times: b.y)
    sum.add(-a.y, times: b.x)
    sum.add(b.x, times: c.y)
    sum.add(-b.y, times: c.x)
    sum.add(c.x, times: a.y)
    sum.add(-c.y, times: a.x)
    return sum.sign
}

/// A sum of doubles without rounding: parts of rising magnitude that share no bits.
private struct Expansion {
    private var parts: InlineArray<12, Double> = .init(repeating: 0)
    private var count = 0

    /// Adds a product: its rounded value and what the rounding left, both exactly.
    mutating func add(_ a: Double, times b: Double) {
        let product = a * b
        add((-product).addingProduct(a, b))
        add(product)
    }

    /// Adds a number to each part in turn and keeps every rounding error (Shewchuk's GROW-EXPANSION
    /// with Knuth's two-sum).
    private mutating func add(_ value: Double) {
        var carry = value
        for index in 0..<count {
            let part = parts[index]
            let sum = carry + part
            let shadow = sum - carry
            parts[index] = (carry - (sum - shadow)) + (part - shadow)
            carry = sum
        }
        parts[count] = carry
        count += 1
    }

    /// The sign of the greatest part that is not 0, which outweighs all below it.
    var sign: Int {
        for index in stride(from: count - 1, through: 0, by: -1) where parts[index] != 0 {
            return parts[index] > 0 ? 1 : -1
        }
        return 0
    }
}

/// What a step does to "inside".
enum StepCrossing {
    /// The step crosses no edge, or an even number of them.
    case none

    /// The step crosses an odd number of edges.
    case flips

    /// The step ends on an edge.
    case onBoundary
}

/// How the straight step from `reference`, which lies on no edge, to `p` crosses the edge a b.
///
/// A vertex on the step's line counts as lying to its right, so that a line through a vertex crosses
/// one of the two edges that meet there, or both, or none, as the sides demand.
@inline(__always)
func crossing(
    from reference: SIMD2<Double>, to p: SIMD2<Double>, edge a: SIMD2<Double>, _ b: SIMD2<Double>
) -> StepCrossing {
    let side = orientation(a, b, p)
    if side == 0 {
        let isWithin =
            p.x >= min(a.x, b.x) && p.x <= max(a.x, b.x) && p.y >= min(a.y, b.y)
            && p.y <= max(a.y, b.y)
        // On the edge's line but off the edge: only a step along that line could meet the edge, and
        // then both its vertices lie on the step's line and count alike.
        return isWithin ? .onBoundary : .none
    }
    let aIsLeft = orientation(reference, p, a) > 0
    let bIsLeft = orientation(reference, p, b) > 0
    if aIsLeft == bIsLeft { return .none }
    return (orientation(a, b, reference) > 0) != (side > 0) ? .flips : .none
}
