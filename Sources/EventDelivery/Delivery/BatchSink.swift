/// A sink that takes one batch after the other and answers each before the next.
package protocol BatchSink: Sendable {
    /// How many messages a batch has at most.
    var batchLimit: Int { get }

    /// Delivers messages, oldest first.
    mutating func deliver(_ messages: [DeliveryMessage], _ feed: SinkFeed) -> BatchOutcome

    /// Makes sure that all that was delivered is where it belongs, and lets go of it. The last call, made
    /// also when the feed was abandoned.
    mutating func finish(_ feed: SinkFeed) throws(SinkFailure)
}

/// What became of a batch.
package enum BatchOutcome: Sendable {
    /// All is settled: the receiver has it, but for those that it will never have.
    case settled(dead: [DeadLetter] = [], token: UInt64? = nil)

    /// The first messages are settled; the rest is to be offered again after a while.
    case retry(delivered: Int = 0, because: String)

    /// The first messages are settled, and the sink can take nothing more.
    case failed(delivered: Int = 0, SinkFailure)
}

/// Runs a batch sink on the sink's thread: takes, delivers, settles, and tries again with back-off.
package final class BatchWorker<Sink: BatchSink>: SinkWorker {
    private let sink: Sink
    private let retry: RetryPolicy

    /// Creates a worker.
    package init(_ sink: Sink, retry: RetryPolicy = RetryPolicy()) {
        self.sink = sink
        self.retry = retry
    }

    /// Delivers until the feed is over.
    package func run(_ feed: SinkFeed) {
        var sink = sink
        loop: while true {
            switch feed.take(atMost: sink.batchLimit) {
            case .messages(let messages):
                if !deliver(messages, to: &sink, feed) { break loop }
            case .none: continue
            case .ended, .abandoned: break loop
            }
        }
        do throws(SinkFailure) {
            try sink.finish(feed)
        } catch {
            feed.fail(error)
        }
    }

    /// Delivers one batch, however often it has to be tried; false when the sink is to stop.
    private func deliver(
        _ messages: [DeliveryMessage], to sink: inout Sink, _ feed: SinkFeed
    ) -> Bool {
        var rest = messages
        var failures = 0
        var since = ContinuousClock.now
        while true {
            switch sink.deliver(rest, feed) {
            case .settled(let dead, let token):
                var settlement = DeliverySettlement()
                settlement.dead = dead
                settlement.token = token
                let refused = Set(dead.map(\.message.position))
                settlement.delivered = rest.lazy.map(\.position).filter { !refused.contains($0) }
                feed.settle(settlement)
                feed.noteSuccess()
                return true
            case .retry(let delivered, let reason):
                if delivered > 0 {
                    feed.settle(delivered: rest.prefix(delivered))
                    rest.removeFirst(delivered)
                    failures = 0
                    since = .now
                }
                failures += 1
                feed.noteRetry(because: reason)
                if let limit = retry.giveUpAfter, .now - since >= limit {
                    var settlement = DeliverySettlement()
                    settlement.dead = rest.map { DeadLetter($0, because: reason) }
                    feed.settle(settlement)
                    return true
                }
                if !feed.pause(retry.wait(afterFailures: failures)) { return false }
            case .failed(let delivered, let failure):
                feed.settle(delivered: rest.prefix(delivered))
                feed.fail(failure)
                return false
            }
        }
    }
}

/// What delivers the messages of one feed.
package protocol SinkWorker: AnyObject, Sendable {
    /// Delivers until the feed has ended or is abandoned, and lets go of all that was opened. Called once,
    /// on a thread of its own.
    func run(_ feed: SinkFeed)
}
