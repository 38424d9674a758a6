extension Workload {
    /// FNV-1a (64 bits, with the workloads' own offset basis) over the doubles' bytes.
    private static func checksum(_ values: some Sequence<Double>) -> UInt64 {
        var hash: UInt64 = 1_469_598_103_934_665_603
        for value in values {
            var bits = value.bitPattern
            for _ in 0..<8 {
                hash = (hash ^ (bits & 0xFF)) &* 1_099_511_628_211
                bits >>= 8
            }
        }
        return hash
    }

    /// The checksum of all vertices.
    public var vertexChecksum: UInt64 {
        Self.checksum(rings.lazy.flatMap { $0.lazy.flatMap { [$0.x, $0.y] } })
    }

    /// The checksum of all circles.
    public var circleChecksum: UInt64 {
        Self.checksum(circles.lazy.flatMap { [$0.center.x, $0.center.y, $0.radius] })
    }

    /// The checksum of all fixes.
    public var fixChecksum: UInt64 { Self.checksum(fixes.lazy.flatMap { [$0.x, $0.y] }) }

    /// Whether the workload is, bit for bit, the one its name stands for.
    public var isGenuine: Bool {
        let (vertices, fixes): (UInt64, UInt64) =
            switch name {
            case .w1: (0x7FAF_7C70_25E4_783E, 0x6138_FB53_B438_1B91)
            case .w2: (0x46CA_0D8A_78EC_B0C5, 0x6901_1E8D_C166_5CBB)
            case .w3: (0xCD6D_5088_4C2F_7379, 0xAA87_3A67_4CBE_B3D7)
            case .w4: (0xFBDE_6E11_6441_9C7E, 0x4CB8_4B56_7B70_F71D)
            }
        return vertexChecksum == vertices && fixChecksum == fixes
            && (name != .w2 || circleChecksum == 0x6364_B38B_D81C_C49D)
    }
}
