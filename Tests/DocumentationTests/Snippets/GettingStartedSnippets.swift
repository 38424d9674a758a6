import RegionMonitoring
import Testing

/// The blocks of the README and of the article "Getting started".
@Suite struct GettingStartedSnippets {
    @Test func firstProgram() throws {
        // snippet
        var monitor = try RegionMonitor(policy: .site)
        let center = LocationCoordinate2D(latitude: 52.52, longitude: 13.40)
        try monitor.startMonitoring(for: Region(identifier: "depot", center: center, radius: 150))
        let place = LocationCoordinate2D(latitude: 52.5201, longitude: 13.4002)
        let fix = Location(coordinate: place, timestamp: Timestamp(secondsSince1970: 1_772_366_401))
        for event in monitor.update(with: fix, from: "van-7") {
            print(event.kind, event.region.rawValue, event.timestamp)
        }
        // end
        #expect(monitor.deliveredCount == 1)
    }

    @Test func shapes() throws {
        var monitor = try RegionMonitor()
        // snippet
        let depot = Region(
            identifier: "depot",
            center: LocationCoordinate2D(latitude: 52.52, longitude: 13.40), radius: 150)

        let yard = Region(
            identifier: "yard",
            shape: .polygons([
                Polygon(exterior: [
                    LocationCoordinate2D(latitude: 52.50, longitude: 13.30),
                    LocationCoordinate2D(latitude: 52.50, longitude: 13.31),
                    LocationCoordinate2D(latitude: 52.51, longitude: 13.31),
                    LocationCoordinate2D(latitude: 52.50, longitude: 13.30),
                ])
            ]), notifyOnExit: false)

        let road = Region(
            identifier: "road",
            shape: .corridor(
                Corridor(
                    lines: [
                        [
                            LocationCoordinate2D(latitude: 52.40, longitude: 13.30),
                            LocationCoordinate2D(latitude: 52.45, longitude: 13.36),
                        ]
                    ], halfWidth: 30)))
        // end
        // snippet
        do {
            for region in [depot, yard, road] { try monitor.startMonitoring(for: region) }
        } catch {
            print("not monitored: \(error)")  // a RegionError: which region, and why
        }
        // end
        #expect(monitor.regionCount == 3)
    }

    @Test func rejections() throws {
        var monitor = try RegionMonitor()
        let now: Timestamp? = nil
        let fixes: [(DeviceID, Location)] = [
            (
                "van-7",
                Location(
                    coordinate: LocationCoordinate2D(latitude: 0, longitude: 0),
                    timestamp: Timestamp(secondsSince1970: 1_772_366_401))
            )
        ]
        // snippet
        var output = MonitorOutput()
        for (device, fix) in fixes {
            output.removeAll()
            monitor.update(with: fix, from: device, now: now, into: &output)
            for event in output.events { print(event.kind, event.timestamp) }
            for rejection in output.rejections {
                print(rejection.device.rawValue, rejection.reason)
            }
        }
        print(monitor.rejectionCounts[.late], "late of", monitor.deliveredCount)
        // end
        #expect(output.rejections.map(\.reason) == [.nullIsland])
    }

    @Test func time() throws {
        var monitor = try RegionMonitor()
        let now = Timestamp(secondsSince1970: 1_772_366_401)
        // snippet
        var output = MonitorOutput()
        monitor.advance(to: now + .seconds(-5), into: &output)
        for event in output.events { print(event.kind, event.timestamp) }
        // end
        #expect(output.events.isEmpty)
    }

    @Test func policies() throws {
        // snippet
        var monitor = try RegionMonitor(policy: .fleet)  // what a monitor has by default

        var office = Region(
            identifier: "office",
            center: LocationCoordinate2D(latitude: 52.52, longitude: 13.40), radius: 80)
        office.policy = PolicyOverrides(preset: .site)
        office.policy.dwell = .some(.seconds(600))
        office.policy.exit.distance = 50
        try monitor.startMonitoring(for: office)
        // end
        #expect(monitor.monitoredRegion("office")?.policy.exit.distance == 50)
    }
}
