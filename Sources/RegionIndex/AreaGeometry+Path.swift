import GEOSBridge
import Geodesy

extension AreaGeometry {
    /// The stretches of a way that lie in the polygons, ascending and disjoint.
    ///
    /// All parameters at which the way may meet an edge cut it into pieces; the exact test of each
    /// piece's middle tells the rest. More parameters than needed do no harm, so edges that nearly
    /// touch count. Where the way runs along an edge the piece is inside by rule: the place computed
    /// for its middle may be beside the edge by its rounding.
    ///
    /// - Parameters:
    ///   - holdsStart: Whether the polygons contain the way's start.
    ///   - holdsEnd: The same of its end.
    func insideIntervals(
        along path: SegmentPath, holdsStart: Bool, holdsEnd: Bool
    ) -> [ClosedRange<Double>] {
        let edges = edges
        var cuts = [0.0, 1.0]
        var along: [ClosedRange<Double>] = []
        var isClear = true
        for turn in [-720.0, -360, 0, 360, 720] {
            let a = path.planarPoint(at: 0) + PlanarPoint(turn, 0)
            let b = path.planarPoint(at: 1) + PlanarPoint(turn, 0)
            let slack = PlanarPoint(1e-9, 1e-9)
            var way = PlanarBox(low: pointwiseMin(a, b), high: pointwiseMax(a, b))
            way.low -= slack
            way.high += slack
            guard way.intersects(edges.box) else { continue }
            edges.forEachEdge(
                where: {
                    clip(a, b, to: PlanarBox(low: $0.low - slack, high: $0.high + slack)) != nil
                },
                do: { index in
                    let (p, q) = edges.edge(index)
                    Self.meet(a, b, p, q, &cuts, &along, &isClear)
                    return true
                })
        }
        if !holdsStart, !holdsEnd, cuts.count == 2, along.isEmpty { return [] }
        cuts.sort()
        if isClear,
            let found = Self.clearIntervals(cuts, holdsStart: holdsStart, holdsEnd: holdsEnd)
        {
            return found
        }
        let covered = united(along)
        var found: [ClosedRange<Double>] = []
        for (low, high) in zip(cuts, cuts.dropFirst()) where low < high {
            let middle = low + (high - low) / 2
            let isAlongEdge = covered.contains { $0.lowerBound <= low && high <= $0.upperBound }
            if isAlongEdge || contains(path.place(at: middle)) { found.append(low...high) }
        }
        for cut in cuts where contains(path.place(at: cut)) { found.append(cut...cut) }
        return united(found)
    }

    /// The stretches inside where every cut is a clear crossing, which makes outside of inside. `nil`
    /// where cuts are too close to each other or to an end for that, or do not lead to the end's side.
    private static func clearIntervals(
        _ cuts: [Double], holdsStart: Bool, holdsEnd: Bool
    ) -> [ClosedRange<Double>]? {
        var found: [ClosedRange<Double>] = []
        var isInside = holdsStart
        for index in 1..<cuts.count {
            let low = cuts[index - 1]
            let high = cuts[index]
            if high - low < 1e-6 { return nil }
            if isInside { found.append(low...high) }
            isInside.toggle()
        }
        // The last cut is the end itself.
        return isInside != holdsEnd ? found : nil
    }

    /// Adds the parameters of the way from `a` to `b` at which it meets the edge from `p` to `q`.
    ///
    /// - Parameter isClear: Becomes false unless the two cross, or stay apart, beyond doubt: at an
    ///   angle, and not near an end of either.
    private static func meet(
        _ a: PlanarPoint, _ b: PlanarPoint, _ p: PlanarPoint, _ q: PlanarPoint,
        _ cuts: inout [Double], _ along: inout [ClosedRange<Double>], _ isClear: inout Bool
    ) {
        let way = b - a
        let edge = q - p
        let from = p - a
        let wayLength = (way * way).sum()
        let edgeLength = (edge * edge).sum()
        guard wayLength > 0 else {
            isClear = false
            return
        }
        func parameter(of point: PlanarPoint) -> Double {
            min(max(((point - a) * way).sum() / wayLength, 0), 1)
        }
        let turn = way.x * edge.y - way.y * edge.x
        let offset = from.x * way.y - from.y * way.x
        if abs(turn) > 1e-9 * (wayLength * edgeLength).squareRoot() {
            let t = (from.x * edge.y - from.y * edge.x) / turn
            let u = offset / turn
            // Past a vertex by a rounding, or through it.
            if u > -1e-6, u < 1 + 1e-6, t > 0, t < 1 { cuts.append(t) }
            let isApart = u < -1e-6 || u > 1 + 1e-6 || t < -1e-6 || t > 1 + 1e-6
            let isCrossing = u > 1e-6 && u < 1 - 1e-6 && t > 1e-6 && t < 1 - 1e-6
            if !isApart, !isCrossing { isClear = false }
            // Nearly along each other, or on a way of a decimetre, roundings weigh more.
            if abs(turn) < 1e-3 * (wayLength * edgeLength).squareRoot() || wayLength < 1e-12 {
                isClear = false
            }
            return
        }
        isClear = false
        let first = parameter(of: p)
        let second = parameter(of: q)
        cuts.append(first)
        cuts.append(second)
        if offset == 0, turn == 0, first != second {
            along.append(min(first, second)...max(first, second))
        }
    }

