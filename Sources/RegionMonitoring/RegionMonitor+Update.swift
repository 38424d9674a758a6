import Geodesy
import RegionIndex

extension RegionMonitor {
    /// Takes one fix of one device.
    ///
    /// - Parameters:
    ///   - fix: The fix. Within a device they come in the order of time; older ones are rejected as
    ///     late, unless the filter's reorder window holds and sorts them.
    ///   - device: The device.
    ///   - now: The clock, for the filters that compare with it; `nil` leaves them out.
    ///   - output: Where events and rejections go.
    ///
    /// - Complexity: O(log *n*) in the number of regions, plus the regions around the fix and those
    ///   the device is inside.
    public mutating func update(
        with fix: Location, from device: DeviceID, now: Timestamp? = nil,
        into output: inout MonitorOutput
    ) {
        if let reason = filter.rejection(of: fix, now: now) {
            rejectUnseen(fix, from: device, reason, &output)
            return
        }
        forget(asOf: fix.timestamp, &output)
        accept(fix, devices.insert(device), &output)
        devices.giveUpNumbers()
    }

    /// Takes one fix of a device that is known by its number.
    package mutating func update(
        with fix: Location, from device: DeviceNumber, now: Timestamp?,
        into output: inout MonitorOutput
    ) {
        updateKeepingNumbers(with: fix, from: device, now: now, into: &output)
        devices.giveUpNumbers()
    }

    /// Takes one fix of a device that is known by its number; all numbers stay valid.
    mutating func updateKeepingNumbers(
        with fix: Location, from device: DeviceNumber, now: Timestamp?,
        into output: inout MonitorOutput
    ) {
        let number = Int(device.index)
        if let reason = filter.rejection(of: fix, now: now) {
            rejectUnseen(fix, from: devices.identifiers[number], reason, &output)
            return
        }
        forget(asOf: fix.timestamp, &output)
        accept(fix, number, &output)
    }

    /// Rejects a fix for what it is, before its device is looked at.
    private mutating func rejectUnseen(
        _ fix: Location, from device: DeviceID, _ reason: LocationRejection.Reason,
        _ output: inout MonitorOutput
    ) {
        reject(fix, from: device, reason, &output)
        if trace != nil { traceRejection(of: fix, from: device, reason, into: &output) }
    }

    /// Takes a fix that may be evaluated, at once or after the reorder window.
    private mutating func accept(
        _ fix: Location, _ number: Int, _ output: inout MonitorOutput
    ) {
        var fix = fix
        fix.coordinate = fix.coordinate.normalized
        devices.see(number, at: fix.timestamp)
        guard let window = filter.reorderWindow else {
            take(fix, number, &output)
            return
        }
        let newest = devices.records[devices.unfold(number)].hold(fix)
        devices.settle(number)
        release(number, upTo: newest.advanced(byMicroseconds: -window.wholeMicroseconds), &output)
    }

    /// Takes one fix of one device and gives back its events.
    ///
    /// Rejections are counted in ``rejectionCounts``; use ``update(with:from:now:into:)`` to see them.
    public mutating func update(
        with fix: Location, from device: DeviceID, now: Timestamp? = nil
    ) -> [RegionEvent] {
        var output = MonitorOutput()
        update(with: fix, from: device, now: now, into: &output)
        return output.events
    }

    /// Lets time pass for all devices: releases held fixes up to `time`, then tells what timeouts,
    /// dwells and silences have come due.
    ///
    /// - Complexity: O(*d*) in the number of devices, a few instructions each, plus the work due.
    public mutating func advance(to time: Timestamp, into output: inout MonitorOutput) {
        clock = max(clock ?? time, time)
        let due = devices.numbers(dueBy: time)
        for number in due {
            release(number, upTo: time, &output)
            let decision = devices.records[devices.unfold(number)].advance(to: time, in: monitored)
            finish(decision, number, &output)
        }
        forget(asOf: time, &output)
        devices.giveUpNumbers()
    }

    /// Releases the fixes that the reorder window still holds, at the end of a finite input.
    public mutating func flush(into output: inout MonitorOutput) {
        for number in devices.numbersHoldingFixes {
            release(number, upTo: nil, &output)
        }
    }

    /// Releases a device's held fixes up to a time, or all.
    mutating func release(_ number: Int, upTo limit: Timestamp?, _ output: inout MonitorOutput) {
        guard filter.reorderWindow != nil else { return }
        let held = devices.records[devices.unfold(number)].takeHeld(upTo: limit)
        for fix in held { take(fix, number, &output) }
        devices.settle(number)
    }

    /// Takes a fix that is next in its device's order.
    private mutating func take(_ fix: Location, _ number: Int, _ output: inout MonitorOutput) {
        if monitored.lookup.isWorthPacking { optimizeIndex() }
        if takeQuietly(fix, number) { return }
        let place = devices.unfold(number)
        let reason = filter.rejection(of: fix, from: &devices.records[place])
        if let reason {
            reject(fix, from: devices.identifiers[number], reason, &output)
        }
        if trace != nil { beginTrace(of: number) }
        defer { if trace != nil { endTrace(of: fix, number, reason, into: &output) } }
        if let reason, reason != .unmoved {
            devices.settle(number)
            return
        }
        let decision: Decision
        if reason == nil {
            deliveredCount += 1
            if reports.contains(.deliveredReferences) {
                output.deliveredReferences.append(fix.reference)
            }
            decision = devices.records[place].deliver(fix, in: monitored, &scratch)
        } else {
            decision = devices.records[place].standStill(fix, in: monitored, &scratch)
        }
        finish(decision, number, &output)
        if reason == nil, reports.contains(.deliveredFixes) { report(fix, number, &output) }
    }

    private mutating func reject(
        _ fix: Location, from device: DeviceID, _ reason: LocationRejection.Reason,
        _ output: inout MonitorOutput
    ) {
        rejectionCounts.count(reason)
        output.rejections.append(LocationRejection(reason: reason, device: device, fix: fix))
    }

    /// Numbers the events of a decision and hands them out.
    mutating func finish(_ decision: Decision, _ number: Int, _ output: inout MonitorOutput) {
        let place = devices.unfold(number)
        if !decision.drafts.isEmpty {
            let start = output.events.count
            devices.records[place].publish(decision, in: monitored, into: &output, &visits)
            delegate?.receive(output.events[start...])
        }
        devices.records[place].scheduleDeadline(in: monitored)
        devices.settle(number)
    }
}

extension DeviceRecord {
    /// Puts a fix among the held ones, after those of the same time, and gives back the newest time.
    fileprivate mutating func hold(_ fix: Location) -> Timestamp {
        var index = held.count
        while index > 0, held[index - 1].timestamp > fix.timestamp { index -= 1 }
        held.insert(fix, at: index)
        let newest = max(newestHeld ?? fix.timestamp, fix.timestamp)
        newestHeld = newest
        return newest
    }

    /// Takes out the held fixes up to a time, or all.
    fileprivate mutating func takeHeld(upTo limit: Timestamp?) -> [Location] {
        guard let limit else {
            defer { held = [] }
            return held
        }
        let count = held.firstIndex { $0.timestamp > limit } ?? held.count
        guard count > 0 else { return [] }
        defer { held.removeFirst(count) }
        return Array(held.prefix(count))
    }
}
