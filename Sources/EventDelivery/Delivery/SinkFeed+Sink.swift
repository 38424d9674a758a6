extension SinkFeed {
    private enum Step {
        case intake(Intake)
        case backlog(from: UInt64, atMost: Int)
    }

    /// Whether the sink is to stop where it is.
    package var isAbandoned: Bool { lock.withLock { $0.isAbandoned } }

    /// Sets what is called, on the run's thread, whenever there is news for a sink that waits elsewhere
    /// than in ``take(atMost:until:)``.
    package func setWake(_ wake: @escaping @Sendable () -> Void) { lock.change { $0.wake = wake } }

    /// Takes the oldest messages, and waits for some while there are none. A sink that has messages
    /// unsettled gives a deadline: with ``limit`` of them it gets no more.
    ///
    /// - Parameter deadline: When to return without messages; `nil`: never.
    package func take(
        atMost count: Int, until deadline: ContinuousClock.Instant? = nil
    ) -> Intake {
        while true {
            let step = lock.wait(until: deadline) { state -> Step? in
                if state.isAbandoned || state.failure != nil { return .intake(.abandoned) }
                if state.queue.count > 0 {
                    let messages = state.queue.removeFirst(atMost: count)
                    state.didTake(messages)
                    return .intake(.messages(messages))
                }
                if state.isSpilled {
                    // A sink that holds as much as may be in memory has to settle some first.
                    let room = min(count, limit - state.unsettled)
                    return room > 0 ? .backlog(from: state.nextPosition, atMost: room) : nil
                }
                return state.isEnded ? .intake(.ended) : nil
            }
            switch step {
            case nil: return .none
            case .intake(let intake): return intake
            case .backlog(let position, let room):
                if let messages = read(from: position, atMost: room) { return .messages(messages) }
            }
        }
    }

    /// Reads on in the backlog; `nil` when it has no more, or failed.
    private func read(from position: UInt64, atMost room: Int) -> [DeliveryMessage]? {
        guard let backlog else { return nil }
        let offered = lock.withLock { $0.lastOffered }
        do throws(SinkFailure) {
            let messages = try backlog.messages(from: position, atMost: room)
            lock.change { state in
                state.didTake(messages)
                state.counts.peak = max(state.counts.peak, UInt64(state.held))
                // What was offered meanwhile is in the backlog, and is read next time.
                if messages.count < room, state.lastOffered == offered { state.isSpilled = false }
            }
            return messages.isEmpty ? nil : messages
        } catch {
            fail(error)
            return nil
        }
    }

    /// Notes what became of messages that were taken, durably where there is a backlog.
    package func settle(_ settlement: DeliverySettlement) {
        let count = settlement.delivered.count + settlement.dead.count
        if count == 0, settlement.token == nil { return }
        if !settlement.dead.isEmpty { bury(settlement.dead) }
        do throws(SinkFailure) {
            try backlog?.settle(settlement)
        } catch {
            return fail(error)
        }
        lock.change { state in
            state.unsettled -= count
            state.counts.delivered += UInt64(settlement.delivered.count)
            state.counts.dead += UInt64(settlement.dead.count)
            state.hasProgressed = true
        }
    }

    /// Notes that the receiver has messages.
    package func settle(delivered messages: some Sequence<DeliveryMessage>, token: UInt64? = nil) {
        var settlement = DeliverySettlement()
        settlement.delivered = messages.map(\.position)
        settlement.token = token
        settle(settlement)
    }

    private func bury(_ letters: [DeadLetter]) {
        let told = lock.withLock { Int($0.counts.dead) }
        for letter in letters.prefix(max(0, 10 - told)) {
            tell("\(letter.message.identity) is refused: \(letter.reason)")
        }
        do throws(OutputError) {
            try deadLetters?.append(letters, of: name)
        } catch {
            tell("\(error)")
        }
    }

    /// Notes that an attempt failed and will be repeated; people are told once until it succeeds again.
    package func noteRetry(because reason: String) {
        let isNews = lock.change { state in
            state.counts.retries += 1
            defer { state.isTroubled = true }
            return !state.isTroubled
        }
        if isNews { tell("\(reason); trying again") }
    }

    /// Notes that an attempt succeeded.
    package func noteSuccess() {
        let isNews = lock.withLock { state in
            defer { state.isTroubled = false }
            return state.isTroubled
        }
        if isNews { tell("delivering again") }
    }

    /// Ends the feed: the sink can take nothing more. After a normal end nothing counts as undelivered.
    package func fail(_ failure: SinkFailure) {
        lock.change { state in
            if state.failure != nil { return }
            state.failure = failure
            if failure.isNormalEnd { state.counts.unwanted += state.counts.waiting }
            state.queue.removeAll()
        }
    }

    /// Waits; returns early, with false, when the sink is to stop.
    package func pause(_ duration: Duration) -> Bool {
        lock.wait(until: .now + duration) { $0.isAbandoned || $0.failure != nil ? false : nil }
            ?? true
    }

    /// Notes that the sink's thread is about to return.
    package func finish() { lock.change { $0.isDone = true } }
}

extension SinkFeed.State {
    fileprivate mutating func didTake(_ messages: [DeliveryMessage]) {
        guard let last = messages.last else { return }
        unsettled += messages.count
        nextPosition = last.position + 1
    }
}
