import EventDelivery
import RegionMonitoring

/// Keeps account of rejected records for the rejects file, when there is one.
struct RejectsLog {
    /// A record and where it was.
    private struct Record {
        var place: RecordPlace
        var raw: [UInt8]
    }

    private var writer: RejectsWriter?
    private var held: HeldRecords<Record>?

    /// Why the file could not be written; nothing more is written then.
    private(set) var failure: OutputError?

    init(_ writer: RejectsWriter?, reorderWindow: Duration?) {
        self.writer = writer
        if writer != nil, let reorderWindow { held = HeldRecords(window: reorderWindow) }
    }

    /// Whether records are of interest at all.
    var isWanted: Bool { writer != nil }

    mutating func append(
        _ place: RecordPlace, _ reason: RecordRejection, _ detail: String, raw: [UInt8]
    ) {
        attempt { writer throws(OutputError) in
            try writer.append(
                RejectedRecord(
                    place: place, reason: reason.rawValue, detail: detail, raw: raw[...]))
        }
    }

    /// Writes a rejection of a fix that was held back, whose record is remembered here.
    mutating func append(held rejection: LocationRejection) {
        guard let record = held?[rejection.fix.reference] else { return }
        let reason = RecordRejection(rejection.reason)
        append(record.place, reason, reason.sentence, raw: record.raw)
    }

    /// Remembers the record of a fix that the monitor may hold back.
    mutating func hold(
        _ place: RecordPlace, _ raw: @autoclosure () -> [UInt8], of fix: Location,
        from device: DeviceID
    ) {
        held?.hold(Record(place: place, raw: raw()), of: fix, from: device)
    }

    mutating func release(_ release: HeldRelease) { held?.release(release) }

    mutating func flush() { attempt { writer throws(OutputError) in try writer.flush() } }

    mutating func finish() { attempt { writer throws(OutputError) in try writer.finish() } }

    private mutating func attempt(_ step: (inout RejectsWriter) throws(OutputError) -> Void) {
        guard var current = writer else { return }
        // Taken out, so that the buffer has one owner while it grows.
        writer = nil
        do throws(OutputError) {
            try step(&current)
            writer = current
        } catch {
            failure = error
        }
    }
}
