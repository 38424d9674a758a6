package import EventDelivery

/// A record that was not evaluated, as the rejects file tells it.
package struct RejectedRecord: Sendable {
    /// Where the record was.
    package var place: RecordPlace

    /// Why, a name for programs.
    package var reason: String

    /// Why, a sentence for people.
    package var detail: String

    /// The record's bytes, without the end of its line.
    package var raw: ArraySlice<UInt8>

    /// Creates a rejected record.
    package init(place: RecordPlace, reason: String, detail: String, raw: ArraySlice<UInt8>) {
        self.place = place
        self.reason = reason
        self.detail = detail
        self.raw = raw
    }
}

/// Where a record of the input begins.
package struct RecordPlace: Hashable, Sendable {
    /// The file, `-` for standard input.
    package var file: String

    /// The line, from 1.
    package var line: UInt64

    /// The byte, from 0.
    package var offset: UInt64

    /// Creates a place.
    package init(file: String, line: UInt64, offset: UInt64) {
        self.file = file
        self.line = line
        self.offset = offset
    }
}

/// Writes rejected records as NDJSON, in the order of their rejection.
///
/// A record longer than 4 KiB is cut, at the end of a character, and says so; one that is not UTF-8
/// is written in base64.
package struct RejectsWriter: Sendable {
    /// The most bytes of a record that are written.
    package static let rawLimit = 4096

    private var file: OutputFile
    private var bytes: [UInt8] = []

    /// Creates the file anew.
    package init(path: String) throws(OutputError) {
        file = try OutputFile(path: path, .replacing)
    }

    /// Opens a file that was written before, and cuts off what was written behind a length; one that is
    /// shorter by now is written on at its end.
    package init(path: String, resumingAt length: UInt64) throws(OutputError) {
        file = try OutputFile(path: path, .appending)
        if let found = file.length, found > Int64(clamping: length) {
            try file.cut(to: Int64(clamping: length))
        }
    }

    /// How long the file is, once ``flush()`` has been called; `nil` where that means nothing.
    package var length: UInt64? { file.length.map { UInt64(clamping: $0) } }

    /// Adds a record; it is written once enough has gathered, or with ``flush()``.
    package mutating func append(_ record: RejectedRecord) throws(OutputError) {
        bytes.append(record)
        if bytes.count >= 1 << 16 { try flush() }
    }

    /// Writes what has gathered.
    package mutating func flush() throws(OutputError) {
        guard !bytes.isEmpty else { return }
        defer { bytes.removeAll(keepingCapacity: true) }
        try file.append(bytes)
    }

    /// Writes what has gathered and closes the file.
    package mutating func finish() throws(OutputError) {
        try flush()
        try file.finish()
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ record: RejectedRecord) {
        append(text: "{\"line\":")
        append(decimal: record.place.line)
        append(text: ",\"offset\":")
        append(decimal: record.place.offset)
        append(text: ",\"file\":")
        append(jsonString: record.place.file)
        append(text: ",\"reason\":")
        append(jsonString: record.reason)
        append(text: ",\"detail\":")
        append(jsonString: record.detail)
        append(raw: record.raw)
        append(text: "}\n")
    }

    private mutating func append(raw: ArraySlice<UInt8>) {
        var kept = raw.prefix(RejectsWriter.rawLimit)
        let isCut = kept.count < raw.count
        var text = String(validating: kept, as: UTF8.self)
        // A cut can fall inside a character, of which at most three bytes are left then.
        var shorter = kept
        for _ in 0..<3 where isCut && text == nil {
            shorter.removeLast()
            text = String(validating: shorter, as: UTF8.self)
            if text != nil { kept = shorter }
        }
        if let text {
            append(text: ",\"raw\":")
            append(jsonString: text)
        } else {
            append(text: ",\"rawBase64\":\"")
            append(base64: kept)
            append(UInt8(ascii: "\""))
        }
        if isCut { append(text: ",\"cut\":true") }
    }
}
