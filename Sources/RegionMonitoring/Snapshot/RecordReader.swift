/// Reads what a ``RecordWriter`` wrote, and checks every step.
package struct RecordReader: Sendable {
    private let bytes: [UInt8]
    private var offset: Int
    private var end: Int

    /// Creates a reader of all bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        offset = 0
        end = bytes.count
    }

    /// Whether all has been read.
    package var isAtEnd: Bool { offset == end }

    /// Reads one byte.
    package mutating func byte() throws(SnapshotError) -> UInt8 {
        guard offset < end else { throw fault("the record ends early") }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Reads a number in 8 bytes.
    package mutating func word() throws(SnapshotError) -> UInt64 {
        guard end - offset >= 8 else { throw fault("the record ends early") }
        defer { offset += 8 }
        var word: UInt64 = 0
        for index in 0..<8 { word |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
        return word
    }

    /// Reads a number in groups of 7 bits.
    package mutating func number() throws(SnapshotError) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            guard shift < 63 || byte <= 1 else { throw fault("a number is too large") }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    /// Reads a count of things of at least one byte each, so that a damaged one reserves no memory.
    package mutating func count() throws(SnapshotError) -> Int {
        let number = try number()
        guard number <= UInt64(end - offset) else { throw fault("count \(number) is too large") }
        return Int(number)
    }

    /// Reads a floating-point number.
    package mutating func double() throws(SnapshotError) -> Double {
        Double(bitPattern: try word())
    }

    /// Reads a time.
    package mutating func time() throws(SnapshotError) -> Timestamp {
        Timestamp(microsecondsSince1970: Int64(bitPattern: try word()))
    }

    /// Reads a text.
    package mutating func text() throws(SnapshotError) -> String {
        let count = try count()
        defer { offset += count }
        // Faster than validating a slice: what is no UTF-8 does not come out as it went in.
        let slice = bytes[offset..<offset + count]
        let text = String(decoding: slice, as: UTF8.self)
        guard text.utf8.elementsEqual(slice) else { throw fault("a text is not UTF-8") }
        return text
    }

    /// Reads bytes behind their count.
    package mutating func array() throws(SnapshotError) -> [UInt8] {
        let count = try count()
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    /// Reads what was written framed: `body` must read all of it, and no more.
    package mutating func framed<Result>(
        _ body: (inout RecordReader) throws(SnapshotError) -> Result
    ) throws(SnapshotError) -> Result {
        guard end - offset >= 4 else { throw fault("the record ends early") }
        var length = 0
        for index in 0..<4 { length |= Int(bytes[offset + index]) << (8 * index) }
        offset += 4
        guard length <= end - offset else { throw fault("the record ends early") }
        let outer = end
        end = offset + length
        let result = try body(&self)
        guard offset == end else { throw fault("\(end - offset) bytes are left of a record") }
        end = outer
        return result
    }

    /// The rest, which is read with that.
    mutating func rest() -> [UInt8] {
        defer { offset = end }
        return Array(bytes[offset..<end])
    }

    /// An error with its place.
    package func fault(_ what: String) -> SnapshotError {
        SnapshotError("\(what) (at byte \(offset))")
    }
}
