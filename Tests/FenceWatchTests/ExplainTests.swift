import Foundation
import Testing

/// Whole runs of `fencewatch explain`.
struct ExplainTests {
    /// A fix of van `metres` east of the centre of the circle `depot`.
    private static func fix(_ second: Int, _ metres: Double, accuracy: Double = 5) -> String {
        let minutes = second / 60
        let seconds = second % 60
        // Seven decimals are a centimetre.
        let longitude = (10 + metres / 111_319.49) * 1e7
        let digits = String(Int(longitude.rounded()))
        return """
            {"device":"van","timestamp":"2026-03-01T12:\(minutes < 10 ? "0" : "")\(minutes):\
            \(seconds < 10 ? "0" : "")\(seconds)Z","lat":0,\
            "lon":\(digits.dropLast(7)).\(digits.suffix(7)),"accuracy":\(accuracy)}

            """
    }

    private static let track =
        fix(0, -300) + fix(20, -90) + fix(50, -95) + fix(70, -115) + fix(60, -90)
        + fix(100, -150) + fix(110, -90) + fix(140, 900)

    private func explain(_ arguments: String..., track: String = track) throws -> Program.Outcome {
        try Program(fixes: track).run(
            ["explain", "-r", "r.geojson", "--preset", "site", "--device", "van"] + arguments
                + ["fixes.ndjson"])
    }

    @Test func eachFixAndEachEventAreTold() throws {
        let outcome = try explain()
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0)
        let day = "2026-03-01T12"
        #expect(
            outcome.output == """
                \(day):00:00Z  0.0, 9.9973051  accuracy 5 m
                policy of depot: --preset immediate --exit-distance 20 --exit-accuracy-factor 1 \
                --exit-accuracy-limit 100 --enter-fixes 2 --exit-fixes 2 \
                --enter-certain-distance 30 --exit-certain-distance 500 --enter-timeout 60s \
                --exit-timeout 300s --accuracy-ceiling auto --assumed-accuracy 15
                \(day):00:20Z  0.0, 9.9991915  accuracy 5 m
                    depot: outside; s -9.998 m, a 5 m, a' 5 m; evidence for an enter (s <= 0 m); \
                pending: 1 of 2 fixes since \(day):00:20Z
                \(day):00:50Z  0.0, 9.9991466  accuracy 5 m
                    depot: outside -> inside; s -5 m, a 5 m, a' 5 m; evidence for an enter \
                (s <= 0 m); confirmed by fixes: 2 of 2 fixes since \(day):00:20Z
                \(day):01:10Z  0.0, 9.9989669  accuracy 5 m
                    depot: inside; s 15.004 m, a 5 m, a' 5 m; neutral for an exit (s > 25 m)
                \(day):01:00Z  0.0, 9.9991915  accuracy 5 m  rejected as late: a newer fix of the \
                device came before
                \(day):01:40Z  0.0, 9.9986525  accuracy 5 m
                    depot: inside; s 50.003 m, a 5 m, a' 5 m; evidence for an exit (s > 25 m); \
                pending: 1 of 2 fixes since \(day):01:40Z
                \(day):01:50Z  0.0, 9.9991915  accuracy 5 m
                    depot: inside; s -9.998 m, a 5 m, a' 5 m; neutral for an exit (s > 25 m); \
                cancels what was pending: 1 of 2 fixes since \(day):01:40Z
                \(day):02:20Z  0.0, 10.0080848  accuracy 5 m
                    depot: inside -> outside; s 799.996 m, a 5 m, a' 5 m; evidence for an exit \
                (s > 25 m); confirmed by a certain fix: 1 of 2 fixes since \(day):02:20Z

                Entered depot at \(day):00:19.04776Z (between \(day):00:00Z and \(day):00:20Z), \
                decided at \(day):00:50Z by 2 fixes from \(day):00:20Z on.
                No exit from depot: 1 fix from \(day):01:40Z on spoke for it (needed: 2 fixes, or one \
                500 m and its accuracy beyond the line, or 300 s), and the fix at \(day):01:50Z, 9.998 m inside, cancelled it.
                Left depot at \(day):01:55.757644Z (between \(day):01:50Z and \(day):02:20Z), \
                decided at \(day):02:20Z by one fix beyond doubt, 799.996 m from the line, after \
                96.709884 s inside.
                1 fix was not evaluated: 1 late.

                """)
    }

    @Test func jsonIsOneObjectALine() throws {
        let outcome = try explain("--format", "json", "--region", "depot")
        let objects = try outcome.lines.map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        #expect(objects.count == 1 + 8 + 4)
        let policy = objects.first?["policy"] as? [String: Any]
        #expect(policy?["exitDistance"] as? Double == 20)
        #expect(policy?["exitTimeout"] as? String == "300s")
        #expect(policy?["passThrough"] as? Bool == false)
        let pairs = objects.compactMap { ($0["pairs"] as? [[String: Any]])?.first }
        #expect(pairs.count == 7)
        #expect(
            pairs.map { $0["reading"] as? String } == [
                "determination", "evidence", "evidence", "neutral", "evidence", "neutral",
                "evidence",
            ])
        #expect(pairs.map { $0["cancelsPending"] as? Bool == true }.firstIndex(of: true) == 5)
        #expect(objects.contains { $0["rejection"] as? String == "late" })
        #expect(
            objects.compactMap { $0["event"] as? String } == ["didEnterRegion", "didExitRegion"])
        #expect(objects.compactMap { $0["missed"] as? String } == ["didExitRegion"])
    }

    @Test func aRegionNeverReachedIsExplainedWhenAskedFor() throws {
        let track = Self.fix(0, -300) + Self.fix(20, -150) + Self.fix(40, -400)
        let outcome = try explain("--region", "depot", track: track)
        #expect(
            outcome.output.hasSuffix(
                "\nNo enter into depot: of 3 fixes none lay inside; the nearest, at "
                    + "2026-03-01T12:00:20Z, was 50.003 m off.\n"))
    }

    @Test func aWayThroughIsExplained() throws {
        let track = Self.fix(0, -300) + Self.fix(20, 300)
        let outcome = try explain(track: track)
        #expect(
            outcome.output.hasSuffix(
                "No enter into depot: the straight way from the fix at 2026-03-01T12:00:00Z to that "
                    + "at 2026-03-01T12:00:20Z leads through it, but pass-through is off.\n"))
    }

    @Test func unknownNamesAreTold() throws {
        let region = try explain("--region", "depo")
        #expect(region.status == 2)
        #expect(
            region.errors
                == "fencewatch: error: there is no region 'depo'; did you mean 'depot'?\n")
        let device = try Program(fixes: Self.track).run(
            "explain", "-r", "r.geojson", "--device", "vam", "fixes.ndjson")
        #expect(device.status == 1)
        #expect(device.output.isEmpty)
        #expect(
            device.errors
                == "fencewatch: error: the input has no fix of device 'vam'; did you mean 'van'?\n")
        #expect(try Program(fixes: "").run("explain", "-r", "r.geojson").status == 2)
    }
}
