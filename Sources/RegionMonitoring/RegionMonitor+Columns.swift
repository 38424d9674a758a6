import Geodesy
import RegionIndex

extension RegionMonitor {
    /// Takes fixes in columns; the events and rejections are those of the fixes taken one by one, and
    /// the same however the fixes are cut into batches.
    ///
    /// - Precondition: The devices' numbers are valid: see ``deviceNumberEpoch``.
    /// - Complexity: As ``update(with:from:now:into:)`` for each, without a look-up of the device; a
    ///   fix that changes nothing costs a few cache lines, asked for ahead of time.
    public mutating func update(
        _ columns: LocationColumns, now: Timestamp? = nil, into output: inout MonitorOutput
    ) {
        if monitored.lookup.isWorthPacking { optimizeIndex() }
        guard let rules = QuietRules(self) else {
            for index in 0..<columns.count {
                update(with: columns[index], from: columns.devices[index], now: now, into: &output)
            }
            return
        }
        let bounds = FixBounds(filter, now: now)
        var cells = scratch.cells
        scratch.cells = []
        var start = 0
        while start < columns.count {
            let end = min(start + CandidateScratch.stage, columns.count)
            find(&cells, of: columns, in: start..<end)
            devices.lanes.prefetch(columns.devices, in: start..<end)
            for index in start..<end
            where !takeQuietly(columns, index, cells[index - start], rules, bounds) {
                update(with: columns[index], from: columns.devices[index], now: now, into: &output)
            }
            start = end
        }
        scratch.cells = cells
    }

    private func find(
        _ cells: inout [IndexCell], of columns: LocationColumns, in range: Range<Int>
    ) {
        if cells.count != range.count {
            cells = Array(repeating: .empty, count: range.count)
        }
        var span = cells.mutableSpan
        monitored.lookup.cells(
            latitudes: columns.latitudes.span.extracting(range),
            longitudes: columns.longitudes.span.extracting(range), into: &span)
    }

    @inline(__always)
    private mutating func takeQuietly(
        _ columns: LocationColumns, _ index: Int, _ cell: IndexCell, _ rules: QuietRules,
        _ bounds: FixBounds
    ) -> Bool {
        let fix = QuietFix(
            timestamp: columns.timestamps[index], latitude: columns.latitudes[index],
            longitude: columns.longitudes[index], accuracy: columns.accuracies[index])
        return bounds.contain(fix, isSimulated: columns.simulations[index])
            && takeQuietly(fix, Int(columns.devices[index].index), in: cell, rules)
    }
}

/// What the filters ask of a fix alone, as limits to compare with. A fix beyond them is looked at more
/// closely; it need not be rejected.
private struct FixBounds {
    let earliest: Timestamp
    let latest: Timestamp
    let greatestAccuracy: Double
    let takesSimulated: Bool

    init(_ filter: LocationFilter, now: Timestamp?) {
        earliest = filter.earliestTimestamp(now: now)
        latest = now.map { $0 + filter.futureTolerance } ?? .never
        greatestAccuracy = filter.maximumAccuracy ?? .greatestFiniteMagnitude
        takesSimulated = !filter.rejectsSimulated
    }

    @inline(__always)
    func contain(_ fix: QuietFix, isSimulated: Bool) -> Bool {
        fix.timestamp >= earliest && fix.timestamp <= latest
            && fix.latitude >= -90 && fix.latitude <= 90
            && fix.longitude >= -180 && fix.longitude < 180
            && !(fix.latitude == 0 && fix.longitude == 0)
            && (fix.accuracy.isNaN || fix.accuracy >= 0 && fix.accuracy <= greatestAccuracy)
            && (takesSimulated || !isSimulated)
    }
}
