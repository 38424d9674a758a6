import EventDelivery
import MonitoringService
import RegionMonitoring

/// What `tune` prints of a grid.
struct TuneReport {
    let comparison: PolicyComparison

    /// What was tried, in a line: fixes, devices, regions.
    let subject: String

    /// The report for people.
    var text: String {
        var text = subject + "\n\n"
        text += row(["no.", "events", "visits", "lost", "flaps", "median", "90 %"], "policy")
        for (index, outcome) in comparison.outcomes.enumerated() {
            let cells = [
                String(index + 1), String(outcome.eventCount), String(outcome.visitCount),
                String(comparison.lostCounts[index]), String(outcome.flapCount),
                Self.seconds(outcome.medianDelay), Self.seconds(outcome.delay90),
            ]
            text += row(cells, name(outcome.trial))
        }
        let minutes = TrialOutcome.flapSpan / .seconds(60)
        text += """

            flaps: opposite crossings of a pair within \(Int(minutes)) min. median, 90 %: the delay from \
            a crossing to its decision.
            lost: visits of no. \(comparison.smoothest + 1), the smoothest, that no visit of the policy \
            overlaps.

            """
        return text + verdict
    }

    /// One JSON object for each policy, and one for the recommendation.
    var json: [UInt8] {
        var json: [UInt8] = []
        for (index, outcome) in comparison.outcomes.enumerated() {
            json.append(text: "{\"number\":\(index + 1),\"policy\":")
            json.append(jsonString: outcome.trial.optionLine)
            json.append(text: ",\"events\":\(outcome.eventCount),\"visits\":\(outcome.visitCount)")
            json.append(text: ",\"lost\":\(comparison.lostCounts[index])")
            json.append(text: ",\"flaps\":\(outcome.flapCount)")
            if let median = outcome.medianDelay, let most = outcome.delay90 {
                json.append(text: ",\"medianDelay\":\(median.decimalSeconds)")
                json.append(text: ",\"delay90\":\(most.decimalSeconds)")
            }
            json.append(text: "}\n")
        }
        guard comparison.hasCrossings else {
            json.append(text: "{\"recommended\":null}\n")
            return json
        }
        let best = comparison.outcomes[comparison.recommended]
        json.append(text: "{\"recommended\":\(comparison.recommended + 1),\"policy\":")
        json.append(jsonString: best.trial.optionLine)
        json.append(text: ",\"flapless\":\(best.flapCount == 0)")
        json.append(text: ",\"smoothest\":\(comparison.smoothest + 1)}\n")
        return json
    }

    private var verdict: String {
        guard comparison.hasCrossings else {
            return "\nrecommended: none, since no policy tells an enter or exit on these fixes\n"
        }
        let best = comparison.outcomes[comparison.recommended]
        let lost = comparison.lostCounts[comparison.recommended]
        let flaps = counted(best.flapCount, "flap")
        let reason =
            best.flapCount == 0
            ? "the least delay without flaps"
            : "no policy is without flaps; this has the fewest, \(flaps)"
        let visits = lost == 0 ? "without losing visits" : "losing \(counted(lost, "visit"))"
        return "\nrecommended: no. \(comparison.recommended + 1), \(reason), \(visits):\n"
            + "    \(name(best.trial))\n"
    }

    private func name(_ trial: PolicyTrial) -> String {
        trial.optionLine.isEmpty ? "(the options as given)" : trial.optionLine
    }

    /// A line of the table: numbers to the right, the policy at the end.
    private func row(_ cells: [String], _ policy: String) -> String {
        let widths = [4, 8, 8, 6, 7, 10, 10]
        let padded = zip(cells, widths).map { cell, width in
            String(repeating: " ", count: max(width - cell.count, 1)) + cell
        }
        return padded.joined() + "  " + policy + "\n"
    }

    /// Seconds to a tenth.
    static func seconds(_ duration: Duration?) -> String {
        guard let duration else { return "-" }
        let tenths = (duration / .seconds(1) * 10).rounded()
        return Duration.milliseconds(Int64(tenths) * 100).decimalSeconds + " s"
    }
}

/// What `tune --compare` prints.
struct CompareReport {
    let comparison: EventComparison

    /// How many events there were, and are.
    let counts: (before: Int, after: Int)

    private var added: Int {
        comparison.changes.count { if case .added = $0 { true } else { false } }
    }

    private var removed: Int {
        comparison.changes.count { if case .removed = $0 { true } else { false } }
    }

    private var moved: Int { comparison.changes.count - added - removed }

    /// The report for people: a line a change and a summary.
    var text: String {
        var text = ""
        for change in comparison.changes {
            switch change {
            case .added(let event): text += "added    \(Self.line(event)) \(event.timestamp)\n"
            case .removed(let event): text += "removed  \(Self.line(event)) \(event.timestamp)\n"
            case .moved(let old, let new):
                let shift = new.timestamp - old.timestamp
                let sign = shift > .zero ? "+" : ""
                text += "moved    \(Self.line(old)) \(old.timestamp) -> \(new.timestamp) "
                text += "(\(sign)\(shift.decimalSeconds) s)\n"
            }
        }
        text += "\(counted(counts.before, "event")) before, \(counts.after) after: "
        text += "\(comparison.sameCount) the same"
        if comparison.redecidedCount > 0 {
            text += " (\(comparison.redecidedCount) decided at another time)"
        }
        return text + ", \(added) added, \(removed) removed, \(moved) moved\n"
    }

    /// One JSON object a change and one that sums up.
    var json: [UInt8] {
        var json: [UInt8] = []
        for change in comparison.changes {
            switch change {
            case .added(let event): Self.append("added", event, nil, to: &json)
            case .removed(let event): Self.append("removed", event, nil, to: &json)
            case .moved(let old, let new): Self.append("moved", old, new.timestamp, to: &json)
            }
        }
        json.append(text: "{\"before\":\(counts.before),\"after\":\(counts.after)")
        json.append(text: ",\"same\":\(comparison.sameCount)")
        json.append(text: ",\"redecided\":\(comparison.redecidedCount)")
        json.append(text: ",\"added\":\(added),\"removed\":\(removed),\"moved\":\(moved)}\n")
        return json
    }

    private static func line(_ event: RegionEvent) -> String {
        var text = "\(event.device.rawValue) \(event.region.rawValue) \(event.kind.rawValue)"
        if let reason = event.reason { text += " \(event.state.rawValue) \(reason.rawValue)" }
        return text
    }

    private static func append(
        _ change: String, _ event: RegionEvent, _ time: Timestamp?, to json: inout [UInt8]
    ) {
        json.append(
            text: "{\"change\":\"\(change)\",\"event\":\"\(event.kind.rawValue)\",\"device\":")
        json.append(jsonString: event.device.rawValue)
        json.append(text: ",\"region\":")
        json.append(jsonString: event.region.rawValue)
        json.append(text: ",\"timestamp\":\"\(event.timestamp)\"")
        if let time { json.append(text: ",\"movedTo\":\"\(time)\"") }
        json.append(text: ",\"state\":\"\(event.state.rawValue)\"")
        if let reason = event.reason { json.append(text: ",\"reason\":\"\(reason.rawValue)\"") }
        json.append(text: "}\n")
    }
}
