import Geodesy

/// What an explanation remembers of one device.
struct DeviceStory: Sendable {
    private let device: DeviceID
    private var pairs: [RegionID: PairStory] = [:]
    private var rejections = RejectionCounts()
    private var delivered = 0

    init(_ device: DeviceID) { self.device = device }

    mutating func take(
        _ trace: FixTrace, events: [RegionEvent],
        into conclusions: inout [TrackExplanation.Conclusion]
    ) {
        if let reason = trace.rejection { rejections.count(reason) } else { delivered += 1 }
        let time = trace.fix.timestamp
        for pair in trace.pairs {
            let told = events.contains { $0.region == pair.region && $0.kind != .didDetermineState }
            for missed in pairs[pair.region, default: PairStory()].take(pair, at: time, told) {
                conclusions.append(conclusion(missed, in: pair.region))
            }
        }
        if trace.rejection == nil {
            // Regions that the fix has nothing to do with are far off: what was begun there is over.
            for region in pairs.keys.sorted()
            where !trace.pairs.contains(where: { $0.region == region }) {
                if let missed = pairs[region]?.leave(at: time) {
                    conclusions.append(conclusion(missed, in: region))
                }
            }
        }
        for event in events { take(event, into: &conclusions) }
    }

    mutating func take(
        _ event: RegionEvent, into conclusions: inout [TrackExplanation.Conclusion]
    ) {
        let sentence = EventSentence.text(
            of: event, pairs[event.region, default: PairStory()].lastTrace)
        pairs[event.region]?.settle(event)
        conclusions.append(
            TrackExplanation.Conclusion(
                device: device, region: event.region, event: event, missed: nil,
                sentence: sentence))
    }

    mutating func finish(
        asked: RegionID?, into conclusions: inout [TrackExplanation.Conclusion]
    ) {
        for region in pairs.keys.sorted() {
            if let missed = pairs[region]?.finish(isAsked: asked == region, fixCount: delivered) {
                conclusions.append(conclusion(missed, in: region))
            }
        }
        guard rejections.total > 0 else { return }
        let reasons = LocationRejection.Reason.allCases.filter { rejections[$0] > 0 }
        let list = reasons.map { "\(rejections[$0]) \($0.rawValue)" }
        conclusions.append(
            TrackExplanation.Conclusion(
                device: device, region: nil, event: nil, missed: nil,
                sentence: counted(Int(rejections.total), "fix was", "fixes were")
                    + " not evaluated: " + list.joined(separator: ", ") + "."))
    }

    private func conclusion(
        _ missed: PairStory.Missed, in region: RegionID
    ) -> TrackExplanation.Conclusion {
        TrackExplanation.Conclusion(
            device: device, region: region, event: nil, missed: missed.kind,
            sentence: missed.sentence(region))
    }
}
