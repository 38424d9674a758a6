import RegionMonitoring

/// Turns the bytes of identifiers into `DeviceID`s, without making a new text for each fix.
///
/// Each slot remembers the last identifier that hashed to it: memory stays bounded however many devices
/// there are, and a device that has lost its slot costs one small text.
struct DeviceIDCache {
    private static let slotCount = 1 << 16

    private struct Slot {
        /// The first 16 bytes, and the count: identifiers that are no longer are known by these alone.
        var head: UInt64
        var tail: UInt64
        var count: Int
        var device: DeviceID
    }

    private var slots: [Slot] = []

    /// The identifier with those bytes, which must be UTF-8.
    ///
    /// - Complexity: linear in the count of bytes.
    mutating func device(_ bytes: Span<UInt8>) -> DeviceID {
        let count = bytes.count
        guard count <= 16 else { return longDevice(bytes) }
        var head: UInt64 = 0
        var tail: UInt64 = 0
        var index = 0
        while index < min(count, 8) {
            head = head << 8 | UInt64(bytes[index])
            index &+= 1
        }
        while index < count {
            tail = tail << 8 | UInt64(bytes[index])
            index &+= 1
        }
        let slot = Self.slot(head ^ tail &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(count))
        if slots.isEmpty { reserve() }
        if slots[slot].head == head, slots[slot].tail == tail, slots[slot].count == count {
            return slots[slot].device
        }
        let device = Self.make(bytes)
        slots[slot] = Slot(head: head, tail: tail, count: count, device: device)
        return device
    }

    private mutating func longDevice(_ bytes: Span<UInt8>) -> DeviceID {
        var hash: UInt64 = 0
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3 }
        let slot = Self.slot(hash)
        if slots.isEmpty { reserve() }
        if slots[slot].head == hash, slots[slot].count == bytes.count,
            Self.isEqual(slots[slot].device, bytes)
        {
            return slots[slot].device
        }
        let device = Self.make(bytes)
        slots[slot] = Slot(head: hash, tail: 0, count: bytes.count, device: device)
        return device
    }

    /// The top bits of a product depend on all bits of the key.
    private static func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 48)
    }

    private mutating func reserve() {
        let empty = Slot(head: 0, tail: 0, count: 0, device: "")
        slots = Array(repeating: empty, count: Self.slotCount)
    }

    private static func isEqual(_ device: DeviceID, _ bytes: Span<UInt8>) -> Bool {
        let text = device.rawValue.utf8.span
        for index in bytes.indices where text[index] != bytes[index] { return false }
        return true
    }

    private static func make(_ bytes: Span<UInt8>) -> DeviceID {
        guard let text = try? UTF8Span(validating: bytes) else {
            preconditionFailure("an identifier of \(bytes.count) bytes is not UTF-8")
        }
        return DeviceID(String(copying: text))
    }
}
