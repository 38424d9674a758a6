public import RegionMonitoring
import Synchronization

/// Hands batches of events from one producer to one consumer, and makes the producer wait while the
/// consumer is behind.
final class EventChannel: Sendable {
    private struct State {
        var batches: [[RegionEvent]] = []
        var isFinished = false
        var consumer: CheckedContinuation<[RegionEvent]?, Never>?
        var producer: CheckedContinuation<Void, Never>?

        /// Whether the consumer has asked for more after the last batch, and so has dealt with it.
        var isHandled = true
        var auditor: CheckedContinuation<Bool, Never>?
    }

    private let state = Mutex(State())

    /// How many batches may wait for the consumer.
    let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// How many batches wait for the consumer.
    var backlog: Int { state.withLock { $0.batches.count } }

    /// Hands over a batch, then waits until there is room for the next one.
    ///
    /// The batch is taken in any case, so a task that is cancelled while it waits loses nothing.
    func send(_ batch: [RegionEvent]) async {
        guard !batch.isEmpty else { return }
        let consumer = state.withLock { state -> CheckedContinuation<[RegionEvent]?, Never>? in
            guard !state.isFinished else { return nil }
            state.isHandled = false
            if let consumer = state.consumer {
                state.consumer = nil
                return consumer
            }
            state.batches.append(batch)
            return nil
        }
        if let consumer {
            consumer.resume(returning: batch)
            return
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if state.batches.count <= capacity || state.isFinished || Task.isCancelled {
                        return true
                    }
                    state.producer = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            releaseProducer()
        }
    }

    /// The next batch; `nil` after the end, or when the task is cancelled.
    func receive() async -> [RegionEvent]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                settleAudit()
                let (answer, producer) = state.withLock {
                    state -> ([RegionEvent]??, CheckedContinuation<Void, Never>?) in
                    if !state.batches.isEmpty {
                        let batch = state.batches.removeFirst()
                        guard state.batches.count <= capacity else { return (batch, nil) }
                        defer { state.producer = nil }
                        return (batch, state.producer)
                    }
                    if state.isFinished || Task.isCancelled { return (.some(nil), nil) }
                    precondition(state.consumer == nil, "the events have two consumers")
                    state.consumer = continuation
                    return (nil, nil)
                }
                producer?.resume()
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let consumer = state.withLock { state in
                defer { state.consumer = nil }
                return state.consumer
            }
            consumer?.resume(returning: nil)
        }
    }

    /// Waits until the consumer has asked for more after everything sent so far.
    ///
    /// - Returns: `false` when the task is cancelled before.
    func waitUntilHandled() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if state.isHandled || Task.isCancelled { return state.isHandled }
                    precondition(state.auditor == nil, "two calls wait for the consumer")
                    state.auditor = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            takeAuditor()?.resume(returning: false)
        }
    }

    /// Notes that the consumer asks for more; with nothing left it has dealt with everything.
    private func settleAudit() {
        let isHandled = state.withLock { state in
            if state.batches.isEmpty { state.isHandled = true }
            return state.isHandled
        }
        if isHandled { takeAuditor()?.resume(returning: true) }
    }

    private func takeAuditor() -> CheckedContinuation<Bool, Never>? {
        state.withLock { state in
            defer { state.auditor = nil }
            return state.auditor
        }
    }

    /// Ends the events: the consumer gets what is waiting, then the end.
    func finish() {
        let consumer = state.withLock { state in
            state.isFinished = true
            defer { state.consumer = nil }
            return state.consumer
        }
        consumer?.resume(returning: nil)
        releaseProducer()
    }

    private func releaseProducer() {
        let producer = state.withLock { state in
            defer { state.producer = nil }
            return state.producer
        }
        producer?.resume()
    }
}

/// The events of a ``RegionMonitorService``, in batches, for one consumer.
public struct RegionEventBatches: AsyncSequence, Sendable {
    /// Gives out the batches.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let channel: EventChannel

        /// The next batch, never empty; `nil` when the service has ended or the task is cancelled.
        public mutating func next() async -> [RegionEvent]? { await channel.receive() }
    }

    let channel: EventChannel

    /// Begins to take the batches; only one consumer may.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(channel: channel) }
}
