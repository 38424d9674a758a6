import EventDelivery
import Synchronization

/// A sink of tests: notes what it takes, and does with each batch what it is told.
struct ScriptedSink: BatchSink {
    /// What the tests read.
    final class Log: Sendable {
        private let taken = Mutex<[DeliveryMessage]>([])
        private let held = Mutex(false)

        var messages: [DeliveryMessage] { taken.withLock { $0 } }
        var positions: [UInt64] { messages.map(\.position) }
        var isFinished: Bool { held.withLock { $0 } }

        func append(_ messages: some Sequence<DeliveryMessage>) {
            taken.withLock { $0 += messages }
        }

        func finish() { held.withLock { $0 = true } }
    }

    let log: Log
    var batchLimit = 7

    /// Answers a batch; what it says was delivered is noted.
    var answer: @Sendable ([DeliveryMessage]) -> BatchOutcome = { _ in .settled() }

    func deliver(_ messages: [DeliveryMessage], _ feed: SinkFeed) -> BatchOutcome {
        let outcome = answer(messages)
        switch outcome {
        case .settled(let dead, _):
            log.append(messages.filter { !dead.map(\.message).contains($0) })
        case .retry(let delivered, _), .failed(let delivered, _):
            log.append(messages.prefix(delivered))
        }
        return outcome
    }

    func finish(_ feed: SinkFeed) throws(SinkFailure) { log.finish() }
}
