import GEOSBridge
import Geodesy

/// The parts of rings that are a boundary on the ground.
///
/// Not a boundary are edges along a pole's line, which is one point, and the stretches of the ±180°
/// meridian that have the region on both sides: there a file had to cut it.
struct BoundaryChains {
    private(set) var vertices: [PlanarPoint]
    private(set) var chains: [Range<Int>]

    init(_ rings: PlanarRings) {
        vertices = rings.vertices
        chains = (0..<rings.ringCount).map { rings.vertexRange(ofRing: $0) }
        let isPlain = chains.allSatisfy { chain in
            chain.dropLast().allSatisfy { index in
                Self.isOrdinary(rings.vertices[index], rings.vertices[index + 1])
            }
        }
        if isPlain { return }
        vertices = []
        chains = []
        let seams = Self.seams(of: rings)
        for ring in 0..<rings.ringCount { append(rings, ring, without: seams) }
    }

    /// Whether an edge is a boundary as a whole, without a further look.
    private static func isOrdinary(_ a: PlanarPoint, _ b: PlanarPoint) -> Bool {
        abs(b.x - a.x) <= 180 && !(a.y == b.y && abs(a.y) == 90) && !isOnSeamMeridian(a, b)
    }

    private static func isOnSeamMeridian(_ a: PlanarPoint, _ b: PlanarPoint) -> Bool {
        a.x == b.x && (abs(a.x) == 180 || abs(a.x) == 540)
    }

    private mutating func append(
        _ rings: PlanarRings, _ ring: Int, without seams: [ClosedRange<Double>]
    ) {
        var start = vertices.count
        func endChain(_ chains: inout [Range<Int>], _ count: Int) {
            if count - start > 1 { chains.append(start..<count) }
            start = count
        }
        for index in rings.vertexRange(ofRing: ring).dropLast() {
            let a = rings.vertices[index]
            let b = rings.vertices[index + 1]
            if a.y == b.y, abs(a.y) == 90 {
                endChain(&chains, vertices.count)
                continue
            }
            if Self.isOnSeamMeridian(a, b) {
                for (from, to) in Self.remainder(from: a.y, to: b.y, without: seams) {
                    if vertices.count == start || vertices.last != PlanarPoint(a.x, from) {
                        endChain(&chains, vertices.count)
                        vertices.append(PlanarPoint(a.x, from))
                    }
                    vertices.append(PlanarPoint(a.x, to))
                }
                continue
            }
            if vertices.count == start || vertices.last != a {
                endChain(&chains, vertices.count)
                vertices.append(a)
            }
            // Half of a whole turn has a nearest point that is found without asking for the turn.
            if abs(b.x - a.x) > 180 { vertices.append((a + b) / 2) }
            vertices.append(b)
        }
        endChain(&chains, vertices.count)
    }

    /// The stretches of the ±180° meridian with the region to the west and to the east.
    private static func seams(of rings: PlanarRings) -> [ClosedRange<Double>] {
        var west: [ClosedRange<Double>] = []
        var east: [ClosedRange<Double>] = []
        for polygon in 0..<rings.polygonCount {
            let range = rings.rings(ofPolygon: polygon)
            for ring in range {
                let isCounterClockwise = rings.twiceSignedArea(ofRing: ring) > 0
                let isHole = ring != range.lowerBound
                for index in rings.vertexRange(ofRing: ring).dropLast() {
                    let a = rings.vertices[index]
                    let b = rings.vertices[index + 1]
                    guard isOnSeamMeridian(a, b), a.y != b.y else { continue }
                    let span = min(a.y, b.y)...max(a.y, b.y)
                    // The region lies left of a counter-clockwise outer ring: west when going up.
                    if (b.y > a.y) == (isCounterClockwise != isHole) {
                        west.append(span)
                    } else {
                        east.append(span)
                    }
                }
            }
        }
        let both = intersection(united(west), united(east))
        return both.filter { $0.lowerBound < $0.upperBound }
    }

    /// What is left of an edge along the meridian, in its direction.
    private static func remainder(
        from a: Double, to b: Double, without seams: [ClosedRange<Double>]
    ) -> [(Double, Double)] {
        var left: [(Double, Double)] = []
        var low = min(a, b)
        let high = max(a, b)
        for seam in seams where seam.upperBound > low && seam.lowerBound < high {
            if seam.lowerBound > low { left.append((low, seam.lowerBound)) }
            low = seam.upperBound
        }
        if low < high || left.isEmpty && a == b { left.append((low, high)) }
        return a <= b ? left : left.reversed().map { ($0.1, $0.0) }
    }
}

/// The union of ranges: ascending, disjoint; ranges that touch become one.
func united(_ ranges: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var result: [ClosedRange<Double>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = result.last, range.lowerBound <= last.upperBound {
            result[result.count - 1] =
                last.lowerBound...max(last.upperBound, range.upperBound)
        } else {
            result.append(range)
        }
    }
    return result
}

/// What two ascending lists of disjoint ranges have in common.
func intersection(
    _ first: [ClosedRange<Double>], _ second: [ClosedRange<Double>]
) -> [ClosedRange<Double>] {
    var result: [ClosedRange<Double>] = []
    var i = 0
    var j = 0
    while i < first.count, j < second.count {
        if first[i].overlaps(second[j]) { result.append(first[i].clamped(to: second[j])) }
        if first[i].upperBound < second[j].upperBound { i += 1 } else { j += 1 }
    }
    return result
}
