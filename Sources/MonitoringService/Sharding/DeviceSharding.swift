import RegionMonitoring

extension DeviceID {
    /// Which of `count` shards evaluates the device: the same in every process, so that what was stored
    /// finds its shard again.
    func shardNumber(of count: Int) -> Int {
        guard count > 1 else { return 0 }
        // FNV-1a.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return Int(hash % UInt64(count))
    }
}
