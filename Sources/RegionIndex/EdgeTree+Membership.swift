import GEOSBridge

extension EdgeTree {
    /// Whether a place lies in the area that the edges, which make closed rings, bound by the rule of
    /// even and odd, or on an edge: exactly.
    ///
    /// The edges are counted that a ray to the east crosses. An edge's lower end belongs to it and its
    /// upper end does not, so that a ray through a vertex crosses one of two edges that go on, and none
    /// or both of two that turn back.
    ///
    /// - Complexity: O(log n) expected, plus the edges on the ray.
    func covers(_ p: PlanarPoint) -> Bool {
        guard !isEmpty else { return false }
        var ray = Ray(origin: p)
        visit(level: topLevel, node: 0, &ray)
        return ray.isOnEdge || ray.isOdd
    }

    private struct Ray {
        let origin: PlanarPoint
        var isOdd = false
        var isOnEdge = false

        func meets(_ box: PlanarBox) -> Bool {
            box.low.y <= origin.y && origin.y <= box.high.y && origin.x <= box.high.x
        }

        @inline(__always)
        mutating func cross(_ a: PlanarPoint, _ b: PlanarPoint) {
            let p = origin
            let aIsAbove = a.y > p.y
            let bIsAbove = b.y > p.y
            if aIsAbove == bIsAbove {
                // Of edges that the ray does not cross, only one that ends at its height holds its
                // origin.
                if !aIsAbove, a.y == p.y || b.y == p.y { touch(a, b) }
                return
            }
            if min(a.x, b.x) > p.x {
                isOdd.toggle()
                return
            }
            if max(a.x, b.x) < p.x { return }
            let side = orientation(a, b, p)
            if side == 0 {
                isOnEdge = true
            } else if (side > 0) == bIsAbove {
                isOdd.toggle()
            }
        }

        /// Notes whether the origin is on an edge that does not rise above it.
        private mutating func touch(_ a: PlanarPoint, _ b: PlanarPoint) {
            if a.y == b.y {
                if min(a.x, b.x) <= origin.x, origin.x <= max(a.x, b.x) { isOnEdge = true }
            } else if (a.y == origin.y ? a.x : b.x) == origin.x {
                isOnEdge = true
            }
        }
    }

    private func visit(level: Int, node: Int, _ ray: inout Ray) {
        guard !ray.isOnEdge, ray.meets(box(level: level, node: node)) else { return }
        if level > 0 {
            for child in children(of: node, level: level) {
                visit(level: level - 1, node: child, &ray)
            }
            return
        }
        let run = runs[node]
        var a = vertices[Int(run.lowerBound)]
        for index in Int(run.lowerBound) + 1...Int(run.upperBound) {
            let b = vertices[index]
            ray.cross(a, b)
            a = b
        }
    }
}
