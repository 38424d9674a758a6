import GEOSBridge
import Geodesy

/// All places within a distance of lines; the rim belongs to it.
final class CorridorGeometry: Sendable {
    let corridor: Corridor
    let edges: EdgeTree
    let area: Double

    /// Few boxes that hold all lines.
    private let lineBoxes: [PlanarBox]

    /// The widest corridor: beyond it the local metric would not keep its promise.
    static let greatestHalfWidth: LocationDistance = 20_000

    init(_ corridor: Corridor) throws(GeometryError) {
        guard corridor.halfWidth > 0, corridor.halfWidth <= Self.greatestHalfWidth else {
            throw GeometryError(
                reason: "the half-width is \(corridor.halfWidth) m; it must be greater than 0 and"
                    + " at most \(Self.greatestHalfWidth) m")
        }
        guard !corridor.lines.isEmpty else { throw GeometryError(reason: "the geometry is empty") }
        self.corridor = corridor
        var vertices: [PlanarPoint] = []
        var chains: [Range<Int>] = []
        var lineBoxes: [PlanarBox] = []
        var length = 0.0
        for (index, line) in corridor.lines.enumerated() {
            let name = "line \(index)"
            guard line.count >= 2 else {
                throw GeometryError(
                    reason: line.isEmpty
                        ? "\(name) is empty"
                        : "\(name) has 1 vertex; a line has at least 2")
            }
            for (number, vertex) in line.enumerated() {
                try requireValid(vertex, "vertex \(number) of \(name)")
            }
            let start = vertices.count
            let unwrapped = UnwrappedRing(line: line).vertices
            guard unwrapped.contains(where: { $0 != unwrapped[0] }) else {
                throw GeometryError(
                    reason: "\(name) has no length: all its vertices are (\(line[0].lonLat))")
            }
            for (a, b) in zip(unwrapped, unwrapped.dropFirst()) {
                vertices.append(a)
                if abs(b.x - a.x) > 180 { vertices.append((a + b) / 2) }
            }
            vertices.append(unwrapped[unwrapped.count - 1])
            chains.append(start..<vertices.count)
            var box = PlanarBox.empty
            for vertex in vertices[start...] { box.formUnion(vertex) }
            lineBoxes.append(box)
            for (a, b) in zip(line, line.dropFirst()) {
                length += Geodesic.distance(from: a, to: b)
            }
        }
        self.lineBoxes = PlanarBox.merged(lineBoxes)
        edges = EdgeTree(vertices: vertices, chains: chains)
        let width = corridor.halfWidth
        area = 2 * width * length + .pi * width * width
    }

    func contains(_ place: LocationCoordinate2D) -> Bool {
        // The same number as in `signedDistance`: leaving far edges out does not change the least.
        DistanceProbe(at: place).nearest(in: edges, within: corridor.halfWidth) != nil
    }

    func signedDistance(to place: LocationCoordinate2D) -> LocationDistance {
        let nearest = DistanceProbe(at: place).nearest(in: edges)
        return (nearest?.distance ?? EarthModel.longestDistance) - corridor.halfWidth
    }

    func boxes(margin: LocationDistance) -> [GeodeticBox] {
        lineBoxes.flatMap { box in
            GeodeticBox.boxes(
                south: box.low.y, west: box.low.x, north: box.high.y, east: box.high.x,
                within: (corridor.halfWidth + max(margin, 0)) * (1 + 1e-4) + 0.01)
        }
    }
}
