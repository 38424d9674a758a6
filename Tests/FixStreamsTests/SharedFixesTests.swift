import Foundation
import RegionMonitoring
import Testing

@testable import FixStreams

/// Streams that receivers, phones and servers wrote, where `FENCEWATCH_SHARED` says that they are. The
/// counts are those of the collection's own list, made by other programs.
@Suite struct SharedFixesTests {
    private static let shared = ProcessInfo.processInfo.environment["FENCEWATCH_SHARED"]

    struct Stream: Sendable {
        var path: String
        var format = FixFormat.automatic
        var fields: String?
        var fixes: UInt64
        var devices: Int?
        var positionless: UInt64 = 0
        var defects: UInt64 = 0
        var interval: Duration?
    }

    private static let streams = [
        Stream(path: "adsb/flight-meridian.csv", fixes: 599, devices: 1),
        Stream(path: "adsb/traffic-calfire.json.gz", fixes: 9955, devices: 45),
        Stream(path: "adsb/traffic-noisy_ground.json.gz", fixes: 924, devices: 1),
        Stream(path: "adsb/traffic-noisy_spoofing.json.gz", fixes: 8670, devices: 1),
        Stream(path: "adsb/traffic-noisy_time_issue.json.gz", fixes: 8294, devices: 1),
        Stream(path: "adsb/traffic-rega_zh.json.gz", fixes: 339, devices: 1),
        Stream(path: "adsb/traffic-samu31.json.gz", fixes: 378, devices: 1),
        Stream(
            path: "csv/liverpool-bus-route14.csv", fields: "device=vehicle_id", fixes: 1533),
        Stream(
            path: "csv/mappymatch-denver-trace-1.csv", fixes: 1053, interval: .seconds(1)),
        Stream(
            path: "csv/mappymatch-denver-trace-3.csv", fixes: 1466, interval: .seconds(1)),
        Stream(path: "gpx/Mojstrovka.gpx", fixes: 184),
        Stream(path: "gpx/around-visnjan-with-car.gpx", fixes: 104),
        Stream(path: "gpx/cerknicko-jezero.gpx", fixes: 296),
        Stream(path: "gpx/cerknicko-without-times.gpx", fixes: 5, defects: 291),
        Stream(path: "gpx/cerknicko-without-times.gpx", fixes: 296, interval: .seconds(1)),
        Stream(path: "gpx/korita-zbevnica.gpx", fixes: 513, defects: 358),
        Stream(path: "gpx/korita-zbevnica.gpx", fixes: 871, interval: .seconds(1)),
        Stream(path: "gpx/phpgpx-gps-track.gpx", fixes: 5),
        Stream(path: "gpx/phpgpx-timezero.gpx", fixes: 6),
        Stream(path: "gpx/route.gpx", fixes: 0),
        Stream(path: "gpx/track-with-empty-segment.gpx", fixes: 9),
        Stream(path: "gpx/track-with-less-sec-time.gpx", fixes: 2),
        Stream(path: "gpx/track_with_dilution_errors.gpx", fixes: 0, defects: 1),
        Stream(path: "gpx/track_with_speed.gpx", fixes: 3),
        Stream(path: "gpx/trackintel-track1.gpx", fixes: 1),
        // Its prefix `osmand` belongs to no namespace.
        Stream(path: "gpx/trackintel-track2.gpx", fixes: 0, defects: 1),
        Stream(path: "gpx/unicode_with_bom.gpx", fixes: 0),
        // The first line is a logger's banner, which shows no format.
        Stream(path: "nmea/dotmorten-NmeaSampleData.txt", format: .nmea, fixes: 4469),
        Stream(path: "nmea/dotmorten-TrimbleR2SampleData.txt", fixes: 34),
        Stream(path: "nmea/gpsd-ais-nmea.log", format: .nmea, fixes: 164),
        // What a second program finds in the 183 sentences.
        Stream(path: "nmea/gpsd-ais-nmea.log", format: .ais, fixes: 141, positionless: 3),
        Stream(path: "nmea/gpsd-ait250.log", format: .nmea, fixes: 34),
        Stream(path: "nmea/gpsd-ait250.log", format: .ais, fixes: 61, positionless: 6),
        Stream(path: "nmea/gpsd-bu353s4.log", fixes: 25),
        Stream(path: "nmea/gpsd-haicom-305N.log", fixes: 68, positionless: 6),
        Stream(path: "nmea/gpsd-rx210.log", fixes: 40, positionless: 22),
        // A line at the wrong rate is no text.
        Stream(path: "nmea/gpsd-ublox-8.log", format: .nmea, fixes: 72, defects: 1),
        Stream(path: "orbit/delta1deb-ground-track.ndjson", fields: "time=t", fixes: 4320),
        // Cells only; no time in two.
        Stream(
            path: "phone/traccar-osmand-queries.txt", fixes: 8, positionless: 1, defects: 2),
        Stream(path: "phone/traccar-osmand-json.ndjson", fixes: 4),
        Stream(path: "phone/traccar-owntracks.ndjson", fixes: 6),
    ]

    /// One document of 139,098 fixes: minutes in a build without optimization, which leaves it out.
    private static let large = Stream(
        path: "adsb/traffic-switzerland.json.gz", fixes: 139_098, devices: 842)

    #if !DEBUG
        @Test(.enabled(if: shared != nil, "FENCEWATCH_SHARED is not set"))
        func countsOfALargeOne() throws { try countsAreThoseOfTheList(Self.large) }
    #endif

    @Test(.enabled(if: shared != nil, "FENCEWATCH_SHARED is not set"))
    func eachFileIsInTheList() throws {
        let root = "\(Self.shared ?? "")/data/fixes"
        let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
            try URL(fileURLWithPath: root + "/" + path).resourceValues(forKeys: [.isRegularFileKey])
                .isRegularFile == true
        }
        #expect(Set(files) == Set((Self.streams + [Self.large]).map(\.path)))
    }

    @Test(.enabled(if: shared != nil, "FENCEWATCH_SHARED is not set"), arguments: streams)
    func countsAreThoseOfTheList(_ stream: Stream) throws {
        var options = FixReaderOptions()
        options.format = stream.format
        options.defaultDevice = "d"
        options.timeOffset = .zero
        options.assumedInterval = stream.interval
        if let fields = stream.fields { options.fieldNames = try FixFieldNames(parsing: fields) }
        let path = "\(Self.shared ?? "")/data/fixes/\(stream.path)"
        let reader = try FixReader([.file(path)], options)
        var devices: Set<DeviceID> = []
        var defects: [String] = []
        while try reader.next() == .records {
            for record in reader.records {
                switch record.content {
                case .fix(let device, _): devices.insert(device)
                case .defect(let defect) where defect.isDefect:
                    defects.append(defect.message(file: stream.path, line: record.line))
                default: break
                }
            }
        }
        let counters = reader.counters
        #expect(counters.fixes == stream.fixes, "\(stream.path): \(defects.prefix(3))")
        #expect(counters.defects == stream.defects, "\(stream.path): \(defects.prefix(3))")
        if !stream.path.hasPrefix("adsb") { #expect(counters.positionless == stream.positionless) }
        if let expected = stream.devices { #expect(devices.count == expected) }
    }
}
