import MonitoringService
import RegionMonitoring
import Testing

// snippet
final class Listener: RegionMonitorDelegate {
    func didEnterRegion(_ event: RegionEvent) { print("in", event.region, event.timestamp) }
    func didExitRegion(_ event: RegionEvent) { print("out", event.region, event.timestamp) }
    func didDetermineState(_ event: RegionEvent) { print(event.state, event.region) }
}
// end

private let munich = LocationCoordinate2D(latitude: 48.137, longitude: 11.575)
private let time = Timestamp(secondsSince1970: 1_772_366_401)

private func fix(_ seconds: Int64, latitude: LocationDegrees) -> Location {
    Location(
        coordinate: LocationCoordinate2D(latitude: latitude, longitude: 11.575),
        timestamp: time + .seconds(seconds))
}

/// The blocks of the article "Coming from Core Location", as far as regions go.
@Suite struct CoreLocationRegionSnippets {
    @Test func manager() throws {
        // snippet
        var monitor = try RegionMonitor(policy: .coreLocation(cushion: 200))
        // end
        let listener = Listener()
        monitor.delegate = listener
        #expect(monitor.regionCount == 0)
    }

    @Test func regions() throws {
        // snippet
        let office = Region(
            identifier: "office",
            center: LocationCoordinate2D(latitude: 48.137, longitude: 11.575), radius: 120)
        // end
        var monitor = try RegionMonitor(policy: .immediate)
        var output = MonitorOutput()
        // snippet
        try monitor.startMonitoring(for: office, assuming: .outside)
        // end
        monitor.update(with: fix(0, latitude: 48.137), from: "van-7", into: &output)
        #expect(output.events.map(\.kind) == [.didEnterRegion])
        // snippet
        monitor.requestState(for: "office", of: "van-7", into: &output)
        let state = output.events.last?.state  // .inside, .outside, .unknown or .unmonitored
        // end
        #expect(state == .inside)
        // snippet
        try monitor.startMonitoring(for: office)
        print(monitor.monitoredRegions.map(\.identifier))
        monitor.stopMonitoring(for: "office", into: &output)
        // end
        #expect(output.events.last?.reason == .removed)
        // snippet
        var gate = office
        gate.notifyOnExit = false
        // end
        try monitor.startMonitoring(for: gate)
        let events =
            monitor.update(with: fix(60, latitude: 48.137), from: "van-7")
            + monitor.update(with: fix(120, latitude: 48.14), from: "van-7")
        #expect(events.map(\.kind) == [.didDetermineState])
    }

    @Test func failures() throws {
        var monitor = try RegionMonitor()
        let region = Region(identifier: "office", center: munich, radius: -1)
        // snippet
        do {
            try monitor.startMonitoring(for: region)
        } catch {
            print("monitoring \(error.region) failed: \(error.reason)")
        }
        // end
        #expect(monitor.regionCount == 0)
    }

    @Test func limits() throws {
        var monitor = try RegionMonitor()
        // snippet
        for number in 0..<1000 {
            try monitor.startMonitoring(
                for: Region(
                    identifier: RegionID("stop-\(number)"),
                    center: LocationCoordinate2D(latitude: 50, longitude: 8 + Double(number) / 100),
                    radius: 60))
        }
        // end
        #expect(monitor.regionCount == 1000)
    }

    @Test func containment() {
        let circle = Circle(center: munich, radius: 120)
        let place = LocationCoordinate2D(latitude: 48.1375, longitude: 11.575)
        // snippet
        let isInside = Geodesic.distance(from: circle.center, to: place) <= circle.radius
        // end
        #expect(isInside)
        let office = munich
        // snippet
        let meters = Geodesic.distance(from: place, to: office)
        print(place.isValid, meters)
        // end
        #expect(abs(meters - 55.6) < 0.1)
    }

    @Test func beacons() throws {
        var monitor = try RegionMonitor(policy: .immediate)
        try monitor.startMonitoring(
            for: Region(identifier: "hall", center: munich, radius: 40))
        let gatewayPosition = munich
        // snippet
        let heard = Location(
            coordinate: gatewayPosition, timestamp: time, horizontalAccuracy: 15)
        let events = monitor.update(with: heard, from: "tag-4711")
        // end
        #expect(events.map(\.state) == [.inside])
    }

