extension Report {
    /// The report as a page.
    package var markdown: String {
        let s = surroundings
        var text = """
            # Benchmark of \(s.date.prefix(10))

            \(s.processor), \(s.cores) cores, \(s.memory / 1024) GiB; \(s.system); \(s.compiler); \
            commit \(s.commit); load \(s.load.short) at the start; \(kind.rawValue) run.

            Times are processor time (user and system) unless a unit says otherwise; each figure is \
            the median of its repeats, with the least and the greatest beside it. Contenders took \
            turns within each repeat.


            """
        if !targets.isEmpty { text += "## Targets\n\n" + targetTable + "\n" }
        var suites: [String] = []
        for measurement in measurements where !suites.contains(measurement.suite) {
            suites.append(measurement.suite)
        }
        for suite in suites { text += "## \(suite)\n\n" + table(of: suite) + "\n" }
        text += "## Checks\n\n" + checkTable
        if !omissions.isEmpty {
            text += "\n## Left out\n\n" + omissions.map { "- \($0)\n" }.joined()
        }
        return text
    }

    /// Each measurement of a suite, and how many times the first contender's value it is.
    package func table(of suite: String) -> String {
        var text = "| on | who | median | least–greatest | ratio | repeats |\n"
        text += "|---|---|--:|--:|--:|--:|\n"
        var notes: [String] = []
        for measurement in measurements where measurement.suite == suite {
            let base = measurements.first {
                $0.suite == suite && $0.subject == measurement.subject
                    && $0.unit == measurement.unit
            }
            let ratio = base.map { self.ratio(measurement, $0) } ?? ""
            var who = measurement.contender
            if let note = measurement.note {
                let index = notes.firstIndex(of: note) ?? notes.count
                if index == notes.count { notes.append(note) }
                who += " [\(index + 1)]"
            }
            let spread = measurement.spread
            text += "| \(measurement.subject) | \(who) | \(measurement.median.short) "
            text += "\(measurement.unit) | \(spread.lowerBound.short)–\(spread.upperBound.short) "
            text += "| \(ratio) | \(measurement.values.count) |\n"
        }
        for (index, note) in notes.enumerated() { text += "\n[\(index + 1)] \(note)\n" }
        return text
    }

    private func ratio(_ measurement: Figure, _ base: Figure) -> String {
        base.median > 0 && base.contender != measurement.contender
            ? (measurement.median / base.median).short + "×" : ""
    }

    private var targetTable: String {
        var text = "| target | wanted | measured | reached |\n|---|--:|--:|---|\n"
        for target in targets {
            text += "| \(target.name) | \(target.wanted) | \(target.measured) | "
            text += target.isMet ? "yes |\n" : "**no** |\n"
        }
        return text
    }

    private var checkTable: String {
        var text = "| compared | expected | found | |\n|---|---|---|---|\n"
        for check in checks {
            text += "| \(check.name) | \(check.expected) | \(check.found) | "
            text += check.isMet ? "ok |\n" : "**wrong** |\n"
        }
        return text
    }
}
