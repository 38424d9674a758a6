public import RegionMonitoring

extension NDJSONEventWriter {
    /// Appends what became of a fix as a line; members that do not apply are left out.
    ///
    /// `{"device":…,"timestamp":…,"lat":…,"lon":…,"accuracy":…,"rejection":…,"pairs":[{"region":…,
    /// "stateBefore":…,"stateAfter":…,"repeat":true,"s":…,"a":…,"countedAccuracy":…,"threshold":…,
    /// "reading":…,"cancelsPending":true,"pendingCount":…,"pendingSince":…,"confirmation":…,
    /// "certain":true,"missedPassThrough":…}]}`, lengths in metres.
    ///
    /// - Complexity: O(length of the line).
    public mutating func append(_ trace: FixTrace) {
        append(text: "{\"device\":")
        append(jsonString: trace.device.rawValue)
        append(text: ",")
        append(membersOf: trace.fix, and: JSONMembers())
        if let rejection = trace.rejection {
            append(text: ",\"rejection\":\"\(rejection.rawValue)\"")
        }
        append(text: ",\"pairs\":[")
        for (index, pair) in trace.pairs.enumerated() {
            if index > 0 { append(text: ",") }
            append(pair)
        }
        append(text: "]}\n")
    }

    private mutating func append(_ pair: PairTrace) {
        append(text: "{\"region\":")
        append(jsonString: pair.region.rawValue)
        append(text: ",\"stateBefore\":\"\(pair.stateBefore.rawValue)\"")
        append(text: ",\"stateAfter\":\"\(pair.stateAfter.rawValue)\"")
        if pair.isRepeat { append(text: ",\"repeat\":true") }
        append(pair.signedDistance, as: "s")
        append(pair.accuracy, as: "a")
        append(pair.countedAccuracy, as: "countedAccuracy")
        append(pair.threshold, as: "threshold")
        append(text: ",\"reading\":\"\(pair.reading.rawValue)\"")
        if pair.cancelsPending { append(text: ",\"cancelsPending\":true") }
        if let count = pair.pendingCount { append(text: ",\"pendingCount\":\(count)") }
        if let since = pair.pendingSince { append(time: since, as: ",\"pendingSince\":") }
        if let confirmation = pair.confirmation {
            append(text: ",\"confirmation\":\"\(confirmation.rawValue)\"")
        }
        if pair.isCertain { append(text: ",\"certain\":true") }
        if let missed = pair.missedPassThrough {
            append(text: ",\"missedPassThrough\":\"\(missed.reason.rawValue)\"")
        }
        append(text: "}")
    }

    private mutating func append(_ number: Double, as name: String) {
        guard number.isFinite else { return }
        append(text: ",\"\(name)\":")
        append(json: number)
    }

    /// Appends the policy of a region as a line, in the form that a region file's `policy` has:
    /// `{"policy":{…},"region":…}`.
    package mutating func append(_ policy: TransitionPolicy, of region: RegionID) {
        append(text: "{\"policy\":{")
        var separator = ""
        for option in PolicyOption.allCases {
            guard let text = option.text(in: policy) else { continue }
            append(text: separator + "\"\(option.rawValue)\":")
            if option == .passThrough || Double(text) != nil {
                append(text: text)
            } else {
                append(jsonString: text)
            }
            separator = ","
        }
        append(text: "},\"region\":")
        append(jsonString: region.rawValue)
        append(text: "}\n")
    }

    /// Appends a conclusion as a line: `{"conclusion":…,"device":…,"region":…,"event":…,"missed":…}`,
    /// of which `event` is the kind that happened and `missed` the kind that did not.
    public mutating func append(_ conclusion: TrackExplanation.Conclusion) {
        append(text: "{\"conclusion\":")
        append(jsonString: conclusion.sentence)
        append(text: ",\"device\":")
        append(jsonString: conclusion.device.rawValue)
        if let region = conclusion.region {
            append(text: ",\"region\":")
            append(jsonString: region.rawValue)
        }
        if let event = conclusion.event {
            append(text: ",\"event\":\"\(event.kind.rawValue)\"")
            append(time: event.timestamp, as: ",\"timestamp\":")
            append(time: event.decidedAt, as: ",\"decidedAt\":")
        }
        if let missed = conclusion.missed { append(text: ",\"missed\":\"\(missed.rawValue)\"") }
        append(text: "}\n")
    }
}
