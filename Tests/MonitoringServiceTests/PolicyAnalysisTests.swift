import MonitoringService
import RegionFiles
import RegionMonitoring
import Testing

/// Policies tried on tracks of which it is known what happened, and what did not.
@Suite struct PolicyAnalysisTests {
    /// A circle of 100 m at 0, 10.
    private static func regions() -> [RegionFile.Entry] {
        var reader = RegionFileReader()
        let text = """
            {"type":"Feature","id":"depot","properties":{"radius":100},
            "geometry":{"type":"Point","coordinates":[10,0]}}
            """
        return reader.read(Array(text.utf8), named: "r.geojson").entries
    }

    /// A track of fixes every 20 s, by their metres east of the centre.
    private static func recording(_ metres: [Double], accuracy: Double? = 5) -> FixRecording {
        var recording = FixRecording()
        for (index, east) in metres.enumerated() {
            recording.append(
                Location(
                    coordinate: LocationCoordinate2D(
                        latitude: 0, longitude: 10 + east / 111_319.49),
                    timestamp: Timestamp(secondsSince1970: 1_772_366_400 + 20 * Double(index)),
                    horizontalAccuracy: accuracy),
                of: "van")
        }
        return recording
    }

    /// One true visit of 20 minutes, parked 5 m inside the line, with six planted flaps: jitter that
    /// carries the position up to 15 m out, never twice in a row, and once 45 m.
    private static let planted = recording(
        [-400, -250, -95] + [95, 103, 96, 108, 94, 115, 97, 92, 110, 93, 145, 95, 95, 112]
            + Array(repeating: 95, count: 45) + [-300, -500, -700, -900])

    private func outcomes(
        _ lines: [[(option: PolicyOption, text: String)]], _ recording: FixRecording
    ) throws -> [TrialOutcome] {
        var base = PolicyOverrides()
        base.assumedState = .outside
        return try lines.map { values in
            let trial = try PolicyTrial(values, over: base)
            let replay = try Replay(
                recording, regions: Self.regions(), policy: trial.policy,
                filter: LocationFilter(), now: Timestamp(secondsSince1970: 1_772_400_000))
            return TrialOutcome(trial, replay)
        }
    }

    @Test func plantedFlapsLeadToTheRightPick() throws {
        let outcomes = try outcomes(
            [
                [(.preset, "immediate")],
                [(.preset, "immediate"), (.exitDistance, "20")],
                [(.preset, "immediate"), (.exitDistance, "20"), (.exitFixes, "2")],
                [(.preset, "immediate"), (.exitDistance, "50"), (.exitFixes, "3")],
                [(.preset, "immediate"), (.exitDistance, "50")],
                [(.preset, "immediate"), (.enterDistance, "50"), (.enterFixes, "3")],
            ], Self.planted)
        #expect(outcomes.map(\.flapCount) == [12, 2, 0, 0, 0, 0])
        #expect(outcomes.map(\.visitCount) == [7, 2, 1, 1, 1, 0])
        let comparison = PolicyComparison(outcomes)
        // Fewest flaps, then most visits, then fewest events: the first of these.
        #expect(comparison.smoothest == 2)
        #expect(comparison.lostCounts == [0, 0, 0, 0, 0, 1])
        // Of the flapless ones that lose nothing, the one that decides an exit at its first fix.
        #expect(comparison.recommended == 4)
    }

    @Test func withoutAFlaplessPolicyTheFewestFlapsWin() throws {
        let outcomes = try outcomes(
            [[(.preset, "immediate")], [(.preset, "immediate"), (.exitDistance, "20")]],
            Self.planted)
        let comparison = PolicyComparison(outcomes)
        #expect(comparison.recommended == 1)
        #expect(comparison.outcomes[1].flapCount == 2)
    }

    @Test func delaysAreOfTheNearestRank() throws {
        // In at 10 s, decided at 20 s; out at 50 s, decided at 60 s and, by two fixes, at 80 s.
        let track = Self.recording([-200, 0, 0 - 0.001, 200, 300])
        let outcomes = try outcomes(
            [
                [(.preset, "immediate")], [(.preset, "immediate"), (.exitFixes, "2")],
                [
                    (.dwell, "none"), (.enterFixes, "9"), (.enterTimeout, "none"),
                    (.enterCertainDistance, "none"),
                ],
            ],
            track)
        func seconds(_ duration: Duration?) -> Double? {
            duration.map { ($0 / .seconds(1)).rounded() }
        }
        #expect(outcomes.map { seconds($0.medianDelay) } == [10, 10, nil])
        #expect(outcomes.map { seconds($0.delay90) } == [10, 30, nil])
        #expect(outcomes.map(\.visitCount) == [1, 1, 0])
    }

    @Test func aVisitThatHasNotEndedCounts() throws {
        let outcomes = try outcomes([[(.preset, "immediate")]], Self.recording([-200, 0, 10]))
        #expect(outcomes[0].visitCount == 1)
        #expect(outcomes[0].stays.first?.to == Timestamp(microsecondsSince1970: .max))
        #expect(PolicyComparison(outcomes).lostCounts == [0])
    }

    @Test func gridsAreEveryCombination() throws {
        let trials = try PolicyGrid.combinations(
            of: [(.exitDistance, ["0", "20"]), (.passThrough, ["true", "false"])],
            over: PolicyOverrides())
        #expect(
            trials.map(\.optionLine) == [
                "--exit-distance 0 --pass-through", "--exit-distance 0 --no-pass-through",
                "--exit-distance 20 --pass-through", "--exit-distance 20 --no-pass-through",
            ])
        #expect(throws: PolicyError.self) {
            try PolicyTrial([(.passThrough, "maybe")], over: PolicyOverrides())
        }
        let many = (0..<32).map(String.init)
        #expect(throws: PolicyError.self) {
            try PolicyGrid.combinations(
                of: [(.exitDistance, many), (.enterDistance, many)], over: PolicyOverrides())
        }
        #expect(try PolicyGrid.standard(over: PolicyOverrides()).count == 18)
    }

    @Test func thePlotNamesEachPolicy() throws {
        let comparison = PolicyComparison(
            try outcomes(
                [[(.preset, "immediate")], [(.preset, "immediate"), (.exitDistance, "20")]],
                Self.planted))
        let svg = PolicyPlot(comparison).svg
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
        #expect(svg.contains(">--preset immediate --exit-distance 20</text>"))
        // A dot in the plot and one in the list for each; of the recommended one they are green.
        #expect(svg.split(separator: "<circle ").count == 5)
        #expect(svg.split(separator: "fill=\"#1a8f3c\"").count == 3)
    }
}
