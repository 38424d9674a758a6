public import Foundation
import Geodesy
public import RegionMonitoring

/// One run of a case folder: what goes in, and what is owed.
public struct CaseRun: CustomStringConvertible, Sendable {
    /// The folder.
    public let folder: URL

    /// The variant's name; empty for the main run.
    public let variant: String

    /// The folder's name and the variant.
    public var description: String {
        folder.lastPathComponent + (variant.isEmpty ? "" : ".\(variant)")
    }

    /// The folder with shared cases, by the environment variable FENCEWATCH_SHARED; `nil` without it.
    public static var shared: URL? {
        ProcessInfo.processInfo.environment["FENCEWATCH_SHARED"].map {
            URL(fileURLWithPath: $0, isDirectory: true)
        }
    }

    /// All runs of the cases in a folder of ``shared``, in order of their names; none without it.
    public static func all(in folder: String) -> [CaseRun] {
        guard let cases = shared?.appendingPathComponent(folder, isDirectory: true) else {
            return []
        }
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: cases.path)) ?? []
        return names.sorted().flatMap { name in
            let folder = cases.appendingPathComponent(name, isDirectory: true)
            let contents = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
            return contents.sorted().compactMap { file -> CaseRun? in
                if file == "args" { return CaseRun(folder: folder, variant: "") }
                guard file.hasPrefix("args.") else { return nil }
                return CaseRun(folder: folder, variant: String(file.dropFirst("args.".count)))
            }
        }
    }

    /// Runs a monitor on the input, and says how its output differs from what is owed; `nil` if not.
    ///
    /// - Parameter make: Creates the monitor under test.
    public func difference(
        _ make: (PolicyChoice, LocationFilter) throws -> any MonitorUnderTest
    ) throws -> String? {
        let arguments = try CaseArguments(lines("args" + suffix))
        var monitor = try make(arguments.policy, arguments.filter)
        for file in arguments.regionFiles {
            for region in try CaseJSON.regions(data(file)) {
                // A refused region is a warning to the command, and the others load.
                _ = try? monitor.startMonitoring(for: region)
            }
        }
        var output = CaseOutput()
        for file in arguments.inputs {
            let input = CaseInput(takesControls: arguments.takesControls)
            for (index, line) in try lines(file, keepingBlank: true).enumerated() {
                input.feed(line, number: index + 1, to: &monitor, &output)
            }
        }
        output.append(monitor.flush())
        return output.difference(
            toEvents: try lines("expected\(suffix).ndjson").map { Data($0.utf8) },
            rejects: try? lines("expected\(suffix).rejects"))
    }

    private var suffix: String { variant.isEmpty ? "" : ".\(variant)" }

    private func data(_ file: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(file))
    }

    private func lines(_ file: String, keepingBlank: Bool = false) throws -> [String] {
        let lines = String(decoding: try data(file), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.map(String.init).filter { keepingBlank || !$0.isEmpty }
    }
}
