import Geodesy
import Testing
import _MonitoringTestSupport

/// Boxes, those over ±180° above all.
struct GeodeticBoxTests {
    private func place(_ longitude: Double, _ latitude: Double) -> LocationCoordinate2D {
        LocationCoordinate2D(latitude: latitude, longitude: longitude)
    }

    @Test func membershipIncludesTheBorder() {
        let box = GeodeticBox(south: -1, west: 10, north: 2, east: 12)
        #expect(!box.crossesAntimeridian)
        for (longitude, latitude, isInside) in [
            (10.0, -1.0, true), (12, 2, true), (11, 0, true), (9.999, 0, false), (11, 2.001, false),
            (11, .nan, false), (.nan, 0, false),
        ] {
            #expect(box.contains(place(longitude, latitude)) == isInside)
        }
    }

    @Test func aBoxMayCrossTheMeridian() {
        let box = GeodeticBox(south: -1, west: 179, north: 1, east: -179)
        #expect(box.crossesAntimeridian)
        for (longitude, isInside) in [
            (179.0, true), (180, true), (-180, true), (-179, true), (-178.9, false), (0, false),
        ] {
            #expect(box.contains(place(longitude, 0)) == isInside, "at \(longitude)")
        }
        #expect(
            box.parts == [
                GeodeticBox(south: -1, west: 179, north: 1, east: 180),
                GeodeticBox(south: -1, west: -180, north: 1, east: -179),
            ])
        let eastern = GeodeticBox(south: 0, west: -180, north: 1, east: -170)
        #expect(eastern.contains(place(180, 0.5)), "180 and -180 are one meridian")
    }

    /// Every place within reach lies in one of the boxes; none crosses the meridian.
    @Test func boxesWithinADistanceHoldAllPlaces() {
        var random = SeededGenerator(seed: 6)
        for number in 0..<3000 {
            let latitude =
                number % 7 == 0 ? [-90.0, 90][number % 2] : .random(in: -90...90, using: &random)
            let center = place(.random(in: -180..<180, using: &random), latitude)
            var reach = 1.0
            for _ in 0..<Int.random(in: 0...23, using: &random) { reach *= 2 }
            let boxes = GeodeticBox.boxes(
                south: center.latitude, west: center.longitude + 360, north: center.latitude,
                east: center.longitude + 360, within: reach)
            let end = Geodesic.destination(
                from: center, bearing: .random(in: -180...180, using: &random),
                distance: min(reach * (1 - 1e-9), 2e7))
            #expect(boxes.contains { $0.contains(end) }, "\(number): \(center), \(reach) m, \(end)")
            for box in boxes {
                #expect(box.west <= box.east && box.west >= -180 && box.east <= 180)
                #expect(box.south >= -90 && box.north <= 90)
            }
        }
    }

    @Test func normalisation() {
        for (written, expected) in [
            (180.0, -180.0), (-180, -180), (540, -180), (-540, -180), (181, -179), (-181, 179),
            (359.5, -0.5), (12, 12), (-1e-300, -1e-300),
        ] {
            #expect(place(written, 3).normalized == place(expected, 3), "\(written)")
        }
        #expect(!place(541, 0).isValid)
        #expect(!place(0, 90.000_000_000_000_02).isValid)
        #expect(!place(.nan, 0).isValid)
        #expect(!place(0, -.infinity).isValid)
        #expect(place(540, -90).isValid)
    }
}
