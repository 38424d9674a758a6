import RegionMonitoring
import Testing

/// The drawings of the articles, each made by the engine from its fixes.
@Suite struct DrawnTimelineTests {
    private static func fixes(_ fixes: [(Double, Double)], accuracy: Double? = 5)
        -> [DrawnTimeline.Step]
    {
        fixes.map { .fix($0.0, east: $0.1, accuracy: accuracy) }
    }

    /// A preset with values of its own on top.
    private static func immediate(_ change: (inout PolicyOverrides) -> Void) -> PolicyChoice {
        var overrides = PolicyOverrides(preset: .immediate)
        change(&overrides)
        return PolicyChoice.immediate.applying(overrides)
    }

    private static let jitter = fixes([(0, 92), (15, 103), (30, 96), (45, 109), (60, 94)])

    /// In the order in which the articles show them.
    private static let drawings: [(name: String, drawing: DrawnTimeline)] = [
        (
            "plain crossing",
            DrawnTimeline(
                policy: .immediate,
                fixes([(0, -240), (60, -150), (120, 50), (180, 60), (240, 220)]))
        ),
        (
            "jitter without hysteresis",
            DrawnTimeline(policy: .immediate, scale: 4, columns: 10, jitter)
        ),
        (
            "jitter with hysteresis",
            DrawnTimeline(policy: .fleet, scale: 4, columns: 10, jitter)
        ),
        (
            "one wild fix",
            DrawnTimeline(
                radius: 50, policy: .fleet,
                [
                    .fix(0, east: 8, accuracy: 6), .fix(12, east: 178, accuracy: 2),
                    .fix(24, east: 10, accuracy: 6), .fix(100, east: 12, accuracy: 6),
                    .fix(200, east: 150, accuracy: 6), .fix(210, east: 180, accuracy: 6),
                ])
        ),
        (
            "blurred",
            DrawnTimeline(
                radius: 50, policy: .fleet,
                [
                    .fix(0, east: 0, accuracy: 5), .fix(60, east: 120, accuracy: 60),
                    .fix(120, east: 150, accuracy: 5), .fix(180, east: 130, accuracy: 90),
                    .fix(240, east: 190, accuracy: 5),
                ])
        ),
        (
            "ceiling",
            DrawnTimeline(
                radius: 50, policy: .site,
                [
                    .fix(0, east: -180, accuracy: 5), .fix(60, east: 10, accuracy: 2000),
                    .fix(120, east: -170, accuracy: 5),
                ])
        ),
        (
            "certain",
            DrawnTimeline(
                policy: .site, scale: 50,
                [
                    .fix(0, east: -300, accuracy: 5), .fix(20, east: -90, accuracy: 5),
                    .fix(50, east: -95, accuracy: 5), .fix(100, east: 700, accuracy: 5),
                ])
        ),
        (
            "timeout",
            DrawnTimeline(
                policy: .site,
                [
                    .fix(0, east: 0, accuracy: 5), .fix(60, east: 150, accuracy: 5), .advance(350),
                    .advance(500),
                ])
        ),
        (
            "cushion and time",
            DrawnTimeline(
                policy: .coreLocation(cushion: 25),
                fixes([
                    (0, -190), (10, -95), (20, -70), (30, -65), (39, -55), (45, -40), (110, 90),
                    (120, 128), (130, 118), (140, 131), (150, 145), (161, 160),
                ]))
        ),
        (
            "pass-through",
            DrawnTimeline(
                policy: PolicyChoice.immediate.applying(PolicyOverrides(preset: .zone)), scale: 40,
                fixes([(0, -500), (50, 500)]))
        ),
        (
            "dwell",
            DrawnTimeline(
                policy: immediate { $0.dwell = .some(.seconds(300)) },
                [
                    .fix(0, east: -180, accuracy: 5), .fix(30, east: 0, accuracy: 5),
                    .fix(90, east: 15, accuracy: 5), .advance(400),
                    .fix(450, east: 30, accuracy: 5), .fix(480, east: 190, accuracy: 5),
                ])
        ),
        (
            "silence",
            DrawnTimeline(
                policy: immediate { $0.silence = .some(.seconds(900)) },
                [
                    .fix(0, east: 0, accuracy: 5), .advance(600), .advance(1000),
                    .fix(1200, east: 10, accuracy: 5), .advance(2200),
                    .fix(2400, east: 210, accuracy: 5),
                ])
        ),
    ]

    @Test func articlesShowWhatTheEngineDoes() throws {
        let blocks = try Repository.files(under: "Sources", endings: [".md"])
            .flatMap { CodeBlock.all(in: $0.value, of: $0.key) }
            .filter { $0.lines.first?.hasPrefix("     t       s") == true }
        var shown = Set(blocks.map(\.lines))
        for (name, drawing) in Self.drawings {
            let rows = try drawing.rows()
            #expect(
                shown.remove(rows) != nil,
                "no article shows the drawing '\(name)':\n\(rows.joined(separator: "\n"))")
        }
        #expect(shown.isEmpty, "drawings that the engine does not make")
    }
}
