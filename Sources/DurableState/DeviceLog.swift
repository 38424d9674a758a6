/// The records of devices, in files that only grow: what a later frame says of a device takes the place
/// of what an earlier one says.
///
/// The database says up to which length each file counts. What follows is what a crash cut off before
/// its commit, and is dropped when the log is opened.
struct DeviceLog: ~Copyable {
    /// A file of the log.
    struct Segment: Hashable, Sendable {
        var number: Int64
        var length: Int64
    }

    /// The files that count, oldest first; the last one grows.
    private(set) var segments: [Segment]

    private let folder: String
    private var current: StateFile?

    /// From which segment on each device has been written since a sweep began.
    private var sweepStart: Int64?

    /// "FWDL" and the format's version.
    private static let mark: UInt64 = 0x0000_0001_4C44_5746

    /// The bytes before a frame's records: the mark, how many records, how many bytes, the checksum.
    private static let headerLength = 32

    static func name(of segment: Int64) -> String {
        let digits = String(segment)
        let zeros = String(repeating: "0", count: max(0, 8 - digits.count))
        return "devices-\(zeros)\(digits).log"
    }

    static func isName(_ name: String) -> Bool {
        guard name.hasPrefix("devices-"), name.hasSuffix(".log") else { return false }
        let digits = name.utf8.dropFirst("devices-".utf8.count).dropLast(".log".utf8.count)
        return digits.count >= 8 && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// How many bytes the files have that count.
    var byteCount: Int64 { segments.reduce(0) { $0 + $1.length } }

    /// Opens the log that the database describes, dropping what does not count.
    init(folder: String, segments: [Segment]) throws(StateError) {
        self.folder = folder
        self.segments = segments
        current = nil
        sweepStart = nil
        let names = Set(segments.map { Self.name(of: $0.number) })
        for name in try StateFolder.names(in: folder) where Self.isName(name) {
            if !names.contains(name) { try StateFolder.remove("\(folder)/\(name)") }
        }
        for segment in segments {
            let path = "\(folder)/\(Self.name(of: segment.number))"
            guard StateFolder.exists(path) else {
                throw StateError(.damaged, "state '\(folder)' is damaged: \(path) is missing")
            }
            let file = try StateFile(path: path, isNew: false)
            let length = try file.length
            guard length >= segment.length else {
                throw StateError(
                    .damaged,
                    "state '\(folder)' is damaged: \(path) has \(length) bytes, not \(segment.length)"
                )
            }
            if length > segment.length { try file.truncate(to: segment.length) }
        }
        if let last = segments.last {
            current = try StateFile(path: "\(folder)/\(Self.name(of: last.number))", isNew: false)
        }
    }

    /// Writes a frame and waits until it is on the disk. It counts once the database says so.
    mutating func append(
        _ records: [UInt8], count: Int, inNewSegment: Bool
    ) throws(StateError) {
        if inNewSegment || current == nil {
            let segment = Segment(number: (segments.last?.number ?? 0) + 1, length: 0)
            current = try StateFile(
                path: "\(folder)/\(Self.name(of: segment.number))", isNew: true)
            try StateFolder.synchronize(folder)
            segments.append(segment)
        }
        guard count > 0 else { return }
        var header: [UInt8] = []
        header.append(word: Self.mark)
        header.append(word: UInt64(count))
        header.append(word: UInt64(records.count))
        header.append(word: Checksum.of(records) ^ UInt64(count))
        let last = segments.count - 1
        let start = segments[last].length
        try current?.write(header, at: start)
        try current?.write(records, at: start + Int64(Self.headerLength))
        try current?.synchronize()
        segments[last].length = start + Int64(Self.headerLength + records.count)
    }

    /// Takes back what the database did not come to count.
    mutating func restore(_ before: [Segment]) throws(StateError) {
        segments = before
        guard let last = before.last else {
            current = nil
            return
        }
        current = try StateFile(path: "\(folder)/\(Self.name(of: last.number))", isNew: false)
        try current?.truncate(to: last.length)
    }

    /// Forgets files that hold nothing that counts, and says which.
    mutating func dropSegments(before number: Int64) -> [Segment] {
        let dropped = segments.filter { $0.number < number }
        segments.removeAll { $0.number < number }
        return dropped
    }

    /// Removes the files of segments that were dropped.
    func remove(_ dropped: [Segment]) throws(StateError) {
        for segment in dropped {
            try StateFolder.remove("\(folder)/\(Self.name(of: segment.number))")
        }
    }

    /// Gives the records of all frames, oldest first.
    static func read(
        _ segments: [Segment], in folder: String,
        _ take: (_ records: [UInt8], _ count: Int) throws(StateError) -> Void
    ) throws(StateError) {
        for segment in segments {
            let path = "\(folder)/\(name(of: segment.number))"
            let file = try StateFile(reading: path)
            var offset: Int64 = 0
            while offset < segment.length {
                let damage = StateError(
                    .damaged, "state '\(folder)' is damaged: \(path), the frame at byte \(offset)")
                guard segment.length - offset >= Int64(headerLength) else { throw damage }
                let header = try file.read(headerLength, at: offset)
                let count = header.word(at: 8)
                let length = header.word(at: 16)
                offset += Int64(headerLength)
                guard header.word(at: 0) == mark, length <= UInt64(segment.length - offset)
                else { throw damage }
                let records = try file.read(Int(length), at: offset)
                guard header.word(at: 24) == Checksum.of(records) ^ count else { throw damage }
                try take(records, Int(count))
                offset += Int64(length)
            }
        }
    }
}

extension [UInt8] {
    /// Appends a number in 8 bytes, little-endian.
    mutating func append(word: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
    }

    /// The number in 8 bytes, little-endian, at a place that is known to be there.
    func word(at offset: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
    }
}
