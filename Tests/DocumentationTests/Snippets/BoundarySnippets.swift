import RegionMonitoring
import Testing

// snippet
func ring(_ corners: [(longitude: Double, latitude: Double)]) -> [LocationCoordinate2D] {
    (corners + corners.prefix(1)).map {
        LocationCoordinate2D(latitude: $0.latitude, longitude: $0.longitude)
    }
}

let ringRoad = Region(
    identifier: "between the rings",
    shape: .polygons([
        Polygon(
            exterior: ring([(10.0, 50.0), (10.4, 50.0), (10.4, 50.4), (10.0, 50.4)]),
            holes: [ring([(10.1, 50.1), (10.3, 50.1), (10.3, 50.3), (10.1, 50.3)])])
    ]))
// end

/// The blocks of the article "Boundaries, poles and the ±180° meridian".
@Suite struct BoundarySnippets {
    /// Whether a place is in a region.
    private func isInside(
        _ region: Region, longitude: LocationDegrees, latitude: LocationDegrees
    ) throws -> Bool {
        var monitor = try RegionMonitor(policy: .immediate)
        try monitor.startMonitoring(for: region, assuming: .outside)
        let fix = Location(
            coordinate: LocationCoordinate2D(latitude: latitude, longitude: longitude),
            timestamp: Timestamp(secondsSince1970: 1_772_366_401))
        return !monitor.update(with: fix, from: "van").isEmpty
    }

    @Test func circleAtAPole() throws {
        // snippet
        let vostok = Region(
            identifier: "pole", center: LocationCoordinate2D(latitude: -90, longitude: 0),
            radius: 1_300_000)
        let reach = Geodesic.distance(
            from: LocationCoordinate2D(latitude: -90, longitude: 0),
            to: LocationCoordinate2D(latitude: -78.464, longitude: 106.837))
        print(reach < 1_300_000)  // true: the station is inside
        // end
        #expect(reach < 1_300_000)
        #expect(try isInside(vostok, longitude: 106.837, latitude: -78.464))
        #expect(try !isInside(vostok, longitude: 106.837, latitude: -78))
    }

    @Test func holes() throws {
        #expect(try isInside(ringRoad, longitude: 10.05, latitude: 50.2))
        #expect(try !isInside(ringRoad, longitude: 10.2, latitude: 50.2))
        #expect(try isInside(ringRoad, longitude: 10.1, latitude: 50.2), "a hole's edge is inside")
        #expect(try isInside(ringRoad, longitude: 10.0, latitude: 50.0), "a vertex is inside")
    }

    @Test func corridor() throws {
        // snippet
        let pipeline = Region(
            identifier: "pipeline",
            shape: .corridor(
                Corridor(
                    lines: [
                        [
                            LocationCoordinate2D(latitude: 68.0, longitude: 33.0),
                            LocationCoordinate2D(latitude: 68.2, longitude: 33.5),
                            LocationCoordinate2D(latitude: 68.3, longitude: 34.6),
                        ]
                    ], halfWidth: 250)))
        // end
        #expect(try isInside(pipeline, longitude: 33, latitude: 67.998))
        #expect(try !isInside(pipeline, longitude: 33, latitude: 67.997))
    }

    @Test func acrossTheAntimeridian() throws {
        // snippet
        let jumping = Region(
            identifier: "taveuni",
            shape: .polygons([
                Polygon(
                    exterior: ring([
                        (179.8, -17.0), (-179.8, -17.0), (-179.8, -16.6), (179.8, -16.6),
                    ]))
            ]))
        let goingOn = Region(
            identifier: "taveuni",
            shape: .polygons([
                Polygon(
                    exterior: ring([
                        (179.8, -17.0), (180.2, -17.0), (180.2, -16.6), (179.8, -16.6),
                    ]))
            ]))
        // end
        for region in [jumping, goingOn] {
            for longitude in [179.9, 180, -180, -179.9, 180.1] {
                #expect(try isInside(region, longitude: longitude, latitude: -16.8))
            }
            #expect(try !isInside(region, longitude: 179.7, latitude: -16.8))
            #expect(try !isInside(region, longitude: 0, latitude: -16.8))
        }
    }

    @Test func poles() throws {
        // snippet
        let arctic = Region(
            identifier: "arctic",
            shape: .polygons([
                Polygon(exterior: ring([(-180, 66.5), (180, 66.5), (180, 90), (-180, 90)]))
            ]))
        // end
        #expect(try isInside(arctic, longitude: 42, latitude: 90))
        #expect(try isInside(arctic, longitude: -180, latitude: 70))
        #expect(try !isInside(arctic, longitude: 0, latitude: 66))
    }

    @Test func refusal() throws {
        var monitor = try RegionMonitor()
        // snippet
        let bowTie = Region(
            identifier: "bow tie",
            shape: .polygons([Polygon(exterior: ring([(8, 47), (9, 48), (9, 47), (8, 48)]))]))
        do {
            try monitor.startMonitoring(for: bowTie)
        } catch {
            print(error)  // … the polygon is invalid: Self-intersection at (8.5 47.5)
        }
        // end
        #expect(throws: RegionError.self) { try monitor.startMonitoring(for: bowTie) }
        do {
            try monitor.startMonitoring(for: bowTie)
        } catch {
            #expect(
                error.description
                    == "region 'bow tie': the polygon is invalid: Self-intersection at (8.5 47.5)")
        }
    }
}
