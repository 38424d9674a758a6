import RegionMonitoring
import Testing
import _MonitoringTestSupport

/// The spatial join against looking at every region.
@Suite struct RegionLocatorTests {
    private static func circle(_ identifier: String, _ latitude: Double, _ longitude: Double)
        -> Region
    {
        Region(
            identifier: RegionID(identifier),
            center: LocationCoordinate2D(latitude: latitude, longitude: longitude), radius: 1000)
    }

    @Test func hitsAreInTheOrderOfIdentifiers() throws {
        let locator = try RegionLocator([
            Self.circle("b", 0, 180), Self.circle("a", 0, -179.999), Self.circle("c", 10, 180),
        ])
        for longitude in [-180.0, 180, 179.9995, 540] {
            let place = LocationCoordinate2D(latitude: 0, longitude: longitude)
            #expect(locator.regions(containing: place) == ["a", "b"])
        }
        let nowhere = LocationCoordinate2D(latitude: .nan, longitude: 0)
        #expect(locator.regions(containing: nowhere).isEmpty)
        #expect(locator.nearestRegion(to: nowhere) == nil)
    }

    @Test func aRegionIsReplacedByItsIdentifier() throws {
        var locator = try RegionLocator([Self.circle("a", 0, 0), Self.circle("b", 0, 0)])
        try locator.insert(Self.circle("a", 5, 5))
        let place = LocationCoordinate2D(latitude: 0, longitude: 0)
        #expect(locator.count == 2)
        #expect(locator.regions(containing: place) == ["b"])
        let moved = LocationCoordinate2D(latitude: 5, longitude: 5)
        #expect(locator.regions(containing: moved) == ["a"])
        #expect(locator.signedDistance(from: moved, to: "a") == -1000)
        #expect(locator.signedDistance(from: moved, to: "z") == nil)
    }

    @Test(arguments: 1...4) func manyPlacesAreAnsweredAsEachAlone(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Inserted in no order of the identifiers, around ±180°, and one of them replaced.
        var locator = RegionLocator()
        for index in (0..<60).shuffled(using: &random) + [7] {
            try locator.insert(
                Self.circle(
                    "r\(index)", .random(in: -0.05...0.05, using: &random),
                    180 + .random(in: -0.05...0.05, using: &random)))
        }
        locator.optimize()
        var latitudes: [Double] = [.nan, 91, 0]
        var longitudes: [Double] = [0, 0, .infinity]
        for _ in 0..<300 {
            latitudes.append(.random(in: -0.06...0.06, using: &random))
            longitudes.append(180 + .random(in: -0.06...0.06, using: &random))
        }
        // With places that are not valid or not normalised, and without; the storage is used again.
        let usual = latitudes.indices.filter {
            latitudes[$0].magnitude <= 90 && longitudes[$0] >= -180 && longitudes[$0] < 180
        }
        var matches = RegionMatches()
        for chosen in [Array(latitudes.indices), usual, Array(latitudes.indices)] {
            let north = chosen.map { latitudes[$0] }
            let east = chosen.map { longitudes[$0] }
            locator.regions(containingLatitudes: north, longitudes: east, into: &matches)
            let count = matches.count
            #expect(count > 50)
            var next = 0
            for index in chosen.indices {
                var numbers: [Int32] = []
                while next < count, matches[next].place == index {
                    numbers.append(matches[next].region)
                    next += 1
                }
                #expect(numbers == numbers.sorted())
                let place = LocationCoordinate2D(latitude: north[index], longitude: east[index])
                #expect(
                    numbers.map(locator.identifier(of:)).sorted()
                        == locator.regions(containing: place),
                    "seed \(seed), place \(index)")
            }
            #expect(next == count)
        }
    }

    @Test func unusableGeometryChangesNothing() throws {
        var locator = RegionLocator()
        let bad = Region(
            identifier: "bad", center: LocationCoordinate2D(latitude: 0, longitude: 0), radius: -1)
        #expect(throws: RegionError.self) { try locator.insert(bad) }
        #expect(locator.count == 0)
        #expect(locator.nearestRegion(to: LocationCoordinate2D(latitude: 0, longitude: 0)) == nil)
    }

    @Test(arguments: 1...8) func theNearestIsNearest(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let regions = (0..<40).map { index in
            Self.circle(
                "r\(index)", .random(in: -85...85, using: &random),
                .random(in: -180...180, using: &random))
        }
        let locator = try RegionLocator(regions)
        for _ in 0..<50 {
            // Near a region as often as anywhere.
            let base = regions[Int.random(in: 0..<40, using: &random)]
            guard case .circle(let circle) = base.shape else { continue }
            let spread = Bool.random(using: &random) ? 0.02 : 4
            let place = LocationCoordinate2D(
                latitude: circle.center.latitude + .random(in: -spread...spread, using: &random),
                longitude: circle.center.longitude + .random(in: -spread...spread, using: &random))
            let all = regions.compactMap { region in
                locator.signedDistance(from: place, to: region.identifier).map {
                    (distance: $0, region: region.identifier)
                }
            }
            let expected = all.min { $0 < $1 }
            #expect(locator.nearestRegion(to: place)?.region == expected?.region, "seed \(seed)")
            let inside = all.filter { $0.distance <= 0 }.map(\.region).sorted()
            #expect(locator.regions(containing: place) == inside, "seed \(seed)")
        }
    }
}
