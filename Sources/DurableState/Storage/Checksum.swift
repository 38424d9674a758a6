/// A checksum of 64 bits that shows damage; no protection against intent.
///
/// Four lanes of FNV-1a over words of eight bytes (Fowler, Noll, Vo; RFC 9923), each lane's products
/// folded so that the high bits of a word count too; then the lanes, the bytes left over and the length.
package struct Checksum: Sendable {
    private static let offset: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x0000_0100_0000_01B3

    /// The checksum of some bytes.
    ///
    /// - Complexity: O(*n*), less than half a nanosecond a byte.
    package static func of(_ bytes: Span<UInt8>) -> UInt64 {
        // SAFETY: bytes have no padding.
        let raw = unsafe bytes.bytes
        var lanes: (UInt64, UInt64, UInt64, UInt64) = (
            offset, offset &+ 1, offset &+ 2, offset &+ 3
        )
        var index = 0
        let whole = raw.byteCount & ~31
        while index < whole {
            lanes.0 = fold(lanes.0, word(raw, index))
            lanes.1 = fold(lanes.1, word(raw, index + 8))
            lanes.2 = fold(lanes.2, word(raw, index + 16))
            lanes.3 = fold(lanes.3, word(raw, index + 24))
            index += 32
        }
        var sum = offset
        for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { sum = fold(sum, lane) }
        while index < raw.byteCount {
            sum = fold(sum, UInt64(bytes[index]))
            index += 1
        }
        return fold(sum, UInt64(raw.byteCount))
    }

    /// The checksum of an array's bytes.
    package static func of(_ bytes: [UInt8]) -> UInt64 { of(bytes.span) }

    @inline(__always)
    private static func fold(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let product = (sum ^ word) &* prime
        return product ^ (product >> 29)
    }

    @inline(__always)
    private static func word(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
        // SAFETY: the caller's loop keeps offset + 8 within the span; every bit pattern is a UInt64.
        unsafe UInt64(
            littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
