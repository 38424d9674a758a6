import Foundation
import Testing

/// What defective input does: to the events, the rejects file, the messages and the exit status.
struct DefectTests {
    private let mixed =
        Scenario.fix("a", 5, inside: true)  // 1
        + "\n"
        + "{\"device\":\"a\"\n"  // 3: cut
        + Scenario.fix("a", 4, inside: true)  // 4: late
        + Scenario.fix("a", 5, inside: true)  // 5: duplicate
        + Scenario.fix("", 6, inside: true)  // 6: a device without a name
        + Scenario.fix("b", 7, inside: true)  // 7

    @Test func theGoodRecordsAroundDefectsWork() throws {
        let program = try Program(fixes: mixed)
        let outcome = try program.watch("--rejects", "rejects", "fixes.ndjson")
        #expect(outcome.output == Scenario.enter("a", 5) + Scenario.enter("b", 7))
        #expect(outcome.status == 1)
        let rejects = try program.read("rejects").split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        #expect(rejects.map { $0["line"] as? Int } == [3, 4, 5, 6])
        #expect(
            rejects.map { $0["reason"] as? String } == [
                "malformed", "late", "duplicate", "invalid",
            ])
        let lines = mixed.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(rejects.map { $0["raw"] as? String } == lines[2...5].map(String.init))
        let offsets = (2...5).map { lines[..<$0].reduce(0) { $0 + $1.utf8.count + 1 } }
        #expect(rejects.map { $0["offset"] as? Int } == offsets)
        #expect(rejects.allSatisfy { $0["file"] as? String == "fixes.ndjson" })
        #expect(rejects.allSatisfy { ($0["detail"] as? String)?.isEmpty == false })
    }

    @Test func defectsAreToldWithTheirPlace() throws {
        let outcome = try Program(fixes: mixed).watch("fixes.ndjson")
        #expect(outcome.errors.contains("fencewatch: fixes.ndjson:3:14: malformed: "))
        #expect(outcome.errors.contains("fencewatch: fixes.ndjson:6:11: invalid: device is "))
        #expect(!outcome.errors.contains("fixes.ndjson:4:"), "late is no defect")
    }

    @Test func standardInputIsADash() throws {
        let program = try Program(fixes: "")
        let outcome = try program.watch("--rejects", "rejects", input: "{}\n")
        #expect(outcome.status == 1)
        #expect(try program.read("rejects").contains(#""file":"-""#))
    }

    @Test func stopEndsAtTheFirstDefect() throws {
        let program = try Program(fixes: mixed)
        let outcome = try program.watch(
            "--on-error", "stop", "--summary", "json", "--rejects", "rejects", "fixes.ndjson")
        #expect(outcome.status == 1)
        #expect(outcome.output == Scenario.enter("a", 5))
        #expect(outcome.errors.contains(#"{"received":3,"delivered":1,"#))
        #expect(try program.read("rejects").split(separator: "\n").count == 1)
    }

    @Test func filteredFixesAreNoFailure() throws {
        let fixes = Scenario.fix("a", 5, inside: true) + Scenario.fix("a", 4, inside: true)
        let outcome = try Program(fixes: fixes).watch("--on-error", "stop", "fixes.ndjson")
        #expect(outcome.status == 0)
    }

    @Test func theSummaryAccountsForEveryRecord() throws {
        let outcome = try Program(fixes: mixed).watch(
            "--summary", "json", "--quiet", "--control", "-", "fixes.ndjson",
            input: """
                {"control":"requestState","device":"nobody","region":"depot"}
                {"control":"advance","to":"2026-03-01T11:00:00Z"}

                """)
        let last = outcome.errors.split(separator: "\n").last ?? ""
        let summary =
            try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any] ?? [:]
        #expect(summary["received"] as? Int == 9)
        #expect(summary["delivered"] as? Int == 2)
        #expect(summary["controls"] as? Int == 2)
        #expect(summary["blank"] as? Int == 1)
        #expect(
            summary["rejected"] as? [String: Int] == [
                "malformed": 1, "invalid": 1, "late": 1, "duplicate": 1,
            ])
        #expect(summary["events"] as? [String: Int] == ["didEnterRegion": 2])
        #expect(summary["undelivered"] as? [String: Int] == ["ndjson:-": 0])
        #expect(summary["devices"] as? Int == 2)
        #expect(summary["regions"] as? Int == 1)
        #expect(summary["refusedRegions"] as? Int == 0)
        #expect(summary["seconds"] as? Double != nil)
        #expect(summary["peakMemoryBytes"] as? Int ?? 0 > 1 << 20)
        let order = [
            "received", "delivered", "rejected", "controls", "blank", "events", "undelivered",
            "devices", "regions", "refusedRegions", "seconds", "peakMemoryBytes",
        ]
        let places = order.map { last.range(of: "\"\($0)\":")?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }

    @Test func controlsNeedToBeAllowed() throws {
        let control = #"{"control":"removeRegion","region":"depot"}"# + "\n"
        let fixes = Scenario.fix("a", 1, inside: true)
        let refused = try Program(fixes: control + fixes).watch("fixes.ndjson")
        #expect(refused.status == 1)
        #expect(refused.output == Scenario.enter("a", 1))
        let obeyed = try Program(fixes: control + fixes).watch("--control", "fixes.ndjson")
        #expect(obeyed.status == 0)
        #expect(obeyed.output.isEmpty)
    }
}
