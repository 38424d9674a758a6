public import RegionMonitoring

/// Writes events to a file or to standard output as NDJSON.
///
/// It holds nothing back: when a delivery returns, its lines were handed to the system.
public struct NDJSONSink: EventSink {
    /// Where the lines go.
    public enum Destination: Hashable, Sendable {
        /// The standard output of the process.
        case standardOutput

        /// A file, created anew.
        case file(String)

        /// A file, written to at its end.
        case appendingTo(String)
    }

    private var output: OutputFile
    private var writer = NDJSONEventWriter()

    /// Opens the destination.
    public init(_ destination: Destination) throws(OutputError) {
        switch destination {
        case .standardOutput: output = .standardOutput
        case .file(let path): output = try OutputFile(path: path, .replacing)
        case .appendingTo(let path): output = try OutputFile(path: path, .appending)
        }
    }

    /// Writes one batch.
    ///
    /// - Throws: ``OutputError``. On a regular file none of the batch is left there then.
    public mutating func deliver(_ events: [RegionEvent]) throws(OutputError) {
        writer.removeAll()
        for event in events { writer.append(event) }
        try output.append(writer.bytes)
    }

    /// Writes one batch of records, as ``deliver(_:)`` does events.
    package mutating func deliver(_ records: [OutputRecord]) throws(OutputError) {
        writer.removeAll()
        for record in records { writer.append(record) }
        try output.append(writer.bytes)
    }

    /// Writes what could not be monitored.
    public mutating func report(_ failures: [MonitoringFailure]) throws(OutputError) {
        writer.removeAll()
        for failure in failures { writer.append(failure) }
        try output.append(writer.bytes)
    }

    /// Closes the file; standard output stays open.
    public mutating func finish() throws(OutputError) { try output.finish() }
}
