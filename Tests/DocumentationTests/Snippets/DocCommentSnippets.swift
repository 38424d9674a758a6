import FixStreams
import RegionFiles
import RegionMonitoring
import Testing

/// The blocks of documentation comments.
@Suite struct DocCommentSnippets {
    private let depot = Region(
        identifier: "depot", center: LocationCoordinate2D(latitude: 52.52, longitude: 13.40),
        radius: 150)

    @Test func monitor() throws {
        let fix = Location(
            coordinate: LocationCoordinate2D(latitude: 52.52, longitude: 13.4),
            timestamp: Timestamp(secondsSince1970: 1_772_366_401))
        // snippet
        var monitor = try RegionMonitor(policy: .site)
        try monitor.startMonitoring(for: depot)
        for event in monitor.update(with: fix, from: "van-7") { print(event.kind) }
        // end
        #expect(monitor.deliveredCount == 1)
    }

    @Test func visits() throws {
        let time = Timestamp(secondsSince1970: 1_772_366_401)
        let events = [
            RegionEvent(
                kind: .didExitRegion, device: "van-7", region: "depot", sequence: 1,
                timestamp: time, decidedAt: time, state: .outside)
        ]
        // snippet
        var assembler = VisitAssembler()
        for event in events {
            if let visit = assembler.take(event) { print(visit.region, visit.duration ?? .zero) }
        }
        // end
        #expect(assembler.openCount == 0)
    }

    @Test func reader() throws {
        var monitor = try RegionMonitor()
        #expect(throws: FixInputError.self) {
            // snippet
            let reader = try FixReader([.file("fixes.ndjson")])
            while try reader.next() == .records {
                for record in reader.records {
                    guard case .fix(let device, let fix) = record.content else { continue }
                    for event in monitor.update(with: fix, from: device) { print(event.kind) }
                }
            }
            // end
        }
    }

    @Test func regions() throws {
        var monitor = try RegionMonitor()
        let text = #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[8,47]},"#
        let bytes = Array((text + #""properties":{"radius":90}}"#).utf8)
        // snippet
        var reader = RegionFileReader()
        let file = reader.read(bytes, named: "depots.geojson")
        for finding in file.findings { print(finding) }
        for region in file.regions { try monitor.startMonitoring(for: region) }
        // end
        #expect(monitor.monitoredRegion("a")?.shape.radius == 90)
    }
}

extension RegionShape {
    fileprivate var radius: LocationDistance? {
        if case .circle(let circle) = self { circle.radius } else { nil }
    }
}
