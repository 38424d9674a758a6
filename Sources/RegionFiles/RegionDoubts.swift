import Geodesy
import RegionMonitoring

/// What of a sound region may not be what was meant.
enum RegionDoubts {
    /// A circle or corridor smaller than this is lost in the error of most positions, in metres.
    static let tinySize: LocationDistance = 5

    /// An area that is narrower than this on average is what overlays leave behind, in metres.
    static let sliverWidth: LocationDistance = 1

    /// What is doubtful about a shape.
    static func of(_ shape: RegionShape) -> [RegionFileFinding.Reason] {
        switch shape {
        case .circle(let circle):
            return circle.radius < tinySize ? [.tinySize(circle.radius)] : []
        case .corridor(let corridor):
            return corridor.halfWidth < 1 ? [.tinySize(corridor.halfWidth)] : []
        case .polygons(let polygons):
            return self.of(polygons)
        }
    }

    private static func of(_ polygons: [Polygon]) -> [RegionFileFinding.Reason] {
        var reasons: [RegionFileFinding.Reason] = []
        var jump: (from: LocationDegrees, to: LocationDegrees)?
        var sliver: (number: Int, width: LocationDistance)?
        for (index, polygon) in polygons.enumerated() {
            let measure = RingMeasure(polygon.exterior)
            if let found = measure.jump, jump == nil { jump = found }
            let width = measure.meanWidth
            if width < sliverWidth, width < sliver?.width ?? .infinity { sliver = (index, width) }
            if measure.jump == nil, !measure.touchesSeam, measure.span > 180 {
                reasons.append(.spansLongitudes(measure.span))
            }
        }
        if let jump { reasons.append(.jumpsAntimeridian(from: jump.from, to: jump.to)) }
        if let sliver {
            let number = polygons.count > 1 ? sliver.number : nil
            reasons.append(.sliver(polygon: number, width: sliver.width))
        }
        return reasons
    }
}

/// What a closed ring measures in the plane of degrees, its edges the shorter way around.
private struct RingMeasure {
    /// Twice the area over the length: the width of a long strip, in metres.
    let meanWidth: LocationDistance

    /// The first edge that is taken to cross ±180° because it is longer than 180°.
    let jump: (from: LocationDegrees, to: LocationDegrees)?

    /// How many degrees of longitude it covers.
    let span: LocationDegrees

    /// Whether it has a place on ±180° or at a pole, as a ring that was cut has.
    let touchesSeam: Bool

    init(_ ring: [LocationCoordinate2D]) {
        let first = ring.first ?? LocationCoordinate2D(latitude: 0, longitude: 0)
        let latitudes = ring.reduce(into: (low: 90.0, high: -90.0)) {
            $0 = (min($0.low, $1.latitude), max($0.high, $1.latitude))
        }
        let metric = LocalMetric(latitude: (latitudes.low + latitudes.high) / 2)
        let scaleX = metric.metersPerDegreeOfLongitude
        let scaleY = metric.metersPerDegreeOfLatitude
        var jump: (from: LocationDegrees, to: LocationDegrees)?
        var x = 0.0
        var range = (low: 0.0, high: 0.0)
        var area = 0.0
        var length = 0.0
        var touchesSeam = false
        for (a, b) in zip(ring, ring.dropFirst()) {
            var step = b.longitude - a.longitude
            if abs(step) > 180, abs(step) != 360 {
                if jump == nil, abs(a.latitude) != 90 { jump = (a.longitude, b.longitude) }
                step -= 360 * (step / 360).rounded()
            }
            if abs(a.longitude) == 180 || abs(a.latitude) == 90 { touchesSeam = true }
            let (y, rise) = (a.latitude - first.latitude, b.latitude - a.latitude)
            area += x * rise - y * step
            length += (step * step * scaleX * scaleX + rise * rise * scaleY * scaleY).squareRoot()
            x += step
            range = (min(range.low, x), max(range.high, x))
        }
        meanWidth = length > 0 ? abs(area) * scaleX * scaleY / length : 0
        self.jump = jump
        span = range.high - range.low
        self.touchesSeam = touchesSeam
    }
}

extension RegionShape {
    /// A hash that polygons of the same rings share, wherever a ring begins and whichever way it runs.
    ///
    /// - Complexity: linear in the vertices.
    var hashOfOutline: Int {
        guard case .polygons(let polygons) = self else { return hashValue }
        return polygons.map { polygon in
            ([Self.hash(ofRing: polygon.exterior)]
                + polygon.holes.map { Self.hash(ofRing: $0) }.sorted()).hashValue
        }.sorted().hashValue
    }

    private static func hash(ofRing ring: [LocationCoordinate2D]) -> Int {
        let count = ring.count - 1
        guard count > 0 else { return ring.hashValue }
        func precedes(_ a: LocationCoordinate2D, _ b: LocationCoordinate2D) -> Bool {
            (a.latitude, a.longitude) < (b.latitude, b.longitude)
        }
        var start = 0
        for index in 1..<max(count, 1) where precedes(ring[index], ring[start]) { start = index }
        let next = ring[(start + 1) % count]
        let previous = ring[(start + count - 1) % count]
        var hasher = Hasher()
        hasher.combine(count)
        let step = precedes(previous, next) ? count - 1 : 1
        var index = start
        for _ in 0..<count {
            hasher.combine(ring[index])
            index = (index + step) % count
        }
        return hasher.finalize()
    }
}
