import RegionMonitoring
import Testing
import _MonitoringTestSupport

/// What durable state holds of events is read as it was written.
@Suite struct EventCodingTests {
    private func events() throws -> (events: [RegionEvent], visits: [Visit]) {
        var events: [RegionEvent] = []
        var visits: [Visit] = []
        for seed in UInt64(1)...40 {
            let scenario = ScenarioGenerator.scenario(seed: seed) { policy in
                (try? RegionMonitor(policy: policy)) != nil
            }
            var monitor = try EngineUnderTest(
                policy: scenario.policy, filter: scenario.filter, reports: .visits)
            for step in scenario.steps { events += monitor.take(step)?.events ?? [] }
            visits += monitor.visits
        }
        return (events, visits)
    }

    @Test func eventsAndVisitsComeBack() throws {
        let (events, visits) = try events()
        #expect(Set(events.map(\.kind)).count == 4)
        #expect(visits.count > 20)
        var writer = RecordWriter()
        for event in events { writer.append(event) }
        for visit in visits { writer.append(visit) }
        var reader = RecordReader(writer.bytes)
        for event in events { #expect(try reader.event() == event) }
        for visit in visits { #expect(try reader.visit() == visit) }
        #expect(reader.isAtEnd)
    }

    @Test func allThatAFixCanHaveComesBack() throws {
        let fix = Location(
            coordinate: LocationCoordinate2D(latitude: -0.0, longitude: 179.5),
            timestamp: Timestamp(microsecondsSince1970: -1), horizontalAccuracy: 3, altitude: -4,
            speed: 0, course: 359, isSimulated: true, reference: .max)
        var writer = RecordWriter()
        writer.append(DeliveredFix(device: "d\u{301}", fix: fix, regions: ["", "é"]))
        var reader = RecordReader(writer.bytes)
        let read = try reader.deliveredFix()
        #expect(read == DeliveredFix(device: "d\u{301}", fix: fix, regions: ["", "é"]))
        #expect(read.fix.coordinate.latitude.sign == .minus)
    }

    @Test func damageIsToldOrMakesAnotherEvent() throws {
        let event = try #require(try events().events.first { $0.fix != nil && $0.bounds != nil })
        var writer = RecordWriter()
        writer.append(event)
        for length in writer.bytes.indices {
            var reader = RecordReader(Array(writer.bytes.prefix(length)))
            #expect(throws: SnapshotError.self) { try reader.event() }
        }
        for index in writer.bytes.indices {
            var damaged = writer.bytes
            damaged[index] ^= 0x55
            var reader = RecordReader(damaged)
            // Reading must end, whatever it finds.
            _ = try? reader.event()
        }
    }
}
