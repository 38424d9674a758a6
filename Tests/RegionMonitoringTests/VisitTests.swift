import RegionMonitoring
import Testing
import _MonitoringTestSupport

/// Visits and delivered fixes, told by the monitor or put together from events.
@Suite struct VisitTests {
    private static let start = Timestamp(microsecondsSince1970: 1_770_000_000_000_000)

    private let depot = Region(
        identifier: "depot", center: LocationCoordinate2D(latitude: 50, longitude: 8), radius: 100)

    /// A fix on the depot's centre, or 700 m east of it.
    private func fix(_ seconds: Int64, inside: Bool) -> Location {
        Location(
            coordinate: LocationCoordinate2D(latitude: 50, longitude: inside ? 8 : 8.01),
            timestamp: Self.start + .seconds(seconds))
    }

    /// A monitor of one region, the depot unless said, that reports everything.
    private func monitor(
        _ policy: PolicyOverrides = PolicyOverrides(),
        _ change: (inout Region) -> Void = { _ in }
    ) throws -> RegionMonitor {
        var monitor = try RegionMonitor(policy: PolicyChoice.immediate.applying(policy))
        monitor.reports = [.visits, .deliveredFixes]
        var region = depot
        change(&region)
        try monitor.startMonitoring(for: region)
        return monitor
    }

    private var assumingOutside: PolicyOverrides {
        var policy = PolicyOverrides()
        policy.assumedState = .outside
        return policy
    }

