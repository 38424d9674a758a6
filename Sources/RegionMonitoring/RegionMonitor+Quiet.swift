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

/// What of a fix is remembered; its coordinate is normalised.
struct QuietFix {
    let timestamp: Timestamp
    let latitude: LocationDegrees
    let longitude: LocationDegrees

    /// In metres; NaN for none.
    let accuracy: LocationDistance

    var coordinate: LocationCoordinate2D {
        @inline(__always) get { LocationCoordinate2D(latitude: latitude, longitude: longitude) }
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
    ///
    /// - Parameter cell: The fix's cell of the index.
    /// - Returns: Whether that was so; otherwise nothing was changed.
    @inline(__always)
    mutating func takeQuietly(
        _ fix: QuietFix, _ number: Int, in cell: IndexCell, _ rules: QuietRules
    ) -> Bool {
        var lane = devices.lanes[number]
        guard lane.form == .folded, lane.revision == rules.revision, fix.timestamp > lane.time,
            fix.timestamp < lane.deadline, rules.isClean(fix.accuracy),
            rules.isClean(lane.accuracy),
            cell.isUniform && cell.isCell(lane.cell) || hasSameRegions(as: lane, fix, cell)
        else { return false }
        let gap = fix.timestamp.microseconds(since: lane.time)
        if gap <= rules.passThroughGap, mayPassThrough(from: lane.coordinate, to: fix.coordinate) {
            return false
        }
        lane.time = fix.timestamp
        lane.latitude = fix.latitude
        lane.longitude = fix.longitude
        lane.accuracy = fix.accuracy
        lane.cell = cell.isUniform ? cell.number : DeviceLane.noCell
        devices.lanes[number] = lane
        deliveredCount += 1
        return true
    }

    /// Takes a fix that the filters for a fix alone let pass, if that can be done quietly.
    mutating func takeQuietly(_ fix: Location, _ number: Int) -> Bool {
        guard let rules = QuietRules(self) else { return false }
        let quiet = QuietFix(
            timestamp: fix.timestamp, latitude: fix.coordinate.latitude,
            longitude: fix.coordinate.longitude, accuracy: fix.horizontalAccuracy ?? .nan)
        return takeQuietly(quiet, number, in: monitored.lookup.cell(at: fix.coordinate), rules)
    }

    /// Whether a fix is in exactly the regions that a folded device is inside of.
    private mutating func hasSameRegions(
        as lane: DeviceLane, _ fix: QuietFix, _ cell: IndexCell
    ) -> Bool {
        scratch.hits.removeAll(keepingCapacity: true)
        monitored.lookup.regions(of: cell, containing: fix.coordinate, into: &scratch.hits)
        return devices.visits.areExactly(scratch.hits, from: lane.link)
    }

    /// Whether a way between two places in the same regions may lead through another one that tells of
    /// it.
    private mutating func mayPassThrough(
        from start: LocationCoordinate2D, to end: LocationCoordinate2D
    ) -> Bool {
        start != end
            && monitored.lookup.mayMeetBoundary(
                from: start, to: end, where: monitored.tellsPassThrough)
            && meetsTellingRegion(from: start, to: end)
    }

    /// The same by boxes, for ways that the index's cells leave in doubt.
    private mutating func meetsTellingRegion(
        from start: LocationCoordinate2D, to end: LocationCoordinate2D
    ) -> Bool {
        scratch.slots.removeAll(keepingCapacity: true)
        monitored.lookup.candidates(from: start, to: end, into: &scratch.slots)
        return scratch.slots.contains { slot in
            monitored.tellsPassThrough[Int(slot)] && !monitored[slot].geometry.contains(start)
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
