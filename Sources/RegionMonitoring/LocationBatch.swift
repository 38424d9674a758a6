public import Geodesy

/// Many fixes at once, a column for each of their members, in the order in which they came.
public struct LocationBatch: Hashable, Sendable {
    /// The devices.
    public private(set) var devices: [DeviceID] = []

    /// The timestamps.
    public private(set) var timestamps: [Timestamp] = []

    /// Degrees north.
    public private(set) var latitudes: [LocationDegrees] = []

    /// Degrees east.
    public private(set) var longitudes: [LocationDegrees] = []

    /// Accuracies in metres; NaN where none was reported.
    public private(set) var accuracies: [LocationDistance] = []

    /// Whether the positions were made by software.
    public private(set) var simulations: [Bool] = []

    /// The caller's own numbers.
    public private(set) var references: [UInt64] = []

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
        timestamps.append(timestamp)
        latitudes.append(latitude)
        longitudes.append(longitude)
        accuracies.append(accuracy ?? .nan)
        simulations.append(isSimulated)
        references.append(reference)
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
        timestamps.removeAll(keepingCapacity: true)
        latitudes.removeAll(keepingCapacity: true)
        longitudes.removeAll(keepingCapacity: true)
        accuracies.removeAll(keepingCapacity: true)
        simulations.removeAll(keepingCapacity: true)
        references.removeAll(keepingCapacity: true)
    }

    /// The fix at an index.
    public subscript(index: Int) -> Location {
        Location(
            coordinate: LocationCoordinate2D(
                latitude: latitudes[index], longitude: longitudes[index]),
            timestamp: timestamps[index],
            horizontalAccuracy: accuracies[index].isNaN ? nil : accuracies[index],
            isSimulated: simulations[index], reference: references[index])
    }
}

extension RegionMonitor {
    /// Takes a batch of fixes; the events are those of the fixes taken one by one.
    public mutating func update(
        _ batch: LocationBatch, now: Timestamp? = nil, into output: inout MonitorOutput
    ) {
        for index in 0..<batch.count {
            update(with: batch[index], from: batch.devices[index], now: now, into: &output)
        }
    }
}
