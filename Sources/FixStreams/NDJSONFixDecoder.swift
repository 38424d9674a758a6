import RegionMonitoring
import StrictJSON

/// Reads one JSON object a line.
///
/// Strict in the text, every line being wholly JSON in UTF-8, and lenient in names: any alias of a
/// field will do, the first in the list of those present counts, and other members are passed over. Of
/// members with one name the last counts; `null` is the same as none. A member of that name which
/// cannot be used is a defect, not a reason to look further.
struct NDJSONFixDecoder: FixDecoder {
    private(set) var names: MemberTable
    let defaultDevice: DeviceID?
    let allowsControl: Bool

    /// Whether a record may lack its time.
    var readsPlaces = false

    /// The offset from UTC of times without one, in minutes.
    var timeOffset: Int?

    /// Whether lines that are laid out like earlier ones are read the quick way; the outcome is the
    /// same without.
    var readsKnownShapes = true

    /// The members to carry along; `nil` when there are none.
    private let carried: CarriedMembers?

    /// The last value of each known member in the line, as far as `present` says so.
    var values: [JSONToken?]

    /// A bit for each slot of a member that the line has, `null` not counted.
    var present: UInt64 = 0

    /// The bytes of the member `feature`.
    var feature = 0..<0

    init(
        names: FixFieldNames, defaultDevice: DeviceID?, allowsControl: Bool,
        carriedMembers: [String] = []
    ) {
        self.names = MemberTable(names)
        self.defaultDevice = defaultDevice
        self.allowsControl = allowsControl
        carried = carriedMembers.isEmpty ? nil : CarriedMembers(names: carriedMembers)
        values = Array(repeating: nil, count: self.names.names.count)
    }

    var cutting: BlockCutting { .behindLines }

    mutating func restart() {}

    mutating func readHeader(_ bytes: [UInt8]) -> Bool { true }

    mutating func decode(
        _ bytes: [UInt8], _ lines: inout LineSplitter, isLast: Bool, into batch: inout FixBatch
    ) {
        let bytes = bytes.span
        let lastFeed = lines.lastFeed(in: bytes, margin: LineReader.margin)
        while true {
            if readsKnownShapes, let lastFeed {
                batch.shapes.read(
                    bytes, &lines, lastFeed: lastFeed, defaultDevice: defaultDevice,
                    carried: carried, wantsMotion: batch.wantsMotion, &batch.fixes,
                    &batch.counters)
            }
            guard let line = lines.next(in: bytes, isLast: isLast) else { return }
            switch line.kind {
            case .blank: batch.counters.blank += 1
            case .tooLong: batch.append(FixDecodingError.tooLong, line)
            case .text:
                let text = bytes.extracting(line.range)
                let count = batch.fixes.rows.count
                decode(text, line, into: &batch)
                if batch.fixes.rows.count > count {
                    batch.shapes.learn(
                        text, names: &names, defaultsDevice: defaultDevice != nil,
                        defaultsTime: readsPlaces)
                }
            }
        }
    }

    private mutating func decode(
        _ text: Span<UInt8>, _ line: LineSplitter.Line, into batch: inout FixBatch
    ) {
        do {
            try readMembers(of: text)
            if let control = value(of: .control) {
                batch.append(try self.control(control, in: text), line)
            } else {
                let device = try device(in: text)
                let fix = try fix(in: text, &batch.counters)
                batch.append(fix, device, line, members: carried?.read(from: text))
            }
        } catch {
            batch.append(error, line)
        }
    }
}

// MARK: - Members

extension NDJSONFixDecoder {
    /// Reads the whole line, and keeps where the values of known members are.
    private mutating func readMembers(of text: Span<UInt8>) throws(FixDecodingError) {
        let first: JSONToken
        do {
            first = try readText(text)
        } catch {
            throw FixDecodingError(
                reason: .malformed, field: nil, detail: error.description,
                column: LineExcerpt.column(of: error.offset, in: text))
        }
        guard case .objectStart = first.kind else {
            throw FixDecodingError(
                reason: .malformed, field: nil,
                detail: "found \(first.kind.name), expected an object",
                column: LineExcerpt.column(of: first.position, in: text))
        }
    }

    /// Reads one JSON text to its end. Returns its first token.
    private mutating func readText(_ text: Span<UInt8>) throws(JSONError) -> JSONToken {
        var cursor = JSONCursor()
        let first = try cursor.next(in: text)
        if case .objectStart = first.kind {
            try readMembers(&cursor, of: text)
        } else {
            _ = try cursor.skipRest(of: first, in: text)
        }
        _ = try cursor.next(in: text)
        return first
    }

    private mutating func readMembers(
        _ cursor: inout JSONCursor, of text: Span<UInt8>
    ) throws(JSONError) {
        var present: UInt64 = 0
        var place = 0
        while true {
            let key = try cursor.next(in: text)
            if case .objectEnd = key.kind { break }
            let slot = names.slot(of: key, at: place, in: text)
            place += 1
            let value = try cursor.next(in: text)
            var end = value.end
            switch value.kind {
            case .objectStart, .arrayStart:
                end = try cursor.skipRest(of: value, in: text).upperBound
            case .null:
                if let slot { present &= ~(1 << UInt64(slot)) }
                continue
            default: break
            }
            guard let slot else { continue }
            present |= 1 << UInt64(slot)
            values[slot] = value
            if slot == names.slot(of: .feature) { feature = value.start..<end }
        }
        self.present = present
    }

    /// The value that counts for a field and the name it has in the line; `nil` when it has none.
    @inline(__always)
    func value(of field: FixField) -> (token: JSONToken, slot: Int)? {
        let candidates = present & names.mask(of: field)
        guard candidates != 0 else { return nil }
        let slot = candidates.trailingZeroBitCount
        return values[slot].map { ($0, slot) }
    }

    /// The value of a member of controls; `nil` when the line has none.
    @inline(__always)
    func value(of member: MemberTable.ControlMember) -> JSONToken? {
        let slot = names.slot(of: member)
        return present & 1 << UInt64(slot) == 0 ? nil : values[slot]
    }
}
