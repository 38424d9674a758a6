import FixStreams
import RegionMonitoring

/// The numbers that a shard's monitor gives the devices, found by the bytes of their identifiers.
struct ShardDevices: Sendable {
    /// A number and the epoch in which it is valid.
    private struct Entry: Sendable {
        var number: DeviceNumber
        var epoch: UInt32
    }

    private var names = DeviceNames()

    /// By the numbers of ``names``.
    private var entries: [Entry] = []

    /// The number of a row's device.
    @inline(__always)
    mutating func number(
        of row: FixRow, in fixes: FixRows, _ bytes: [UInt8], _ monitor: inout RegionMonitor
    ) -> DeviceNumber {
        let name = fixes.device(of: row, in: bytes.span, &names)
        let index = Int(name)
        let epoch = UInt32(truncatingIfNeeded: monitor.deviceNumberEpoch)
        if index < entries.count, entries[index].epoch == epoch {
            return entries[index].number
        }
        return find(name, &monitor)
    }

    @inline(never)
    private mutating func find(_ name: UInt32, _ monitor: inout RegionMonitor) -> DeviceNumber {
        let entry = Entry(
            number: monitor.deviceNumber(for: names.identifier(name)),
            epoch: UInt32(truncatingIfNeeded: monitor.deviceNumberEpoch))
        // Names are numbered in the order in which they are asked for.
        if Int(name) == entries.count {
            entries.append(entry)
        } else {
            entries[Int(name)] = entry
        }
        return entry.number
    }

    /// Forgets all names once most of them are of devices that the monitor does not remember.
    mutating func shrink(to monitor: RegionMonitor) {
        guard names.count > 2 * monitor.deviceCount + 16_384 else { return }
        names = DeviceNames()
        entries = []
    }

    /// The identifier of a row's device.
    mutating func identifier(of row: FixRow, in fixes: FixRows, _ bytes: [UInt8]) -> DeviceID {
        let name = fixes.device(of: row, in: bytes.span, &names)
        return names.identifier(name)
    }
}
