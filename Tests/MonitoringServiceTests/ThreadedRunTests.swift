import Foundation
import MonitoringService
import RegionMonitoring
import Testing
import _MonitoringTestSupport

/// What goes out is the same for every number of threads and every size of blocks.
struct ThreadedRunTests {
    /// What a run is about.
    struct Setting: Sendable, CustomTestStringConvertible {
        var emission = OutputShape.Emission.events
        var carries = false
        var reorder: Duration?
        var stops = false
        var forgets: Duration?
        var coordinates = CoordinateSystem.wgs84

        var testDescription: String {
            "\(emission) carries \(carries) reorder \(reorder ?? .zero) stops \(stops) "
                + "forgets \(forgets ?? .zero)"
        }

        var options: MonitoringPipeline.Options {
            var options = MonitoringPipeline.Options()
            options.shape.emission = emission
            if carries, emission != .fixes { options.shape.regionProperties = ["name", "class"] }
            options.shape.carriesFixMembers = carries && emission != .visits
            options.stopsOnDefect = stops
            options.coordinates = coordinates
            return options
        }

        func monitor() throws -> RegionMonitor {
            var filter = LocationFilter()
            filter.reorderWindow = reorder
            filter.maximumSpeed = 200
            filter.distanceFilter = 3
            var monitor = try RegionMonitor(policy: .immediate, filter: filter)
            monitor.forgetsAfter = forgets
            for number in 0..<6 {
                var region = Region(
                    identifier: RegionID("r\(number)"),
                    center: LocationCoordinate2D(latitude: Double(number) * 1e-3, longitude: 10),
                    radius: 80)
                region.name = "Region \(number)"
                try monitor.startMonitoring(for: region)
            }
            return monitor
        }
    }

    private static let settings = [
        Setting(), Setting(reorder: .seconds(20)), Setting(carries: true, reorder: .seconds(20)),
        Setting(emission: .visits, carries: true), Setting(emission: .fixes, carries: true),
        Setting(emission: .fixes, reorder: .seconds(20), stops: true, coordinates: .gcj02),
        Setting(forgets: .seconds(9)), Setting(reorder: .seconds(20), forgets: .seconds(9)),
        Setting(emission: .visits, carries: true, forgets: .seconds(5)),
    ]

    @Test(arguments: zip(settings, UInt64(1)...9))
    func everyNumberOfThreadsGivesTheSameBytes(_ setting: Setting, _ seed: UInt64) throws {
        let fixture = try RunFixture()
        var stream = RandomStream(seed: seed, hasDefects: !setting.stops)
        let paths = [
            try fixture.write(stream.ndjson(lines: 300), to: "a.ndjson"),
            try fixture.write(stream.csv(rows: 150), to: "b.csv"),
            try fixture.write(stream.ndjson(lines: 250, endsRun: setting.stops), to: "c.ndjson"),
            try fixture.write(stream.ndjson(lines: 50), to: "d.ndjson"),
        ]
        var options = setting.options
        let monitor = try setting.monitor()
        let expected = try fixture.run(paths, monitor, options)
        #expect(expected.end == (setting.stops ? .defect : .finished))
        #expect(!expected.events.isEmpty && !expected.rejects.isEmpty && expected.devices > 10)
        #expect(expected.counts.controls > (setting.stops ? 0 : 20))
        for (threadCount, blockSize) in [
            (1, 61), (1, 2000), (2, 61), (2, 700), (2, 1 << 18), (3, 700), (4, 200), (4, 9000),
        ] {
            options.threadCount = threadCount
            let outcome = try fixture.run(paths, monitor, options, blockSize: blockSize)
            #expect(
                outcome == expected,
                "seed \(seed), \(threadCount) threads, blocks of \(blockSize)")
        }
    }

    @Test(arguments: [1 << 16, 1 << 18])
    func linesThatAreTooLongKeepTheirPlaces(_ blockSize: Int) throws {
        let fixture = try RunFixture()
        let fix = #"{"device":"d","timestamp":\#(1_772_366_400),"lat":0,"lon":10}"# + "\n"
        let long = String(repeating: "x", count: 1 << 20) + "yz\n"
        let path = try fixture.write(fix + long + "?\n" + long + "\n" + long + fix, to: "a.ndjson")
        for threadCount in [1, 3] {
            var options = MonitoringPipeline.Options()
            options.threadCount = threadCount
            let outcome = try fixture.run(
                [path], try Setting().monitor(), options, blockSize: blockSize)
            #expect(outcome.counts.rejected[.tooLong] == 3)
            #expect(outcome.counts.blank == 1)
            let places = outcome.rejects.split(separator: "\n").map {
                $0.prefix(upTo: $0.range(of: "file")?.lowerBound ?? $0.endIndex)
            }
            let second = fix.utf8.count
            let third = second + long.utf8.count
            let fifth = third + 3 + long.utf8.count
            #expect(
                places == [
                    #"{"line":2,"offset":\#(second),""#, #"{"line":3,"offset":\#(third),""#,
                    #"{"line":4,"offset":\#(third + 2),""#, #"{"line":6,"offset":\#(fifth),""#,
                    #"{"line":7,"offset":\#(fifth + long.utf8.count),""#,
                ])
        }
    }
}

