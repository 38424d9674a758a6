/// A visit of a folded device: all that a ``PairRecord`` of a device inside says beyond its last fix.
struct OpenVisit: BitwiseCopyable, Sendable {
    var slot: RegionSlot

    /// The device's next visit in the pool, or −1.
    var next: Int32 = -1

    /// The visit's number, 0 for none.
    var number: UInt32

    var awaitsDwell: Bool
    var beganByDetermination: Bool

    /// When the visit began, and the latest crossing or dwell told of it; `unknownMoment` for none.
    var enteredAt: Int64
    var latestMark: Int64

    static let unknownMoment = Int64.min
}

/// The visits under way of all folded devices, chained by device in the order of their regions.
struct OpenVisitPool: Sendable {
    private(set) var visits: [OpenVisit] = []
    private var firstFree: Int32 = -1

    /// Adds the visits of pairs and gives back the first's place, or −1 when there are none.
    mutating func add(_ pairs: [PairRecord]) -> Int32 {
        var first: Int32 = -1
        for pair in pairs.reversed() { first = add(OpenVisit(pair, next: first)) }
        return first
    }

    private mutating func add(_ visit: OpenVisit) -> Int32 {
        if firstFree >= 0 {
            let place = firstFree
            firstFree = visits[Int(place)].next
            visits[Int(place)] = visit
            return place
        }
        visits.append(visit)
        return Int32(visits.count - 1)
    }

    /// Takes out the visits from `first` on.
    mutating func remove(from first: Int32) {
        var place = first
        while place >= 0 {
            let next = visits[Int(place)].next
            visits[Int(place)].next = firstFree
            firstFree = place
            place = next
        }
    }

    /// Whether the visits from `first` on are to exactly these regions, which are in ascending order.
    @inline(__always)
    func areExactly(_ slots: [RegionSlot], from first: Int32) -> Bool {
        var place = first
        for slot in slots {
            guard place >= 0, visits[Int(place)].slot == slot else { return false }
            place = visits[Int(place)].next
        }
        return place < 0
    }

    /// Whether one of the visits from `first` on is to a region.
    func contains(_ slot: RegionSlot, from first: Int32) -> Bool {
        var place = first
        while place >= 0 {
            if visits[Int(place)].slot == slot { return true }
            place = visits[Int(place)].next
        }
        return false
    }
}

extension OpenVisit {
    fileprivate init(_ pair: PairRecord, next: Int32) {
        self.init(
            slot: pair.slot, next: next, number: UInt32(pair.visit), awaitsDwell: pair.awaitsDwell,
            beganByDetermination: pair.beganByDetermination,
            enteredAt: pair.enteredAt?.microsecondsSince1970 ?? Self.unknownMoment,
            latestMark: pair.latestMark?.microsecondsSince1970 ?? Self.unknownMoment)
    }

    /// The whole pair, given the device's last fix; its `lastAccuracy`, which is asked for of pairs
    /// outside only, is left out.
    func pair(after entry: HistoryEntry) -> PairRecord {
        var pair = PairRecord(slot: slot, state: .inside, revision: entry.revision)
        pair.bracket = Bracket(earlier: entry.point, later: nil, isCurrent: true)
        pair.visit = Int64(number)
        pair.awaitsDwell = awaitsDwell
        pair.beganByDetermination = beganByDetermination
        if enteredAt != Self.unknownMoment {
            pair.enteredAt = Timestamp(microsecondsSince1970: enteredAt)
        }
        if latestMark != Self.unknownMoment {
            pair.latestMark = Timestamp(microsecondsSince1970: latestMark)
        }
        return pair
    }
}

extension PairRecord {
    /// Whether an ``OpenVisit`` and the device's last fix say all of it.
    func isFoldable(after entry: HistoryEntry) -> Bool {
        state == .inside && pending == nil && !needsClassification && !isSilent
            && revision == entry.revision && visit >= 0 && visit <= Int64(UInt32.max)
            && bracket.isCurrent && bracket.later == nil && bracket.earlier == entry.point
            && enteredAt?.microsecondsSince1970 != OpenVisit.unknownMoment
            && latestMark?.microsecondsSince1970 != OpenVisit.unknownMoment
    }
}
