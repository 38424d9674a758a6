import EventDelivery
import RegionMonitoring
import Synchronization
import Testing
import _DeliveryTestSupport

struct SinkFeedTests {
    @Test(arguments: [1, 3, 100, 5000])
    func aSinkGetsEverythingInOrder(_ limit: Int) {
        let feed = SinkFeed(name: "s", limit: limit)
        let log = ScriptedSink.Log()
        start(BatchWorker(ScriptedSink(log: log)), feed)
        for start in stride(from: UInt64(1), through: 2000, by: 50) {
            feed.offer(messages(start...(start + 49)))
        }
        #expect(finish(feed))
        #expect(log.positions == Array(1...2000))
        #expect(log.isFinished)
        let counts = feed.counts
        #expect(counts.offered == 2000 && counts.delivered == 2000 && counts.undelivered == 0)
        #expect(counts.peak <= UInt64(limit))
    }

    @Test func aFullQueueBlocksUntilThereIsRoom() {
        let feed = SinkFeed(name: "s", limit: 10)
        let log = ScriptedSink.Log()
        let gate = Gate()
        var sink = ScriptedSink(log: log)
        sink.answer = { _ in
            gate.wait()
            return .settled()
        }
        start(BatchWorker(sink), feed)
        let offered = Gate()
        let isPastOffer = Mutex(false)
        _ = WorkerThread.start {
            feed.offer(messages(1...11))
            isPastOffer.withLock { $0 = true }
            offered.open()
        }
        // Ten are in memory; the eleventh cannot be before one is settled, which the gate forbids.
        _ = feed.lockedWait { $0.peak == 10 }
        #expect(isPastOffer.withLock { $0 } == false)
        gate.open()
        offered.wait()
        #expect(finish(feed))
        #expect(log.positions == Array(1...11))
        #expect(feed.counts.peak == 10)
    }

    @Test func aBlockedRunThatIsToEndPutsTheRestInMemory() {
        let feed = SinkFeed(name: "s", limit: 10)
        feed.offer(messages(1...25), isEndRequested: { true })
        let log = ScriptedSink.Log()
        start(BatchWorker(ScriptedSink(log: log)), feed)
        #expect(finish(feed))
        #expect(log.positions == Array(1...25))
    }

    @Test func dropOldestKeepsTheNewest() {
        let feed = SinkFeed(name: "s", limit: 10, overflow: .dropOldest)
        feed.offer(messages(1...6))
        feed.offer(messages(7...14))
        feed.offer(messages(15...40))
        let log = ScriptedSink.Log()
        start(BatchWorker(ScriptedSink(log: log)), feed)
        #expect(finish(feed))
        #expect(log.positions == Array(31...40))
        #expect(feed.counts.dropped == 30 && feed.counts.undelivered == 30)
        #expect(feed.counts.peak == 10)
    }

    @Test func dropNewestKeepsTheOldest() {
        let feed = SinkFeed(name: "s", limit: 10, overflow: .dropNewest)
        feed.offer(messages(1...6))
        feed.offer(messages(7...14))
        feed.offer(messages(15...40))
        let log = ScriptedSink.Log()
        start(BatchWorker(ScriptedSink(log: log)), feed)
        #expect(finish(feed))
        #expect(log.positions == Array(1...10))
        #expect(feed.counts.dropped == 30)
    }

    @Test func failedAttemptsAreRepeatedFromTheFirstThatIsMissing() {
        let notices = Mutex<[String]>([])
        let feed = SinkFeed(name: "s") { notice in notices.withLock { $0.append(notice) } }
        let log = ScriptedSink.Log()
        let calls = Mutex(0)
        var sink = ScriptedSink(log: log)
        sink.answer = { messages in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            return call % 3 == 0
                ? .settled()
                : .retry(delivered: min(call % 3 - 1, messages.count - 1), because: "down")
        }
        var retry = RetryPolicy()
        retry.first = .microseconds(100)
        start(BatchWorker(sink, retry: retry), feed)
        feed.offer(messages(1...70))
        #expect(finish(feed))
        #expect(log.positions == Array(1...70))
        #expect(feed.counts.retries == UInt64(calls.withLock { $0 } - calls.withLock { $0 } / 3))
        let told = notices.withLock { $0 }
        #expect(told.first == "sink 's': down; trying again")
        #expect(told.dropFirst().first == "sink 's': delivering again")
    }

    @Test func aMessageIsGivenUpAfterTheTimeForIt() {
        let feed = SinkFeed(name: "s")
        let log = ScriptedSink.Log()
        var sink = ScriptedSink(log: log)
        sink.answer = { messages in
            messages.contains { $0.position == 1 } ? .retry(because: "down") : .settled()
        }
        var retry = RetryPolicy()
        retry.first = .milliseconds(1)
        retry.longest = .milliseconds(2)
        retry.giveUpAfter = .milliseconds(20)
        start(BatchWorker(sink, retry: retry), feed)
        feed.offer(messages(1...14))
        #expect(finish(feed))
        #expect(log.positions == Array(8...14))
        #expect(feed.counts.dead == 7)
    }

