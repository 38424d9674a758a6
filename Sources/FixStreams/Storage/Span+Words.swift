extension Span<UInt8> {
    /// The eight bytes from `index` on as one number, the first byte lowest.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        // SAFETY: the load checks that all eight bytes are within the span; any bytes are a number.
        let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    /// At most eight bytes from `index` on as one number, those from `end` on taken for 0.
    @inline(__always)
    func word(at index: Int, end: Int) -> UInt64 {
        let length = end &- index
        if length >= 8 { return word(at: index) }
        if count &- index >= 8 { return word(at: index) & ~(UInt64.max << UInt64(length &* 8)) }
        var word: UInt64 = 0
        for place in 0..<length { word |= UInt64(self[index &+ place]) << UInt64(place &* 8) }
        return word
    }
}
