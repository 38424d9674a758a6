extension Report {
    /// The section of the README that gives the numbers: from its heading to before the next one.
    ///
    /// - Parameter file: The name of the report's own files, without their endings.
    package func readmeSection(file: String) -> String {
        let s = surroundings
        var text = """
            ## Numbers

            Medians of a run of `make bench` on \(s.date.prefix(10)), commit \(s.commit): \
            \(s.processor), \(s.cores) cores, \(s.compiler.prefix(while: { $0 != "(" })). Processor \
            time of one core; all took turns over the same data in the same run, and their answers were \
            compared one by one. All figures, spreads, plots and missed targets: \
            [`Benchmarks/Results/\(file).md`](Benchmarks/Results/\(file).md); how to read and repeat \
            them: [`docs/benchmarks.md`](docs/benchmarks.md).


            """
        text += comparison(
            "Which regions hold each of many places, ns a place", of: "membership",
            ["fencewatch", "GEOS", "S2", "Shapely", "DuckDB", "SedonaDB"])
        text += comparison(
            "Fixes in memory to events in memory, policy `fleet`, ns a fix", of: "tracking",
            ["fencewatch", "GEOS + enter/exit"])
        text += wholeProgram
        text += """
            GEOS is an STRtree with prepared geometries through its C interface, with enter/exit \
            tracking where it says so; S2 is its shape index, whose great-circle edges and 64-cornered \
            circles make its answers differ a little. W1 is a city of 263 polygons of 512 vertices, W2 \
            10,000 circles and 1,000 polygons that overlap, W3 100,000 small polygons, W4 3,000 polygons \
            of 1,024 vertices and places at random: made sets, checked bit for bit. The naive trackers \
            tell a crossing at every fix that is on the other side; `fleet` weighs evidence, and so does \
            more work and tells fewer.

            """
        if s.load > 1 {
            text += """

                The machine was shared with other work during the run (load \(s.load.short)), which \
                slows all contenders, and not always alike: trust the ratios more than the times.

                """
        }
        return text + "\n"
    }

    /// A row for each set, a column for each contender that was measured, its ratio beside it.
    private func comparison(_ title: String, of suite: String, _ names: [String]) -> String {
        let rows = measurements.filter { $0.suite == suite }
        let shown = names.filter { name in rows.contains { $0.contender == name } }
        guard let first = shown.first else { return "" }
        var text = "| \(title) |" + shown.map { " \($0) |" }.joined() + "\n"
        text += "|---|" + shown.map { _ in "--:|" }.joined() + "\n"
        var subjects: [String] = []
        for row in rows where !subjects.contains(row.subject) { subjects.append(row.subject) }
        for subject in subjects {
            guard let base = median(suite, subject, first) else { continue }
            text += "| \(subject) |"
            for name in shown {
                guard let value = median(suite, subject, name) else {
                    text += " – |"
                    continue
                }
                text +=
                    name == first
                    ? " \(value.short) |" : " \(value.short) (\((value / base).short)×) |"
            }
            text += "\n"
        }
        return text + "\n"
    }

    private var wholeProgram: String {
        var rows: [(String, String)] = []
        func add(_ name: String, _ suite: String, _ subject: String, _ contender: String) {
            let found = measurements.first {
                $0.suite == suite && $0.subject == subject && $0.contender == contender
            }
            if let found { rows.append((name, "\(found.median.short) \(found.unit)")) }
        }
        add("NDJSON file to events file, W1, `fleet`", "end to end", "W1", "fencewatch")
        add(
            "the same, `immediate`", "end to end", "W1", "fencewatch, immediate")
        add("the bare JSON parser over the same lines", "end to end", "W1", "bare simdjson")
        add("peak memory of it, `fleet`", "end to end, peak memory", "W1", "fencewatch")
        for name in ["p50", "p99", "p99.9"] {
            add(
                "\(name) from fix line to event line, 50,000 fixes/s", "latency",
                "pipe, 50k fixes/s", name)
        }
        add(
            "memory of an idle device, with its identifier", "devices", "10000000 devices",
            "idle device")
        add("memory of an open visit", "devices", "10000000 devices", "open visit")
        add(
            "memory of one of a million regions", "a million regions", "24 vertices each",
            "fencewatch")
        add("replacing a region", "edits", "among 100000 regions", "replace")
        add("start with a million regions, GeoJSON", "cold start", "1000000 regions", "GeoJSON")
        add("start with a million regions, compiled", "cold start", "1000000 regions", "compiled")
        guard !rows.isEmpty else { return "" }
        return "| the whole program, and what things weigh | |\n|---|--:|\n"
            + rows.map { "| \($0.0) | \($0.1) |\n" }.joined() + "\n"
    }
}
