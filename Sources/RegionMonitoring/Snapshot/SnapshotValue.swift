/// Why a snapshot cannot be restored.
public struct SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found, and where.
    public var description: String

    init(_ description: String) { self.description = description }
}

/// Something that a snapshot holds: it is read as it was written.
protocol SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError)
    func write(to writer: inout SnapshotWriter)
}

/// Collects the bytes of a snapshot: integers in 8 bytes, little-endian; texts and lists behind their
/// counts; what may be absent behind a byte 0 or 1.
struct SnapshotWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ value: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }

    mutating func append(contentsOf more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    mutating func write(_ value: some SnapshotValue) { value.write(to: &self) }
}

/// Reads the bytes of a snapshot and checks every step.
struct SnapshotReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count - offset }

    mutating func byte() throws(SnapshotError) -> UInt8 {
        guard offset < bytes.count else { throw fault("the snapshot ends early") }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func word() throws(SnapshotError) -> UInt64 {
        guard remaining >= 8 else { throw fault("the snapshot ends early") }
        defer { offset += 8 }
        return (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }

    /// A count of things of at least one byte each, so that a damaged one reserves no memory.
    mutating func count() throws(SnapshotError) -> Int {
        let value = try word()
        guard value <= UInt64(remaining) else { throw fault("count \(value) is beyond the end") }
        return Int(value)
    }

    mutating func text() throws(SnapshotError) -> String {
        let count = try count()
        defer { offset += count }
        guard let text = String(validating: bytes[offset..<offset + count], as: UTF8.self) else {
            throw fault("a text is not UTF-8")
        }
        return text
    }

    mutating func read<Value: SnapshotValue>(
        _ type: Value.Type = Value.self
    ) throws(SnapshotError) -> Value {
        try Value(from: &self)
    }

    func fault(_ what: String) -> SnapshotError {
        SnapshotError("\(what) (at byte \(offset) of the snapshot)")
    }
}

extension UInt64: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) { self = try reader.word() }
    func write(to writer: inout SnapshotWriter) { writer.append(self) }
}

extension Int64: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self = Int64(bitPattern: try reader.word())
    }
    func write(to writer: inout SnapshotWriter) { writer.append(UInt64(bitPattern: self)) }
}

extension Int: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self = Int(truncatingIfNeeded: try Int64(from: &reader))
    }
    func write(to writer: inout SnapshotWriter) { writer.write(Int64(self)) }
}

extension Double: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self = Double(bitPattern: try reader.word())
    }
    func write(to writer: inout SnapshotWriter) { writer.append(bitPattern) }
}

extension Bool: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        switch try reader.byte() {
        case 0: self = false
        case 1: self = true
        case let other: throw reader.fault("\(other) is neither 0 nor 1")
        }
    }
    func write(to writer: inout SnapshotWriter) { writer.append(self ? 1 as UInt8 : 0) }
}

extension String: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) { self = try reader.text() }
    func write(to writer: inout SnapshotWriter) {
        writer.append(UInt64(utf8.count))
        writer.append(contentsOf: utf8)
    }
}

extension Optional: SnapshotValue where Wrapped: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self = try reader.read(Bool.self) ? try reader.read(Wrapped.self) : nil
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(self != nil)
        if let self { writer.write(self) }
    }
}

extension Array: SnapshotValue where Element: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        let count = try reader.count()
        self = []
        for _ in 0..<count { append(try reader.read(Element.self)) }
    }
    func write(to writer: inout SnapshotWriter) {
        writer.append(UInt64(count))
        for element in self { writer.write(element) }
    }
}

extension Duration: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        let seconds = try reader.read(Int64.self)
        self.init(secondsComponent: seconds, attosecondsComponent: try reader.read(Int64.self))
    }
    func write(to writer: inout SnapshotWriter) {
        writer.write(components.seconds)
        writer.write(components.attoseconds)
    }
}

extension Timestamp: SnapshotValue {
    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        self.init(microsecondsSince1970: try reader.read())
    }
    func write(to writer: inout SnapshotWriter) { writer.write(microsecondsSince1970) }
}
