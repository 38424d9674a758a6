import Geodesy
package import RegionIndex

extension RegionMonitor {
    /// Starts monitoring a region, or replaces the one of the same identifier.
    ///
    /// Held fixes of all devices are released first. A region of the same geometry and policy
    /// changes nothing; one of another geometry is settled anew by each device's next fix, without
    /// an enter or exit; one of another policy drops what was pending.
    ///
    /// - Throws: ``RegionError`` when the geometry or the policy cannot be used; then nothing changes.
    /// - Complexity: O(*v* log *v*) in the region's vertices.
    public mutating func startMonitoring(
        for region: Region, into output: inout MonitorOutput
    ) throws(RegionError) {
        install(try prepare(region), into: &output)
    }

    /// Checks a region and makes what evaluating it takes, without changing anything.
    ///
    /// The result serves any monitor of the same policy.
    ///
    /// - Parameter geometry: The region's geometry, where it was made already.
    package func prepare(
        _ region: Region, geometry: RegionGeometry? = nil
    ) throws(RegionError) -> PreparedRegion {
        let (geometry, policy) = try resolve(region, geometry: geometry)
        return PreparedRegion(region: region, geometry: geometry, policy: policy)
    }

    /// Starts monitoring a prepared region; see ``startMonitoring(for:into:)``.
    package mutating func install(_ prepared: PreparedRegion, into output: inout MonitorOutput) {
        flush(into: &output)
        apply(monitored.put(prepared.region, prepared.geometry, prepared.policy))
    }

    /// Starts monitoring regions, in their order, with the index that was built of them: what a monitor does
    /// that has had no regions.
    ///
    /// - Parameters:
    ///   - count: How many regions there are.
    ///   - index: The index of their geometries.
    ///   - region: Each with its geometry.
    /// - Returns: Whether it was done. If not, nothing changed: the monitor has had regions, the index is of
    ///   others, or a region cannot be monitored.
    /// - Complexity: O(n), less than a microsecond a region.
    package mutating func startMonitoring(
        _ count: Int, index: IndexSnapshot, region: (Int) -> (Region, RegionGeometry)
    ) -> Bool {
        guard monitored.isNew, index.holdsSlots(upTo: count) else { return false }
        let resolver = self
        return monitored.fill(count, index) { number in
            let (region, geometry) = region(number)
            return try? resolver.prepare(region, geometry: geometry)
        }
    }

    /// Starts monitoring a region before any fix is held.
    ///
    /// - Precondition: No reorder window holds fixes; edit with ``startMonitoring(for:into:)`` then.
    public mutating func startMonitoring(for region: Region) throws(RegionError) {
        var output = MonitorOutput()
        try startMonitoring(for: region, into: &output)
        precondition(
            output.events.isEmpty && output.rejections.isEmpty,
            "fixes were held back; use startMonitoring(for:into:)")
    }

    /// Starts monitoring one region with a state assumed for the devices it has not seen yet.
    public mutating func startMonitoring(
        for region: Region, assuming state: TransitionPolicy.AssumedState
    ) throws(RegionError) {
        var region = region
        region.policy.assumedState = state
        try startMonitoring(for: region)
    }

    /// Stops monitoring a region: each device inside is told, in the order of the identifiers.
    ///
    /// Held fixes of all devices are released first, also when no region has this identifier.
    public mutating func stopMonitoring(
        for identifier: RegionID, into output: inout MonitorOutput
    ) {
        flush(into: &output)
        guard let slot = monitored.slot(of: identifier) else { return }
        let region = monitored[slot]
        for number in devices.numbers(storing: slot) {
            let place = devices.unfold(number)
            let index = devices.records[place].pairIndex(of: slot).index
            var pair = devices.records[place].pairs.remove(at: index)
            pair.refresh(for: region, at: monitored.revision)
            var decision = Decision(time: deviceTime(number), fix: nil)
            decision.tellRemoval(of: pair, .removed)
            finish(decision, number, &output)
        }
        monitored.remove(slot)
    }

    /// Puts the index in its fastest form after many edits; answers do not change.
    public mutating func optimizeIndex() {
        monitored.pack()
        devices.forgetCells()
    }

    /// Forgets a device: each region it is inside of is told. Its event numbers go on if it comes
    /// back. Its held fixes are released first.
    public mutating func removeDevice(_ device: DeviceID, into output: inout MonitorOutput) {
        guard let number = devices.number(of: device) else { return }
        release(number, upTo: nil, &output)
        tellRemoval(of: number, at: deviceTime(number), &output)
        devices.forget(number)
    }

    /// Tells each region that a device is inside of that it is forgotten.
    mutating func tellRemoval(
        of number: Int, at time: Timestamp, _ output: inout MonitorOutput
    ) {
        var decision = Decision(time: time, fix: nil)
        for var pair in devices.records[devices.unfold(number)].pairs {
            pair.refresh(for: monitored[pair.slot], at: monitored.revision)
            decision.tellRemoval(of: pair, .deviceRemoved)
        }
        finish(decision, number, &output)
    }

    /// Tells the state of a device and a region, as `didDetermineState` with reason `requested`:
    /// `unmonitored` for an unknown region, `unknown` for a silent device; nothing for a device that
    /// was never seen. Held fixes of the device are released first.
    public mutating func requestState(
        for region: RegionID, of device: DeviceID, into output: inout MonitorOutput
    ) {
        guard let number = devices.number(of: device) else { return }
        release(number, upTo: nil, &output)
        guard devices.lastAccepted(number) != nil else { return }
        let start = output.events.count
        devices.records[devices.unfold(number)].tellState(
            of: region, in: monitored, at: deviceTime(number), into: &output.events)
        devices.settle(number)
        delegate?.receive(output.events[start...])
    }

