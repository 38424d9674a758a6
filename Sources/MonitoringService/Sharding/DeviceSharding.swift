import RegionMonitoring

extension Span<UInt8> {
    /// Which of `count` shards evaluates the device whose identifier is a range of these bytes.
    func shardNumber(of count: Int, at range: Range<Int>) -> Int {
        var hash = DeviceSharding.start
        for index in range { hash = DeviceSharding.fold(self[index], into: hash) }
        return Int(hash % UInt64(count))
    }
}

extension DeviceID {
    /// Which of `count` shards evaluates the device: the same in every process, so that what was stored
    /// finds its shard again.
    func shardNumber(of count: Int) -> Int {
        guard count > 1 else { return 0 }
        let bytes = rawValue.utf8.span
        return bytes.shardNumber(of: count, at: 0..<bytes.count)
    }
}

/// FNV-1a.
private enum DeviceSharding {
    static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    static func fold(_ byte: UInt8, into hash: UInt64) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
}
