import Geodesy
import RegionMonitoring

// §12, filters, and §9, order.
extension ReferenceMonitor {
    /// 2015-01-01T00:00:00Z.
    private static let ancient = Timestamp(microsecondsSince1970: 1_420_070_400_000_000)

    /// The reasons that a fix gives by itself, in the page's order.
    func reasonAgainst(_ fix: Location, now: Timestamp?) -> LocationRejection.Reason? {
        guard fix.coordinate.isValid else { return .invalid }
        if let accuracy = fix.horizontalAccuracy, !(accuracy >= 0) || accuracy == .infinity {
            return .invalid
        }
        if !filter.keepsNullIsland, fix.coordinate.latitude == 0, fix.coordinate.longitude == 0 {
            return .nullIsland
        }
        if let now, fix.timestamp > now + filter.futureTolerance { return .future }
        if fix.timestamp < Self.ancient { return .ancient }
        if let now, let maximumAge = filter.maximumAge, now - fix.timestamp > maximumAge {
            return .stale
        }
        if let limit = filter.maximumAccuracy, let accuracy = fix.horizontalAccuracy,
            accuracy > limit
        {
            return .inaccurate
        }
        if filter.rejectsSimulated, fix.isSimulated { return .simulated }
        return nil
    }

    /// "`reorder(within: L)` holds a device's fixes and releases them in time order once the newest that
    /// reached the buffer is at least L later."
    mutating func hold(_ fix: Location, of device: DeviceID) -> MonitorResult {
        var state = devices[device] ?? ReferenceDevice()
        state.sequence = max(state.sequence, sequencesOfRemovedDevices[device] ?? 0)
        state.held.append(fix)
        let newest = max(fix.timestamp, state.newestHeld ?? fix.timestamp)
        state.newestHeld = newest
        devices[device] = state
        guard let window = filter.reorderWindow else { return release(of: device) }
        return release(of: device, upTo: newest + (.zero - window))
    }

    /// Releases a device's held fixes in the order of time, those of one time in the order of arrival.
    mutating func release(of device: DeviceID, upTo limit: Timestamp? = nil) -> MonitorResult {
        var result = MonitorResult()
        while let held = devices[device]?.held,
            let next = held.indices.min(by: { held[$0].timestamp < held[$1].timestamp }),
            limit.map({ held[next].timestamp <= $0 }) ?? true
        {
            let fix = held[next]
            devices[device]?.held.remove(at: next)
            result.append(accept(fix, of: device))
        }
        return result
    }

    /// The reasons that a fix gives beside earlier ones; then the fix itself.
    private mutating func accept(_ fix: Location, of device: DeviceID) -> MonitorResult {
        guard var state = devices[device] else { return MonitorResult() }
        moment += 1
        let reason = state.reasonAgainst(fix, filter)
        let isAccepted = reason == nil || reason == .unmoved
        let position = reason == nil ? fix : state.lastDelivered ?? fix
        if isAccepted { state.lastAccepted = fix.timestamp }
        if reason == nil {
            state.lastDelivered = fix
            state.speedAnchor = fix
        }
        devices[device] = state

        var result = MonitorResult()
        if let reason {
            result.rejections = [LocationRejection(reason: reason, device: device, fix: fix)]
        }
        if isAccepted {
            let sighting = Sighting(
                fix: fix, position: position, isUnmoved: reason == .unmoved, moment: moment)
            result.events = evaluate(sighting, of: device)
        }
        return result
    }
}

extension ReferenceDevice {
    fileprivate mutating func reasonAgainst(
        _ fix: Location, _ filter: LocationFilter
    ) -> LocationRejection.Reason? {
        if let lastAccepted {
            if fix.timestamp < lastAccepted { return .late }
            if fix.timestamp == lastAccepted { return .duplicate }
        }
        if let maximumSpeed = filter.maximumSpeed, let speedAnchor {
            if fix.speed(since: speedAnchor) > maximumSpeed {
                lengthenRun(by: fix, maximumSpeed)
                return .tooFast
            }
            speedRejects = []
        }
        guard let lastDelivered else { return nil }
        if let interval = filter.minimumInterval,
            fix.timestamp - lastDelivered.timestamp < interval
        {
            return .tooSoon
        }
        if let distance = filter.distanceFilter,
            Geodesic.distance(from: lastDelivered.coordinate, to: fix.coordinate) < distance
        {
            return .unmoved
        }
        return nil
    }

    /// "a reject whose speed from the previous reject is ≤ maximumSpeed lengthens the run, else, or when
    /// not later than it, restarts it at one; the third of a run becomes the anchor"
    private mutating func lengthenRun(by fix: Location, _ maximumSpeed: Double) {
        if let previous = speedRejects.last, fix.speed(since: previous) <= maximumSpeed {
            speedRejects.append(fix)
        } else {
            speedRejects = [fix]
        }
        if speedRejects.count == 3 { speedAnchor = fix }
    }
}

extension Location {
    /// Metres per second from an earlier fix; infinite when that is not earlier.
    fileprivate func speed(since earlier: Location) -> Double {
        let seconds = (timestamp - earlier.timestamp) / .seconds(1)
        guard seconds > 0 else { return .infinity }
        return Geodesic.distance(from: earlier.coordinate, to: coordinate) / seconds
    }
}
