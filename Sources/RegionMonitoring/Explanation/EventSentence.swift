import Geodesy

/// Tells one event in one sentence.
enum EventSentence {
    /// - Parameter trace: What the deciding fix meant to the pair; where time decided, what the last
    ///   fix before did.
    static func text(of event: RegionEvent, _ trace: PairTrace?) -> String {
        let region = event.region.rawValue
        switch event.kind {
        case .didEnterRegion: return "Entered \(region)" + crossing(event, trace)
        case .didExitRegion: return "Left \(region)" + crossing(event, trace)
        case .didDwellInRegion:
            return "Dwelled in \(region) at \(event.timestamp), told at \(event.decidedAt)."
        case .didDetermineState: return determination(event)
        }
    }

    private static func crossing(_ event: RegionEvent, _ trace: PairTrace?) -> String {
        var text = " at \(event.timestamp)"
        if let bounds = event.bounds, bounds.earliest != bounds.latest {
            let earliest = bounds.earliest.map { " (between \($0) and \(bounds.latest))" }
            text += earliest ?? " or before"
        }
        text += ", decided at \(event.decidedAt)"
        switch event.evidence {
        case .segment:
            text += " by the straight way between two fixes outside"
        case .timeout:
            text += " by time"
            if let since = trace?.pendingSince { text += ": none spoke against it since \(since)" }
        case .fixes, nil:
            text += fixes(trace)
        }
        if event.kind == .didExitRegion, let duration = event.duration {
            text += ", after \(duration.decimalSeconds) s inside"
        }
        return text + "."
    }

    private static func fixes(_ trace: PairTrace?) -> String {
        guard let trace, trace.confirmation == .fixes else { return " at first sight" }
        if trace.isCertain {
            return " by one fix beyond doubt, \(trace.signedDistance.magnitude.metersText) from the"
                + " line"
        }
        guard let count = trace.pendingCount else { return "" }
        var text = " by " + counted(count, "fix", "fixes")
        if count > 1, let since = trace.pendingSince { text += " from \(since) on" }
        return text
    }

    private static func determination(_ event: RegionEvent) -> String {
        let region = event.region.rawValue
        let time = event.timestamp
        let place =
            switch event.state {
            case .inside: "in \(region)"
            case .outside: "outside of \(region)"
            case .unknown: "at an unknown place towards \(region)"
            case .unmonitored: "not monitored in \(region)"
            }
        switch event.reason {
        case .initial: return "Found \(place) at \(time), at first sight."
        case .regionChanged: return "Found \(place) at \(time), since the region had changed."
        case .removed: return "\(region) ceased to be monitored at \(time), with the device inside."
        case .deviceRemoved: return "The device was removed at \(time), inside \(region)."
        case .silent:
            return "Silent in \(region) from \(time) on: no fix came for so long, told at "
                + "\(event.decidedAt)."
        case .resumed: return "Heard again in \(region) at \(time)."
        case .requested, nil: return "The state at \(time), as requested: \(place)."
        }
    }
}
