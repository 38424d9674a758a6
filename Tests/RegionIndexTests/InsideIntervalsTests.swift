import Foundation
import GEOSBridge
import Geodesy
import Testing
import _MonitoringTestSupport

@testable import RegionIndex

/// The stretches of a way within a region, against asking at many of its places.
struct InsideIntervalsTests {
    private static let samples = 200

    @Test(arguments: 1...40) func agreeWithDenseSampling(seed: UInt64) {
        var shapes = RandomShapes(seed: seed)
        for _ in 0..<5 {
            let geometry = shapes.geometry()
            let boxes = geometry.boxes(margin: 0)
            let box = boxes[shapes.count(0...boxes.count - 1)]
            for _ in 0..<4 {
                let a = randomPlace(around: box, &shapes.random)
                let b = randomPlace(around: box, &shapes.random)
                check(geometry, a, b, "seed \(seed)")
            }
        }
    }

    private func check(
        _ geometry: RegionGeometry, _ a: LocationCoordinate2D, _ b: LocationCoordinate2D,
        _ name: String
    ) {
        let path = SegmentPath(from: a, to: b)
        let ranges = geometry.insideIntervals(from: a, to: b)
        for (first, second) in zip(ranges, ranges.dropFirst()) {
            #expect(first.upperBound < second.lowerBound, "\(name): \(ranges)")
        }
        #expect(ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= 1 })
        #expect(ranges.contains { $0.contains(0) } == geometry.contains(a), "\(name): start")
        #expect(ranges.contains { $0.contains(1) } == geometry.contains(b), "\(name): end")
        #expect(
            geometry.insideIntervals(
                from: a, to: b, startIsInside: geometry.contains(a),
                endIsInside: geometry.contains(b))
                == ranges, "\(name): the ends known")
        for sample in 0...Self.samples {
            let t = Double(sample) / Double(Self.samples)
            let s = geometry.signedDistance(to: path.place(at: t))
            let isWithin = ranges.contains { $0.contains(t) }
            // A millimetre of the way is what the ends are promised to.
            if abs(s) < 1e-3 { continue }
            #expect(
                isWithin == (s <= 0), "\(name), \(a) to \(b) at \(t): s \(s), \(geometry.shape)")
        }
    }

    /// A way that starts and ends outside and meets a small region in its middle.
    @Test func shortVisitsOnLongWaysAreFound() throws {
        var random = SeededGenerator(seed: 3)
        for number in 0..<300 {
            let place = LocationCoordinate2D(
                latitude: .random(in: -60...60, using: &random),
                longitude: number % 4 == 0 ? -180 : .random(in: -180..<180, using: &random))
            let shape: RegionShape
            let d = 0.0005
            switch number % 3 {
            case 0: shape = .circle(Circle(center: place, radius: 50))
            case 1:
                shape = .corridor(
                    Corridor(
                        lines: [
                            [
                                place,
                                .init(latitude: place.latitude + d, longitude: place.longitude),
                            ]
                        ],
                        halfWidth: 30))
            default:
                let ring = [(-d, -d), (d, -d), (d, d), (-d, d), (-d, -d)].map {
                    LocationCoordinate2D(
                        latitude: place.latitude + $0.1, longitude: place.longitude + $0.0)
                }
                shape = .polygons([Polygon(exterior: ring)])
            }
            let geometry = try RegionGeometry(shape)
            let reach = [0.01, 1, 20][number % 3]
            let dx = Double.random(in: -reach...reach, using: &random)
            let dy = Double.random(in: -reach...reach, using: &random)
            let a = LocationCoordinate2D(
                latitude: place.latitude - dy, longitude: place.longitude - dx
            ).normalized
            let b = LocationCoordinate2D(
                latitude: place.latitude + dy, longitude: place.longitude + dx
            ).normalized
            if geometry.contains(a) || geometry.contains(b) { continue }
            let ranges = geometry.insideIntervals(from: a, to: b)
            #expect(ranges.count == 1, "\(number): \(ranges), \(a) to \(b), \(shape)")
            #expect(ranges.first?.contains(0.5) == true)
            check(geometry, a, b, "number \(number)")
        }
    }

    /// Ways with one end in a circle: where they cross the rim, against the geodesic.
    @Test func crossingsOfRimsAreExact() throws {
        var random = SeededGenerator(seed: 11)
        var worst = 0.0
        var count = 0
        for _ in 0..<4000 {
            let center = LocationCoordinate2D(
                latitude: .random(in: -85...85, using: &random),
                longitude: .random(in: -180..<180, using: &random))
            let radius = pow(10, Double.random(in: 0...3.69, using: &random))
            let degree = radius / 111_000
            func place(_ factor: ClosedRange<Double>) -> LocationCoordinate2D {
                let distance = degree * .random(in: factor, using: &random)
                let angle = Double.random(in: 0...(2 * .pi), using: &random)
                return LocationCoordinate2D(
                    latitude: center.latitude + distance * sin(angle),
                    longitude: center.longitude + distance * cos(angle)
                        / cos(center.latitude * .pi / 180)
                ).normalized
            }
            let inside = place(0...0.98)
            let outside = place(1.02...4)
            let geometry = try RegionGeometry(.circle(Circle(center: center, radius: radius)))
            guard geometry.contains(inside), !geometry.contains(outside) else { continue }
            count += 1
            let leaving = geometry.insideIntervals(from: inside, to: outside)
            let entering = geometry.insideIntervals(from: outside, to: inside)
            for (ranges, path, t) in [
                (leaving, SegmentPath(from: inside, to: outside), leaving.last?.upperBound),
                (entering, SegmentPath(from: outside, to: inside), entering.first?.lowerBound),
            ] {
                let t = try #require(t)
                #expect(ranges.count == 1)
                worst = max(
                    worst, abs(Geodesic.distance(from: center, to: path.place(at: t)) - radius))
            }
        }
        #expect(count > 3500)
        #expect(worst < 5e-8, "\(worst) m off")
    }

    private func square(_ low: Double, _ high: Double) -> [LocationCoordinate2D] {
        [(low, low), (high, low), (high, high), (low, high), (low, low)].map {
            LocationCoordinate2D(latitude: $0.1, longitude: $0.0)
        }
    }

    private func intervals(
        _ geometry: RegionGeometry, _ a: (Double, Double), _ b: (Double, Double)
    ) -> [ClosedRange<Double>] {
        geometry.insideIntervals(
            from: LocationCoordinate2D(latitude: a.1, longitude: a.0),
            to: LocationCoordinate2D(latitude: b.1, longitude: b.0))
    }

    @Test func aHoleDividesTheWay() throws {
        let ring = try RegionGeometry(
            .polygons([Polygon(exterior: square(-2, 2), holes: [square(-1, 1)])]))
        #expect(intervals(ring, (-4, 0), (4, 0)) == [0.25...0.375, 0.625...0.75])
        // Along the hole's edge is inside, along the outer one too.
        #expect(intervals(ring, (-4, 1), (4, 1)) == [0.25...0.75])
        #expect(intervals(ring, (-4, 2), (4, 2)) == [0.25...0.75])
        #expect(intervals(ring, (-4, 2.5), (4, 2.5)) == [])
    }

    @Test func aTouchHasNoLength() throws {
        let geometry = try RegionGeometry(.polygons([Polygon(exterior: square(-1, 1))]))
        #expect(intervals(geometry, (-2, 0), (0, 2)) == [0.5...0.5])
        #expect(intervals(geometry, (0, 0), (0, 0)) == [0...1])
        #expect(intervals(geometry, (3, 0), (3, 0)) == [])
        #expect(intervals(geometry, (1, 0), (3, 0)) == [0...0])
        #expect(intervals(geometry, (3, 0), (1, 0)) == [1...1])
    }

    /// Through the vertex at which two parts touch, and through a corner: no gap, no sliver.
    @Test func verticesOnTheWayAreNoNoise() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<300 {
            let x = Double.random(in: -179...179, using: &random)
            let y = Double.random(in: -80...80, using: &random)
            let size = Double.random(in: 1e-4...0.5, using: &random)
            func part(_ sign: Double) -> Polygon {
                let ring = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
                    LocationCoordinate2D(
                        latitude: y + sign * size * $0.1, longitude: x + sign * size * $0.0)
                }
                return Polygon(exterior: ring)
            }
            let geometry = try RegionGeometry(.polygons([part(1), part(-1)]))
            let slope = Double.random(in: 0.2...0.8, using: &random)
            let through = geometry.insideIntervals(
                from: LocationCoordinate2D(latitude: y - 2 * slope * size, longitude: x - 2 * size),
                to: LocationCoordinate2D(latitude: y + 2 * slope * size, longitude: x + 2 * size))
            // The rounded middle may pass a corner by; then there are two chords with a real gap.
            #expect(through.count <= 2, "\(through) at \(x) \(y), \(size)")
            let touching = geometry.insideIntervals(
                from: LocationCoordinate2D(latitude: y + slope * size, longitude: x - size),
                to: LocationCoordinate2D(latitude: y - slope * size, longitude: x + size))
            #expect(touching.count <= 1, "\(touching) at \(x) \(y), \(size)")
            #expect(touching.allSatisfy { $0.upperBound - $0.lowerBound < 1e-9 })
        }
    }

    @Test func seamsAreNoEnds() throws {
        func box(_ west: Double, _ east: Double) -> Polygon {
            Polygon(
                exterior: [(west, -1), (east, -1), (east, 1), (west, 1), (west, -1)].map {
                    LocationCoordinate2D(latitude: $0.1, longitude: $0.0)
                })
        }
        let cut = try RegionGeometry(.polygons([box(179, 180), box(-180, -179)]))
        let whole = try RegionGeometry(.polygons([box(179, 181)]))
        for geometry in [cut, whole] {
            let found = intervals(geometry, (178, 0), (-178, 0))
            #expect(found.count == 1)
            #expect(abs((found.first?.lowerBound ?? 0) - 0.25) < 1e-12)
            #expect(abs((found.first?.upperBound ?? 0) - 0.75) < 1e-12)
        }
    }

    @Test(arguments: 1...30) func depthAgreesWithDenseSampling(seed: UInt64) {
        var shapes = RandomShapes(seed: 1000 + seed)
        for _ in 0..<5 {
            let geometry = shapes.geometry()
            let boxes = geometry.boxes(margin: 0)
            let box = boxes[shapes.count(0...boxes.count - 1)]
            for _ in 0..<4 {
                let a = randomPlace(around: box, &shapes.random)
                let b = randomPlace(around: box, &shapes.random)
                let path = SegmentPath(from: a, to: b)
                for range in geometry.insideIntervals(from: a, to: b) {
                    let depth = geometry.depth(from: a, to: b, within: range)
                    var deepest = -Double.infinity
                    let steps = 150
                    for step in 0...steps {
                        let t =
                            range.lowerBound
                            + (range.upperBound - range.lowerBound) * Double(step) / Double(steps)
                        deepest = max(deepest, -geometry.signedDistance(to: path.place(at: t)))
                    }
                    let allowed = max(1e-3, 1e-3 * deepest)
                    let spacing = path.lengthBound(range) / Double(steps)
                    #expect(
                        depth >= deepest - allowed && depth <= deepest + spacing + allowed,
                        "seed \(seed): \(depth) for \(deepest) in \(range) of \(a) to \(b), \(geometry.shape)"
                    )
                }
            }
        }
    }
}
