import GEOSBridge

/// Finds the largest circle in a polygon by splitting squares, the most promising first.
///
/// As in the pole-of-inaccessibility search that GEOS uses, no point of a square of half side h is
/// deeper than its centre by more than h √2. That alone needs a square each 0.01 r along a strip of
/// width 2r; so squares get a second bound. The distance to one edge is convex, hence at most its
/// interpolation between the corners of a triangle, and the deepest point of the triangle is no
/// deeper than the largest minimum of two such interpolations. Between two parallel edges that is
/// exact at once. Where a square holds nothing but the passage between two edges, the signed
/// distances to their lines serve in the same way, so that a sliver a million times longer than
/// wide needs as few squares as its edges do.
struct InscribedCircleSearch {
    private let edges: EdgeTree
    private let interiorIsLeft: [Bool]
    private let ringEnds: [Int]
    private let box: PlanarBox
    private var best: Double

    /// Found to this share.
    private static let tolerance = 0.01

    /// Beyond so many squares the best circle found so far is the answer: it is inscribed, though
    /// not proven to be the largest to 1 %.
    private static let mostSquares = 200_000

    private struct Square {
        var center: PlanarPoint
        var half: Double
        /// No circle centred in the square is larger.
        var bound: Double
    }

    init(
        _ rings: PlanarRings, polygon: Int, around origin: PlanarPoint, scale: PlanarPoint,
        atLeast best: Double
    ) {
        var vertices: [PlanarPoint] = []
        var chains: [Range<Int>] = []
        var interiorIsLeft: [Bool] = []
        let numbers = rings.rings(ofPolygon: polygon)
        for ring in numbers {
            let start = vertices.count
            for index in rings.vertexRange(ofRing: ring) {
                vertices.append((rings.vertices[index] - origin) * scale)
            }
            chains.append(start..<vertices.count)
            let isCounterClockwise = rings.twiceSignedArea(ofRing: ring) > 0
            interiorIsLeft.append(isCounterClockwise == (ring == numbers.lowerBound))
        }
        edges = EdgeTree(vertices: vertices, chains: chains)
        self.interiorIsLeft = interiorIsLeft
        ringEnds = chains.map(\.upperBound)
        box = edges.box
        self.best = best
    }

    /// The radius, or what it was to be at least when no circle is larger.
    mutating func run() -> Double {
        let size = box.high - box.low
        let root = square(at: (box.low + box.high) / 2, half: max(size.x, size.y) / 2)
        var heap = Heap<Square> { $0.bound > $1.bound }
        heap.insert(root)
        var squares = 1
        while let square = heap.popFirst() {
            if square.bound <= best * (1 + Self.tolerance) || squares > Self.mostSquares { break }
            let half = square.half / 2
            for corner in Self.corners {
                let child = self.square(at: square.center + corner * half, half: half)
                squares += 1
                if child.bound > best * (1 + Self.tolerance) { heap.insert(child) }
            }
        }
        return best
    }

    private static let corners = [
        PlanarPoint(-1, -1), PlanarPoint(1, -1), PlanarPoint(1, 1), PlanarPoint(-1, 1),
    ]

    /// Measures a square, trying its centre and its most promising point.
    private mutating func square(at center: PlanarPoint, half: Double) -> Square {
        var square = Square(center: center, half: half, bound: 0)
        let (edge, distance) = nearestEdge(to: center)
        let isInside = contains(center)
        square.bound = (isInside ? distance : -distance) + half * 2.0.squareRoot()
        if isInside { best = max(best, distance) }
        if square.bound <= best * (1 + Self.tolerance) { return square }
        if let (bound, place) = passageBound(square) ?? pairBound(square, centerEdge: edge) {
            square.bound = min(square.bound, bound)
            if contains(place) { best = max(best, nearestEdge(to: place).distance) }
        }
        return square
    }

    // MARK: Bounds

    /// The deepest a point can be by the edges nearest to the centre and the corners, and where.
    private func pairBound(
        _ square: Square, centerEdge: Int32
    ) -> (bound: Double, place: PlanarPoint)? {
        let corners = Self.corners.map { square.center + $0 * square.half }
        var near = [centerEdge]
        for corner in corners {
            let edge = nearestEdge(to: corner).edge
            if !near.contains(edge) { near.append(edge) }
        }
        guard near.count > 1 else { return nil }
        let heights = near.map { edge in corners.map { distance(to: edge, from: $0) } }
        var best: (bound: Double, place: PlanarPoint)?
        for first in near.indices {
            for second in near.indices where second > first {
                let pair = Self.highestMinimum(heights[first], heights[second], corners)
                if pair.bound < best?.bound ?? .infinity { best = pair }
            }
        }
        return best
    }

