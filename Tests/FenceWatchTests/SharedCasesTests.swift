import Foundation
import Testing

/// The shared collection of cases, where `FENCEWATCH_SHARED` says that it is.
struct SharedCasesTests {
    private static let shared = ProcessInfo.processInfo.environment["FENCEWATCH_SHARED"]

    /// Cases of features that this version does not have.
    private static let later = ["T13-restart-in-pending-entry"]

    @Test(
        .enabled(if: shared != nil, "FENCEWATCH_SHARED is not set"), .timeLimit(.minutes(10)),
        arguments: ["cases", "random-cases"])
    func casesPass(_ name: String) throws {
        let folder = URL(fileURLWithPath: Self.shared ?? "").appendingPathComponent(name)
        let script = URL(fileURLWithPath: Self.shared ?? "")
            .appendingPathComponent("cases/run_cases.py")
        let program = try Program()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path, Program.executable.path, folder.path]
        try program.write("", to: "report")
        process.standardOutput = try FileHandle(
            forWritingTo: program.folder.appendingPathComponent("report"))
        try process.run()
        process.waitUntilExit()
        let failures = try program.read("report").split(separator: "\n").filter { line in
            line.hasPrefix("FAIL ") && !Self.later.contains { line.hasPrefix("FAIL \($0)") }
        }
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
        #expect(try program.read("report").contains(" passed, "))
    }
}
