extension Span<UInt8> {
    /// The eight bytes from `index` on as one number, the first lowest; they must all be there.
    ///
    /// The compiler turns this into one checked load.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        let part = extracting(index..<index &+ 8)
        let low =
            UInt64(part[0]) | UInt64(part[1]) << 8 | UInt64(part[2]) << 16 | UInt64(part[3]) << 24
        let high =
            UInt64(part[4]) | UInt64(part[5]) << 8 | UInt64(part[6]) << 16 | UInt64(part[7]) << 24
        return low | high << 32
    }

    /// The first place from `start` on where a string may need a closer look, found eight bytes at a
    /// time: a quote, a backslash, a control character, a byte outside ASCII, or fewer than eight
    /// bytes left.
    @inline(__always)
    func skipPlainWords(from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = start
        while count &- index >= 8 {
            let word = word(at: index)
            let quotes = word ^ (ones &* 0x22)
            let backslashes = word ^ (ones &* 0x5C)
            // Subtracting borrows through a byte's top bit where the byte was 0 (or below a space); a
            // borrow can only mislead above the first such byte, and the first is what is sought.
            let special =
                (word | (word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones))
                & (ones &* 0x80)
            if special != 0 { return index &+ special.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        return index
    }
}
