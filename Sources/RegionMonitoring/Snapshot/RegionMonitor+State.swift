package import RegionIndex

/// A region as durable state holds it.
package struct StoredRegion: Sendable {
    /// Its place in the monitor.
    let slot: RegionSlot

    /// The region.
    package let region: Region

    private let revisions: [Revision]

    /// Reads a region.
    package init(slot: Int64, _ bytes: [UInt8]) throws(SnapshotError) {
        guard let slot = RegionSlot(exactly: slot), slot >= 0 else {
            throw SnapshotError("\(slot) is no slot")
        }
        self.slot = slot
        var reader = SnapshotReader(bytes)
        region = try reader.read()
        revisions = try reader.read()
        guard revisions.count == 3, reader.remaining == 0 else {
            throw reader.fault("the region in slot \(slot) is inconsistent")
        }
    }

    func monitored(
        _ geometry: RegionGeometry, _ policy: ResolvedPolicy
    ) -> MonitoredRegion {
        MonitoredRegion(
            region, geometry: geometry, policy: policy, addedRevision: revisions[0],
            geometryRevision: revisions[1], policyRevision: revisions[2])
    }
}

extension RegionMonitor {
    /// What holds for all devices: the policy and the filter, the region set's revision, the clock. The
    /// regions and devices are written one by one.
    package func commonState() -> [UInt8] {
        var writer = SnapshotWriter()
        writer.write(policy)
        writer.write(filter)
        writer.write(monitored.revision)
        writer.write(monitored.latestAddition)
        writer.write(clock)
        writer.write(lastForgetting)
        return writer.bytes
    }

    /// Writes down the regions that have changed since the last call, by their slots; `nil` for one that
    /// is no longer in force.
    package mutating func takeChangedRegions() -> [(slot: Int64, bytes: [UInt8]?)] {
        guard let changed = monitored.changedSlots, !changed.isEmpty else { return [] }
        monitored.changedSlots?.removeAll()
        return changed.sorted().map { slot in
            guard let region = monitored.regions[Int(slot)] else { return (Int64(slot), nil) }
            var writer = SnapshotWriter()
            writer.write(region.region)
            writer.write([region.addedRevision, region.geometryRevision, region.policyRevision])
            return (Int64(slot), writer.bytes)
        }
    }

    /// Creates the monitor that was written down, yet without its devices.
    ///
    /// The regions have the policy that they had. Where this monitor's own is another, putting them anew
    /// gives them that one, as an edit does.
    ///
    /// - Parameters:
    ///   - policy: The policy from now on.
    ///   - filter: The filter from now on.
    ///   - geometry: The geometry of a region, where it was made already.
    package init(
        common: [UInt8], regions: [StoredRegion], policy: PolicyChoice, filter: LocationFilter,
        geometry: (Region) -> RegionGeometry? = { _ in nil }
    ) throws(SnapshotError) {
        var reader = SnapshotReader(common)
        let oldPolicy: PolicyChoice = try reader.read()
        let oldFilter: LocationFilter = try reader.read()
        var restored = MonitoredSet.Restoration(
            revision: try reader.read(), latestAddition: try reader.read())
        let time: Timestamp? = try reader.read()
        let forgetting: Timestamp? = reader.remaining > 0 ? try reader.read() : nil
        do throws(PolicyError) {
            let old = try RegionMonitor(policy: oldPolicy, filter: oldFilter)
            try self.init(policy: policy, filter: filter)
            for stored in regions {
                while restored.regions.count <= Int(stored.slot) { restored.regions.append(nil) }
                let (made, resolved) = try old.resolved(stored.region, geometry(stored.region))
                restored.regions[Int(stored.slot)] = stored.monitored(made, resolved)
            }
        } catch {
            throw reader.fault(error.description)
        }
        clock = time
        forgettingTime = forgetting
        monitored = MonitoredSet(restored)
    }

    private func resolved(
        _ region: Region, _ geometry: RegionGeometry?
    ) throws(PolicyError) -> (RegionGeometry, ResolvedPolicy) {
        do throws(RegionError) {
            return try resolve(region, geometry: geometry)
        } catch {
            throw PolicyError("region '\(region.identifier.rawValue)': \(error.reason)")
        }
    }

    /// The policy of a monitor that was written down.
    package static func policy(of common: [UInt8]) throws(SnapshotError) -> PolicyChoice {
        var reader = SnapshotReader(common)
        return try reader.read()
    }

    /// Reads records of devices; later ones take the place of earlier ones.
    ///
    /// - Parameter isOwn: Whether the monitor is to have a device.
    package mutating func readDevices(
        _ bytes: [UInt8], where isOwn: (DeviceID) -> Bool = { _ in true }
    ) throws(SnapshotError) {
        var reader = RecordReader(bytes)
        while !reader.isAtEnd {
            switch try reader.device() {
            case .removed(let device): if isOwn(device) { devices.erase(device) }
            case .record(let record, let beginnings):
                guard isOwn(record.identifier) else { continue }
                devices.restore(record)
                for beginning in beginnings { visits?.restore(beginning, of: record.identifier) }
            }
        }
    }

    /// Checks what was read and finds when each device is due.
    ///
    /// - Complexity: O(*n*) in the devices and their pairs.
    package mutating func finishReadingDevices() throws(SnapshotError) {
        for number in devices.lanes.indices where devices.lanes[number].form != .empty {
            let place = devices.unfold(number)
            let isKnown = devices.records[place].pairs.allSatisfy {
                monitored.regions.indices.contains(Int($0.slot))
                    && monitored.regions[Int($0.slot)] != nil
            }
            guard isKnown else {
                throw SnapshotError(
                    "device '\(devices.identifiers[number].rawValue)' is in a region that is not "
                        + "there")
            }
            devices.records[place].scheduleDeadline(in: monitored)
            devices.settle(number)
        }
    }

    /// How many fixes are held back to be put in order.
    package var heldFixCount: Int {
        devices.numbersHoldingFixes.reduce(0) { $0 + devices.record($1).held.count }
    }
}
