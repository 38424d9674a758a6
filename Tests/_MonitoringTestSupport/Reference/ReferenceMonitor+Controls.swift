import Geodesy
import RegionIndex
public import RegionMonitoring

// §10, edits, removal, devices.
extension ReferenceMonitor {
    /// Adds or edits a region; held fixes are released first.
    public mutating func startMonitoring(for region: Region) throws -> MonitorResult {
        let new = try ReferenceRegion(region, under: policy)
        let result = flush()
        moment += 1
        if let old = regions[region.identifier] {
            for device in devices.keys {
                if old.region.shape != region.shape {
                    devices[device]?.pairs[region.identifier]?.geometryChanged()
                } else if old.policy != new.policy {
                    devices[device]?.pairs[region.identifier]?.policyChanged()
                }
            }
        }
        regions[region.identifier] = new
        return result
    }

    /// Removes a region: who is inside is told how long the visit was.
    public mutating func stopMonitoring(for region: RegionID) -> MonitorResult {
        var result = flush()
        moment += 1
        guard let removed = regions.removeValue(forKey: region) else { return result }
        for device in devicesInOrder {
            guard let pair = devices[device]?.pairs.removeValue(forKey: region) else { continue }
            let time = devices[device]?.time(lastAdvance: lastAdvance)
            guard let time, let draft = pair.farewell(in: removed, at: time, reason: .removed)
            else {
                continue
            }
            result.events += devices[device]?.number([draft], decidedAt: time, of: device) ?? []
        }
        return result
    }

    /// Forgets the devices without a fix for too long, as time comes to a moment.
    mutating func forget(asOf time: Timestamp) -> MonitorResult {
        guard let lifetime = forgetsAfter else { return MonitorResult() }
        let length = max(lifetime / 64, .milliseconds(1)) / Duration.microseconds(1)
        let number = (Double(time.microsecondsSince1970) / length).rounded(.down)
        let step = Timestamp(microsecondsSince1970: Int64(number * length))
        guard step > lastStep ?? Timestamp(microsecondsSince1970: .min) else {
            return MonitorResult()
        }
        lastStep = step
        var result = MonitorResult()
        for device in devicesInOrder {
            let state = devices[device]
            // Without a buffer no fix is held, and one that is rejected is no sign of life.
            let held = filter.reorderWindow == nil ? nil : state?.newestHeld
            let heard = [state?.lastAccepted, held].compactMap(\.self).max()
            guard let heard, heard + lifetime <= step else { continue }
            result.append(removeDevice(device, at: step))
        }
        return result
    }

    /// Forgets a device, all but its sequence counter.
    public mutating func removeDevice(_ device: DeviceID) -> MonitorResult {
        removeDevice(device, at: nil)
    }

    /// Forgets a device, not before a time.
    private mutating func removeDevice(_ device: DeviceID, at step: Timestamp?) -> MonitorResult {
        var result = release(of: device)
        moment += 1
        guard var state = devices.removeValue(forKey: device) else { return result }
        if let time = state.time(lastAdvance: lastAdvance).map({ max($0, step ?? $0) }) {
            let drafts = regionsInOrder.compactMap { region in
                state.pairs[region.identifier]?
                    .farewell(in: region, at: time, reason: .deviceRemoved)
            }
            result.events += state.number(drafts, decidedAt: time, of: device)
        }
        if state.sequence > 0 { sequencesOfRemovedDevices[device] = state.sequence }
        return result
    }

    /// Tells the state of a pair; nothing for a device never seen.
    public mutating func requestState(
        for region: RegionID, of device: DeviceID
    ) -> MonitorResult {
        var result = release(of: device)
        moment += 1
        guard var state = devices[device], let time = state.time(lastAdvance: lastAdvance) else {
            return result
        }
        var draft: ReferenceDraft
        if let known = regions[region] {
            let pair = state.pairs[region] ?? ReferencePair()
            draft = ReferenceDraft(
                .didDetermineState, pair.toldState(under: known.policy), in: known, at: time)
            draft.visit = pair.visit?.token
        } else {
            draft = ReferenceDraft(unmonitored: region, at: time)
        }
        draft.reason = .requested
        result.events += state.number([draft], decidedAt: time, of: device)
        devices[device] = state
        return result
    }
}

extension ReferenceDraft {
    /// The answer about a region that is not monitored.
    fileprivate init(unmonitored region: RegionID, at time: Timestamp) {
        kind = .didDetermineState
        state = .unmonitored
        self.region = region
        areaRank = 0
        timestamp = time
    }
}

extension ReferencePair {
    /// What `requestState` answers: a silent pair is unknown, an edited region's old state stands.
    fileprivate func toldState(under policy: TransitionPolicy) -> RegionState {
        isSilent ? .unknown : state ?? policy.assumedState.asRegionState
    }

    /// The end of a visit by a control; `nil` when the device is not inside.
    fileprivate func farewell(
        in region: ReferenceRegion, at time: Timestamp, reason: RegionEvent.Reason
    ) -> ReferenceDraft? {
        guard state == .inside else { return nil }
        var draft = ReferenceDraft(.didDetermineState, .unmonitored, in: region, at: time)
        draft.reason = reason
        draft.endVisit(visit, at: time)
        return draft
    }

    /// "Changed geometry: pending dropped; the next delivered fix within the ceiling classifies."
    fileprivate mutating func geometryChanged() {
        pending = nil
        geometryStart = history.count
        isUnclassified = state == .inside || state == .outside
    }

    /// "Policy edit only: pending dropped; state, visit, silence, bracket and segment start kept."
    fileprivate mutating func policyChanged() { pending = nil }
}
