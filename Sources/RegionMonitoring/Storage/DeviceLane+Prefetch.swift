import CIntrinsics

extension [DeviceLane] {
    /// Asks for the lanes of the devices in a range to be in the cache soon.
    @inline(__always)
    func prefetch(_ devices: [DeviceNumber], in range: Range<Int>) {
        // SAFETY: a prefetch reads nothing that the program sees and never faults, and the address is
        // computed as a number, so that it may lie outside of the array.
        unsafe withUnsafeBytes { lanes in
            let base = Int(bitPattern: lanes.baseAddress)
            for index in range {
                let offset = Int(devices[index].index) &* MemoryLayout<DeviceLane>.stride
                unsafe ci_prefetch(UnsafeRawPointer(bitPattern: base &+ offset))
            }
        }
    }
}
