import RegionMonitoring
import _MonitoringTestSupport

/// Timelines in the notation of the article "Accuracy and hysteresis", on the equator.
///
/// In: `(60,-150)` is a fix at 60 s, 150 m east of the origin (minus: west), 5 m accurate; `(60,-150,20)`
/// says another accuracy, `(60,-150,?)` none. `advance(400)` moves time, `r=50` edits the region's radius,
/// `remove` removes the region, `d2` turns to another device.
///
/// Out: `enter 75/120` is an enter at 75 s decided at 120 s; what is not region `depot` or device `d1` is
/// named.
struct Timeline {
    /// A circle on the equator.
    struct Site {
        var name = "depot"
        var x = 0.0
        var radius = 100.0

        var region: Region {
            Region(identifier: RegionID(name), center: Timeline.coordinate(east: x), radius: radius)
        }
    }

    private var monitor: any MonitorUnderTest
    private let sites: [Site]
    private var device: DeviceID = "d1"
    private(set) var told: [String] = []

    static let origin = Timestamp(microsecondsSince1970: 1_767_225_600_000_000)

    init(_ monitor: any MonitorUnderTest, sites: [Site] = [Site()]) throws {
        self.monitor = monitor
        self.sites = sites
        for site in sites { _ = try self.monitor.startMonitoring(for: site.region) }
    }

    /// The place that many metres east of the origin: on the equator, which is a circle.
    static func coordinate(east metres: Double) -> LocationCoordinate2D {
        LocationCoordinate2D(latitude: 0, longitude: metres / 6_378_137 * 180 / .pi)
    }

    /// Plays what is written and returns what is told.
    mutating func play(_ text: String) throws -> [String] {
        for word in text.split(separator: " ") { try take(String(word)) }
        note(monitor.flush())
        return told
    }

    private mutating func take(_ word: String) throws {
        let numbers = word.split { "(),=".contains($0) }
        if word.hasPrefix("(") {
            note(monitor.update(with: fix(numbers.map(String.init)), from: device, now: nil))
        } else if word.hasPrefix("advance") {
            note(monitor.advance(to: Self.time(String(numbers[1]))))
        } else if word.hasPrefix("r="), let radius = Double(numbers[1]) {
            var site = sites[0]
            site.radius = radius
            note(try monitor.startMonitoring(for: site.region))
        } else if word == "remove" {
            note(monitor.stopMonitoring(for: RegionID(sites[0].name)))
        } else {
            device = DeviceID(word)
        }
    }

    private func fix(_ numbers: [String]) -> Location {
        let accuracy: Double? = numbers.count > 2 ? Double(numbers[2]) : 5
        return Location(
            coordinate: Self.coordinate(east: Double(numbers[1]) ?? .nan),
            timestamp: Self.time(numbers[0]), horizontalAccuracy: accuracy)
    }

    private static func time(_ seconds: String) -> Timestamp {
        origin + .milliseconds(Int(((Double(seconds) ?? .nan) * 1000).rounded()))
    }

    private mutating func note(_ result: MonitorResult) {
        told += result.events.map(Self.text)
        told += result.rejections.map { "\($0.reason.rawValue) \(Self.text($0.fix.timestamp))" }
    }

    private static func text(_ event: RegionEvent) -> String {
        let kind =
            switch event.kind {
            case .didEnterRegion: "enter"
            case .didExitRegion: "exit"
            case .didDwellInRegion: "dwell"
            case .didDetermineState: event.state.rawValue
            }
        var words = [kind]
        if event.device != "d1" { words.insert(event.device.rawValue, at: 0) }
        if event.region != "depot" { words.append(event.region.rawValue) }
        words.append("\(text(event.timestamp))/\(text(event.decidedAt))")
        if let reason = event.reason { words.append(reason.rawValue) }
        if let evidence = event.evidence, evidence != .fixes { words.append(evidence.rawValue) }
        if let duration = event.duration {
            words.append("visit \(text(duration / .milliseconds(1)))")
        }
        return words.joined(separator: " ")
    }

    private static func text(_ time: Timestamp) -> String {
        text((time - origin) / .milliseconds(1))
    }

    /// Seconds with as many of three decimals as are needed.
    private static func text(_ milliseconds: Double) -> String {
        let rounded = Int(milliseconds.rounded())
        let (whole, part) = rounded.quotientAndRemainder(dividingBy: 1000)
        guard part != 0 else { return "\(whole)" }
        var digits = String(1000 + part).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
