public import Geodesy

/// Many fixes at once in the order in which they came, a column for each of their members, their
/// devices by number: the form that a monitor takes fastest.
///
/// All columns have the same length.
public struct LocationColumns: Hashable, Sendable {
    /// The devices, by their numbers in the monitor that is to take the fixes.
    public internal(set) var devices: [DeviceNumber] = []

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

    /// Creates empty columns.
    public init() {}

    /// How many fixes the columns hold.
    public var count: Int { timestamps.count }

    /// Adds a fix; its accuracy is in metres, or NaN when none was reported.
    public mutating func append(
        _ device: DeviceNumber, at timestamp: Timestamp, latitude: LocationDegrees,
        longitude: LocationDegrees, accuracy: LocationDistance = .nan,
        isSimulated: Bool = false, reference: UInt64 = 0
    ) {
        devices.append(device)
        appendFix(
            at: timestamp, latitude: latitude, longitude: longitude, accuracy: accuracy,
            isSimulated: isSimulated, reference: reference)
    }

    /// An accuracy as the column holds it: one that is no number stays invalid, which NaN is not here.
    static func column(_ accuracy: LocationDistance?) -> LocationDistance {
        guard let accuracy else { return .nan }
        return accuracy.isNaN ? -1 : accuracy
    }

    /// Adds a fix whose device is told elsewhere.
    mutating func appendFix(
        at timestamp: Timestamp, latitude: LocationDegrees, longitude: LocationDegrees,
        accuracy: LocationDistance, isSimulated: Bool, reference: UInt64
    ) {
        timestamps.append(timestamp)
        latitudes.append(latitude)
        longitudes.append(longitude)
        accuracies.append(accuracy)
        simulations.append(isSimulated)
        references.append(reference)
    }

    /// Makes room for that many fixes in all.
    public mutating func reserveCapacity(_ count: Int) {
        devices.reserveCapacity(count)
        timestamps.reserveCapacity(count)
        latitudes.reserveCapacity(count)
        longitudes.reserveCapacity(count)
        accuracies.reserveCapacity(count)
        simulations.reserveCapacity(count)
        references.reserveCapacity(count)
    }

    /// Empties the columns and keeps their storage.
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
