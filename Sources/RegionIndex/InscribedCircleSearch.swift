import GEOSBridge

/// Finds the largest circle in a polygon by splitting squares, the most promising first.
///
/// As in the pole-of-inaccessibility search that GEOS uses, no point of a square of half side h is
/// deeper than its centre by more than h √2. That alone needs a square each 0.01 r along a strip of
/// width 2r; so squares get a second bound. The distance to one edge is convex, hence at most its
/// interpolation between the corners of a triangle, and the deepest point of the triangle is no
/// deeper than the largest minimum of two such interpolations. Between two parallel edges that is
/// exact at once. Where edges cross a square from side to side, the signed
/// distances to their lines serve in the same way, so that a sliver a million times longer than
/// wide needs no more squares than its vertices do.
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

    /// How many squares were looked at.
    private(set) var squares = 1

    /// How many edges were looked at for them. Outlines can be drawn of which each square sees all edges,
    /// so the search ends with them as with the squares: it takes time linear in the vertices.
    private(set) var visits = 0

    /// The most of them.
    let mostVisits: Int

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
        mostVisits = 4_000_000 + 1024 * vertices.count
    }

    /// The radius, or what it was to be at least when no circle is larger.
    mutating func run() -> Double {
        let size = box.high - box.low
        let root = square(at: (box.low + box.high) / 2, half: max(size.x, size.y) / 2)
        var heap = Heap<Square> { $0.bound > $1.bound }
        heap.insert(root)
        while let square = heap.popFirst() {
            if square.bound <= best * (1 + Self.tolerance) || squares > Self.mostSquares
                || visits > mostVisits
            {
                break
            }
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
        let (bound, place) = bound(square, centerEdge: edge)
        square.bound = min(square.bound, bound)
        if contains(place) { best = max(best, nearestEdge(to: place).distance) }
        return square
    }

    // MARK: Bounds

    /// The deepest a point of the square can be, and where.
    private mutating func bound(
        _ square: Square, centerEdge: Int32
    ) -> (bound: Double, place: PlanarPoint) {
        let corners = Self.corners.map { square.center + $0 * square.half }
        // The edges nearest to the centre and the corners; any edge bounds every point inside.
        var near = [centerEdge]
        for corner in corners {
            let edge = nearestEdge(to: corner).edge
            if !near.contains(edge) { near.append(edge) }
        }
        let distances = near.map { edge in corners.map { distance(to: edge, from: $0) } }
        if let slices = sliceBound(square, corners, distances) { return slices }
        var best = Self.highestMinimum(distances[0], distances[0], corners)
        for first in near.indices {
            // An edge with itself: what it allows alone.
            for second in first..<near.count {
                let pair = Self.highestMinimum(distances[first], distances[second], corners)
                if pair.bound < best.bound { best = pair }
            }
        }
        return best
    }

    /// An edge that crosses a square from side to side.
    private struct Crossing {
        /// The signed distance from its line, positive inside: a point, and the square's corners.
        var height: (PlanarPoint) -> Double
        var heights: [Double]
        /// A point of the edge within the square.
        var place: PlanarPoint
    }

    /// The bound of a square that edges cross from side to side, such that its corners' nearest
    /// points on each of their lines are on the edge itself; nil for other squares.
    ///
    /// The edges then cut the square into slices. One beside edge i, on its inner side, lies wholly
    /// on the side of any edge j on which edge i does. So a point there is no deeper than its height
    /// over i, nor than that over j if i is on the inner side of j.
    private func sliceBound(
        _ square: Square, _ corners: [PlanarPoint], _ distances: [[Double]]
    ) -> (bound: Double, place: PlanarPoint)? {
        let box = PlanarBox(low: square.center - square.half, high: square.center + square.half)
        var indices: [Int32] = []
        edges.forEachEdge(
            where: { $0.intersects(box) },
            do: { index in
                let (a, b) = edges.edge(index)
                if clip(a, b, to: box) != nil { indices.append(index) }
                return indices.count <= Self.mostCrossings
            })
        guard !indices.isEmpty, indices.count <= Self.mostCrossings else { return nil }
        var crossings: [Crossing] = []
        for index in indices {
            guard let crossing = crossing(index, box, corners) else { return nil }
            crossings.append(crossing)
        }
        var deepest = (bound: -Double.infinity, place: square.center)
        for (number, crossing) in crossings.enumerated() {
            var slice = Self.highestMinimum(crossing.heights, crossing.heights, corners)
            func consider(_ other: [Double]) {
                let pair = Self.highestMinimum(crossing.heights, other, corners)
                if pair.bound < slice.bound { slice = pair }
            }
            for (other, neighbor) in crossings.enumerated() where other != number {
                if crossing.height(neighbor.place) > 0, neighbor.height(crossing.place) > 0 {
                    consider(neighbor.heights)
                }
            }
            for distance in distances { consider(distance) }
            if slice.bound > deepest.bound { deepest = slice }
        }
        return deepest
    }

    private static let mostCrossings = 32

    private func crossing(
        _ index: Int32, _ box: PlanarBox, _ corners: [PlanarPoint]
    ) -> Crossing? {
        let (a, b) = edges.edge(index)
        let along = b - a
        let length = (along * along).sum().squareRoot()
        guard length > 0, let range = clip(a, b, to: box) else { return nil }
        for corner in corners {
            let t = ((corner - a) * along).sum()
            guard t >= 0, t <= length * length else { return nil }
        }
        let side = isInteriorLeft(of: index) ? 1 / length : -1 / length
        let height = { (point: PlanarPoint) in
            side * (along.x * (point.y - a.y) - along.y * (point.x - a.x))
        }
        return Crossing(
            height: height, heights: corners.map(height),
            place: a + along * ((range.lowerBound + range.upperBound) / 2))
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

    private mutating func nearestEdge(
        to point: PlanarPoint
    ) -> (edge: Int32, distance: Double) {
        var best: (edge: Int32, distance: Double) = (0, .infinity)
        var count = 0
        edges.forEachRun(
            nearestBy: { box in
                let outside = pointwiseMax(
                    pointwiseMax(box.low - point, point - box.high), PlanarPoint(0, 0))
                return (outside * outside).sum().squareRoot()
            }, limit: { best.distance },
            { run in
                count += run.count
                for edge in run {
                    let distance = distance(to: edge, from: point)
                    if distance < best.distance { best = (edge, distance) }
                }
            })
        visits += count
        return best
    }

    /// Crossing parity, right unless the point is within rounding of a ring: depths of 0 then.
    private mutating func contains(_ point: PlanarPoint) -> Bool {
        var isInside = false
        var count = 0
        edges.forEachEdge(
            where: { $0.low.y <= point.y && $0.high.y >= point.y && $0.high.x >= point.x },
            do: { index in
                count += 1
                let (a, b) = edges.edge(index)
                if (a.y > point.y) != (b.y > point.y),
                    point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
                {
                    isInside.toggle()
                }
                return true
            })
        visits += count
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
