import Foundation
import Testing

/// Recorded tracks in the formats in which they were recorded, over real regions, against the events that
/// shapely and geographiclib give, where `FENCEWATCH_SHARED` says that they are.
struct SharedTracksTests {
    private static let data = ProcessInfo.processInfo.environment["FENCEWATCH_SHARED"].map {
        URL(fileURLWithPath: $0).appendingPathComponent("data")
    }

    struct Pair: Sendable {
        var name: String
        var regions: String
        var fixes: String
        var options: [String]
    }

    // The orbit of 2006 is left out: fixes from before 2015 are rejected as ancient.
    private static let pairs = [
        Pair(
            name: "S1-denver-vehicle", regions: "cities/denver.geojson",
            fixes: "csv/mappymatch-denver-trace-3.csv",
            options: ["--assume-interval", "1s", "--id-property", "name"]),
        Pair(
            name: "S2-meridian-aircraft-marine",
            regions: "natural-earth/ne_50m_geography_marine_polys.json",
            fixes: "adsb/flight-meridian.csv",
            options: ["--time-offset", "Z", "--id-property", "name"]),
        // Its dates lie 1024 weeks back: the receiver has outlived its calendar.
        Pair(
            name: "S3-nmea-counties", regions: "us-counties-fips.geojson",
            fixes: "nmea/dotmorten-NmeaSampleData.txt", options: ["--format", "nmea"]),
        // 358 of its points have no time.
        Pair(
            name: "S4-gpx-circles", regions: "circles-korita.geojson",
            fixes: "gpx/korita-zbevnica.gpx",
            options: ["--assume-interval", "1s", "--id-property", "name"]),
    ]

    /// A crossing: where, which way, of what.
    private struct Crossing: Equatable, CustomStringConvertible {
        var latitude: Double
        var longitude: Double
        var kind: String
        var region: String

        var description: String { "\(kind) \(region) at \(latitude), \(longitude)" }

        static func == (first: Crossing, second: Crossing) -> Bool {
            first.kind == second.kind && first.region == second.region
                && abs(first.latitude - second.latitude) < 1e-9
                && abs((first.longitude - second.longitude).remainder(dividingBy: 360)) < 1e-9
        }
    }

    private func crossings(_ text: String, _ read: ([String: Any]) -> Crossing?) throws
        -> [Crossing]
    {
        let all = try text.split(separator: "\n").compactMap { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return read(object as? [String: Any] ?? [:])
        }
        // At one place the order among regions is each program's own.
        var sorted: [Crossing] = []
        for crossing in all {
            var index = sorted.count
            while index > 0, sorted[index - 1].latitude == crossing.latitude,
                sorted[index - 1].longitude == crossing.longitude,
                (sorted[index - 1].kind, sorted[index - 1].region)
                    > (crossing.kind, crossing.region)
            { index -= 1 }
            sorted.insert(crossing, at: index)
        }
        return sorted
    }

    @Test(.enabled(if: data != nil, "FENCEWATCH_SHARED is not set"), arguments: pairs)
    func eventsAreThoseOfOthers(_ pair: Pair) throws {
        let data = try #require(Self.data)
        let outcome = try Program().run(
            [
                "-r", data.appendingPathComponent("regions/" + pair.regions).path,
                "--preset", "immediate", "--assume", "outside", "--no-pass-through",
                "--maximum-gap", "none", "--keep-null-island", "--device", "d",
            ] + pair.options + [data.appendingPathComponent("fixes/" + pair.fixes).path])
        let found = try crossings(outcome.output) { event in
            guard let fix = event["fix"] as? [String: Any], let latitude = fix["lat"] as? Double,
                let longitude = fix["lon"] as? Double, let region = event["region"] as? String
            else { return nil }
            let kind = ["didEnterRegion": "enter", "didExitRegion": "exit"]
            return Crossing(
                latitude: latitude, longitude: longitude,
                kind: kind[event["event"] as? String ?? ""] ?? "other", region: region)
        }
        let text = try String(
            contentsOf: data.appendingPathComponent("expected/\(pair.name).ndjson"),
            encoding: .utf8)
        let expected = try crossings(text) { event in
            guard let latitude = event["lat"] as? Double, let longitude = event["lon"] as? Double,
                let kind = event["event"] as? String, let region = event["region"] as? String
            else { return nil }
            return Crossing(latitude: latitude, longitude: longitude, kind: kind, region: region)
        }
        #expect(!expected.isEmpty)
        #expect(found.count == expected.count, "\(pair.name): \(outcome.errors.suffix(600))")
        for (first, second) in zip(found, expected) where first != second {
            Issue.record("\(pair.name): \(first), expected \(second)")
            break
        }
    }
}
