import RegionMonitoring

/// What is known of the records of fixes that the monitor holds back to sort them: what becomes of
/// them shows only when they are released.
///
/// Follows the monitor's rule: a fix is released once one of its device is newer by the window.
struct HeldRecords<Record: Sendable>: Sendable {
    private struct Held {
        var timestamp: Timestamp
        var reference: UInt64
    }

    private struct Device {
        var newest: Timestamp
        var held: [Held] = []

        mutating func hold(_ fix: Location) {
            newest = max(newest, fix.timestamp)
            held.append(Held(timestamp: fix.timestamp, reference: fix.reference))
        }
    }

    private let window: Duration
    private var devices: [DeviceID: Device] = [:]
    private var records: [UInt64: Record] = [:]

    init(window: Duration) { self.window = window }

    /// The record of a held fix, by the fix's reference.
    subscript(reference: UInt64) -> Record? { records[reference] }

    /// All that is known, device by device.
    var entries: [(device: DeviceID, newest: Timestamp, held: [(Timestamp, UInt64, Record)])] {
        devices.map { device, entry in
            (
                device, entry.newest,
                entry.held.compactMap { fix in
                    records[fix.reference].map { (fix.timestamp, fix.reference, $0) }
                }
            )
        }
    }

    /// Takes what was known of a device.
    mutating func restore(
        _ device: DeviceID, newest: Timestamp, _ held: [(Timestamp, UInt64, Record)]
    ) {
        var entry = Device(newest: newest)
        for (timestamp, reference, record) in held {
            entry.held.append(Held(timestamp: timestamp, reference: reference))
            records[reference] = record
        }
        devices[device] = entry
    }

    /// Notes the record of a fix that has reached the monitor's buffer, and forgets what the fix has
    /// released there.
    mutating func hold(_ record: Record, of fix: Location, from device: DeviceID) {
        records[fix.reference] = record
        devices[device, default: Device(newest: fix.timestamp)].hold(fix)
        let newest = devices[device]?.newest ?? fix.timestamp
        release(of: device, upTo: newest + (.zero - window))
    }

    /// Forgets what an advance of time has released.
    private mutating func release(upTo time: Timestamp) {
        for device in Array(devices.keys) { release(of: device, upTo: time) }
    }

    private mutating func release(of device: DeviceID, upTo time: Timestamp) {
        guard let held = devices[device]?.held else { return }
        for fix in held where fix.timestamp <= time { records[fix.reference] = nil }
        devices[device]?.held = held.filter { $0.timestamp > time }
    }

    /// Forgets the records of one device.
    private mutating func removeAll(of device: DeviceID) {
        for held in devices.removeValue(forKey: device)?.held ?? [] {
            records[held.reference] = nil
        }
    }

    /// Forgets all records.
    private mutating func removeAll() {
        devices.removeAll()
        records.removeAll()
    }

    /// Forgets what a call of the monitor has released.
    mutating func release(_ release: HeldRelease) {
        switch release {
        case .upTo(let time): self.release(upTo: time)
        case .device(let device): removeAll(of: device)
        case .all: removeAll()
        }
    }
}

/// Which of the fixes that it holds back a call of the monitor releases.
enum HeldRelease {
    /// Those up to a time.
    case upTo(Timestamp)

    /// Those of a device.
    case device(DeviceID)

    /// All.
    case all
}
