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
                updateKeepingNumbers(
                    with: columns[index], from: columns.devices[index], now: now, into: &output)
            }
            devices.giveUpNumbers()
            return
        }
        var bounds = FixBounds(filter, now: now, before: devices.schedule?.nextStep)
        var cells = scratch.cells
        scratch.cells = []
        var start = 0
        while start < columns.count {
            let end = min(start + CandidateScratch.stage, columns.count)
            find(&cells, of: columns, in: start..<end)
            devices.lanes.prefetch(columns.devices, in: start..<end)
            var index = start
            while true {
                index = takeQuietly(columns, from: index, to: end, cells.span, rules, bounds)
                if index == end { break }
                updateKeepingNumbers(
                    with: columns[index], from: columns.devices[index], now: now, into: &output)
                if let schedule = devices.schedule {
                    bounds = FixBounds(filter, now: now, before: schedule.nextStep)
                }
                index += 1
            }
            start = end
        }
        scratch.cells = cells
        devices.giveUpNumbers()
    }

    /// Takes fixes of a stage up to the first that cannot be taken quietly, and says which that is.
    private mutating func takeQuietly(
        _ columns: LocationColumns, from first: Int, to end: Int, _ cells: Span<IndexCell>,
        _ rules: QuietRules, _ bounds: FixBounds
    ) -> Int {
        let index = Self.takeQuietly(
            columns, first..<end, cells, &devices.lanes, devices.visits, monitored.lookup,
            monitored.tellsPassThrough, &scratch.hits, rules, bounds)
        deliveredCount += UInt64(index - first)
        if devices.changes != nil {
            for taken in first..<index {
                devices.noteChange(of: Int(columns.devices[taken].index))
            }
        }
        return index
    }

    private static func takeQuietly(
        _ columns: LocationColumns, _ range: Range<Int>, _ cells: Span<IndexCell>,
        _ allLanes: inout [DeviceLane], _ visits: borrowing OpenVisitPool,
        _ lookup: borrowing RegionLookup, _ tellsPassThrough: borrowing [Bool],
        _ hits: inout [RegionSlot], _ rules: QuietRules, _ bounds: FixBounds
    ) -> Int {
        var lanes = allLanes.mutableSpan
        let devices = columns.devices.span
        let timestamps = columns.timestamps.span
        let latitudes = columns.latitudes.span
        let longitudes = columns.longitudes.span
        let accuracies = columns.accuracies.span
        let simulations = columns.simulations.span
        let shift = range.upperBound - cells.count
        for index in range {
            let fix = QuietFix(
                timestamp: timestamps[index], latitude: latitudes[index],
                longitude: longitudes[index], accuracy: accuracies[index])
            let number = Int(devices[index].index)
            guard bounds.contain(fix, isSimulated: simulations[index]),
                lanes[number].takesQuietly(
                    fix, in: cells[index - shift], rules, visits, lookup, tellsPassThrough, &hits)
            else { return index }
        }
        return range.upperBound
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
}

/// What the filters ask of a fix alone, as limits to compare with. A fix beyond them is looked at more
/// closely; it need not be rejected.
private struct FixBounds {
    let earliest: Timestamp
    let latest: Timestamp
    let greatestAccuracy: Double
    let takesSimulated: Bool

    /// - Parameter step: When devices are to be looked at for being forgotten; `nil`: never.
    init(_ filter: LocationFilter, now: Timestamp?, before step: Timestamp?) {
        earliest = filter.earliestTimestamp(now: now)
        let limit = now.map { $0 + filter.futureTolerance } ?? .never
        latest = step.map { min(limit, $0.advanced(byMicroseconds: -1)) } ?? limit
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
