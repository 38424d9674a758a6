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
        guard monitor.trace == nil,
            monitor.reports.isDisjoint(with: [.deliveredFixes, .deliveredReferences]),
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
    /// Takes a fix that the filters for a fix alone let pass, if that can be done quietly.
    mutating func takeQuietly(_ fix: Location, _ number: Int) -> Bool {
        guard devices.lanes[number].form == .folded, let rules = QuietRules(self) else {
            return false
        }
        let quiet = QuietFix(
            timestamp: fix.timestamp, latitude: fix.coordinate.latitude,
            longitude: fix.coordinate.longitude, accuracy: fix.horizontalAccuracy ?? .nan)
        let isTaken = devices.lanes[number].takesQuietly(
            quiet, in: monitored.lookup.cell(at: fix.coordinate), rules, devices.visits,
            monitored.lookup, monitored.tellsPassThrough, &scratch.hits)
        if isTaken {
            deliveredCount += 1
            devices.noteChange(of: number)
        }
        return isTaken
    }
}

extension DeviceLane {
    /// Takes a fix of a folded device that changes nothing but where the device was last: it is inside of
    /// the same regions as before, and nothing was pending, due or passed through.
    ///
    /// Why that is all: of a folded device, the pairs inside are those of the regions around its last
    /// fix, all others are settled as outside, and nothing is pending. A fix that counts, on the same
    /// side of every boundary as the one before, is no evidence where no gate reaches beyond its own side
    /// (no negative factor); each pair's bracket begins anew with it.
    ///
    /// - Parameters:
    ///   - cell: The fix's cell of the index.
    ///   - hits: A buffer.
    /// - Returns: Whether that was so; otherwise nothing was changed.
    @inline(__always)
    mutating func takesQuietly(
        _ fix: QuietFix, in cell: IndexCell, _ rules: QuietRules,
        _ pool: borrowing OpenVisitPool, _ lookup: borrowing RegionLookup,
        _ tellsPassThrough: borrowing [Bool], _ hits: inout [RegionSlot]
    ) -> Bool {
        guard form == .folded, revision == rules.revision, fix.timestamp > time,
            fix.timestamp < deadline, rules.isClean(fix.accuracy), rules.isClean(accuracy)
        else { return false }
        let isUniform = cell.isUniform
        if !isUniform || !cell.isCell(self.cell) {
            hits.removeAll(keepingCapacity: true)
            lookup.regions(of: cell, containing: fix.coordinate, into: &hits)
            guard pool.areExactly(hits, from: link) else { return false }
        }
        // Both times lie between 2015 and the year 294247, so that the difference is no overflow.
        let gap = fix.timestamp.microsecondsSince1970 &- time.microsecondsSince1970
        if gap <= rules.passThroughGap {
            hits.removeAll(keepingCapacity: true)
            guard
                lookup.appendRegions(
                    withBoundaryMetFrom: coordinate, to: fix.coordinate, in: cell,
                    where: tellsPassThrough, into: &hits)
            else { return false }
            // A way from inside to inside is no visit, whatever it meets.
            for slot in hits where !pool.contains(slot, from: link) { return false }
        }
        time = fix.timestamp
        latitude = fix.latitude
        longitude = fix.longitude
        accuracy = fix.accuracy
        self.cell = isUniform ? cell.number : Self.noCell
        return true
    }
}

extension LocationFilter {
    /// Whether nothing is asked of a fix that compares it with those before, but the order of time.
    fileprivate var judgesEachFixAlone: Bool {
        reorderWindow == nil && maximumSpeed == nil && minimumInterval == nil
            && distanceFilter == nil
    }
}
