import Geodesy
import RegionIndex

/// When a fix may be taken quietly, as far as it depends on the monitor and not on the fix.
struct QuietRules {
    /// The revision that a lane must be of.
    let revision: UInt32

    /// As in ``CeilingBounds``.
    let ceilings: CeilingBounds

    /// Fixes within so many µs of each other may have passed through a region; −1: none may.
    let passThroughGap: Int64

    /// `nil` where something asks to be told of each fix, or where a fix beyond a boundary's other side
    /// can be evidence.
    init?(_ monitor: borrowing RegionMonitor) {
        guard monitor.trace == nil, !monitor.reports.contains(.deliveredFixes),
            monitor.filter.judgesEachFixAlone, !monitor.monitored.reachesBeyondBoundaries,
            monitor.monitored.revision <= Revision(UInt32.max)
        else { return nil }
        revision = UInt32(monitor.monitored.revision)
        ceilings = monitor.monitored.ceilings
        passThroughGap = monitor.monitored.longestPassThroughGap ?? -1
    }

    /// Whether every region counts a fix of this accuracy; NaN stands for none.
    @inline(__always)
    func isClean(_ accuracy: Double) -> Bool {
        accuracy.isNaN ? ceilings.admitAssumptions : accuracy <= ceilings.least
    }
}

extension RegionMonitor {
    /// Takes a fix of a folded device that changes nothing but where the device was last: it is inside of
    /// the same regions as before, and nothing was pending, due or passed through.
    ///
    /// Why that is all: of a folded device, the pairs inside are those of the regions around its last
    /// fix, all others are settled as outside, and nothing is pending. A fix that counts, on the same
    /// side of every boundary as the one before, is no evidence where no gate reaches beyond its own side
    /// (no negative factor); each pair's bracket begins anew with it.
    mutating func takeQuietly(_ fix: Location, _ number: Int) -> Bool {
        guard let rules = QuietRules(self) else { return false }
        let lane = devices.lanes[number]
        let accuracy = fix.horizontalAccuracy ?? .nan
        guard lane.form == .folded, lane.revision == rules.revision, fix.timestamp > lane.time,
            fix.timestamp < lane.deadline, rules.isClean(accuracy), rules.isClean(lane.accuracy)
        else { return false }
        scratch.hits.removeAll(keepingCapacity: true)
        monitored.lookup.regions(containing: fix.coordinate, into: &scratch.hits)
        guard devices.visits.areExactly(scratch.hits, from: lane.link) else { return false }
        let gap = fix.timestamp.microseconds(since: lane.time)
        if gap <= rules.passThroughGap, fix.coordinate != lane.coordinate,
            mayPassThrough(from: lane.coordinate, to: fix.coordinate)
        {
            return false
        }
        devices.lanes[number].time = fix.timestamp
        devices.lanes[number].latitude = fix.coordinate.latitude
        devices.lanes[number].longitude = fix.coordinate.longitude
        devices.lanes[number].accuracy = accuracy
        deliveredCount += 1
        return true
    }

    /// Whether a way may lead through a region that tells of it, besides those that the scratch's hits
    /// name, which hold both ends.
    private mutating func mayPassThrough(
        from start: LocationCoordinate2D, to end: LocationCoordinate2D
    ) -> Bool {
        scratch.slots.removeAll(keepingCapacity: true)
        monitored.lookup.candidates(from: start, to: end, into: &scratch.slots)
        return scratch.slots.contains { slot in
            monitored[slot].policy.values.passThrough && !scratch.hits.containsSorted(slot)
        }
    }
}

extension LocationFilter {
    /// Whether nothing is asked of a fix that compares it with those before, but the order of time.
    fileprivate var judgesEachFixAlone: Bool {
        reorderWindow == nil && maximumSpeed == nil && minimumInterval == nil
            && distanceFilter == nil
    }
}
