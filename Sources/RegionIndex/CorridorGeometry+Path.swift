import GEOSBridge
import Geodesy

extension CorridorGeometry {
    /// The stretches of a way that lie in the corridor, ascending and disjoint.
    ///
    /// The corridor is the union of what lies within the width of each edge. Near one edge, on a
    /// stretch short enough for the metric to hold still, the distance is convex: what is inside is
    /// one interval, found by its ends.
    func insideIntervals(along path: SegmentPath) -> [ClosedRange<Double>] {
        var found: [ClosedRange<Double>] = []
        forEachEdge(near: path) { edge, stretch in
            for piece in pieces(of: stretch, path) {
                if found.contains(where: {
                    $0.lowerBound <= piece.lowerBound && piece.upperBound <= $0.upperBound
                }) {
                    continue
                }
                if let inside = insideInterval(of: edge, along: path, within: piece) {
                    found.append(inside)
                }
            }
        }
        return united(found)
    }

    /// The greatest depth on a stretch of a way.
    func depth(along path: SegmentPath, within stretch: ClosedRange<Double>) -> LocationDistance {
        var least = min(
            signedDistance(to: path.place(at: stretch.lowerBound)),
            signedDistance(to: path.place(at: stretch.upperBound)))
        forEachEdge(near: path) { edge, near in
            guard near.overlaps(stretch) else { return }
            for piece in pieces(of: near.clamped(to: stretch), path) {
                let (_, value) = lowest(on: piece, stopAt: -corridor.halfWidth + 1e-4) {
                    excess(at: $0, of: edge, path)
                }
                least = min(least, value)
            }
        }
        return -least
    }

    /// The edges whose box, widened by the width, the way meets, with the stretch that does.
    private func forEachEdge(
        near path: SegmentPath, _ body: (Int32, ClosedRange<Double>) -> Void
    ) {
        let reach = corridor.halfWidth * (1 + 1e-4) + 0.01
        for turn in [-720.0, -360, 0, 360, 720] {
            let a = path.planarPoint(at: 0) + PlanarPoint(turn, 0)
            let b = path.planarPoint(at: 1) + PlanarPoint(turn, 0)
            edges.forEachEdge(
                where: { clip(a, b, to: $0.widened(by: reach)) != nil },
                do: { index in
                    let (start, end) = edges.edge(index)
                    var box = PlanarBox(low: start, high: start)
                    box.formUnion(end)
                    if let stretch = clip(a, b, to: box.widened(by: reach)) { body(index, stretch) }
                    return true
                })
        }
    }

    /// Stretches on which the distance between two ways straight in longitude and latitude bends by
    /// under a millimetre: it bends by up to w/R² (1 + tan² φ) per square metre, so that l²/8 of that
    /// bounds what is overlooked.
    private func pieces(
        of stretch: ClosedRange<Double>, _ path: SegmentPath
    ) -> [ClosedRange<Double>] {
        let earth = EarthModel.smallestCurvatureRadius
        let latitude = min(path.latitudeMagnitudes(stretch).largest, 89)
        let metric = LocalMetric(latitude: latitude)
        let cosine = metric.metersPerDegreeOfLongitude / metric.metersPerDegreeOfLatitude
        let longest = (8 * 1e-3 / corridor.halfWidth).squareRoot() * earth * cosine
        let length = path.lengthBound(stretch)
        let count = min(max((length / longest).rounded(.up), 1), 4096)
        let step = (stretch.upperBound - stretch.lowerBound) / count
        return (0..<Int(count)).map { index in
            let low = stretch.lowerBound + Double(index) * step
            let isLast = index + 1 == Int(count)
            return low...max(low, isLast ? stretch.upperBound : low + step)
        }
    }

    /// The distance to one edge less the width, at a parameter.
    private func excess(at t: Double, of edge: Int32, _ path: SegmentPath) -> LocationDistance {
        let (a, b) = edges.edge(edge)
        return DistanceProbe(at: path.place(at: t)).distance(from: a, to: b) - corridor.halfWidth
    }

    private func insideInterval(
        of edge: Int32, along path: SegmentPath, within piece: ClosedRange<Double>
    ) -> ClosedRange<Double>? {
        let (t0, t1) = (piece.lowerBound, piece.upperBound)
        func function(_ t: Double) -> Double { excess(at: t, of: edge, path) }
        let f0 = function(t0)
        let f1 = function(t1)
        func rim(_ t: Double, _ f: Double, _ outside: Double, _ value: Double) -> Double {
            boundaryParameter(inside: t, f, outside: outside, value, function)
        }
        switch (f0 <= 0, f1 <= 0) {
        case (true, true): return piece
        case (true, false): return t0...rim(t0, f0, t1, f1)
        case (false, true): return rim(t1, f1, t0, f0)...t1
        case (false, false):
            if f0 + f1 > path.lengthBound(piece) { return nil }
            let (t, f) = lowest(on: piece, stopAt: 0, function)
            if f > 0 { return nil }
            return rim(t, f, t0, f0)...rim(t, f, t1, f1)
        }
    }
}

extension PlanarBox {
    /// The box with all places within so many metres of one in it, in the same turn.
    fileprivate func widened(by distance: LocationDistance) -> PlanarBox {
        let degree = Double.pi / 180
        let north = distance / (EarthModel.smallestCurvatureRadius * degree) + 1e-12
        let latitude = max(abs(low.y), abs(high.y)) + north
        let metric = LocalMetric(latitude: min(latitude, 90))
        let fromAxis = metric.metersPerDegreeOfLongitude / degree
        // asin x ≤ x π/2; beyond it the pole is in reach.
        let east =
            distance < fromAxis && latitude < 90
            ? distance / fromAxis * (.pi / 2) / degree + 1e-12 : 360
        return PlanarBox(
            low: low - PlanarPoint(east, north), high: high + PlanarPoint(east, north))
    }
}

/// The lowest value of a convex function on a range, by golden section; stops early at a value of
/// `stopAt` or lower.
func lowest(
    on range: ClosedRange<Double>, stopAt: Double, _ function: (Double) -> Double
) -> (t: Double, value: Double) {
    let golden = (5.0.squareRoot() - 1) / 2
    var low = range.lowerBound
    var high = range.upperBound
    var best = (t: low, value: function(low))
    func offer(_ t: Double) -> Double {
        let value = function(t)
        if value < best.value { best = (t, value) }
        return value
    }
    _ = offer(high)
    var first = high - golden * (high - low)
    var second = low + golden * (high - low)
    var firstValue = offer(first)
    var secondValue = offer(second)
    for _ in 0..<50 where best.value > stopAt && first < second {
        if firstValue <= secondValue {
            high = second
            second = first
            secondValue = firstValue
            first = high - golden * (high - low)
            firstValue = offer(first)
        } else {
            low = first
            first = second
            firstValue = secondValue
            second = low + golden * (high - low)
            secondValue = offer(second)
        }
    }
    return best
}