    @Test func aVisitIsToldOnceItHasEnded() throws {
        var policy = assumingOutside
        policy.dwell = .some(.seconds(30))
        var monitor = try monitor(policy)
        var output = MonitorOutput()
        monitor.update(with: fix(0, inside: false), from: "van", into: &output)
        monitor.update(with: fix(10, inside: true), from: "van", into: &output)
        monitor.update(with: fix(50, inside: true), from: "van", into: &output)
        #expect(output.visits.isEmpty)
        monitor.update(with: fix(60, inside: false), from: "van", into: &output)
        let enter = try #require(output.events.first { $0.kind == .didEnterRegion })
        let exit = try #require(output.events.first { $0.kind == .didExitRegion })
        #expect(
            output.visits == [
                Visit(
                    number: 1, device: "van", region: "depot", enteredAt: enter.timestamp,
                    enteredBounds: enter.bounds, exitedAt: exit.timestamp,
                    exitedBounds: exit.bounds, decidedAt: Self.start + .seconds(60),
                    hasDwelled: true)
            ])
        #expect(output.visits.first?.duration == exit.duration)
        #expect(output.deliveredFixes.map(\.regions) == [[], ["depot"], ["depot"], []])
    }

    @Test func suppressedEventsMakeVisits() throws {
        var monitor = try monitor(assumingOutside) { region in
            region.notifyOnEntry = false
            region.notifyOnExit = false
        }
        var output = MonitorOutput()
        monitor.update(with: fix(0, inside: true), from: "van", into: &output)
        monitor.update(with: fix(10, inside: false), from: "van", into: &output)
        monitor.requestState(for: "depot", of: "van", into: &output)
        #expect(output.events.map(\.sequence) == [1])
        #expect(output.visits.map(\.number) == [1])
        #expect(output.visits.first?.enteredBounds?.latest == Self.start)
    }

    @Test func aVisitMayEndWithoutACrossing() throws {
        var output = MonitorOutput()
        var removed = try monitor()
        removed.update(with: fix(0, inside: true), from: "van", into: &output)
        removed.update(with: fix(10, inside: true), from: "bus", into: &output)
        removed.removeDevice("bus", into: &output)
        removed.advance(to: Self.start + .seconds(30), into: &output)
        removed.stopMonitoring(for: "depot", into: &output)
        #expect(output.visits.map(\.reason) == [.deviceRemoved, .removed])
        #expect(output.visits.map(\.duration) == [.zero, .seconds(30)])
        #expect(output.visits.allSatisfy { $0.exitedBounds == nil && $0.enteredBounds == nil })

        output.removeAll()
        var changed = try monitor()
        changed.update(with: fix(0, inside: true), from: "van", into: &output)
        var moved = depot
        moved.shape = .circle(
            Circle(center: LocationCoordinate2D(latitude: 51, longitude: 8), radius: 100))
        try changed.startMonitoring(for: moved, into: &output)
        #expect(changed.regionsInside(of: "van") == ["depot"])
        changed.update(with: fix(20, inside: true), from: "van", into: &output)
        #expect(output.visits.map(\.reason) == [.regionChanged])
        #expect(output.visits.map(\.duration) == [.seconds(20)])
        #expect(output.deliveredFixes.map(\.regions) == [["depot"], []])
    }

    @Test func anAssumedBeginningIsNotKnown() throws {
        var policy = PolicyOverrides()
        policy.assumedState = .inside
        var monitor = try monitor(policy)
        var output = MonitorOutput()
        #expect(monitor.regionsInside(of: "van").isEmpty)
        monitor.update(with: fix(0, inside: true), from: "van", into: &output)
        try monitor.startMonitoring(
            for: Region(identifier: "also", shape: depot.shape), into: &output)
        #expect(monitor.regionsInside(of: "van") == ["also", "depot"])
        monitor.update(with: fix(10, inside: false), from: "van", into: &output)
        #expect(output.visits.map(\.number) == [nil, nil])
        #expect(output.visits.map(\.enteredAt) == [nil, nil])
        #expect(output.visits.map(\.duration) == [nil, nil])
    }

    @Test func theExitOfAnInitialTriggerEndsNothing() throws {
        var policy = PolicyOverrides()
        policy.initialTrigger = [.enter, .exit]
        var monitor = try monitor(policy)
        var output = MonitorOutput()
        monitor.update(with: fix(0, inside: false), from: "van", into: &output)
        #expect(output.events.map(\.kind) == [.didDetermineState, .didExitRegion])
        #expect(output.visits.isEmpty)
        monitor.update(with: fix(0, inside: true), from: "bus", into: &output)
        monitor.update(with: fix(9, inside: false), from: "bus", into: &output)
        #expect(output.visits.map(\.number) == [1])
        #expect(output.visits.first?.enteredBounds?.latest == Self.start)
    }

    @Test func visitsAreForgottenOnceTheyEnd() throws {
        var monitor = try monitor(assumingOutside)
        var assembler = VisitAssembler()
        for second in 0..<10 {
            let events = monitor.update(
                with: fix(Int64(second), inside: second % 2 == 0), from: "van")
            let visits = events.compactMap { assembler.take($0) }
            #expect(visits.count == second % 2)
            #expect(assembler.openCount == (second + 1) % 2)
        }
    }

    /// Over random scenarios: the monitor's visits, notify flags or not, are those put together from
    /// the events of a monitor that suppresses none, and the regions of fixes are those that are
    /// inside when asked for one by one.
    @Test func reportsAgreeWithEvents() throws {
        var visitCount = 0
        var insideCount = 0
        for seed: UInt64 in 1...150 {
            let scenario = ScenarioGenerator.scenario(seed: seed) { policy in
                (try? RegionMonitor(policy: policy)) != nil
            }
            var random = SeededGenerator(seed: seed)
            var quiet = try RegionMonitor(policy: scenario.policy, filter: scenario.filter)
            quiet.reports = [.visits, .deliveredFixes]
            var loud = try EngineUnderTest(policy: scenario.policy, filter: scenario.filter)
            var assembler = VisitAssembler()
            for step in scenario.steps {
                var loudStep = step
                var quietStep = step
                if case .put(var region) = step {
                    (region.notifyOnEntry, region.notifyOnExit, region.notifyOnDwell) =
                        (true, true, true)
                    loudStep = .put(region)
                    region.notifyOnEntry = random.next() % 2 == 0
                    region.notifyOnExit = random.next() % 2 == 0
                    quietStep = .put(region)
                }
                var output = MonitorOutput()
                quiet.take(quietStep, into: &output)
                let expected = (loud.take(loudStep)?.events ?? []).compactMap {
                    assembler.take($0)
                }
                #expect(output.visits == expected, "seed \(seed)")
                visitCount += expected.count
                // Controls and the clock act after the fixes that they release.
                guard case .fix = step, let last = output.deliveredFixes.last else { continue }
                #expect(last.regions == quiet.regionsInside(of: last.device), "seed \(seed)")
                if scenario.filter.reorderWindow == nil {
                    let asked = quiet.ask(last.device)
                    #expect(
                        asked.inside.isSubset(of: last.regions)
                            && asked.insideOrUnknown.isSuperset(of: last.regions),
                        "seed \(seed)")
                }
                insideCount += last.regions.count
            }
        }
        #expect(visitCount > 100 && insideCount > 100)
    }
}

extension RegionMonitor {
    fileprivate mutating func take(_ step: Scenario.Step, into output: inout MonitorOutput) {
        switch step {
        case .fix(let device, let fix, let now):
            update(with: fix, from: device, now: now, into: &output)
        case .put(let region): try? startMonitoring(for: region, into: &output)
        case .remove(let region): stopMonitoring(for: region, into: &output)
        case .forget(let device): removeDevice(device, into: &output)
        case .advance(let time): advance(to: time, into: &output)
        case .request(let region, let device):
            requestState(for: region, of: device, into: &output)
        case .flush: flush(into: &output)
        }
    }

    /// What the regions say when asked, of a copy; a device that is silent inside is unknown then. Held
    /// fixes would be released first.
    fileprivate func ask(
        _ device: DeviceID
    ) -> (inside: Set<RegionID>, insideOrUnknown: Set<RegionID>) {
        var copy = self
        var output = MonitorOutput()
        for region in monitoredRegions {
            copy.requestState(for: region.identifier, of: device, into: &output)
        }
        let inside = output.events.filter { $0.state == .inside }.map(\.region)
        let unknown = output.events.filter { $0.state == .unknown }.map(\.region)
        return (Set(inside), Set(inside + unknown))
    }
}
