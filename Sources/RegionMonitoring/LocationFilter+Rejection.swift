import Geodesy

extension LocationFilter {
    /// 2015-01-01T00:00:00Z: what is older comes from a receiver whose week counter rolled over.
    private static let leastTimestamp = Timestamp(microsecondsSince1970: 1_420_070_400_000_000)

    /// The earliest time that is neither ancient nor stale.
    func earliestTimestamp(now: Timestamp?) -> Timestamp {
        guard let now, let maximumAge else { return Self.leastTimestamp }
        let (oldest, overflow) = now.microsecondsSince1970.subtractingReportingOverflow(
            maximumAge.wholeMicroseconds)
        return overflow
            ? Self.leastTimestamp
            : max(Self.leastTimestamp, Timestamp(microsecondsSince1970: oldest))
    }

    /// Why a fix is rejected whatever its device did before, or `nil`.
    ///
    /// - Parameter now: The clock; `nil` when there is none.
    package func rejection(of fix: Location, now: Timestamp?) -> LocationRejection.Reason? {
        let coordinate = fix.coordinate
        guard coordinate.isValid, fix.horizontalAccuracy.map({ $0 >= 0 && $0.isFinite }) ?? true
        else { return .invalid }
        if !keepsNullIsland, coordinate.latitude == 0, coordinate.longitude == 0 {
            return .nullIsland
        }
        if let now, fix.timestamp > now + futureTolerance { return .future }
        if fix.timestamp < Self.leastTimestamp { return .ancient }
        if let now, let maximumAge, fix.timestamp + maximumAge < now { return .stale }
        if let maximumAccuracy, let accuracy = fix.horizontalAccuracy, accuracy > maximumAccuracy {
            return .inaccurate
        }
        if rejectsSimulated, fix.isSimulated { return .simulated }
        return nil
    }

    /// Why a fix is rejected given what its device did before, or `nil`; keeps the device's part of
    /// the filter up to date.
    func rejection(
        of fix: Location, from device: inout DeviceRecord
    ) -> LocationRejection.Reason? {
        if let last = device.lastAccepted {
            if fix.timestamp < last { return .late }
            if fix.timestamp == last { return .duplicate }
        }
        guard let last = device.lastDelivered else { return nil }
        if let maximumSpeed {
            let point = TrackPoint(time: fix.timestamp, coordinate: fix.coordinate)
            let anchor =
                device.speedRun?.anchor
                ?? TrackPoint(time: last.timestamp, coordinate: last.coordinate)
            if SpeedRun.speed(from: anchor, to: point) > maximumSpeed {
                if device.speedRun == nil {
                    device.speedRun = SpeedRun(point)
                } else {
                    device.speedRun?.extend(with: point, maximumSpeed: maximumSpeed)
                }
                return .tooFast
            }
            device.speedRun?.interrupt()
        }
        if let minimumInterval,
            fix.timestamp.microseconds(since: last.timestamp) < minimumInterval.wholeMicroseconds
        {
            return .tooSoon
        }
        if let distanceFilter,
            Geodesic.distance(from: last.coordinate, to: fix.coordinate) < distanceFilter
        {
            return .unmoved
        }
        return nil
    }

    /// Checks the ranges of the filter's own values.
    func validate() throws(PolicyError) {
        for (name, value) in [
            ("maximum accuracy", maximumAccuracy), ("maximum speed", maximumSpeed),
            ("distance filter", distanceFilter),
        ] {
            if let value, !(value >= 0) {
                throw PolicyError("\(name) is \(value); it must be 0 or greater")
            }
        }
        for (name, value) in [
            ("future tolerance", futureTolerance), ("maximum age", maximumAge),
            ("reorder window", reorderWindow), ("minimum interval", minimumInterval),
        ] {
            if let value, value < .zero {
                throw PolicyError("\(name) is \(value); it must be 0 or longer")
            }
        }
    }
}
