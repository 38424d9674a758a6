import GEOSBridge

/// A rectangle of the longitude/latitude plane, or of a plane of metres.
struct PlanarBox: Hashable, Sendable {
    var low: PlanarPoint
    var high: PlanarPoint

    /// The box that holds nothing and grows by what is added.
    static let empty = PlanarBox(
        low: PlanarPoint(repeating: .infinity), high: PlanarPoint(repeating: -.infinity))

    mutating func formUnion(_ point: PlanarPoint) {
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
    }

    mutating func formUnion(_ other: PlanarBox) {
        low = pointwiseMin(low, other.low)
        high = pointwiseMax(high, other.high)
    }

    func intersects(_ other: PlanarBox) -> Bool {
        low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y
            && other.low.y <= high.y
    }

    /// Few boxes for many parts: those that overlap become one, and no more than eight are left.
    static func merged(_ boxes: [PlanarBox]) -> [PlanarBox] {
        if boxes.count == 1 { return boxes }
        var result: [PlanarBox] = []
        for var box in boxes {
            while let other = result.firstIndex(where: { $0.intersects(box) }) {
                box.formUnion(result.remove(at: other))
            }
            result.append(box)
        }
        result.sort { $0.low.x < $1.low.x }
        while result.count > 8 { joinCheapestNeighbors(&result) }
        return result
    }

    /// Joins the two neighbours, by their place in the list, whose union adds the least area.
    private static func joinCheapestNeighbors(_ boxes: inout [PlanarBox]) {
        var best = 0
        var least = Double.infinity
        for i in boxes.indices.dropLast() {
            var union = boxes[i]
            union.formUnion(boxes[i + 1])
            let growth = union.area - boxes[i].area - boxes[i + 1].area
            if growth < least {
                least = growth
                best = i
            }
        }
        boxes[best].formUnion(boxes.remove(at: best + 1))
    }

    private var area: Double {
        let size = high - low
        return size.x * size.y
    }
}