    /// The time of a device: the later of its last fix and the clock.
    func deviceTime(_ number: Int) -> Timestamp {
        let times = [devices.lastAccepted(number), clock].compactMap(\.self)
        return times.max() ?? Timestamp(microsecondsSince1970: 0)
    }

    func resolve(
        _ region: Region, geometry made: RegionGeometry? = nil
    ) throws(RegionError) -> (RegionGeometry, ResolvedPolicy) {
        let policies: PolicyResolver
        do throws(PolicyError) {
            policies =
                region.hasOwnPolicy
                ? try PolicyResolver(policy.applying(region.policy)) : self.policies
        } catch {
            throw RegionError(region: region.identifier, reason: error.description)
        }
        if !monitored.isNew, let slot = monitored.slot(of: region.identifier),
            monitored[slot].region.shape == region.shape
        {
            let geometry = monitored[slot].geometry
            return (geometry, policies.policy(for: geometry))
        }
        do throws(GeometryError) {
            let geometry = if let made { made } else { try RegionGeometry(region.shape) }
            return (geometry, policies.policy(for: geometry))
        } catch {
            throw RegionError(region: region.identifier, reason: error.reason)
        }
    }

    /// Does what an edit asks of the devices.
    private mutating func apply(_ change: MonitoredSet.Change) {
        switch change {
        case .none, .added: break
        case .changed(let slot, let before):
            keepStates(in: slot, before: before)
            scheduleDevices(storing: slot)
        }
    }

    /// Finds anew when the devices that have to do with a region are due.
    private mutating func scheduleDevices(storing slot: RegionSlot) {
        for number in devices.numbers(storing: slot) {
            devices.records[devices.unfold(number)].scheduleDeadline(in: monitored)
            devices.settle(number)
        }
    }

    /// Stores the pairs whose state an edit would change because it follows from the edited region:
    /// from its accuracy ceiling, which says which fix was the last that counted, and from what it
    /// assumes. A pair begins at its device's first fix after the region came, also at one over the
    /// ceiling.
    private mutating func keepStates(in slot: RegionSlot, before: MonitoredRegion) {
        let after = monitored[slot]
        if before.leavesUnstoredPairsAlike(after) { return }
        for number in devices.lanes.indices where devices.lanes[number].form != .empty {
            let device = devices.record(number)
            guard let last = device.history.last, last.revision >= before.addedRevision else {
                continue
            }
            let (index, isStored) = device.pairIndex(of: slot)
            guard !isStored else { continue }
            var old = device.unstoredPair(slot, before, at: monitored.revision - 1)
            old.refresh(for: after, at: monitored.revision)
            if old != device.unstoredPair(slot, after, at: monitored.revision) {
                devices.records[devices.unfold(number)].pairs.insert(old, at: index)
                devices.settle(number)
            }
        }
    }
}

extension MonitoredRegion {
    /// Whether a pair that is not stored follows from this region as from the one edited from it.
    fileprivate func leavesUnstoredPairsAlike(_ other: MonitoredRegion) -> Bool {
        let policy = policy.values
        let others = other.policy.values
        // An `auto` ceiling follows the geometry.
        let ceilingIsAlike =
            policy.accuracyCeiling == others.accuracyCeiling
            && (policy.accuracyCeiling != .auto || geometry === other.geometry)
        return ceilingIsAlike && policy.assumedAccuracy == others.assumedAccuracy
            && policy.assumedState == others.assumedState
    }
}

/// A region that was checked and made ready for evaluation.
package struct PreparedRegion: Sendable {
    package let region: Region
    let geometry: RegionGeometry
    let policy: ResolvedPolicy
}

extension Decision {
    /// Tells that a region or device is no longer monitored, if the device was inside.
    fileprivate mutating func tellRemoval(of pair: PairRecord, _ reason: RegionEvent.Reason) {
        guard pair.state == .inside else { return }
        var draft = EventDraft(
            slot: pair.slot, kind: .didDetermineState, rank: .state, timestamp: time,
            state: .unmonitored, reason: reason)
        draft.closeVisit(pair, at: time)
        drafts.append(draft)
    }
}

extension DeviceRecord {
    fileprivate mutating func tellState(
        of identifier: RegionID, in set: MonitoredSet, at time: Timestamp,
        into events: inout [RegionEvent]
    ) {
        var state = RegionState.unmonitored
        var visit: Int64 = 0
        if let slot = set.slot(of: identifier) {
            let (index, isStored) = pairIndex(of: slot)
            let pair = isStored ? pairs[index] : unstoredPair(slot, set[slot], at: set.revision)
            state = pair.isSilent ? .unknown : RegionState(pair.state)
            visit = pair.visit
        }
        let decidedAt = max(time, decidedFloor ?? time)
        decidedFloor = decidedAt
        sequence += 1
        events.append(
            RegionEvent(
                kind: .didDetermineState, device: self.identifier, region: identifier,
                sequence: sequence, visit: visit > 0 ? UInt64(visit) : nil, timestamp: time,
                decidedAt: decidedAt, state: state, reason: .requested))
    }
}
