/// SplitMix64 with the draws that the workloads are defined by.
///
/// Every number is made with + − × ÷ √ on doubles, without fused multiply-add, so that all machines
/// and languages make the same bits; the checksums in ``Workload/Name`` say so.
struct WorkloadGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// In 0..<1, a multiple of 2^-53.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// In 0..<bound.
    mutating func below(_ bound: UInt32) -> UInt32 { UInt32(unit() * Double(bound)) }

    /// A number in 0..<1 that depends on three keys alone.
    static func hashed(_ seed: UInt64, _ a: UInt64, _ b: UInt64, _ c: UInt64) -> Double {
        var generator = WorkloadGenerator(
            seed: seed ^ (a &* 0xD6E8_FEB8_6659_FD93) ^ (b &* 0xA076_1D64_78BD_642F)
                ^ (c &* 0xE703_7ED1_A0B4_28DB))
        _ = generator.next()
        return generator.unit()
    }
}
