import GEOSBridge

/// Point in polygon by whole-number arithmetic: the definition, nothing faster.
///
/// A double is a whole number times a power of two, so the side of an edge a point lies on is the
/// sign of a whole number. No code is shared with GEOS or with the index.
struct ExactArea {
    let rings: PlanarRings

    /// Whether the point lies in a polygon or on a ring.
    func covers(_ point: PlanarPoint) -> Bool {
        (0..<rings.polygonCount).contains { covers(point, polygon: $0) }
    }

    private func covers(_ point: PlanarPoint, polygon: Int) -> Bool {
        var isInside = false
        for ring in rings.rings(ofPolygon: polygon) {
            for index in rings.vertexRange(ofRing: ring).dropLast() {
                let a = rings.vertices[index]
                let b = rings.vertices[index + 1]
                let low = min(a.y, b.y)
                let high = max(a.y, b.y)
                if point.y < low || point.y > high || point.x > max(a.x, b.x) { continue }
                if point.x < min(a.x, b.x) {
                    if low <= point.y, point.y < high { isInside.toggle() }
                    continue
                }
                let side = exactSide(a, b, point)
                if side == 0 { return true }
                // A ray to the east meets the edge when the point is west of it.
                let isWest = (side > 0) == (b.y > a.y)
                if low <= point.y, point.y < high, isWest { isInside.toggle() }
            }
        }
        return isInside
    }
}

/// The sign of the turn a → b → p: 1 to the left, −1 to the right, 0 straight on.
func exactSide(_ a: PlanarPoint, _ b: PlanarPoint, _ p: PlanarPoint) -> Int {
    let left = (a.x - p.x) * (b.y - p.y)
    let right = (a.y - p.y) * (b.x - p.x)
    // Sixteen roundings' worth: well beyond what the expression can be wrong by.
    let doubt = 16 * Double.ulpOfOne * (abs(left) + abs(right))
    if left - right > doubt { return 1 }
    if left - right < -doubt { return -1 }
    let exponent =
        [a.x, a.y, b.x, b.y, p.x, p.y]
        .map { $0 == 0 ? 0 : Int($0.exponent) - 52 }.min() ?? 0
    func whole(_ value: Double) -> WholeNumber { WholeNumber(value, unit: exponent) }
    let first = (whole(a.x) - whole(p.x)) * (whole(b.y) - whole(p.y))
    let second = (whole(a.y) - whole(p.y)) * (whole(b.x) - whole(p.x))
    return (first - second).sign
}

/// A whole number of any size.
struct WholeNumber {
    /// Limbs of 32 bits, least first, no zero on top.
    private var magnitude: [UInt32]
    private var isNegative: Bool

    var sign: Int { magnitude.isEmpty ? 0 : isNegative ? -1 : 1 }

    /// value / 2^unit, which must be whole.
    init(_ value: Double, unit: Int) {
        isNegative = value < 0
        magnitude = []
        guard value != 0 else { return }
        // Subnormal numbers are not used by these tests.
        let significand = value.significandBitPattern | 1 << 52
        let shift = Int(value.exponent) - 52 - unit
        precondition(shift >= 0, "\(value) is no multiple of 2^\(unit)")
        magnitude = Array(repeating: 0, count: shift / 32)
        let bits = shift % 32
        let low = significand << UInt64(bits)
        let high = bits == 0 ? 0 : significand >> UInt64(64 - bits)
        for part in [low, low >> 32, high] {
            magnitude.append(UInt32(truncatingIfNeeded: part))
        }
        trim()
    }

    private init(_ magnitude: [UInt32], isNegative: Bool) {
        self.magnitude = magnitude
        self.isNegative = isNegative
        trim()
    }

    private mutating func trim() {
        while magnitude.last == 0 { magnitude.removeLast() }
    }

    static func - (a: WholeNumber, b: WholeNumber) -> WholeNumber {
        if a.isNegative != b.isNegative {
            return WholeNumber(sum(a.magnitude, b.magnitude), isNegative: a.isNegative)
        }
        if isLess(a.magnitude, b.magnitude) {
            return WholeNumber(difference(b.magnitude, a.magnitude), isNegative: !a.isNegative)
        }
        return WholeNumber(difference(a.magnitude, b.magnitude), isNegative: a.isNegative)
    }

    static func * (a: WholeNumber, b: WholeNumber) -> WholeNumber {
        var product = [UInt32](repeating: 0, count: a.magnitude.count + b.magnitude.count + 1)
        for (i, x) in a.magnitude.enumerated() {
            var carry: UInt64 = 0
            for (j, y) in b.magnitude.enumerated() {
                let value = UInt64(product[i + j]) + UInt64(x) * UInt64(y) + carry
                product[i + j] = UInt32(truncatingIfNeeded: value)
                carry = value >> 32
            }
            product[i + b.magnitude.count] = UInt32(truncatingIfNeeded: carry)
        }
        return WholeNumber(product, isNegative: a.isNegative != b.isNegative)
    }

    private static func isLess(_ a: [UInt32], _ b: [UInt32]) -> Bool {
        if a.count != b.count { return a.count < b.count }
        for (x, y) in zip(a.reversed(), b.reversed()) where x != y { return x < y }
        return false
    }

    private static func sum(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        var carry: UInt64 = 0
        for i in 0..<max(a.count, b.count) {
            let value =
                carry + (i < a.count ? UInt64(a[i]) : 0) + (i < b.count ? UInt64(b[i]) : 0)
            result.append(UInt32(truncatingIfNeeded: value))
            carry = value >> 32
        }
        result.append(UInt32(carry))
        return result
    }

    /// a − b for a ≥ b.
    private static func difference(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        var borrow: Int64 = 0
        for i in 0..<a.count {
            var value = Int64(a[i]) - (i < b.count ? Int64(b[i]) : 0) - borrow
            borrow = value < 0 ? 1 : 0
            if value < 0 { value += 1 << 32 }
            result.append(UInt32(value))
        }
        return result
    }
}
