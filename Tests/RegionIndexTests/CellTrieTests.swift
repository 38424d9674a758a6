import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// Rings of a random set: stars with holes, some sharing edges and vertices.
private struct Rings {
    var vertices: [SIMD2<Double>] = []
    var regions: [[Range<Int>]] = []

    mutating func add(_ rings: [[SIMD2<Double>]]) {
        regions.append(
            rings.map { ring in
                let start = vertices.count
                vertices += ring + [ring[0]]
                return start..<vertices.count
            })
    }

    /// Closed containment by the parity of all edges from a place outside of everything.
    func linearScan(_ p: SIMD2<Double>) -> [Int32] {
        let outside = SIMD2(-1000.123, -997.77)
        return regions.indices.filter { (number: Int) -> Bool in
            var isInside = false
            for ring in regions[number] {
                for edge in ring.dropLast() {
                    switch crossing(from: outside, to: p, edge: vertices[edge], vertices[edge + 1])
                    {
                    case .none: break
                    case .flips: isInside.toggle()
                    case .onBoundary: return true
                    }
                }
            }
            return isInside
        }.map { Int32($0) }
    }

    func trie(_ limits: CellTrieLimits = CellTrieLimits()) -> CellTrie {
        let boxes = regions.map { rings -> (low: SIMD2<Double>, high: SIMD2<Double>) in
            let points = rings.flatMap { vertices[$0] }
            return (
                points.reduce(points[0]) { pointwiseMin($0, $1) },
                points.reduce(points[0]) { pointwiseMax($0, $1) }
            )
        }
        return CellTrie(
            CellTrieBuilder(
                vertices: vertices,
                regions: regions.indices.map {
                    TrieRegion(
                        slot: Int32($0), form: .edges(regions[$0]), low: boxes[$0].low,
                        high: boxes[$0].high)
                },
                low: boxes.map(\.low).reduce(boxes[0].low) { pointwiseMin($0, $1) },
                high: boxes.map(\.high).reduce(boxes[0].high) { pointwiseMax($0, $1) },
                limits: limits))
    }
}

private func star(
    _ center: SIMD2<Double>, _ radius: Double, _ count: Int, _ random: inout SeededGenerator
) -> [SIMD2<Double>] {
    // Around a square, so that many edges are level or upright and many vertices line up.
    (0..<count).map { k in
        let t = 4 * Double(k) / Double(count)
        let f = t - t.rounded(.down)
        let r =
            radius * (Bool.random(using: &random) ? 1 : Double.random(in: 0.5...1, using: &random))
        let corner: SIMD2<Double> =
            switch Int(t) {
            case 0: SIMD2(1 - 2 * f, 1)
            case 1: SIMD2(-1, 1 - 2 * f)
            case 2: SIMD2(-1 + 2 * f, -1)
            default: SIMD2(1, -1 + 2 * f)
            }
        return center + corner * r
    }
}

private func randomRings(_ seed: UInt64) -> Rings {
    var random = SeededGenerator(seed: seed)
    var rings = Rings()
    for _ in 0..<Int.random(in: 1...25, using: &random) {
        let center = SIMD2(
            Double(Int.random(in: -8...8, using: &random)) / 4,
            Double(Int.random(in: -8...8, using: &random)) / 4)
        let radius = [0.25, 0.5, 1, 0.37][Int.random(in: 0..<4, using: &random)]
        let count = Int.random(in: 4...40, using: &random)
        let outer = star(center, radius, count, &random)
        rings.add(
            Bool.random(using: &random)
                ? [outer]
                : [outer, star(center, radius / 4, Int.random(in: 4...9, using: &random), &random)])
    }
    return rings
}

