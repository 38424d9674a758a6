/// Writes what durable state holds: small and fast, and in one form for ever.
///
/// Numbers in 8 bytes, little-endian, or in as few groups of 7 bits as they need; texts behind their
/// length.
package struct RecordWriter: Sendable {
    /// What was written.
    package private(set) var bytes: [UInt8] = []

    /// Creates a writer that has written nothing.
    package init() {}

    /// Forgets what was written and keeps the storage.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Makes room for that many bytes more.
    package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    /// Appends one byte.
    @inline(__always)
    package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends a number in 8 bytes.
    @inline(__always)
    package mutating func append(word: UInt64) {
        // SAFETY: the bytes of a local are copied at once.
        unsafe withUnsafeBytes(of: word.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends a number of which small values are the most frequent.
    @inline(__always)
    package mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a number in 8 bytes, bit by bit.
    @inline(__always)
    package mutating func append(_ number: Double) { append(word: number.bitPattern) }

    /// Appends a time.
    @inline(__always)
    package mutating func append(_ time: Timestamp) {
        append(word: UInt64(bitPattern: time.microsecondsSince1970))
    }

    /// Appends a text.
    package mutating func append(_ text: String) {
        append(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Appends bytes behind their count.
    package mutating func append(_ more: [UInt8]) {
        append(UInt64(more.count))
        bytes.append(contentsOf: more)
    }

    /// Appends what `body` writes, behind its length in 4 bytes.
    @inline(__always)
    package mutating func appendFramed(_ body: (inout RecordWriter) -> Void) {
        let start = bytes.count
        for _ in 0..<4 { bytes.append(0) }
        body(&self)
        let length = UInt32(bytes.count - start - 4)
        for index in 0..<4 {
            bytes[start + index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index))
        }
    }
}
