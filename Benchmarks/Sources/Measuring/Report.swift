package import Foundation

/// All that a run found; what the result files are made of.
package struct Report: Codable, Sendable {
    /// The length of a run.
    package enum Kind: String, Codable, Sendable {
        /// Everything, as results are published.
        case full
        /// Parts of the workloads and few repeats, to see that nothing is badly wrong.
        case quick
    }

    /// The length of the run.
    package var kind: Kind

    /// Where and with what it was made.
    package var surroundings: Surroundings

    /// What was measured, in the order of the suites.
    package var measurements: [Figure] = []

    /// What was compared.
    package var checks: [Check] = []

    /// What had to be reached.
    package var targets: [Target] = []

    /// What was left out, and why.
    package var omissions: [String] = []

    /// Creates a report of nothing yet.
    package init(kind: Kind, surroundings: Surroundings) {
        self.kind = kind
        self.surroundings = surroundings
    }

    /// The median of a measurement, where it was made.
    package func median(_ suite: String, _ subject: String, _ contender: String) -> Double? {
        measurements.first {
            $0.suite == suite && $0.subject == subject && $0.contender == contender
        }?.median
    }

    /// Reads a report that was written before.
    package init(contentsOf url: URL) throws {
        self = try JSONDecoder().decode(Report.self, from: Data(contentsOf: url))
    }

    /// Writes NAME.json and NAME.md into a folder, and the plots into its folder NAME.
    package func write(to folder: URL, name: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var data = try encoder.encode(self)
        data.append(0x0A)
        try data.write(to: folder.appendingPathComponent("\(name).json"))
        let drawn = plots
        var page = markdown
        if !drawn.isEmpty {
            let pictures = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: pictures, withIntermediateDirectories: true)
            page += "\n## Plots\n\n"
            for plot in drawn {
                try Data(plot.svg.utf8).write(
                    to: pictures.appendingPathComponent("\(plot.name).svg"))
                page += "![\(plot.name)](\(name)/\(plot.name).svg)\n"
            }
        }
        try Data(page.utf8).write(to: folder.appendingPathComponent("\(name).md"))
    }
}
