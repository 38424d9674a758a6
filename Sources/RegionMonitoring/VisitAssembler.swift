/// Puts visits together from the events that begin and end them.
///
/// For those who have only events: a sink, or the reader of a stored stream. It is given a stream's
/// events in their order, each once.
///
/// ```swift
/// var assembler = VisitAssembler()
/// for event in events {
///     if let visit = assembler.take(event) { print(visit.region, visit.duration ?? .zero) }
/// }
/// ```
///
/// Where a region's `notifyOnEntry`, `notifyOnExit` or `notifyOnDwell` is off, the stream lacks events:
/// without an enter a visit lacks its bounds, without an exit it is never told. A monitor asked for
/// ``MonitorReports/visits`` knows them all the same.
public struct VisitAssembler: Hashable, Sendable {
    private struct Pair: Hashable, Sendable {
        var device: DeviceID
        var region: RegionID
    }

    private struct Beginning: Hashable, Sendable {
        var visit: UInt64
        var enteredAt: Timestamp
        var bounds: RegionEvent.Bounds?
        var hasDwelled = false
    }

    /// A visit that has begun, as durable state holds it.
    struct OpenVisit: Hashable, Sendable {
        var region: RegionID
        var visit: UInt64
        var enteredAt: Timestamp
        var bounds: RegionEvent.Bounds?
        var hasDwelled = false
    }

    /// The visit of a pair that has begun and not ended.
    func openVisit(of device: DeviceID, in region: RegionID) -> OpenVisit? {
        open[Pair(device: device, region: region)].map {
            OpenVisit(
                region: region, visit: $0.visit, enteredAt: $0.enteredAt, bounds: $0.bounds,
                hasDwelled: $0.hasDwelled)
        }
    }

    /// Takes a visit that had begun before.
    mutating func restore(_ visit: OpenVisit, of device: DeviceID) {
        open[Pair(device: device, region: visit.region)] = Beginning(
            visit: visit.visit, enteredAt: visit.enteredAt, bounds: visit.bounds,
            hasDwelled: visit.hasDwelled)
    }

    /// The regions that a device was just found to be outside of, for the first time.
    private struct FirstSight: Hashable, Sendable {
        var device: DeviceID
        var decidedAt: Timestamp
        var outside: Set<RegionID> = []
    }

    private var open: [Pair: Beginning] = [:]
    private var firstSight: FirstSight?

    /// Creates an assembler that has seen no event.
    public init() {}

    /// How many visits have begun and not ended.
    public var openCount: Int { open.count }

    /// Takes the next event and gives back the visit that it ends, if it ends one.
    ///
    /// An end whose beginning came before the assembler did gives a visit of what the event tells.
    ///
    /// - Complexity: O(1); memory is O(open visits).
    public mutating func take(_ event: RegionEvent) -> Visit? {
        let pair = Pair(device: event.device, region: event.region)
        switch (event.kind, event.reason) {
        case (.didEnterRegion, _):
            begin(event, of: pair)
        case (.didDwellInRegion, _):
            open[pair]?.hasDwelled = true
        case (.didExitRegion, _):
            return isOfFirstSight(event) ? nil : end(event, of: pair)
        case (.didDetermineState, .initial):
            if event.state == .inside { begin(event, of: pair) } else { noteOutside(event) }
        case (.didDetermineState, .regionChanged):
            if event.state == .outside { return end(event, of: pair) }
            begin(event, of: pair)
        case (.didDetermineState, .removed), (.didDetermineState, .deviceRemoved):
            return end(event, of: pair)
        case (.didDetermineState, _):
            break
        }
        return nil
    }

    /// Remembers that a device was outside of a region from the beginning.
    private mutating func noteOutside(_ event: RegionEvent) {
        if firstSight?.device != event.device || firstSight?.decidedAt != event.decidedAt {
            firstSight = FirstSight(device: event.device, decidedAt: event.decidedAt)
        }
        firstSight?.outside.insert(event.region)
    }

    /// Whether an exit is what an initial trigger makes of such a determination: it ends no visit. Both
    /// are of one decision, and a decision's events follow one another.
    private func isOfFirstSight(_ event: RegionEvent) -> Bool {
        guard let firstSight, event.visit == nil else { return false }
        return firstSight.device == event.device && firstSight.decidedAt == event.decidedAt
            && firstSight.outside.contains(event.region)
    }

    private mutating func begin(_ event: RegionEvent, of pair: Pair) {
        guard let visit = event.visit else { return }
        // A determination, and the enter that an initial trigger makes of it, are of one visit.
        if open[pair]?.visit == visit {
            open[pair]?.bounds = event.bounds
        } else {
            open[pair] = Beginning(
                visit: visit, enteredAt: event.timestamp, bounds: event.bounds)
        }
    }

    private mutating func end(_ event: RegionEvent, of pair: Pair) -> Visit {
        var beginning = open.removeValue(forKey: pair)
        if beginning?.visit != event.visit { beginning = nil }
        return Visit(
            number: event.visit, device: event.device, region: event.region,
            enteredAt: event.enteredAt ?? beginning?.enteredAt, enteredBounds: beginning?.bounds,
            exitedAt: event.timestamp, exitedBounds: event.bounds, decidedAt: event.decidedAt,
            reason: event.reason,
            hasDwelled: beginning?.hasDwelled ?? false)
    }
}