    /// The greatest depth on a stretch of a way, to a millimetre or 0.1 %.
    ///
    /// The depth changes no faster than the way is long; and the distance to one edge is convex, so
    /// that between two parameters the depth is at most the lower of the two lines that the nearest
    /// edges at both ends draw. The most promising stretch is cut first, where its lines cross.
    func depth(along path: SegmentPath, within stretch: ClosedRange<Double>) -> LocationDistance {
        let search = DepthSearch(edges: edges, path: path)
        let length = path.lengthBound(stretch)
        // Short enough for the metric to hold still.
        let count = min(max((length / 50_000).rounded(.up), 1), 2048)
        var best = -Double.infinity
        var heap = Heap<DepthSearch.Stretch> { $0.bound > $1.bound }
        var previous = search.sample(at: stretch.lowerBound)
        best = depth(of: previous, path, best)
        for index in 0..<Int(count) {
            let share = Double(index + 1) / count
            let t =
                index + 1 == Int(count)
                ? stretch.upperBound
                : stretch.lowerBound + share * (stretch.upperBound - stretch.lowerBound)
            let next = search.sample(at: t)
            best = depth(of: next, path, best)
            heap.insert(search.stretch(previous, next))
            previous = next
        }
        for _ in 0..<20_000 {
            guard let top = heap.popFirst(), top.bound > best + max(1e-3, 1e-3 * best) else {
                break
            }
            let sample = search.sample(at: top.promising)
            guard sample.t > top.start.t, sample.t < top.end.t else { continue }
            best = depth(of: sample, path, best)
            heap.insert(search.stretch(top.start, sample))
            heap.insert(search.stretch(sample, top.end))
        }
        return best
    }

    /// The better of a depth and that at a sample, which counts as 0 at most where the place is
    /// outside.
    private func depth(
        of sample: DepthSearch.Sample, _ path: SegmentPath, _ best: LocationDistance
    ) -> LocationDistance {
        if sample.distance <= best { return best }
        return contains(path.place(at: sample.t)) ? sample.distance : max(best, -sample.distance)
    }
}

/// Samples of the distance to the boundary along a way, and what they promise between them.
private struct DepthSearch {
    let edges: EdgeTree
    let path: SegmentPath

    struct Sample {
        var t: Double
        var edge: Int32
        var distance: LocationDistance
    }

    struct Stretch {
        var start: Sample
        var end: Sample
        var bound: LocationDistance
        /// Where the bound is reached.
        var promising: Double
    }

    func sample(at t: Double) -> Sample {
        guard let nearest = DistanceProbe(at: path.place(at: t)).nearest(in: edges) else {
            return Sample(t: t, edge: -1, distance: EarthModel.longestDistance)
        }
        return Sample(t: t, edge: nearest.edge, distance: nearest.distance)
    }

    func stretch(_ start: Sample, _ end: Sample) -> Stretch {
        let length = path.lengthBound(start.t...end.t)
        var bound = (start.distance + end.distance + length) / 2
        var share = length > 0 ? 0.5 + (end.distance - start.distance) / (2 * length) : 0.5
        if start.edge >= 0, end.edge >= 0 {
            let rise = distance(to: start.edge, at: end.t) - start.distance
            let fall = distance(to: end.edge, at: start.t) - end.distance
            // start.distance + s · rise = end.distance + (1 − s) · fall
            let crossing =
                rise + fall > 0 ? (end.distance + fall - start.distance) / (rise + fall) : 0.5
            if crossing > 0, crossing < 1 {
                let height = max(
                    start.distance + crossing * rise, start.distance, end.distance)
                if height < bound {
                    bound = height
                    share = crossing
                }
            } else {
                bound = min(bound, max(start.distance, end.distance))
            }
        }
        // A cut near an end would leave the stretch nearly as long as it was.
        share = min(max(share, 0.05), 0.95)
        return Stretch(
            start: start, end: end, bound: bound,
            promising: start.t + share * (end.t - start.t))
    }

    private func distance(to edge: Int32, at t: Double) -> LocationDistance {
        let (a, b) = edges.edge(edge)
        return DistanceProbe(at: path.place(at: t)).distance(from: a, to: b)
    }
}
