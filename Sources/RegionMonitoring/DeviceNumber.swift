/// A device's place in one monitor: small and dense, so that looking it up costs no hashing.
///
/// Got from ``RegionMonitor/deviceNumber(for:)`` and valid for that monitor only, while its
/// ``RegionMonitor/deviceNumberEpoch`` stays the same.
public struct DeviceNumber: Hashable, Sendable, BitwiseCopyable {
    let index: UInt32

    init(_ index: Int) { self.index = UInt32(index) }
}

extension RegionMonitor {
    /// The number of a device, for use in ``LocationColumns``.
    ///
    /// A device that is new gets one, and is not counted among the devices before its first fix. The
    /// number is valid until ``deviceNumberEpoch`` changes.
    ///
    /// - Complexity: O(1): one look-up by the identifier's bytes.
    public mutating func deviceNumber(for device: DeviceID) -> DeviceNumber {
        DeviceNumber(devices.insert(device))
    }

    /// Changes whenever a number is given up for reuse, which the removal of a device does: numbers
    /// that were got before name no device or another one then.
    public var deviceNumberEpoch: UInt64 { devices.epoch }
}
