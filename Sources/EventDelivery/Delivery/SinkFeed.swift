/// The way from the run to one sink: a bounded queue, with the account of what became of each message.
///
/// The run offers messages, on its thread; the sink takes and settles them, on its own. A message that was
/// taken and not yet settled counts as one in memory.
package final class SinkFeed: Sendable {
    /// What a full queue does with more messages, where no backlog holds them.
    package enum Overflow: String, Hashable, Sendable, CaseIterable {
        /// The run waits.
        case block

        /// The oldest messages that the sink has not taken yet are dropped.
        case dropOldest = "drop-oldest"

        /// The new messages are dropped.
        case dropNewest = "drop-newest"
    }

    /// What a sink gets when it asks for messages.
    package enum Intake: Sendable {
        /// The oldest messages, at least one.
        case messages([DeliveryMessage])

        /// None have come in time.
        case none

        /// There are no more, and will be none.
        case ended

        /// The time to deliver is over: the sink is to stop where it is.
        case abandoned
    }

    struct State: Sendable {
        var queue = MessageQueue()
        var counts = SinkCounts()

        /// Messages that were taken and not settled.
        var unsettled = 0
        var isEnded = false
        var isAbandoned = false

        /// Whether the sink's thread has returned.
        var isDone = false

        /// Why the sink takes nothing more.
        var failure: SinkFailure?

        /// Whether the backlog has messages after those in memory; nothing is put in memory then.
        var isSpilled = false
        var lastOffered: UInt64 = 0
        var nextPosition: UInt64 = 0

        /// Whether messages were settled since a full queue last waited for that in vain.
        var hasProgressed = true
        var isTroubled = false
        var wake: (@Sendable () -> Void)?

        var held: Int { queue.count + unsettled }
    }

    /// How the sink is called in messages.
    package let name: String

    /// How many messages are in memory at most.
    package let limit: Int

    /// What waits on disk, if anything does.
    package let backlog: (any DeliveryBacklog)?

    let lock: ConditionLock<State>
    private let overflow: Overflow
    let deadLetters: DeadLetterFile?
    private let notice: @Sendable (String) -> Void

    /// Creates an empty feed.
    ///
    /// - Parameter notice: Takes sentences for people, from any thread.
    package init(
        name: String, limit: Int = 100_000, overflow: Overflow = .block,
        backlog: (any DeliveryBacklog)? = nil, deadLetters: DeadLetterFile? = nil,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        precondition(limit > 0, "a queue holds at least one message")
        self.name = name
        self.limit = limit
        self.overflow = overflow
        self.backlog = backlog
        self.deadLetters = deadLetters
        self.notice = notice
        var state = State()
        if let backlog {
            state.isSpilled = true
            state.counts.offered = backlog.count
        }
        lock = ConditionLock(state)
    }

    /// What became of the messages so far.
    package var counts: SinkCounts { lock.withLock { $0.counts } }

    /// Why the sink takes nothing more; `nil` while it does.
    package var failure: SinkFailure? { lock.withLock { $0.failure } }

    /// Tells people something about the sink.
    package func tell(_ sentence: String) { notice("sink '\(name)': \(sentence)") }
}

// MARK: - The run's side

extension SinkFeed {
    /// Hands messages to the sink, oldest first.
    ///
    /// - Parameter isEndRequested: Whether a wait for room is to end: the rest is then put in memory in
    ///   excess of the limit, once.
    package func offer(
        _ messages: [DeliveryMessage], isEndRequested: @Sendable () -> Bool = { false }
    ) {
        guard let last = messages.last else { return }
        let wake = lock.change { state in
            state.lastOffered = last.position
            state.counts.offered += UInt64(messages.count)
            return state.wake
        }
        if backlog != nil {
            spill(messages[...])
        } else {
            switch overflow {
            case .block: block(messages[...], isEndRequested)
            case .dropOldest, .dropNewest: drop(messages[...])
            }
        }
        wake?()
    }

    private func spill(_ messages: ArraySlice<DeliveryMessage>) {
        lock.change { state in
            if state.isOver() || state.isSpilled { return }
            // What is in the backlog can be read there before it is offered.
            let fresh = messages.drop { $0.position < state.nextPosition }
            let part = fresh.prefix(max(0, limit - state.held))
            state.append(part)
            state.isSpilled = part.count < fresh.count
        }
    }

    private func block(
        _ messages: ArraySlice<DeliveryMessage>, _ isEndRequested: @Sendable () -> Bool
    ) {
        var rest = messages
        while !rest.isEmpty {
            let offered = rest
            let put = lock.wait(until: .now + .milliseconds(100)) { state -> Int? in
                if state.isOver() { return offered.count }
                let part = offered.prefix(limit - state.held)
                if part.isEmpty { return nil }
                state.append(part)
                return part.count
            }
            if let put {
                rest = rest.dropFirst(put)
                if !rest.isEmpty { lock.withLock { $0.wake }?() }
            } else if isEndRequested() {
                lock.change { $0.append(offered) }
                return
            }
        }
    }

    /// A sink that keeps up gets a moment to make room, so that a burst alone loses nothing; one that has
    /// not moved since the last such moment gets none.
    private func drop(_ messages: ArraySlice<DeliveryMessage>) {
        let isFull: @Sendable (State) -> Bool = { [limit] in
            $0.failure == nil && messages.count > limit - $0.held
        }
        if lock.withLock({ isFull($0) && $0.hasProgressed }) {
            lock.withLock { $0.hasProgressed = false }
            _ = lock.wait(until: .now + .milliseconds(5)) { isFull($0) ? nil : true }
        }
        lock.change { state in
            if state.isOver() { return }
            let excess = max(0, messages.count - max(0, limit - state.held))
            state.counts.dropped += UInt64(excess)
            if overflow == .dropNewest {
                state.append(messages.dropLast(excess))
            } else {
                let old = min(excess, state.queue.count)
                state.queue.removeFirst(old)
                state.append(messages.dropFirst(excess - old))
            }
        }
    }

    /// Says that nothing more will be offered.
    package func end() {
        lock.change {
            $0.isEnded = true
            return $0.wake
        }?()
    }

    /// Makes the sink stop where it is.
    package func abandon() {
        lock.change {
            $0.isAbandoned = true
            return $0.wake
        }?()
    }

    /// Waits until the sink's thread has returned; false when it has not in time.
    package func waitUntilDone(until deadline: ContinuousClock.Instant) -> Bool {
        lock.wait(until: deadline) { $0.isDone ? true : nil } ?? false
    }
}

extension SinkFeed.State {
    /// Whether the sink takes nothing more; after a normal end nobody wants what is left.
    fileprivate mutating func isOver() -> Bool {
        guard let failure else { return false }
        if failure.isNormalEnd { counts.unwanted += counts.waiting }
        return true
    }

    fileprivate mutating func append(_ messages: ArraySlice<DeliveryMessage>) {
        queue.append(messages)
        counts.peak = max(counts.peak, UInt64(held))
    }
}
