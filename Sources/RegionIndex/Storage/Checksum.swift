/// A checksum of long runs of bytes, made to find damage, not forgery: any change within one word of
/// 8 bytes gives another number, and any other change does but for one in 2⁶⁴.
///
/// Four lanes take every fourth word each. A step is a bijection of the word and of the lane, so that a
/// change of a word stays one to the end.
struct Checksum {
    private var lanes: SIMD4<UInt64>

    /// Bytes come in multiples of this many.
    static let block = 32

    init(seed: UInt64) {
        lanes = SIMD4(seed, seed ^ 0x9E37_79B9_7F4A_7C15, ~seed, seed &+ 0xD1B5_4A32_D192_ED03)
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count % Self.block == 0, "not a whole number of blocks")
        @inline(__always)
        func word(_ offset: Int) -> UInt64 {
            // SAFETY: a whole block begins at every offset that is a multiple of its size.
            unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        var (a, b, c, d) = (lanes.x, lanes.y, lanes.z, lanes.w)
        for offset in stride(from: 0, to: bytes.count, by: Self.block) {
            a = Self.mix(a, word(offset))
            b = Self.mix(b, word(offset &+ 8))
            c = Self.mix(c, word(offset &+ 16))
            d = Self.mix(d, word(offset &+ 24))
        }
        lanes = SIMD4(a, b, c, d)
    }

    var value: UInt64 {
        Self.mix(Self.mix(Self.mix(lanes.x, lanes.y), lanes.z), lanes.w)
    }

    @inline(__always)
    static func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (lane ^ word) &* 0x9FB2_1C65_1E98_DF25
        return mixed &<< 29 | mixed &>> 35
    }
}
