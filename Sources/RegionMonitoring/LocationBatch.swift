public import Geodesy

/// Many fixes at once in the order in which they came, their devices by identifier.
///
/// A batch serves any monitor. Who feeds one monitor most of the time, and wants it to hash no
/// identifiers, keeps ``LocationColumns`` instead.
public struct LocationBatch: Hashable, Sendable {
    /// The devices.
    public private(set) var devices: [DeviceID] = []

    /// All else, with an empty column of devices.
    private(set) var columns = LocationColumns()

    /// Creates an empty batch.
    public init() {}

    /// How many fixes the batch holds.
    public var count: Int { devices.count }

    /// Adds a fix; its accuracy is in metres, or `nil` when none was reported.
    public mutating func append(
        _ device: DeviceID, at timestamp: Timestamp, latitude: LocationDegrees,
        longitude: LocationDegrees, accuracy: LocationDistance? = nil,
        isSimulated: Bool = false, reference: UInt64 = 0
    ) {
        devices.append(device)
        columns.appendFix(
            at: timestamp, latitude: latitude, longitude: longitude,
            accuracy: LocationColumns.column(accuracy), isSimulated: isSimulated,
            reference: reference)
    }

    /// Adds a fix; altitude, speed and course are left out, since they are not evaluated.
    public mutating func append(_ device: DeviceID, _ fix: Location) {
        append(
            device, at: fix.timestamp, latitude: fix.coordinate.latitude,
            longitude: fix.coordinate.longitude, accuracy: fix.horizontalAccuracy,
            isSimulated: fix.isSimulated, reference: fix.reference)
    }

    /// Empties the batch and keeps its storage.
    public mutating func removeAll() {
        devices.removeAll(keepingCapacity: true)
        columns.removeAll()
    }

    /// The fix at an index.
    public subscript(index: Int) -> Location { columns[index] }
}

extension RegionMonitor {
    /// Takes a batch of fixes; the events are those of the fixes taken one by one.
    public mutating func update(
        _ batch: LocationBatch, now: Timestamp? = nil, into output: inout MonitorOutput
    ) {
        var columns = batch.columns
        columns.devices = batch.devices.map { deviceNumber(for: $0) }
        update(columns, now: now, into: &output)
    }
}
