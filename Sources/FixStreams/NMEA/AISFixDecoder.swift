import RegionMonitoring

/// Reads position reports of ships (AIS) from `!AIVDM` sentences: each report is a record.
///
/// The device is the ship's MMSI. A report says the second only, so the minute comes from what is
/// around it: a tag block before the sentence (`\c:1577836800*5A\`), a number of seconds behind its
/// checksum, or the last RMC or ZDA sentence. Messages of other types are passed over.
struct AISFixDecoder: FixDecoder {
    /// How many messages may wait for their other sentences, and for how many lines.
    static let waitingLimit = (messages: 64, lines: UInt64(1000))

    private let options: FixReaderOptions
    private var clock = NMEAClock()

    /// The number of the line in its file, which a block does not know.
    private var lineNumber: UInt64 = 0

    /// Messages some of whose sentences are still to come, the oldest first.
    private var waiting: [Message] = []

    /// Whether it has been said that dates were moved.
    private var hasToldMoved = false

    private struct Message {
        let key: [UInt8]
        let count: Int
        var next = 2
        let start: RecordStart
        let column: Int
        var payload: AISPayload
        var raw: [UInt8]
        var time: Timestamp?
    }

    /// Creates a decoder.
    init(_ options: FixReaderOptions) { self.options = options }

    mutating func restart() {
        lineNumber = 0
        clock = NMEAClock()
        waiting = []
    }

    mutating func readHeader(_ bytes: [UInt8]) -> Bool { true }

    mutating func takeNotice() -> FollowNotice.Kind? {
        guard clock.hasMovedDates, !hasToldMoved else { return nil }
        hasToldMoved = true
        return .datesMoved
    }

    mutating func decode(
        _ bytes: [UInt8], _ lines: inout LineSplitter, isLast: Bool, into batch: inout FixBatch
    ) {
        let bytes = bytes.span
        while let line = lines.next(in: bytes, isLast: isLast) {
            lineNumber += 1
            switch line.kind {
            case .blank: batch.counters.blank += 1
            case .tooLong: batch.append(FixDecodingError.tooLong, line)
            case .text: decode(bytes.extracting(line.range), line, into: &batch)
            }
        }
        if isLast {
            for message in waiting { giveUp(message, into: &batch) }
            waiting = []
        }
    }

    private mutating func decode(
        _ text: Span<UInt8>, _ line: LineSplitter.Line, into batch: inout FixBatch
    ) {
        while let oldest = waiting.first,
            waiting.count > Self.waitingLimit.messages
                || lineNumber - min(oldest.start.line, lineNumber) > Self.waitingLimit.lines
        {
            giveUp(waiting.removeFirst(), into: &batch)
        }
        do throws(FixDecodingError) {
            switch try NMEASentence.read(text) {
            case .text: batch.counters.blank += 1
            case .sentence(let sentence):
                if sentence.followsFragment {
                    let defect = NMEASentence.malformed(
                        "a sentence begins within another one", sentence.prefix.upperBound, text)
                    batch.append(defect, line)
                }
                try take(sentence, text, line, into: &batch)
            }
        } catch {
            batch.append(error, line)
        }
    }

    private mutating func take(
        _ sentence: NMEASentence, _ text: Span<UInt8>, _ line: LineSplitter.Line,
        into batch: inout FixBatch
    ) throws(FixDecodingError) {
        switch sentence.kind {
        case "VDM", "VDO": try takeMessage(sentence, text, line, into: &batch)
        case "RMC":
            guard sentence.field(0) != nil, sentence.field(8) != nil else { return }
            let time = try sentence.timeOfDay(0, in: text)
            clock.setDay(try sentence.date(8, in: text), at: time)
        case "ZDA":
            guard sentence.field(0) != nil, sentence.field(1) != nil else { return }
            let time = try sentence.timeOfDay(0, in: text)
            clock.setDay(try sentence.longDate(1, in: text), at: time)
        default: break
        }
    }

    /// Takes a sentence with a message or a part of one: how many parts, which, the message's number,
    /// the channel, the characters, the padding.
    private mutating func takeMessage(
        _ sentence: NMEASentence, _ text: Span<UInt8>, _ line: LineSplitter.Line,
        into batch: inout FixBatch
    ) throws(FixDecodingError) {
        guard let count = digit(sentence, 0, in: text), 1...9 ~= count,
            let number = digit(sentence, 1, in: text), 1...count ~= number
        else { throw sentence.unusable(0, "parts", "it must be 1 to 9", in: text) }
        guard let characters = sentence.field(4) else { throw .missing("\(sentence.kind) payload") }
        guard let fill = digit(sentence, 5, in: text), fill < 6 else {
            throw sentence.unusable(5, "padding", "it must be 0 to 5", in: text)
        }
        var key = sentence.talker.utf8 + [UInt8(ascii: ",")]
        for index in [2, 3] { key += (sentence.field(index) ?? 0..<0).map { text[$0] } + [0x2C] }
        let column = LineExcerpt.column(of: characters.lowerBound, in: text)

        let place = waiting.firstIndex { $0.key == key }
        if number == 1, let place { giveUp(waiting.remove(at: place), into: &batch) }
        var message: Message
        if number == 1 {
            message = Message(
                key: key, count: count,
                start: RecordStart(line: lineNumber, offset: line.offset), column: column,
                payload: AISPayload(), raw: [], time: time(of: sentence, text))
        } else {
            guard let place, waiting[place].count == count, waiting[place].next == number else {
                throw NMEASentence.malformed(
                    "found part \(number) of \(count) of a message, but not the part before",
                    characters.lowerBound, text)
            }
            message = waiting.remove(at: place)
            message.next += 1
            message.raw.append(UInt8(ascii: "\n"))
        }
        if message.raw.count < FixBatch.asideLimit {
            for index in text.indices { message.raw.append(text[index]) }
        }
        if let bad = message.payload.append(characters, of: text, fillCount: fill) {
            throw NMEASentence.malformed(
                "found a character that is no six bits, expected 0 to W or ` to w", bad, text)
        }
        if number < count { waiting.append(message) } else { finish(message, into: &batch) }
    }

