import Foundation
import Measuring

/// Puts the numbers of a result file into the README, in place of those that are there.
func writeReadmeNumbers(from path: String, root: URL) throws {
    let file = URL(fileURLWithPath: path)
    let report = try Report(contentsOf: file)
    let readme = root.appendingPathComponent("README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    guard let start = text.range(of: "\n## Numbers\n"),
        let end = text.range(of: "\n## ", range: start.upperBound..<text.endIndex)
    else { throw BenchmarkError(message: "\(readme.path) has no section Numbers before another") }
    let name = file.deletingPathExtension().lastPathComponent
    let section = report.readmeSection(file: name)
    try Data(
        (text[..<start.lowerBound] + "\n" + section + text[end.lowerBound...].dropFirst()).utf8
    ).write(to: readme)
}
