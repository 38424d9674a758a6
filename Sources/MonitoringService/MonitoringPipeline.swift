package import EventDelivery
package import FixStreams
package import RegionMonitoring

/// Looks at what a monitor makes.
package protocol OutputInspector: AnyObject {
    /// Takes what one call of the monitor made: events, traces and more.
    func inspect(_ output: borrowing MonitorOutput)
}

/// Takes the records of a stream one by one, evaluates them and hands events to the sinks.
///
/// Every record is one of: delivered, rejected for one reason, a control, blank. Events and rejections
/// gather until ``settle()``, which the caller calls whenever the input pauses.
package struct MonitoringPipeline {
    /// What became of the records so far.
    package private(set) var counts = RunCounts()

    /// The engine.
    package private(set) var monitor: RegionMonitor

    /// Where events go.
    package private(set) var sinks: SinkGroup

    /// Why the rejects file could not be written.
    package var rejectsFailure: OutputError? { rejects.failure }

    /// Is shown all that the monitor makes, in place of the sinks.
    package var inspector: (any OutputInspector)?

    private var rejects: RejectsLog

    /// What makes the lines that are more than events; `nil` where they are not.
    private var shaper: OutputShaper?
    private var output = MonitorOutput()

    /// The number of the record that is being taken, which its fix carries as its reference.
    private var current: UInt64 = 0

    /// After how many events they are handed on without waiting for a pause.
    private static let batchSize = 1024

    /// Creates a pipeline around a monitor that has seen no fix.
    package init(
        monitor: RegionMonitor, sinks: SinkGroup, rejects: RejectsWriter? = nil,
        shape: OutputShape = OutputShape()
    ) {
        self.monitor = monitor
        self.sinks = sinks
        if !shape.isPlain {
            let shaper = OutputShaper(shape, reorderWindow: monitor.filter.reorderWindow)
            self.monitor.reports = shaper.reports
            self.shaper = shaper
        }
        self.rejects = RejectsLog(rejects, reorderWindow: monitor.filter.reorderWindow)
    }

    /// Takes a fix.
    ///
    /// - Parameters:
    ///   - now: The clock that the filters compare with.
    ///   - members: The members of its record that go along.
    ///   - raw: The record's bytes, asked for only when they are needed.
    package mutating func take(
        _ fix: Location, from device: DeviceID, at place: RecordPlace, now: Timestamp,
        members: [FixMember] = [], raw: @autoclosure () -> [UInt8]
    ) {
        counts.received += 1
        current = counts.received
        var fix = fix
        fix.reference = current
        shaper?.begin(members, reference: current)
        monitor.update(with: fix, from: device, now: now, into: &output)
        var isBuffered = true
        for rejection in output.rejections {
            if rejection.fix.reference == current {
                let reason = RecordRejection(rejection.reason)
                isBuffered = reason.isAfterBuffer
                if rejects.isWanted {
                    rejects.append(place, reason, reason.sentence, raw: raw())
                }
            } else {
                rejects.append(held: rejection)
            }
        }
        if isBuffered, rejects.isWanted { rejects.hold(place, raw(), of: fix, from: device) }
        gather()
        if isBuffered { shaper?.hold(fix, from: device) }
    }

    /// Takes note that so many lines without content have been read in all.
    package mutating func takeBlank(total: UInt64) {
        counts.received += total - counts.blank
        counts.blank = total
    }

    /// Takes a record that is no fix, and no control that could be obeyed.
    package mutating func takeDefect(
        _ reason: RecordRejection, _ detail: String, at place: RecordPlace,
        raw: @autoclosure () -> [UInt8]
    ) {
        counts.received += 1
        counts.count(reason)
        if rejects.isWanted { rejects.append(place, reason, detail, raw: raw()) }
    }

    /// Counts a control record that has been obeyed.
    mutating func didTakeControl() {
        counts.received += 1
        counts.controls += 1
    }

    /// Lets time pass.
    package mutating func advance(to time: Timestamp) {
        monitor.advance(to: time, into: &output)
        settleHeld(.upTo(time))
    }

    /// Starts monitoring a region, or replaces the one of the same identifier.
    package mutating func put(_ region: Region) throws(RegionError) {
        shaper?.prepareChange(of: region.identifier, in: monitor)
        try monitor.startMonitoring(for: region, into: &output)
        settleHeld(.all)
        shaper?.didChange(region.identifier)
    }

    /// Stops monitoring a region.
    package mutating func remove(_ region: RegionID) {
        shaper?.prepareChange(of: region, in: monitor)
        monitor.stopMonitoring(for: region, into: &output)
        settleHeld(.all)
        shaper?.didChange(region)
    }

    /// Forgets a device.
    package mutating func remove(_ device: DeviceID) {
        monitor.removeDevice(device, into: &output)
        settleHeld(.device(device))
    }

    /// Tells the state of a device.
    package mutating func requestState(of device: DeviceID, for region: RegionID) {
        monitor.requestState(for: region, of: device, into: &output)
        settleHeld(.device(device))
    }

    /// Releases the fixes that are held back.
    package mutating func flush() {
        monitor.flush(into: &output)
        settleHeld(.all)
    }

    /// Tells the sinks what could not be monitored.
    package mutating func report(_ failures: [MonitoringFailure]) {
        settle()
        if shaper?.tellsFailures ?? true { sinks.report(failures) }
    }

    /// Hands on all events and rejections that have gathered.
    package mutating func settle() {
        deliver()
        rejects.flush()
    }

    /// Releases what is held back, hands on everything and closes sinks and files: the last call.
    package mutating func finish() {
        flush()
        settle()
        sinks.finish()
        rejects.finish()
        counts.delivered = monitor.deliveredCount
    }

    /// Accounts for a call that may have released held fixes.
    private mutating func settleHeld(_ release: HeldRelease) {
        if rejects.isWanted {
            for rejection in output.rejections { rejects.append(held: rejection) }
            rejects.release(release)
        }
        gather()
        shaper?.release(release)
    }

    /// Counts what the last call made, and hands on events once they are many.
    private mutating func gather() {
        for rejection in output.rejections { counts.count(RecordRejection(rejection.reason)) }
        output.rejections.removeAll(keepingCapacity: true)
        counts.delivered = monitor.deliveredCount
        if let inspector {
            inspector.inspect(output)
            countEvents()
            output.removeAll()
        } else if shaper != nil {
            shape()
        }
        if max(output.events.count, shaper?.records.count ?? 0) >= Self.batchSize { deliver() }
    }

    /// Makes records of what the last call made, as long as it is known what belongs to them.
    private mutating func shape() {
        shaper?.take(output, of: monitor)
        countEvents()
        output.removeAll()
    }

    private mutating func deliver() {
        guard shaper == nil else {
            sinks.deliver(shaper?.records ?? [])
            shaper?.removeRecords()
            return
        }
        countEvents()
        sinks.deliver(output.events)
        output.events.removeAll(keepingCapacity: true)
    }

    private mutating func countEvents() {
        for event in output.events { counts.count(event.kind) }
    }
}
