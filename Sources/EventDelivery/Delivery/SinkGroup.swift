package import RegionMonitoring

/// All sinks of a run: each gets the records it selects, in a queue of its own and on a thread of its own,
/// so that one that is stuck or has failed holds up no other.
package struct SinkGroup: Sendable {
    /// What holds for all sinks.
    package struct Options: Sendable {
        /// The most messages in memory a sink.
        package var queueLimit = 100_000

        /// What a full queue does, where no backlog holds the rest.
        package var overflow = SinkFeed.Overflow.block

        /// How long the sinks have at the end for what they still hold.
        package var drain = Duration.seconds(30)

        /// The durable state that the records' numbers belong to; 0 for none.
        package var epoch: UInt64 = 0

        /// Finds what waits on disk for the sink of a name; `nil` for none.
        package var backlog: @Sendable (String) -> (any DeliveryBacklog)? = { _ in nil }

        /// Whether waits for room are to end.
        package var isEndRequested: @Sendable () -> Bool = { false }

        /// Takes sentences for people, from any thread.
        package var notice: @Sendable (String) -> Void = { _ in }

        /// Is called, on any thread, when a sink takes nothing more.
        package var sinkDidClose: @Sendable () -> Void = {}

        /// The defaults.
        package init() {}
    }

    private struct Channel: Sendable {
        let selection: EventSelection
        let feed: SinkFeed
    }

    private var channels: [Channel] = []
    private var options = Options()
    private var nextPosition: UInt64 = 1

    /// No sinks.
    package init() {}

    /// Opens the sinks and starts their threads.
    package init(
        _ specifications: [SinkSpecification], _ options: Options = Options()
    ) throws(SinkFailure) {
        self.options = options
        // All are opened before any is started, so that a failure leaves nothing behind.
        var workers: [any SinkWorker] = []
        for specification in specifications {
            let feed = try makeFeed(specification)
            var context = SinkContext()
            context.isDurable = feed.backlog != nil
            context.token = feed.backlog?.token
            workers.append(try specification.target.open(specification.options, context))
            var selection = specification.options.selection
            selection.omitsFailures = specification.target.takesEventsOnly
            channels.append(Channel(selection: selection, feed: feed))
        }
        for (channel, worker) in zip(channels, workers) {
            let feed = channel.feed
            let isStarted = WorkerThread.start {
                worker.run(feed)
                feed.finish()
                options.sinkDidClose()
            }
            if !isStarted { throw SinkFailure("the system allows no more threads") }
        }
    }

    private func makeFeed(_ specification: SinkSpecification) throws(SinkFailure) -> SinkFeed {
        let own = specification.options
        var letters: DeadLetterFile?
        if let path = own.deadLetters {
            do throws(OutputError) {
                letters = try DeadLetterFile(path: path)
            } catch {
                throw SinkFailure(error)
            }
        }
        return SinkFeed(
            name: specification.name, limit: own.queueLimit ?? options.queueLimit,
            overflow: own.overflow ?? options.overflow,
            backlog: options.backlog(specification.name), deadLetters: letters,
            notice: options.notice)
    }

    /// Whether any sink still takes events.
    package var isOpen: Bool { channels.contains { $0.feed.failure == nil } }

    /// How many records each sink should have got and did not; a reader that has gone wants none.
    package var undelivered: [(sink: String, count: UInt64)] {
        counts.map { ($0.sink, $0.counts.undelivered) }
    }

    /// The account of each sink.
    package var counts: [(sink: String, counts: SinkCounts)] {
        channels.map { ($0.feed.name, $0.feed.counts) }
    }

    /// What has gone wrong, a sentence for each sink that failed or lost something.
    package var failures: [String] {
        channels.compactMap { channel in
            if let failure = channel.feed.failure, !failure.isNormalEnd {
                return "sink '\(channel.feed.name)': \(failure)"
            }
            let counts = channel.feed.counts
            let parts = [
                (counts.dropped, "dropped, its queue being full"),
                (counts.dead, "refused by the receiver"), (counts.waiting, "not delivered in time"),
            ]
            let losses = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
            if losses.isEmpty { return nil }
            return "sink '\(channel.feed.name)': " + losses.joined(separator: ", ")
        }
    }

    /// Gives a batch to each sink, oldest event first.
    package mutating func deliver(_ events: [RegionEvent]) {
        deliver(messages(events) { OutputRecord(.event($0)) })
    }

    /// Gives a batch of records to each sink, oldest first.
    package mutating func deliver(_ records: [OutputRecord]) {
        deliver(messages(records) { $0 })
    }

    /// Tells each sink what could not be monitored.
    package mutating func report(_ failures: [MonitoringFailure]) {
        deliver(messages(failures) { OutputRecord(.failure($0)) })
    }

    /// Gives messages that have their positions to each sink, oldest first.
    package func deliver(_ messages: [DeliveryMessage]) {
        if messages.isEmpty { return }
        for channel in channels {
            let selection = channel.selection
            let selected =
                selection.isEverything
                ? messages : messages.filter { selection.contains($0.record) }
            channel.feed.offer(selected, isEndRequested: options.isEndRequested)
        }
    }

    private mutating func messages<Element>(
        _ elements: [Element], _ record: (Element) -> OutputRecord
    ) -> [DeliveryMessage] {
        // Without a sink, as in an inspection, there is nobody to make messages for.
        if channels.isEmpty { return [] }
        var position = nextPosition
        defer { nextPosition = position }
        return elements.map { element in
            defer { position += 1 }
            return DeliveryMessage(
                position: position, epoch: options.epoch, record: record(element))
        }
    }

    /// Waits until the sinks have delivered what they hold, as long as they may, and closes them; to be
    /// called once, at the end.
    package func finish() {
        let deadline = ContinuousClock.now + options.drain
        for channel in channels { channel.feed.end() }
        for channel in channels where !channel.feed.waitUntilDone(until: deadline) {
            channel.feed.abandon()
        }
        // Those that were stopped need a moment to let go; one that hangs in the system never does.
        let last = ContinuousClock.now + .milliseconds(500)
        for channel in channels { _ = channel.feed.waitUntilDone(until: last) }
    }
}
