import EventDelivery
import MonitoringService
import RegionMonitoring

/// Writes what `explain` tells to standard output, as text or as one JSON object a line.
final class ExplainReport: OutputInspector {
    private let form: Settings.ReportForm
    private let device: DeviceID?
    private var explanation: TrackExplanation
    private var policies: [RegionID: TransitionPolicy] = [:]
    private var text = ""
    private var json = NDJSONEventWriter()

    init(_ request: TraceRequest, form: Settings.ReportForm) {
        self.form = form
        device = request.device
        explanation = TrackExplanation(of: request)
    }

    /// Whether any fix of the device came.
    var hasSeenDevice: Bool { device.map(explanation.hasSeen) ?? true }

    func inspect(_ output: borrowing MonitorOutput) {
        explanation.take(output)
        for trace in output.traces {
            for pair in trace.pairs { tellPolicy(of: pair) }
            switch form {
            case .text: text += TraceText.lines(of: trace)
            case .json: json.append(trace)
            }
        }
        if text.utf8.count + json.bytes.count > 1 << 16 { flush() }
    }

    /// Writes the sentences.
    func finish() {
        explanation.finish()
        if form == .text, !explanation.conclusions.isEmpty { text += "\n" }
        for conclusion in explanation.conclusions {
            switch form {
            case .text: text += conclusion.sentence + "\n"
            case .json: json.append(conclusion)
            }
        }
        flush()
    }

    /// Tells the policy of a region at its first fix, and when it has changed.
    private func tellPolicy(of pair: PairTrace) {
        guard policies[pair.region] != pair.policy else { return }
        policies[pair.region] = pair.policy
        switch form {
        case .text:
            text += "policy of \(pair.region.rawValue): \(pair.policy.optionLine)\n"
        case .json: json.append(pair.policy, of: pair.region)
        }
    }

    private func flush() {
        Console.output(text.printableLines + String(decoding: json.bytes, as: UTF8.self))
        text = ""
        json.removeAll()
    }
}

/// A fix's trace as lines for people.
private enum TraceText {
    static func lines(of trace: FixTrace) -> String {
        let fix = trace.fix
        let place = fix.coordinate.normalized
        var text = "\(fix.timestamp)  \(place.latitude), \(place.longitude)"
        if let accuracy = fix.horizontalAccuracy { text += "  accuracy \(accuracy.metersText)" }
        if let rejection = trace.rejection {
            text += "  rejected as \(rejection.rawValue): \(RecordRejection(rejection).sentence)"
        }
        text += "\n"
        for pair in trace.pairs { text += line(of: pair) }
        return text
    }

    private static func line(of pair: PairTrace) -> String {
        var text = "    \(pair.region.rawValue): \(pair.stateBefore.rawValue)"
        if pair.stateAfter != pair.stateBefore { text += " -> \(pair.stateAfter.rawValue)" }
        text += "; s \(pair.signedDistance.metersText), a \(pair.accuracy.metersText)"
        text += ", a' \(pair.countedAccuracy.metersText); "
        if pair.isRepeat { text += "stands for the last fix; " }
        text += reading(of: pair)
        if let missed = pair.missedPassThrough {
            text += "; no pass-through (\(missed.reason.rawValue))"
        }
        if let confirmation = pair.confirmation {
            text += "; confirmed by \(pair.isCertain ? "a certain fix" : confirmation.rawValue)"
        } else if pair.cancelsPending {
            text += "; cancels what was pending"
        } else if pair.pendingCount != nil {
            text += "; pending"
        }
        if let count = pair.pendingCount, let since = pair.pendingSince {
            text += ": \(count) of \(demanded(pair)) since \(since)"
        }
        return text + "\n"
    }

    private static func reading(of pair: PairTrace) -> String {
        switch pair.reading {
        case .determination: return "determination"
        case .overCeiling: return "over the ceiling"
        case .evidence, .blurred, .neutral: break
        }
        let isExit = pair.stateBefore == .inside
        let limit =
            isExit ? "s > \(pair.threshold.metersText)" : "s <= \((-pair.threshold).metersText)"
        return "\(pair.reading.rawValue) for an \(isExit ? "exit" : "enter") (\(limit))"
    }

    private static func demanded(_ pair: PairTrace) -> String {
        let gate = pair.stateBefore == .inside ? pair.policy.exit : pair.policy.entry
        return counted(gate.fixes, "fix", "fixes")
    }
}
