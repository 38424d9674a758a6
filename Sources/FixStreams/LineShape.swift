import RegionMonitoring
import StrictJSON

/// How a line of NDJSON is laid out: all its bytes but those of its values, and what the values are.
///
/// Devices write the same members in the same order and spacing, line after line. Where all that stands
/// between the values is byte for byte as in a line that the strict reader has read, and the values are
/// plain ones, the line is JSON too, and says what the strict reader would find. All else is left to
/// that reader: the two can differ in time only.
struct LineShape {
    /// What the value of a member is for.
    enum Use {
        case device
        case time
        case latitude
        case longitude
        case accuracy
        case altitude
        case speed
        case course
        case isSimulated

        /// Nothing, so it only has to be a value.
        case nothing
    }

    /// One member: what stands before its value, and what the value is for.
    struct Step: BitwiseCopyable {
        /// The first of the words that hold the bytes before the value.
        var firstWord: Int
        var byteCount: Int
        var use: Use
    }

    private(set) var steps: [Step] = []

    /// The bytes that stand before the values, each piece in words of its own.
    private(set) var words: [UInt64] = []

    /// The bytes behind the last value, up to the line's end.
    private(set) var end = (word: UInt64(0), count: 0)

    private(set) var hasDevice = false
    private var hasTime = false
}

extension LineShape {
    /// The shape of a line that is one JSON object; `nil` where the plain way is of no use for such
    /// lines, or not the same as the strict one.
    init?(_ text: Span<UInt8>, names: inout MemberTable, defaultsDevice: Bool, defaultsTime: Bool) {
        var cursor = JSONCursor()
        var start = 0
        var present: UInt64 = 0
        var uses: [(slot: Int?, step: Step)] = []
        do {
            _ = try cursor.next(in: text)
            while let (key, value) = try cursor.nextMember(in: text) {
                let slot = names.slot(of: key, at: uses.count, in: text)
                if let slot {
                    // Which of two members counts depends on what is null.
                    guard present & 1 << UInt64(slot) == 0 else { return nil }
                    present |= 1 << UInt64(slot)
                }
                let step = Step(
                    firstWord: words.count, byteCount: value.range.lowerBound - start, use: .nothing
                )
                append(text, start..<value.range.lowerBound)
                uses.append((slot, step))
                start = value.range.upperBound
            }
        } catch {
            return nil
        }
        for (slot, step) in uses {
            var step = step
            if let slot {
                guard slot != names.slot(of: .control),
                    let use = names.use(of: slot, among: present)
                else { return nil }
                step.use = use
                if use == .device { hasDevice = true }
                if use == .time { hasTime = true }
            }
            steps.append(step)
        }
        let rest = text.count - start
        guard rest <= 8, steps.count <= 64, hasDevice || defaultsDevice, hasTime || defaultsTime,
            present & names.mask(of: .lat) != 0, present & names.mask(of: .lon) != 0
        else { return nil }
        end = (text.word(at: start, end: text.count), rest)
    }

    private mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            words.append(text.word(at: index, end: range.upperBound))
            index += 8
        }
    }
}