/// Records of all kinds at random.
private struct RandomStream {
    private var generator: SeededGenerator
    private let hasDefects: Bool
    private var time: Int64 = 1_772_366_400
    private var places: [Double] = Array(repeating: 0, count: 40)

    init(seed: UInt64, hasDefects: Bool) {
        generator = SeededGenerator(seed: seed)
        self.hasDefects = hasDefects
    }

    private mutating func draw(_ count: UInt64) -> UInt64 { generator.next() % count }

    private mutating func fix() -> (device: String, time: Int64, latitude: Double) {
        let device = Int(draw(40))
        time += Int64(draw(4))
        places[device] += (Double(draw(2001)) - 990) * 1e-6
        if draw(50) == 0 { places[device] = Double(draw(6)) * 1e-3 }
        return ("dev-\(device)", time - (draw(9) == 0 ? Int64(draw(60)) : 0), places[device])
    }

    mutating func ndjson(lines: Int, endsRun: Bool = false) -> String {
        var text = ""
        for line in 0..<lines {
            text += self.line()
            text += draw(20) == 0 ? "\r\n" : "\n"
            if endsRun, line == lines / 2 { text += "{\"device\":\n" }
        }
        // The last line has no end.
        return String(text.dropLast())
    }

    private mutating func line() -> String {
        switch draw(40) {
        case 0: return draw(2) == 0 ? "" : "  \t"
        case 1 where hasDefects:
            return ["{", "nonsense", "{\"device\":\"d\"}", "\"\u{E9}\"", "[]"][Int(draw(5))]
        case 2: return #"{"control":"advance","to":\#(time - Int64(draw(30)))}"#
        case 3: return #"{"control":"removeDevice","device":"dev-\#(draw(45))"}"#
        case 4:
            return
                #"{"control":"requestState","device":"dev-\#(draw(45))","region":"r\#(draw(8))"}"#
        case 5 where draw(3) == 0:
            return #"{"control":"removeRegion","region":"r\#(draw(8))"}"#
        case 6, 7:
            let radius = hasDefects && draw(6) == 0 ? "-1" : "\(30 + draw(90))"
            return """
                {"control":"putRegion","feature":{"type":"Feature","id":"r\(draw(8))",\
                "properties":{"radius":\(radius),"name":"new","class":\(draw(9))},\
                "geometry":{"type":"Point","coordinates":[10,\(Double(draw(6)) * 1e-3)]}}}
                """
        default:
            let fix = fix()
            // One now and then from the future, or from nowhere.
            let time = draw(90) == 0 ? 4_000_000_000 : fix.time
            let latitude = draw(90) == 0 ? 91 : fix.latitude
            return """
                {"device":"\(fix.device)","timestamp":\(time),"lat":\(latitude),"lon":10,\
                "accuracy":\(draw(9)),"driver":"D\(draw(100))"}
                """
        }
    }

    mutating func csv(rows: Int) -> String {
        var text = "device,timestamp,lat,lon,driver\n"
        for _ in 0..<rows {
            let fix = fix()
            let driver =
                switch draw(25) {
                case 0: "\"a\nb\n\nc\""
                case 1: "\"x,\"\"y\"\"\""
                case 2 where hasDefects: "\"open"
                case 3 where hasDefects: "one,more"
                default: "D\(draw(100))"
                }
            text += "\(fix.device),\(fix.time),\(fix.latitude),10,\(driver)\n"
            if draw(30) == 0 { text += "\n" }
        }
        return text
    }
}
