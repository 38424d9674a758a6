import EventDelivery
import RegionMonitoring
import Testing

struct NDJSONEventWriterTests {
    private let noon = Timestamp(microsecondsSince1970: 1_772_366_400_000_000)

    private func line(_ write: (inout NDJSONEventWriter) -> Void) -> String {
        var writer = NDJSONEventWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func anExitHasAllMembersInTheirOrder() {
        let event = RegionEvent(
            kind: .didExitRegion, device: "veh-42", region: "depot-3", sequence: 7, visit: 3,
            timestamp: noon + .milliseconds(8250),
            bounds: RegionEvent.Bounds(earliest: noon, latest: noon + .seconds(20)),
            decidedAt: noon + .seconds(31), evidence: .fixes, state: .outside,
            enteredAt: noon + .seconds(-2400), duration: .milliseconds(2_408_250),
            fix: Location(
                coordinate: LocationCoordinate2D(latitude: 50, longitude: 190.25),
                timestamp: noon + .seconds(31), horizontalAccuracy: 8.5, altitude: 12))
        #expect(
            line { $0.append(event) } == """
                {"event":"didExitRegion","device":"veh-42","sequence":7,"visit":3,\
                "region":"depot-3","timestamp":"2026-03-01T12:00:08.25Z",\
                "bounds":["2026-03-01T12:00:00Z","2026-03-01T12:00:20Z"],\
                "decidedAt":"2026-03-01T12:00:31Z","evidence":"fixes","state":"outside",\
                "enteredAt":"2026-03-01T11:20:00Z","duration":2408.25,\
                "fix":{"timestamp":"2026-03-01T12:00:31Z","lat":50,"lon":-169.75,"accuracy":8.5}}

                """)
    }

    @Test func whatDoesNotApplyIsLeftOut() {
        let event = RegionEvent(
            kind: .didDetermineState, device: "d\"1", region: "z", sequence: 1, timestamp: noon,
            decidedAt: noon, state: .unmonitored, reason: .deviceRemoved)
        #expect(
            line { $0.append(event) } == """
                {"event":"didDetermineState","device":"d\\"1","sequence":1,"region":"z",\
                "timestamp":"2026-03-01T12:00:00Z","decidedAt":"2026-03-01T12:00:00Z",\
                "state":"unmonitored","reason":"deviceRemoved"}

                """)
    }

    @Test func anOpenBoundIsNull() {
        let event = RegionEvent(
            kind: .didEnterRegion, device: "d", region: "z", sequence: 1, timestamp: noon,
            bounds: RegionEvent.Bounds(earliest: nil, latest: noon), decidedAt: noon,
            evidence: .timeout, state: .inside)
        #expect(line { $0.append(event) }.contains(#""bounds":[null,"2026-03-01T12:00:00Z"]"#))
    }

    @Test func failuresNameTheRegionWhenItIsKnown() {
        let detail = "a.geojson:3:5: error: the ring is open"
        let known = MonitoringFailure(region: "z", reason: "ringNotClosed", detail: detail)
        let unknown = MonitoringFailure(region: nil, reason: "idMissing", detail: detail)
        #expect(
            line {
                $0.append(known)
                $0.append(unknown)
            } == """
                {"event":"monitoringDidFail","region":"z","reason":"ringNotClosed",\
                "detail":"a.geojson:3:5: error: the ring is open"}
                {"event":"monitoringDidFail","reason":"idMissing",\
                "detail":"a.geojson:3:5: error: the ring is open"}

                """)
    }

    @Test func aVisitHasItsMembersInTheirOrder() {
        let visit = Visit(
            number: 3, device: "veh-42", region: "depot-3", enteredAt: noon + .seconds(-60),
            enteredBounds: RegionEvent.Bounds(earliest: nil, latest: noon + .seconds(-60)),
            exitedAt: noon + .milliseconds(8250),
            exitedBounds: RegionEvent.Bounds(earliest: noon, latest: noon + .seconds(20)),
            decidedAt: noon + .seconds(31), hasDwelled: true)
        let unseen = Visit(
            number: nil, device: "d", region: "z", exitedAt: noon, decidedAt: noon,
            reason: .deviceRemoved)
        #expect(
            line {
                $0.append(visit)
                $0.append(unseen)
            } == """
                {"visit":3,"device":"veh-42","region":"depot-3",\
                "enteredAt":"2026-03-01T11:59:00Z","exitedAt":"2026-03-01T12:00:08.25Z",\
                "duration":68.25,"enteredBounds":[null,"2026-03-01T11:59:00Z"],\
                "exitedBounds":["2026-03-01T12:00:00Z","2026-03-01T12:00:20Z"],\
                "decidedAt":"2026-03-01T12:00:31Z","dwelled":true}
                {"device":"d","region":"z","exitedAt":"2026-03-01T12:00:00Z",\
                "decidedAt":"2026-03-01T12:00:00Z","reason":"deviceRemoved"}

                """)
    }

    @Test func aFixHasTheRegionsOfItsDevice() {
        let location = Location(
            coordinate: LocationCoordinate2D(latitude: 50, longitude: 190.25), timestamp: noon)
        let inside = DeliveredFix(device: "d", fix: location, regions: ["a", "q\"r"])
        #expect(
            line {
                $0.append(inside)
                $0.append(DeliveredFix(device: "d", fix: location, regions: []))
            } == """
                {"device":"d","timestamp":"2026-03-01T12:00:00Z","lat":50,"lon":-169.75,\
                "regions":["a","q\\"r"]}
                {"device":"d","timestamp":"2026-03-01T12:00:00Z","lat":50,"lon":-169.75,"regions":[]}

                """)
    }
}
