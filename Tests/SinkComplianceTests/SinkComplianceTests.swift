import EventDelivery
import Foundation
import RegionMonitoring
import Testing
import _DeliveryTestSupport

/// What holds for every sink, tried with real receivers on this machine.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SinkComplianceTests {
    private static let count: UInt64 = 600
    private static let devices: UInt64 = 17

    /// Runs a sink over a backlog, until it has ended or is abandoned after so many deliveries.
    private func run(
        _ receiver: any ComplianceReceiver, _ backlog: MemoryBacklog, abandonAfter: UInt64? = nil,
        _ during: (SinkFeed) throws -> Void = { _ in }
    ) throws -> SinkFeed {
        let specification = try receiver.specification()
        var options = SinkOptions()
        options.retry.first = .milliseconds(5)
        options.retry.longest = .milliseconds(50)
        options.timeout = .seconds(1)
        var context = SinkContext()
        context.isDurable = true
        context.token = backlog.token
        let feed = SinkFeed(name: "sink", limit: 100, backlog: backlog)
        start(try specification.target.open(options, context), feed)
        try during(feed)
        if let abandonAfter {
            // A fast sink may have taken all before it can be stopped.
            try wait("deliveries") {
                feed.counts.delivered >= abandonAfter || feed.counts.undelivered == 0
            }
            feed.abandon()
        }
        #expect(finish(feed))
        return feed
    }

    private func wait(_ what: String, _ condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while try !condition() {
            try #require(ContinuousClock.now < deadline, "\(what) did not come")
            Thread.sleep(forTimeInterval: 0.002)
        }
    }

    private func backlog() -> MemoryBacklog {
        let backlog = MemoryBacklog()
        backlog.append(messages(1...Self.count, devices: Self.devices))
        return backlog
    }

    /// Each event is there, of each device in order, and once where the sink says so.
    private func check(_ receiver: any ComplianceReceiver, _ what: String) throws {
        let received = try receiver.received()
        let expected = messages(1...Self.count, devices: Self.devices).map { message in
            WebhookReceiver.Event(
                device: message.device?.rawValue ?? "",
                sequence: (message.position - 1) / Self.devices + 1)
        }
        #expect(Set(received) == Set(expected), "\(what): not what was sent")
        if receiver.isExactlyOnce {
            #expect(received.count == expected.count, "\(what): repeated")
        }
        var last: [String: UInt64] = [:]
        for event in received {
            let before = last[event.device] ?? 0
            #expect(event.sequence <= before + 1, "\(what): out of order")
            last[event.device] = max(before, event.sequence)
        }
    }

    private func checkCounts(_ feed: SinkFeed, _ backlog: MemoryBacklog) {
        let counts = feed.counts
        #expect(counts.offered == counts.delivered && counts.undelivered == 0)
        #expect(counts.dead == 0 && counts.dropped == 0 && counts.peak <= 100)
        #expect(backlog.count == 0 && feed.failure == nil)
    }

    @Test(arguments: Receivers.names)
    func everythingArrivesInOrder(_ name: String) throws {
        let receiver = try Receivers.make(name)
        let backlog = backlog()
        checkCounts(try run(receiver, backlog), backlog)
        try check(receiver, name)
    }

    @Test(arguments: Receivers.names)
    func aReceiverThatIsDownLosesNothing(_ name: String) throws {
        let receiver = try Receivers.make(name)
        guard try receiver.goDown() else { return }
        let backlog = backlog()
        let feed = try run(receiver, backlog) { feed in
            try wait("retries") { feed.counts.retries >= 3 }
            #expect(feed.counts.delivered == 0)
            try receiver.comeUp()
            // It goes down once more in the middle.
            try wait("a first delivery") { feed.counts.delivered > 0 }
            _ = try receiver.goDown()
            try receiver.comeUp()
        }
        checkCounts(feed, backlog)
        try check(receiver, name)
    }

    @Test(arguments: Receivers.names)
    func aReceiverThatMisbehavesLosesNothing(_ name: String) throws {
        for fault in try Receivers.make(name).faults {
            let receiver = try Receivers.make(name)
            try receiver.begin(fault)
            let backlog = backlog()
            let feed = try run(receiver, backlog) { feed in
                try wait("trouble") { feed.counts.retries > 0 || feed.counts.delivered > 20 }
                try receiver.endFault()
            }
            checkCounts(feed, backlog)
            try check(receiver, "\(name), \(fault)")
        }
    }

    @Test(arguments: Receivers.names)
    func aSinkThatIsStoppedGoesOnWhereItWas(_ name: String) throws {
        let receiver = try Receivers.make(name)
        let backlog = backlog()
        for part in 1...3 {
            let feed = try run(receiver, backlog, abandonAfter: UInt64(part * 10))
            #expect(feed.counts.waiting == backlog.count)
        }
        checkCounts(try run(receiver, backlog), backlog)
        try check(receiver, name)
    }

    /// A crash after the receiver took records and before that was noted: all are sent again.
    @Test(arguments: Receivers.names)
    func whatIsSentAgainHasItsIdentity(_ name: String) throws {
        let receiver = try Receivers.make(name)
        checkCounts(try run(receiver, backlog()), MemoryBacklog())
        // A file is cut to what its token says, which a new backlog has none of.
        if name == "ndjson" { return }
        checkCounts(try run(receiver, backlog()), MemoryBacklog())
        try check(receiver, name)
    }
}

/// The receivers of the sinks that this build has and this machine can try.
enum Receivers {
    static let names: [String] = {
        var names = ["ndjson", "exec"]
        #if SQLite
            names.append("sqlite")
        #endif
        #if Webhook
            if WebhookReceiver.isAvailable { names.append("webhook") }
        #endif
        #if PostgreSQL
            if DatabaseReceiver.isAvailable { names.append("postgres") }
        #endif
        return names
    }()

    static func make(_ name: String) throws -> any ComplianceReceiver {
        switch name {
        case "ndjson": return FileReceiver()
        case "exec": return CommandReceiver()
        #if SQLite
            case "sqlite": return SQLiteReceiver()
        #endif
        #if Webhook
            case "webhook": return try HTTPReceiver()
        #endif
        #if PostgreSQL
            case "postgres": return try DatabaseReceiver()
        #endif
        default: preconditionFailure("there is no receiver '\(name)'")
        }
    }
}
