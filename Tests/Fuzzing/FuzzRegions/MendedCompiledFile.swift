/// Bytes with the header of a compiled file, the length and the checksum made right, so that what lies
/// behind those checks is reached.
///
/// The checksum is that of the reader, written for any machine.
func mendedCompiledFile(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let padding = max(64 - bytes.count, (64 - bytes.count % 64) % 64)
    bytes += [UInt8](repeating: 0, count: padding)
    // "FWREGION", version 1, and at most 255 sections.
    bytes.replaceSubrange(0..<12, with: Array("FWREGION".utf8) + [1, 0, 0, 0])
    bytes.replaceSubrange(13..<16, with: [0, 0, 0])
    put(UInt64(bytes.count), at: 16)
    let seed = mix(word(0), 1 << 32 | UInt64(bytes[12])) ^ UInt64(bytes.count)
    var lanes = [seed, seed ^ 0x9E37_79B9_7F4A_7C15, ~seed, seed &+ 0xD1B5_4A32_D192_ED03]
    for offset in stride(from: 32, to: bytes.count, by: 8) {
        let lane = offset / 8 % 4
        lanes[lane] = mix(lanes[lane], word(offset))
    }
    put(mix(mix(mix(lanes[0], lanes[1]), lanes[2]), lanes[3]), at: 24)
    return bytes

    func word(_ offset: Int) -> UInt64 {
        bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func put(_ word: UInt64, at offset: Int) {
        for index in 0..<8 {
            bytes[offset + index] = UInt8(truncatingIfNeeded: word >> (8 * index))
        }
    }
    func mix(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (lane ^ word) &* 0x9FB2_1C65_1E98_DF25
        return mixed << 29 | mixed >> 35
    }
}