    /// The same for a square that two edges cross and nothing else enters.
    private func passageBound(_ square: Square) -> (bound: Double, place: PlanarPoint)? {
        let box = PlanarBox(low: square.center - square.half, high: square.center + square.half)
        var crossing: [Int32] = []
        edges.forEachEdge(
            where: { $0.intersects(box) },
            do: { index in
                let (a, b) = edges.edge(index)
                if clip(a, b, to: box) != nil { crossing.append(index) }
                return crossing.count <= 2
            })
        guard crossing.count == 2 else { return nil }
        let corners = Self.corners.map { square.center + $0 * square.half }
        var heights: [[Double]] = []
        for (edge, other) in [(crossing[0], crossing[1]), (crossing[1], crossing[0])] {
            let (a, b) = edges.edge(edge)
            let along = b - a
            let length = (along * along).sum().squareRoot()
            guard length > 0 else { return nil }
            let side = isInteriorLeft(of: edge) ? 1.0 : -1.0
            func height(_ point: PlanarPoint) -> Double {
                side * (along.x * (point.y - a.y) - along.y * (point.x - a.x)) / length
            }
            // Every point of the square must have its nearest point of the line on the edge.
            for corner in corners {
                let t = ((corner - a) * along).sum()
                guard t >= 0, t <= length * length else { return nil }
            }
            // And the passage must be on the inner side of both.
            let (c, d) = edges.edge(other)
            guard let range = clip(c, d, to: box) else { return nil }
            guard height(c + (d - c) * (range.lowerBound + range.upperBound) / 2) > 0 else {
                return nil
            }
            heights.append(corners.map(height))
        }
        return Self.highestMinimum(heights[0], heights[1], corners)
    }

    /// The largest minimum of two functions that are linear on the two triangles of a square, given
    /// at its corners in order: at a corner, or on a side where both are equal.
    private static func highestMinimum(
        _ f: [Double], _ g: [Double], _ corners: [PlanarPoint]
    ) -> (bound: Double, place: PlanarPoint) {
        var bound = -Double.infinity
        var place = corners[0]
        func offer(_ value: Double, _ point: PlanarPoint) {
            if value > bound {
                bound = value
                place = point
            }
        }
        for i in 0..<4 { offer(min(f[i], g[i]), corners[i]) }
        for (i, j) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)] {
            let start = f[i] - g[i]
            let end = f[j] - g[j]
            guard start * end < 0 else { continue }
            let t = start / (start - end)
            offer(f[i] + t * (f[j] - f[i]), corners[i] + (corners[j] - corners[i]) * t)
        }
        return (bound, place)
    }

    // MARK: The polygon

    private func isInteriorLeft(of edge: Int32) -> Bool {
        for (ring, end) in ringEnds.enumerated() where edge < end { return interiorIsLeft[ring] }
        return true
    }

    private func distance(to edge: Int32, from point: PlanarPoint) -> Double {
        let (a, b) = edges.edge(edge)
        let along = b - a
        let square = (along * along).sum()
        let t = square > 0 ? min(max(((point - a) * along).sum() / square, 0), 1) : 0
        let difference = a + along * t - point
        return (difference * difference).sum().squareRoot()
    }

    private func nearestEdge(to point: PlanarPoint) -> (edge: Int32, distance: Double) {
        var best: (edge: Int32, distance: Double) = (0, .infinity)
        edges.forEachRun(
            nearestBy: { box in
                let outside = pointwiseMax(
                    pointwiseMax(box.low - point, point - box.high), PlanarPoint(0, 0))
                return (outside * outside).sum().squareRoot()
            }, limit: { best.distance },
            { run in
                for edge in run {
                    let distance = distance(to: edge, from: point)
                    if distance < best.distance { best = (edge, distance) }
                }
            })
        return best
    }

    /// Crossing parity, right unless the point is within rounding of a ring: depths of 0 then.
    private func contains(_ point: PlanarPoint) -> Bool {
        var isInside = false
        edges.forEachEdge(
            where: { $0.low.y <= point.y && $0.high.y >= point.y && $0.high.x >= point.x },
            do: { index in
                let (a, b) = edges.edge(index)
                if (a.y > point.y) != (b.y > point.y),
                    point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
                {
                    isInside.toggle()
                }
                return true
            })
        return isInside
    }
}

/// The part of a straight way within a box, as a range of its parameter (Liang and Barsky 1984); nil
/// when it misses the box.
func clip(_ a: PlanarPoint, _ b: PlanarPoint, to box: PlanarBox) -> ClosedRange<Double>? {
    var low = 0.0
    var high = 1.0
    let along = b - a
    for axis in 0..<2 {
        if along[axis] == 0 {
            if a[axis] < box.low[axis] || a[axis] > box.high[axis] { return nil }
            continue
        }
        let first = (box.low[axis] - a[axis]) / along[axis]
        let second = (box.high[axis] - a[axis]) / along[axis]
        low = max(low, min(first, second))
        high = min(high, max(first, second))
        if low > high { return nil }
    }
    return low...high
}