    private func digit(_ sentence: NMEASentence, _ index: Int, in text: Span<UInt8>) -> Int? {
        guard let range = sentence.field(index), range.count == 1 else { return nil }
        return sentence.digits(range, 0, 1, in: text)
    }

    private func giveUp(_ message: Message, into batch: inout FixBatch) {
        let defect = FixDecodingError(
            reason: .malformed, field: nil,
            detail: "found \(message.next - 1) of \(message.count) parts of a message",
            column: message.column)
        batch.append(.failure(defect), at: message.start, raw: message.raw[...])
    }

    private mutating func finish(_ message: Message, into batch: inout FixBatch) {
        do throws(FixDecodingError) {
            guard
                let report = try AISPositionReport(message.payload, line: message.column)
            else { return }
            guard let position = report.position else {
                throw .noPosition("the ship's position is not known")
            }
            let time: Timestamp
            if let known = message.time ?? clock.last {
                time = Self.join(known, report.second)
            } else if let interval = options.assumedInterval {
                time = batch.nextAssumedTime(interval)
            } else {
                throw FixDecodingError(
                    reason: .invalid, field: "time",
                    detail: "the time is not known: there is no tag block with c:, no time behind "
                        + "the checksum, and no RMC or ZDA sentence before", column: 1)
            }
            let digits = String(report.mmsi)
            let device = DeviceID(String(repeating: "0", count: max(0, 9 - digits.count)) + digits)
            let fix = Location(
                coordinate: position, timestamp: time, horizontalAccuracy: nil, altitude: nil,
                speed: report.speed, course: report.course, isSimulated: false)
            batch.append(.success((device, fix)), at: message.start, raw: message.raw[...])
        } catch {
            batch.append(.failure(error), at: message.start, raw: message.raw[...])
        }
    }

    /// The instant with the second that a report says, nearest to a known one.
    private static func join(_ known: Timestamp, _ second: Int?) -> Timestamp {
        guard let second else { return known }
        let minute: Int64 = 60_000_000
        let microseconds = known.microsecondsSince1970
        let rest = (microseconds % minute + minute) % minute
        var result = microseconds - rest + Int64(second) * 1_000_000
        if result - microseconds > minute / 2 { result -= minute }
        if microseconds - result > minute / 2 { result += minute }
        return Timestamp(microsecondsSince1970: result)
    }
}

extension AISFixDecoder {
    /// The time that is written with a sentence, in seconds or milliseconds since 1970.
    private func time(of sentence: NMEASentence, _ text: Span<UInt8>) -> Timestamp? {
        time(inTagBlock: sentence.prefix, text) ?? time(behind: sentence.suffix, text)
    }

    /// `\s:station,c:1577836800*5A\` before the sentence.
    private func time(inTagBlock range: Range<Int>, _ text: Span<UInt8>) -> Timestamp? {
        guard !range.isEmpty, text[range.lowerBound] == UInt8(ascii: "\\") else { return nil }
        var index = range.lowerBound + 1
        while index + 1 < range.upperBound {
            let isStart = text[index - 1] == UInt8(ascii: ",") || index == range.lowerBound + 1
            if isStart, text[index] == UInt8(ascii: "c"), text[index + 1] == UInt8(ascii: ":") {
                return instant(in: index + 2..<range.upperBound, text)
            }
            index += 1
        }
        return nil
    }

    /// `,1577836800` behind the sentence, perhaps after other columns.
    private func time(behind range: Range<Int>, _ text: Span<UInt8>) -> Timestamp? {
        guard let comma = range.last(where: { text[$0] == UInt8(ascii: ",") }) else { return nil }
        return instant(in: comma + 1..<range.upperBound, text)
    }

    /// The number that begins a range, where it is an instant after 1973.
    private func instant(in range: Range<Int>, _ text: Span<UInt8>) -> Timestamp? {
        let end = range.first { text[$0] &- UInt8(ascii: "0") > 9 && text[$0] != 0x2E }
        let digits = range.lowerBound..<(end ?? range.upperBound)
        guard 9...16 ~= digits.count, let number = DecimalNumber(text.extracting(digits)) else {
            return nil
        }
        return try? TimestampParser.timestamp(of: number)
    }
}