    @Test func cushion() throws {
        // snippet
        let policy = PolicyChoice.coreLocation(cushion: 200)
        // end
        #expect(policy.smaller.entry.duration == .seconds(20))
    }
}

/// The blocks of the article "Coming from Core Location", as far as events and fixes go.
@Suite struct CoreLocationFixSnippets {
    private func monitor() throws -> RegionMonitor {
        var monitor = try RegionMonitor(policy: .immediate)
        try monitor.startMonitoring(
            for: Region(identifier: "office", center: munich, radius: 120), assuming: .outside)
        return monitor
    }

    @Test func events() async throws {
        let service = RegionMonitorService(try monitor())
        await service.update(with: fix(0, latitude: 48.137), from: "van-7")
        await service.finish()
        // snippet
        for await batch in service.events {
            for event in batch { print(event.device, event.region, event.state, event.timestamp) }
        }
        // end
    }

    @Test func state() throws {
        var monitor = try monitor()
        _ = monitor.update(with: fix(0, latitude: 48.137), from: "van-7")
        // snippet
        let bytes = monitor.snapshot()
        let restored = try RegionMonitor(restoring: bytes)
        // end
        #expect(restored.deviceCount == 1)
        let last = monitor.update(with: fix(60, latitude: 48.14), from: "van-7").last
        let event = try #require(last)
        #expect(event.kind == .didExitRegion && event.enteredAt == time)
        // snippet
        if event.kind == .didExitRegion, let arrival = event.enteredAt {
            print(event.device, "was in", event.region, "from", arrival, "to", event.timestamp)
        }
        // end
    }

    @Test func positions() throws {
        var monitor = try monitor()
        let now = time
        // snippet
        let fix = Location(
            coordinate: LocationCoordinate2D(latitude: 48.137, longitude: 11.575),
            timestamp: Timestamp(secondsSince1970: 1_772_366_401), horizontalAccuracy: 8,
            speed: 13.9, course: 270)
        // end
        // snippet
        let events = monitor.update(with: fix, from: "van-7", now: now)
        // end
        let event = try #require(events.first)
        // snippet
        let course = event.fix?.course
        // end
        #expect(course == 270 && event.fix?.speed == 13.9)
    }

    @Test func accuracy() throws {
        do {
            // snippet
            var policy = PolicyOverrides(preset: .site)
            policy.assumedAccuracy = 25  // metres, for trackers that report none
            // end
            #expect(policy != PolicyOverrides(preset: .site))
        }
        do {
            // snippet
            let filter = LocationFilter(maximumAccuracy: 500)
            var policy = PolicyOverrides(preset: .zone)
            policy.accuracyCeiling = .auto  // 100 m, or the region's inradius
            // end
            let choice = PolicyChoice.immediate.applying(policy)
            #expect(try RegionMonitor(policy: choice, filter: filter).regionCount == 0)
        }
        do {
            // snippet
            var policy = PolicyOverrides(preset: .fleet)
            policy.silence = .some(.seconds(3600))
            // end
            #expect(PolicyChoice.immediate.applying(policy).larger.silence == .seconds(3600))
        }
    }

    @Test func filters() throws {
        var rejections: [LocationRejection.Reason] = []
        func feed(_ filter: LocationFilter, _ fixes: Location...) throws {
            var monitor = try RegionMonitor(filter: filter)
            var output = MonitorOutput()
            for fix in fixes { monitor.update(with: fix, from: "van-7", into: &output) }
            rejections += output.rejections.map(\.reason)
        }
        do {
            // snippet
            let filter = LocationFilter(distanceFilter: 10)
            // end
            try feed(filter, fix(0, latitude: 48), fix(60, latitude: 48.00001))
        }
        do {
            // snippet
            let filter = LocationFilter(rejectsSimulated: true)
            // end
            var made = fix(0, latitude: 48)
            made.isSimulated = true
            try feed(filter, made)
        }
        do {
            // snippet
            let filter = LocationFilter(reorderWindow: .seconds(30))
            // end
            try feed(filter, fix(20, latitude: 48), fix(0, latitude: 48))
        }
        #expect(rejections == [.unmoved, .simulated])
    }
}