    @Test func anAbandonedSinkStopsAndItsRestIsUndelivered() {
        let feed = SinkFeed(name: "s")
        let log = ScriptedSink.Log()
        var sink = ScriptedSink(log: log)
        sink.answer = { _ in .retry(because: "down") }
        start(BatchWorker(sink), feed)
        feed.offer(messages(1...14))
        feed.end()
        #expect(!feed.waitUntilDone(until: .now + .milliseconds(50)))
        feed.abandon()
        #expect(feed.waitUntilDone(until: .now + .seconds(20)))
        #expect(feed.counts.waiting == 14 && feed.counts.undelivered == 14)
        #expect(log.isFinished)
    }

    @Test func aReceiverThatHasGoneWantsNothing() {
        let feed = SinkFeed(name: "s", limit: 5)
        var sink = ScriptedSink(log: ScriptedSink.Log())
        sink.answer = { _ in .failed(delivered: 2, SinkFailure("gone", isNormalEnd: true)) }
        start(BatchWorker(sink), feed)
        feed.offer(messages(1...40))
        feed.offer(messages(41...50))
        #expect(finish(feed))
        #expect(feed.counts.delivered == 2 && feed.counts.unwanted == 48)
        #expect(feed.counts.undelivered == 0)
    }

    @Test func waitsDoubleUpToTheLongest() {
        var generator = SystemRandomNumberGenerator()
        let retry = RetryPolicy()
        for (failures, full) in [(1, 0.1), (2, 0.2), (5, 1.6), (9, 25.6), (10, 30), (1000, 30)] {
            for _ in 0..<50 {
                let wait = retry.wait(afterFailures: failures, using: &generator) / .seconds(1)
                #expect((full / 2 - 1e-9...full + 1e-9).contains(wait))
            }
        }
    }

    // MARK: - A backlog on disk

    @Test(arguments: [1, 4, 1000])
    func whatDoesNotFitInMemoryIsReadFromTheBacklog(_ limit: Int) {
        let backlog = MemoryBacklog()
        backlog.append(messages(1...100))
        let feed = SinkFeed(name: "s", limit: limit, backlog: backlog)
        let log = ScriptedSink.Log()
        start(BatchWorker(ScriptedSink(log: log)), feed)
        for start in stride(from: UInt64(101), through: 1000, by: 100) {
            backlog.append(messages(start...(start + 99)))
            feed.offer(messages(start...(start + 99)))
        }
        #expect(finish(feed))
        #expect(log.positions == Array(1...1000))
        #expect(backlog.count == 0)
        let counts = feed.counts
        #expect(counts.offered == 1000 && counts.delivered == 1000)
        #expect(counts.peak <= UInt64(limit))
    }

    /// A commit puts messages into the backlog, and only then are they offered.
    @Test func whatIsReadBeforeItIsOfferedComesOnce() {
        let backlog = MemoryBacklog()
        backlog.append(messages(1...10))
        let feed = SinkFeed(name: "s", backlog: backlog)
        let log = ScriptedSink.Log()
        let gate = Gate()
        var sink = ScriptedSink(log: log)
        sink.answer = { _ in
            gate.wait()
            return .settled()
        }
        start(BatchWorker(sink), feed)
        // The first batch is taken, and the rest is in the backlog when the sink asks for it.
        #expect(feed.lockedWait { $0.peak > 0 })
        backlog.append(messages(11...20))
        gate.open()
        #expect(feed.lockedWait { $0.delivered == 20 })
        #expect(feed.counts.waiting == 0)
        feed.offer(messages(11...20))
        backlog.append(messages(21...30))
        feed.offer(messages(21...30))
        #expect(finish(feed))
        #expect(log.positions == Array(1...30))
        #expect(feed.counts.offered == 30 && feed.counts.delivered == 30)
    }

    @Test func whatWasNotSettledComesAgainAfterARestart() {
        let backlog = MemoryBacklog()
        let log = ScriptedSink.Log()
        let feed = SinkFeed(name: "s", limit: 10, backlog: backlog)
        var sink = ScriptedSink(log: log)
        sink.answer = { messages in
            messages[0].position < 20
                ? .settled(token: messages[0].position) : .retry(because: "down")
        }
        start(BatchWorker(sink), feed)
        backlog.append(messages(1...50))
        feed.offer(messages(1...50))
        feed.end()
        #expect(!feed.waitUntilDone(until: .now + .milliseconds(50)))
        feed.abandon()
        #expect(feed.waitUntilDone(until: .now + .seconds(20)))
        let settled = UInt64(log.positions.count)
        #expect(log.positions == Array(1...settled) && settled >= 19 && settled < 50)

        let second = SinkFeed(name: "s", limit: 10, backlog: backlog)
        start(BatchWorker(ScriptedSink(log: log)), second)
        #expect(finish(second))
        #expect(log.positions == Array(1...50))
        #expect(second.counts.offered == 50 - settled && second.counts.undelivered == 0)
    }
}

extension SinkFeed {
    /// Waits until the account is as asked for.
    fileprivate func lockedWait(_ condition: (SinkCounts) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            if condition(counts) { return true }
        }
        return false
    }
}
