/// Which devices have changed since somebody last wrote them down.
struct DeviceChanges: Sendable {
    /// Those that are remembered; each has a lane that says so too. One whose lane does not was changed
    /// and then forgotten.
    var numbers: [UInt32] = []

    /// Those that were forgotten, whatever came of their identifiers after that.
    var removed: [DeviceID] = []
}

extension RegionMonitor {
    /// Notes from now on which devices and regions change, for ``writeChangedDevices(into:)`` and
    /// ``takeChangedRegions()``.
    ///
    /// - Parameter includingRegions: Whether all regions in force count as changed at first.
    package mutating func noteChanges(includingRegions: Bool) {
        devices.changes = DeviceChanges()
        monitored.changedSlots = []
        guard includingRegions else { return }
        for (index, region) in monitored.regions.enumerated() where region != nil {
            monitored.changedSlots?.insert(RegionSlot(index))
        }
    }

    /// How many devices have changed, at most.
    package var changedDeviceCount: Int {
        devices.changes.map { $0.numbers.count + $0.removed.count } ?? 0
    }

    /// Writes down the devices that have changed since the last call.
    ///
    /// - Returns: How many there were.
    /// - Complexity: O(*n*) in the devices that have changed and the visits that they make.
    package mutating func writeChangedDevices(into writer: inout RecordWriter) -> Int {
        guard let changes = devices.changes else { return 0 }
        devices.changes?.numbers.removeAll(keepingCapacity: true)
        devices.changes?.removed.removeAll(keepingCapacity: true)
        for device in changes.removed { writer.append(removed: device) }
        var count = changes.removed.count
        for number in changes.numbers where devices.lanes[Int(number)].isChanged {
            devices.lanes[Int(number)].isChanged = false
            write(Int(number), into: &writer)
            count += 1
        }
        return count
    }

    /// Writes down devices whether they have changed or not, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - number: The number to begin with.
    ///   - limit: How many numbers are looked at.
    /// - Returns: The number to go on with, `nil` when all have been written; and how many there were.
    package func writeDevices(
        from number: Int, atMost limit: Int, into writer: inout RecordWriter
    ) -> (next: Int?, count: Int) {
        var count = 0
        let end = min(number + limit, devices.lanes.count)
        for number in number..<max(number, end) where devices.lanes[number].isSeen {
            write(number, into: &writer)
            count += 1
        }
        return (end < devices.lanes.count ? end : nil, count)
    }

    private func write(_ number: Int, into writer: inout RecordWriter) {
        let lane = devices.lanes[number]
        let beginnings = visits == nil ? [] : openVisits(of: number)
        switch lane.form {
        case .folded:
            writer.append(
                devices.identifiers[number], lane, devices.visits, beginnings: beginnings)
        case .empty, .unfolded:
            writer.append(devices.record(number), beginnings: beginnings)
        }
    }

    private func openVisits(of number: Int) -> [VisitAssembler.OpenVisit] {
        let record = devices.record(number)
        return record.pairs.compactMap { pair in
            visits?.openVisit(
                of: record.identifier, in: monitored[pair.slot].region.identifier)
        }
    }
}
