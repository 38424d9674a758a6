import GEOSBridge
import Geodesy

/// Edges in the plane under a tree of boxes, so that a question about a few looks at few.
///
/// Edges are named by the index of their first vertex. The leaves are runs of up to eight
/// consecutive edges, each level above joins eight boxes of the one below: vertex order is near
/// enough to place for a tree that costs nothing to build.
///
/// - Complexity: O(n) to build; a query looks at O(log n) boxes plus what it finds.
struct EdgeTree: Sendable {
    static let fanOut = 8

    /// The vertices that the runs are made of.
    let vertices: [PlanarPoint]

    /// Consecutive edges, as the indices of their first vertices.
    let runs: [Range<Int32>]

    /// Boxes of all levels: first one for each run, then one for each eight of them, up to the root.
    private let boxes: [PlanarBox]

    /// Where each level begins in `boxes`; the last number is its end.
    private let levels: [Int]

    /// Builds the tree over chains of vertices: consecutive ones of a chain are joined by an edge.
    init(vertices: [PlanarPoint], chains: [Range<Int>]) {
        self.vertices = vertices
        var runs: [Range<Int32>] = []
        var boxes: [PlanarBox] = []
        for chain in chains where chain.count > 1 {
            for first in stride(from: chain.lowerBound, to: chain.upperBound - 1, by: Self.fanOut) {
                let end = min(first + Self.fanOut, chain.upperBound - 1)
                var box = PlanarBox.empty
                for index in first...end { box.formUnion(vertices[index]) }
                runs.append(Int32(first)..<Int32(end))
                boxes.append(box)
            }
        }
        var levels = [0, boxes.count]
        while levels[levels.count - 1] - levels[levels.count - 2] > 1 {
            let below = levels[levels.count - 2]..<levels[levels.count - 1]
            for first in stride(from: below.lowerBound, to: below.upperBound, by: Self.fanOut) {
                var box = boxes[first]
                for index in first..<min(first + Self.fanOut, below.upperBound) {
                    box.formUnion(boxes[index])
                }
                boxes.append(box)
            }
            levels.append(boxes.count)
        }
        self.runs = runs
        self.boxes = boxes
        self.levels = levels
    }

    var isEmpty: Bool { runs.isEmpty }

    /// The box of all edges; that of nothing where there are none.
    var box: PlanarBox { boxes.last ?? .empty }

    /// The two ends of an edge.
    func edge(_ index: Int32) -> (PlanarPoint, PlanarPoint) {
        (vertices[Int(index)], vertices[Int(index) + 1])
    }

    /// Calls `body` with each edge whose run's box passes `test`, which must pass every box around
    /// one that passes; `body` returns whether to go on.
    func forEachEdge(
        where test: (PlanarBox) -> Bool, do body: (Int32) -> Bool
    ) {
        guard !isEmpty else { return }
        _ = visit(level: topLevel, node: 0, test, body)
    }

    private func visit(
        level: Int, node: Int, _ test: (PlanarBox) -> Bool, _ body: (Int32) -> Bool
    ) -> Bool {
        guard test(box(level: level, node: node)) else { return true }
        if level == 0 {
            for index in runs[node] {
                if !body(index) { return false }
            }
            return true
        }
        for child in children(of: node, level: level) {
            if !visit(level: level - 1, node: child, test, body) { return false }
        }
        return true
    }

    /// The level of the root.
    var topLevel: Int { levels.count - 2 }

    func box(level: Int, node: Int) -> PlanarBox { boxes[levels[level] + node] }

    func children(of node: Int, level: Int) -> Range<Int> {
        let first = node * Self.fanOut
        return first..<min(first + Self.fanOut, levels[level] - levels[level - 1])
    }

    /// Goes through the edges from the nearest boxes on.
    ///
    /// - Parameters:
    ///   - lowerBound: How near a box's edges can be at best.
    ///   - limit: Asked again and again: boxes whose bound is above it are left out.
    ///   - body: Called with the edges of a run.
    func forEachRun(
        nearestBy lowerBound: (PlanarBox) -> Double, limit: () -> Double,
        _ body: (Range<Int32>) -> Void
    ) {
        guard !isEmpty else { return }
        visitNearest(level: topLevel, node: 0, lowerBound, limit, body)
    }

    private func visitNearest(
        level: Int, node: Int, _ lowerBound: (PlanarBox) -> Double, _ limit: () -> Double,
        _ body: (Range<Int32>) -> Void
    ) {
        if level == 0 {
            body(runs[node])
            return
        }
        let children = children(of: node, level: level)
        let base = levels[level - 1]
        var bounds = SIMD8<Double>(repeating: .infinity)
        for (place, child) in children.enumerated() {
            bounds[place] = lowerBound(boxes[base + child])
        }
        for _ in children {
            var nearest = 0
            for place in 1..<children.count where bounds[place] < bounds[nearest] {
                nearest = place
            }
            guard bounds[nearest] <= limit() else { return }
            bounds[nearest] = .infinity
            visitNearest(
                level: level - 1, node: children.lowerBound + nearest, lowerBound, limit, body)
        }
    }
}
