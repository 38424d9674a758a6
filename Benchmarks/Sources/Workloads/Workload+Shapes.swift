extension Workload {
    /// Adds a star-shaped polygon whose radius wanders between 16 control points.
    mutating func addStar(
        _ generator: inout WorkloadGenerator, _ center: PlanePoint, radius: Double,
        vertices: UInt32, cosine: Double
    ) {
        let controls = (0..<16).map { _ in generator.unit() }
        var ring: [PlanePoint] = []
        for k in 0..<vertices {
            let t = 16 * Double(k) / Double(vertices)
            let index = Int(t)
            let fraction = t - Double(index)
            let control =
                controls[index & 15] * (1 - fraction) + controls[(index + 1) & 15] * fraction
            let r = radius * (0.5 + 0.5 * control) * (0.97 + 0.03 * generator.unit())
            let direction = Self.direction(k, of: vertices)
            ring.append(
                PlanePoint(
                    x: center.x + r * direction.x / (Self.metersPerDegree * cosine),
                    y: center.y + r * direction.y / Self.metersPerDegree))
        }
        ring.append(ring[0])
        rings.append(ring)
    }

    /// A unit vector k/n of the way around, without trigonometry.
    private static func direction(_ k: UInt32, of n: UInt32) -> PlanePoint {
        let t = 4 * Double(k) / Double(n)
        let quadrant = Int(t)
        let fraction = t - Double(quadrant)
        var a = 1 - fraction
        var b = fraction
        let length = (a * a + b * b).squareRoot()
        a /= length
        b /= length
        return switch quadrant & 3 {
        case 0: PlanePoint(x: a, y: b)
        case 1: PlanePoint(x: -b, y: a)
        case 2: PlanePoint(x: -a, y: -b)
        default: PlanePoint(x: b, y: -a)
        }
    }

    /// Adds adjoining cells whose shared edges are fractal lines of 2^levels pieces.
    mutating func tessellate(
        seed: UInt64, _ box: Box, columns: Int, rows: Int, levels: Int, limit: Int
    ) {
        let dx = (box.x1 - box.x0) / Double(columns)
        let dy = (box.y1 - box.y0) / Double(rows)
        func node(_ i: Int, _ j: Int) -> PlanePoint {
            func shift(_ key: UInt64, _ isInner: Bool) -> Double {
                isInner
                    ? 0.5 * (WorkloadGenerator.hashed(seed, key, UInt64(i), UInt64(j)) - 0.5) : 0
            }
            let jx = shift(1, i > 0 && i < columns)
            let jy = shift(2, j > 0 && j < rows)
            return PlanePoint(
                x: box.x0 + (Double(i) + jx) * dx, y: box.y0 + (Double(j) + jy) * dy)
        }
        func line(_ a: PlanePoint, _ b: PlanePoint, _ edge: UInt64) -> [PlanePoint] {
            var points: [PlanePoint] = []
            Self.appendFractal(&points, a, b, levels, seed, edge, 1)
            points.append(b)
            return points
        }
        func horizontal(_ i: Int, _ j: Int) -> [PlanePoint] {
            line(node(i, j), node(i + 1, j), 1_000_000 + UInt64(j) * 100_000 + UInt64(i))
        }
        func vertical(_ i: Int, _ j: Int) -> [PlanePoint] {
            line(node(i, j), node(i, j + 1), 5_000_000_000 + UInt64(j) * 100_000 + UInt64(i))
        }
        for j in 0..<rows {
            for i in 0..<columns {
                guard rings.count < limit else { return }
                var ring = Array(horizontal(i, j).dropLast())
                ring += vertical(i + 1, j).dropLast()
                ring += horizontal(i, j + 1).reversed().dropLast()
                ring += vertical(i, j).reversed().dropLast()
                ring.append(ring[0])
                rings.append(ring)
            }
        }
    }

    /// Appends the points of a line in [a, b): midpoints are moved aside by up to 7 % of the length.
    private static func appendFractal(
        _ points: inout [PlanePoint], _ a: PlanePoint, _ b: PlanePoint, _ level: Int,
        _ seed: UInt64, _ edge: UInt64, _ index: UInt64
    ) {
        guard level > 0 else {
            points.append(a)
            return
        }
        let k = 0.14 * (WorkloadGenerator.hashed(seed, edge, index, 77) - 0.5)
        let middle = PlanePoint(
            x: (a.x + b.x) * 0.5 - (b.y - a.y) * k, y: (a.y + b.y) * 0.5 + (b.x - a.x) * k)
        appendFractal(&points, a, middle, level - 1, seed, edge, 2 * index)
        appendFractal(&points, middle, b, level - 1, seed, edge, 2 * index + 1)
    }

    /// Adds 100 fixes a device, a second apart: three in ten are parked, the others wander.
    mutating func walk(
        seed: UInt64, cosine: Double, _ box: Box,
        start: (inout WorkloadGenerator) -> PlanePoint
    ) {
        let count = Int(Self.deviceCount)
        var generator = WorkloadGenerator(seed: seed)
        var places: [PlanePoint] = []
        var speeds: [PlanePoint] = []
        var parked: [Bool] = []
        for _ in 0..<count {
            places.append(start(&generator))
            parked.append(generator.unit() < 0.3)
            let x = (generator.unit() - 0.5) * 40
            speeds.append(PlanePoint(x: x, y: (generator.unit() - 0.5) * 40))
        }
        func clamped(_ speed: Double) -> Double { min(max(speed, -30), 30) }
        for _ in 0..<100 {
            for device in 0..<count {
                let a = generator.unit() - 0.5
                let b = generator.unit() - 0.5
                let place = places[device]
                var next: PlanePoint
                if parked[device] {
                    next = PlanePoint(
                        x: place.x + a * 6 / (Self.metersPerDegree * cosine),
                        y: place.y + b * 6 / Self.metersPerDegree)
                } else {
                    var vx = clamped(speeds[device].x + a * 4)
                    var vy = clamped(speeds[device].y + b * 4)
                    next = PlanePoint(
                        x: place.x + vx / (Self.metersPerDegree * cosine),
                        y: place.y + vy / Self.metersPerDegree)
                    if next.x < box.x0 || next.x > box.x1 {
                        vx = -vx
                        next.x = place.x
                    }
                    if next.y < box.y0 || next.y > box.y1 {
                        vy = -vy
                        next.y = place.y
                    }
                    speeds[device] = PlanePoint(x: vx, y: vy)
                    places[device] = next
                }
                fixes.append(next)
                devices.append(UInt32(device))
            }
        }
    }
}
