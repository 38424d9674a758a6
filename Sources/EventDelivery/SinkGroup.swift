package import RegionMonitoring

/// All sinks of a run: each gets the events it selects, and one that fails does not hold up the others.
///
/// A sink that has failed, or whose reader has gone, gets nothing more.
package struct SinkGroup: Sendable {
    /// One sink and what became of it.
    private struct Channel: Sendable {
        let name: String
        let selection: EventSelection
        var sink: NDJSONSink
        var isOpen = true
        var undelivered: UInt64 = 0
        var failure: OutputError?

        mutating func offer(
            _ count: Int, _ give: (inout NDJSONSink) throws(OutputError) -> Void
        ) {
            if count == 0 { return }
            if isOpen {
                do throws(OutputError) {
                    return try give(&sink)
                } catch {
                    close(because: error)
                }
            }
            if failure != nil { undelivered += UInt64(count) }
        }

        mutating func close(because error: OutputError) {
            isOpen = false
            if !error.isClosedPipe { failure = error }
        }
    }

    private var channels: [Channel] = []

    /// No sinks.
    package init() {}

    /// Opens the sinks.
    package init(_ specifications: [SinkSpecification]) throws(OutputError) {
        for specification in specifications {
            switch specification.target {
            case .ndjson(let destination):
                let sink = try NDJSONSink(destination)
                channels.append(
                    Channel(
                        name: specification.name, selection: specification.selection, sink: sink))
            }
        }
    }

    /// Whether any sink still takes events.
    package var isOpen: Bool { channels.contains { $0.isOpen } }

    /// How many events each sink should have got and did not; a reader that has gone wants none.
    package var undelivered: [(sink: String, count: UInt64)] {
        channels.map { ($0.name, $0.undelivered) }
    }

    /// What has gone wrong, a sentence for each sink that failed.
    package var failures: [String] {
        channels.compactMap { channel in
            channel.failure.map { "sink '\(channel.name)': \($0)" }
        }
    }

    /// Gives a batch to each sink, oldest event first.
    package mutating func deliver(_ events: [RegionEvent]) {
        if events.isEmpty { return }
        for index in channels.indices {
            let selection = channels[index].selection
            let selected = selection.isEverything ? events : events.filter(selection.contains)
            channels[index].offer(selected.count) { sink throws(OutputError) in
                try sink.deliver(selected)
            }
        }
    }

    /// Gives a batch of records to each sink, oldest first.
    package mutating func deliver(_ records: [OutputRecord]) {
        if records.isEmpty { return }
        for index in channels.indices {
            let selection = channels[index].selection
            let selected = selection.isEverything ? records : records.filter(selection.contains)
            channels[index].offer(selected.count) { sink throws(OutputError) in
                try sink.deliver(selected)
            }
        }
    }

    /// Tells each sink what could not be monitored.
    package mutating func report(_ failures: [MonitoringFailure]) {
        if failures.isEmpty { return }
        for index in channels.indices {
            let selected = failures.filter(channels[index].selection.contains)
            channels[index].offer(selected.count) { sink throws(OutputError) in
                try sink.report(selected)
            }
        }
    }

    /// Finishes all sinks; to be called once, at the end.
    package mutating func finish() {
        for index in channels.indices where channels[index].isOpen {
            do throws(OutputError) {
                try channels[index].sink.finish()
            } catch {
                channels[index].close(because: error)
            }
        }
    }
}
