import EventDelivery

/// Writes rejected records to the rejects file, when there is one, until that fails.
struct RejectsLog {
    private var writer: RejectsWriter?

    /// Why the file could not be written; nothing more is written then.
    private(set) var failure: OutputError?

    init(_ writer: RejectsWriter?) { self.writer = writer }

    /// Whether records are of interest at all.
    var isWanted: Bool { writer != nil }

    /// How long the file is, once it has been flushed.
    var length: UInt64? { writer?.length }

    mutating func append(_ record: RejectedRecord) {
        attempt { writer throws(OutputError) in try writer.append(record) }
    }

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
