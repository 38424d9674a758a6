import RegionMonitoring

/// What one policy made of a recording, in figures.
package struct TrialOutcome: Sendable {
    /// Opposite crossings of a pair that are no further apart than this are a flap.
    package static let flapSpan = Duration.seconds(300)

    /// The policy.
    package let trial: PolicyTrial

    /// How many events were told, of all kinds.
    package let eventCount: Int

    /// The stays, also those that had not ended.
    package let stays: [Replay.Stay]

    /// How often an enter was followed by an exit of the same pair, or an exit by an enter, whose
    /// timestamps are at most ``flapSpan`` apart. Each event is compared with the pair's one before, so
    /// that in–out–in within the span are two flaps.
    package let flapCount: Int

    /// How long decisions took, `decidedAt` − `timestamp`, of all enters and exits, ascending, in
    /// microseconds.
    private let delays: [Int64]

    /// Works out the figures.
    package init(_ trial: PolicyTrial, _ replay: Replay) {
        self.trial = trial
        eventCount = replay.events.count
        stays = replay.stays
        let crossings = replay.events.filter {
            $0.kind == .didEnterRegion || $0.kind == .didExitRegion
        }
        delays = crossings.map { ($0.decidedAt - $0.timestamp).wholeMicroseconds }.sorted()
        var last: [Replay.Pair: RegionEvent] = [:]
        var flaps = 0
        for event in crossings {
            let pair = Replay.Pair(device: event.device, region: event.region)
            if let before = last.updateValue(event, forKey: pair), before.kind != event.kind,
                event.timestamp - before.timestamp <= Self.flapSpan
            {
                flaps += 1
            }
        }
        flapCount = flaps
    }

    /// How many visits were begun.
    package var visitCount: Int { stays.count }

    /// The delay that half of the crossings do not exceed; `nil` without crossings.
    package var medianDelay: Duration? { delay(0.5) }

    /// The delay that nine tenths of the crossings do not exceed; `nil` without crossings.
    package var delay90: Duration? { delay(0.9) }

    /// The smallest delay that at least that part of the crossings does not exceed (nearest rank).
    private func delay(_ part: Double) -> Duration? {
        guard !delays.isEmpty else { return nil }
        let rank = Int((part * Double(delays.count)).rounded(.up))
        return .microseconds(delays[max(rank, 1) - 1])
    }
}
