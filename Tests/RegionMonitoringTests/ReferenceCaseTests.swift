import RegionMonitoring
import Testing
import _MonitoringTestSupport

/// The shared cases: complete inputs with the output owed. Skipped where they are not at hand (environment
/// variable FENCEWATCH_SHARED).
@Suite(.enabled(if: CaseRun.shared != nil)) struct ReferenceCaseTests {
    /// Cases about reading files and lines, which a monitor does not do; the command's tests have them.
    private static let ofReaders = [
        "005", "022", "024", "052", "053", "055", "057", "059", "060", "062", "064", "066", "068",
        "070",
        "073", "075",
    ]

    static let cases = CaseRun.all(in: "cases").filter { run in
        !ofReaders.contains { run.description.hasPrefix($0) }
    }

    static let random = CaseRun.all(in: "random-cases")

    @Test(arguments: cases) func referenceOnCases(_ run: CaseRun) throws {
        #expect(try run.difference(Engine.reference.make) == nil)
    }

    @Test(arguments: cases) func monitorOnCases(_ run: CaseRun) throws {
        #expect(try run.difference(Engine.monitor.make) == nil)
    }

    @Test(arguments: random) func referenceOnRandomCases(_ run: CaseRun) throws {
        #expect(try run.difference(Engine.reference.make) == nil)
    }

    @Test(arguments: random) func monitorOnRandomCases(_ run: CaseRun) throws {
        #expect(try run.difference(Engine.monitor.make) == nil)
    }
}
