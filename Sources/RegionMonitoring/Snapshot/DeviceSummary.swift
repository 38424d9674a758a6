/// What a monitor remembers of a device, for people to look at.
package struct DeviceSummary: Hashable, Sendable {
    /// A stay that has not ended.
    package struct OpenVisit: Hashable, Sendable {
        /// The region.
        package var region: RegionID

        /// The visit's number; `nil` for a stay whose beginning was not seen.
        package var number: UInt64?

        /// When it began, if that is known.
        package var enteredAt: Timestamp?

        /// Whether the device has fallen silent in it.
        package var isSilent: Bool
    }

    /// The device.
    package var device: DeviceID

    /// The number of its last event.
    package var sequence: UInt64

    /// Its last fix that was evaluated.
    package var lastFix: Location?

    /// How many of its fixes are held back to be put in order.
    package var heldCount: Int

    /// Its visits under way, by the regions' identifiers.
    package var visits: [OpenVisit]
}

extension RegionMonitor {
    /// What is remembered of each device, in the order of their identifiers.
    package var deviceSummaries: [DeviceSummary] {
        devices.seenRecords.sorted { $0.identifier < $1.identifier }.map { record in
            let visits = record.pairs.filter { $0.state == .inside }.map { pair in
                DeviceSummary.OpenVisit(
                    region: monitored[pair.slot].region.identifier,
                    number: pair.visit > 0 ? UInt64(pair.visit) : nil, enteredAt: pair.enteredAt,
                    isSilent: pair.isSilent)
            }
            return DeviceSummary(
                device: record.identifier, sequence: record.sequence,
                lastFix: record.lastDelivered, heldCount: record.held.count,
                visits: visits.sorted { $0.region < $1.region })
        }
    }
}
