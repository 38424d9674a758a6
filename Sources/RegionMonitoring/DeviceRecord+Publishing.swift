extension DeviceRecord {
    /// Orders the events of a decision, numbers them and their visits, and appends those that are
    /// to be delivered.
    ///
    /// - Parameter visits: Takes the suppressed events too, and makes the visits of the output.
    mutating func publish(
        _ decision: Decision, in set: MonitoredSet, into output: inout MonitorOutput,
        _ visits: inout VisitAssembler?
    ) {
        let decidedAt = max(decision.time, decidedFloor ?? decision.time)
        decidedFloor = decidedAt
        var drafts = decision.drafts
        if drafts.count > 1 { drafts.sortForDelivery(in: set) }
        numberVisits(&drafts, opened: Int(decision.openedVisits))
        for draft in drafts {
            let region = set[draft.slot].region
            let isDelivered =
                switch draft.kind {
                case .didEnterRegion: region.notifyOnEntry
                case .didExitRegion: region.notifyOnExit
                case .didDwellInRegion: region.notifyOnDwell
                case .didDetermineState: true
                }
            guard isDelivered || visits != nil else { continue }
            if isDelivered { sequence += 1 }
            let event = RegionEvent(
                kind: draft.kind, device: identifier, region: region.identifier,
                sequence: isDelivered ? sequence : 0,
                visit: draft.visit > 0 ? UInt64(draft.visit) : nil,
                timestamp: draft.timestamp, bounds: draft.bounds, decidedAt: decidedAt,
                evidence: draft.evidence, state: draft.state, reason: draft.reason,
                enteredAt: draft.enteredAt, duration: draft.duration, fix: decision.fix)
            if isDelivered { output.events.append(event) }
            if let visit = visits?.take(event) { output.visits.append(visit) }
        }
    }

    /// Gives the visits that the decision opened their numbers, in the order of their first events.
    private mutating func numberVisits(_ drafts: inout [EventDraft], opened: Int) {
        guard opened > 0 else { return }
        if opened == 1 {
            visits += 1
            for index in drafts.indices where drafts[index].visit < 0 {
                drafts[index].visit = visits
            }
            for index in pairs.indices where pairs[index].visit < 0 { pairs[index].visit = visits }
            return
        }
        var numbers = [Int64](repeating: 0, count: opened)
        for draft in drafts where draft.opensVisit {
            visits += 1
            numbers[Int(-draft.visit) - 1] = visits
        }
        for index in drafts.indices where drafts[index].visit < 0 {
            drafts[index].visit = numbers[Int(-drafts[index].visit) - 1]
        }
        for index in pairs.indices where pairs[index].visit < 0 {
            pairs[index].visit = numbers[Int(-pairs[index].visit) - 1]
        }
    }
}

extension [EventDraft] {
    /// By time; at one time by rank; then smaller regions are left first and larger ones entered
    /// first; then by identifier. The events of one pair at one time keep their own order.
    fileprivate mutating func sortForDelivery(in set: MonitoredSet) {
        if count == 2, self[0].slot != self[1].slot {
            let isInOrder =
                DeliveryKey(self[0], set[self[0].slot]) < DeliveryKey(self[1], set[self[1].slot])
            if !isInOrder { swapAt(0, 1) }
            return
        }
        let keys = map { DeliveryKey($0, set[$0.slot]) }
        var order = indices.sorted { first, second in
            keys[first] == keys[second] ? first < second : keys[first] < keys[second]
        }
        if !keepsOwnOrder(order) { order = mergedOrder(keys) }
        self = order.map { self[$0] }
    }

    /// Whether the events of each pair at one time are in the order in which they were made.
    private func keepsOwnOrder(_ order: [Int]) -> Bool {
        var latest: [PairMoment: Int] = [:]
        return order.allSatisfy { index in
            let moment = PairMoment(slot: self[index].slot, timestamp: self[index].timestamp)
            defer { latest[moment] = index }
            return latest[moment].map { $0 < index } ?? true
        }
    }

    /// The first by its key among the pairs' earliest events, again and again.
    private func mergedOrder(_ keys: [DeliveryKey]) -> [Int] {
        var order: [Int] = []
        var rest = [Int](indices)
        while !rest.isEmpty {
            var seen: Set<PairMoment> = []
            let earliest = rest.filter { index in
                seen.insert(PairMoment(slot: self[index].slot, timestamp: self[index].timestamp))
                    .inserted
            }
            guard let next = earliest.min(by: { keys[$0] < keys[$1] }) else { break }
            order.append(next)
            rest.removeAll { $0 == next }
        }
        return order
    }
}

private struct PairMoment: Hashable {
    let slot: RegionSlot
    let timestamp: Timestamp
}

private struct DeliveryKey: Comparable {
    let timestamp: Timestamp
    let rank: UInt8
    let area: Double
    let identifier: RegionID

    init(_ draft: EventDraft, _ region: MonitoredRegion) {
        timestamp = draft.timestamp
        rank = draft.rank.rawValue
        identifier = region.region.identifier
        area =
            switch draft.rank {
            case .exit: region.areaRank
            case .enter: -region.areaRank
            case .initialDetermination, .dwell, .state: 0
            }
    }

    static func < (lhs: DeliveryKey, rhs: DeliveryKey) -> Bool {
        if lhs.timestamp != rhs.timestamp { return lhs.timestamp < rhs.timestamp }
        if lhs.rank != rhs.rank { return lhs.rank < rhs.rank }
        if lhs.area != rhs.area { return lhs.area < rhs.area }
        return lhs.identifier < rhs.identifier
    }
}
