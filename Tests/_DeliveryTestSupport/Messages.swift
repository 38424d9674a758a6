package import EventDelivery
import RegionMonitoring
import Synchronization

/// Messages of enters, numbered by device as an engine would.
package func messages(_ positions: ClosedRange<UInt64>, devices: UInt64 = 1) -> [DeliveryMessage] {
    positions.map { position in
        let time = Timestamp(microsecondsSince1970: 1_772_366_400_000_000 + Int64(position) * 1000)
        let event = RegionEvent(
            kind: .didEnterRegion, device: DeviceID("d\((position - 1) % devices)"), region: "z",
            sequence: (position - 1) / devices + 1, timestamp: time, decidedAt: time,
            state: .inside)
        return DeliveryMessage(position: position, record: OutputRecord(.event(event)))
    }
}

/// A gate that threads wait at.
package final class Gate: Sendable {
    package init() {}

    private let lock = ConditionLock(false)

    package func open() { lock.change { $0 = true } }

    package func wait() { _ = lock.wait(until: nil) { $0 ? true : nil } }
}

/// Runs a worker on a thread, and ends with the feed.
package func start(_ worker: any SinkWorker, _ feed: SinkFeed) {
    let isStarted = WorkerThread.start {
        worker.run(feed)
        feed.finish()
    }
    precondition(isStarted)
}

/// Ends a feed and waits for its sink; false when it hangs.
package func finish(_ feed: SinkFeed) -> Bool {
    feed.end()
    return feed.waitUntilDone(until: .now + .seconds(20))
}

/// A backlog in memory, which knows what was settled.
package final class MemoryBacklog: DeliveryBacklog {
    private struct State {
        var messages: [DeliveryMessage] = []
        var settled: Set<UInt64> = []
        var token: UInt64?
    }

    private let state = Mutex(State())

    package init() {}

    package func append(_ messages: [DeliveryMessage]) {
        state.withLock { $0.messages += messages }
    }

    package var token: UInt64? { state.withLock { $0.token } }

    package var count: UInt64 { state.withLock { UInt64($0.messages.count - $0.settled.count) } }

    package func messages(
        from position: UInt64, atMost count: Int
    ) throws(SinkFailure) -> [DeliveryMessage] {
        state.withLock { state in
            var found: [DeliveryMessage] = []
            for message in state.messages
            where message.position >= position && !state.settled.contains(message.position) {
                if found.count == count { break }
                found.append(message)
            }
            return found
        }
    }

    package func settle(_ settlement: DeliverySettlement) throws(SinkFailure) {
        state.withLock { state in
            let positions = settlement.delivered + settlement.dead.map(\.message.position)
            for position in positions {
                precondition(state.settled.insert(position).inserted, "settled twice")
            }
            state.token = settlement.token ?? state.token
        }
    }
}