@Suite struct CellTrieTests {
    @Test(arguments: UInt64(1)...12)
    func answersAreThoseOfAllEdges(_ seed: UInt64) {
        let rings = randomRings(seed)
        var limits = CellTrieLimits()
        limits.weightPerCell = seed % 3 == 0 ? 1 : 8
        limits.wordsPerVertex = 10_000
        let trie = rings.trie(limits)
        var random = SeededGenerator(seed: seed &* 7919)
        var places = (0..<60).map { _ in
            SIMD2(
                Double.random(in: -3...3, using: &random), Double.random(in: -3...3, using: &random)
            )
        }
        for _ in 0..<15 {
            let edge = Int.random(in: 0..<rings.vertices.count - 1, using: &random)
            let a = rings.vertices[edge]
            let b = rings.vertices[edge + 1]
            let onLine = a + (b - a) * Double.random(in: 0...1, using: &random)
            places += [
                a, onLine, SIMD2(onLine.x.nextUp, onLine.y), SIMD2(onLine.x, onLine.y.nextDown),
                SIMD2(a.x.nextDown, a.y), SIMD2(a.x, b.y), SIMD2(b.x, a.y.nextUp),
            ]
        }
        for place in places {
            var hits: [Int32] = []
            let truth = rings.linearScan(place)
            trie.cells.forEachRegion(
                of: trie.cells.cell(at: place).entry, containing: place,
                ask: { truth.contains($0) },
                do: { hits.append($0) })
            if hits.sorted() != truth {
                Issue.record("seed \(seed), at \(place): \(hits.sorted()) instead of \(truth)")
                return
            }
        }
    }

    @Test func regionsThatGoByDistanceAreAskedOnlyWhereItIsOpen() {
        let radius = 0.4
        var asked = 0
        let region = TrieRegion(
            slot: 5,
            form: .distance { center, half in
                let distance = (center * center).sum().squareRoot()
                let reach = half * 2.0.squareRoot() * 1.001
                return distance + reach < radius
                    ? .covers : distance - reach > radius ? .isApart : .mayCross
            }, low: SIMD2(-0.4, -0.4), high: SIMD2(0.4, 0.4))
        var limits = CellTrieLimits()
        limits.smallestCell = 0.01
        limits.wordsPerVertex = 10_000
        limits.weightPerCell = 1
        let trie = CellTrie(
            CellTrieBuilder(
                vertices: [], regions: [region], low: region.low, high: region.high,
                limits: limits))
        var random = SeededGenerator(seed: 3)
        for _ in 0..<4000 {
            let p = SIMD2(
                Double.random(in: -0.6...0.6, using: &random),
                Double.random(in: -0.6...0.6, using: &random))
            let isInside = (p * p).sum() <= radius * radius
            var hits: [Int32] = []
            trie.cells.forEachRegion(
                of: trie.cells.cell(at: p).entry, containing: p,
                ask: { _ in
                    asked += 1
                    return isInside
                },
                do: { hits.append($0) })
            if hits != (isInside ? [5] : []) { Issue.record("wrong at \(p)") }
        }
        #expect(asked > 0 && asked < 400)
    }

    @Test func theExactSignIsThatOfIntegers() {
        // 2⁻⁵⁰ steps around 1: determinants of a few hundred bits' worth that doubles cannot hold.
        var random = SeededGenerator(seed: 11)
        for _ in 0..<4000 {
            func coordinate() -> (Int, Double) {
                let k = Int.random(in: -40...40, using: &random)
                return (k, 1 + Double(k) * 0x1p-50)
            }
            let (ax, axd) = coordinate()
            let (ay, ayd) = coordinate()
            let (bx, bxd) = coordinate()
            let (by, byd) = coordinate()
            let (cx, cxd) = coordinate()
            let (cy, cyd) = coordinate()
            let exact = ((ax - cx) * (by - cy) - (ay - cy) * (bx - cx)).signum()
            let (a, b, c) = (SIMD2(axd, ayd), SIMD2(bxd, byd), SIMD2(cxd, cyd))
            if orientation(a, b, c) != exact || exactOrientation(a, b, c) != exact {
                Issue.record("the sign of \(a) \(b) \(c) is not \(exact)")
            }
        }
    }
}
