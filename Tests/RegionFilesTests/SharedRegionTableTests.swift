import Foundation
import RegionFiles
import RegionMonitoring
import Testing

/// Each region file of the shared collection loads, or is refused for the right reason: compared with a
/// table that was looked through line by line. `FENCEWATCH_WRITE_TABLE` names a file for a new one.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["FENCEWATCH_SHARED"] != nil))
struct SharedRegionTableTests {
    private static let environment = ProcessInfo.processInfo.environment

    /// What reading gave: how many regions were loaded, how many refused, and for which reasons.
    private func outcome(_ text: String, _ path: String) -> String {
        var options = RegionFileOptions()
        if path.hasPrefix("openair/") { options.format = .openair }
        if path.hasSuffix("traccar-geofences.txt") {
            options.format = .wkt
            options.wktOrder = .latitudeFirst
        }
        var reader = RegionFileReader(options: options)
        let file = reader.read(Array(text.utf8), named: path)
        guard file.isReadable else {
            return "unreadable: \(file.findings.first.map(name(of:)) ?? "no reason")"
        }
        var reasons: [String: Int] = [:]
        for finding in file.findings where finding.severity == .error {
            reasons[name(of: finding), default: 0] += 1
        }
        let list = reasons.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return (["\(file.entries.count) loaded"] + list).joined(separator: ", ")
    }

    private func name(of finding: RegionFileFinding) -> String {
        if case .emptyGeometry = finding.reason { return "emptyGeometry" }
        return Mirror(reflecting: finding.reason).children.first?.label ?? "\(finding.reason)"
    }

    /// Gives each feature the identifier that most published files lack, so that what comes after is seen.
    private func numbered(_ text: String) -> String {
        var parts = text.split(
            separator: /"type"\s*:\s*"Feature"/, omittingEmptySubsequences: false
        ).map(String.init)
        for index in parts.indices.dropFirst() {
            parts[index] = "\"type\":\"Feature\",\"id\":\(index)" + parts[index]
        }
        return parts.joined()
    }

    @Test func eachFileIsAsTheTableSays() throws {
        let root = try #require(Self.environment["FENCEWATCH_SHARED"]) + "/data/regions"
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
        var lines: [String] = []
        for path in paths {
            let url = URL(fileURLWithPath: root + "/" + path)
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                continue
            }
            let data = try Data(contentsOf: url)
            let text = String(decoding: data, as: UTF8.self)
            var line = path + " | " + outcome(text, path)
            let numbered = numbered(text)
            if numbered != text { line += " | numbered: " + outcome(numbered, path) }
            lines.append(line)
        }
        #expect(lines.count > 170)
        if let path = Self.environment["FENCEWATCH_WRITE_TABLE"] {
            try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        }
        let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Expected/shared-regions.txt")
        let expected = try String(contentsOf: table, encoding: .utf8)
            .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
        for difference in lines.difference(from: expected) { Issue.record("\(difference)") }
    }
}
