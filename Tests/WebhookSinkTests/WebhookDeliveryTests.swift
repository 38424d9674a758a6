#if Webhook
    import EventDelivery
    import Foundation
    import RegionMonitoring
    import Synchronization
    import Testing
    import _DeliveryTestSupport

    @testable import WebhookSink

    @Suite(.enabled(if: WebhookReceiver.isAvailable), .timeLimit(.minutes(2)))
    struct WebhookDeliveryTests {
        private let receiver: WebhookReceiver

        init() throws { receiver = try WebhookReceiver() }

        private func open(
            _ options: SinkOptions = SinkOptions(), path: String = "/hook", limit: Int = 100_000,
            overflow: SinkFeed.Overflow = .block,
            notice: @escaping @Sendable (String) -> Void = { _ in }
        ) throws -> SinkFeed {
            var options = options
            options.retry.first = .milliseconds(5)
            options.retry.longest = .milliseconds(40)
            let specification = try SinkSpecification(
                "webhook:" + receiver.origin + path, kinds: [.webhook])
            let feed = SinkFeed(name: "hook", limit: limit, overflow: overflow, notice: notice)
            start(try specification.target.open(options, SinkContext()), feed)
            return feed
        }

        private func events(_ count: UInt64, devices: UInt64) -> [WebhookReceiver.Event] {
            messages(1...count, devices: devices).map { message in
                guard case .event(let event) = message.record.content else {
                    preconditionFailure("only events are made")
                }
                return .init(device: event.device.rawValue, sequence: event.sequence)
            }
        }

        /// Whether each device's events came in order; repeated ones count where they came first.
        private func isOrdered(_ events: [WebhookReceiver.Event]) -> Bool {
            var last: [String: UInt64] = [:]
            return events.allSatisfy { event in
                defer { last[event.device] = max(last[event.device] ?? 0, event.sequence) }
                return event.sequence <= (last[event.device] ?? 0) + 1
            }
        }

        @Test(arguments: [1, 7])
        func eachDevicesEventsComeInOrder(_ batch: Int) throws {
            var options = SinkOptions()
            options.batch = batch
            let feed = try open(options)
            receiver.tell("delay 0.002")
            feed.offer(messages(1...2000, devices: 37))
            #expect(finish(feed))
            let taken = try receiver.taken().flatMap(\.events)
            #expect(taken.count == 2000 && Set(taken) == Set(events(2000, devices: 37)))
            #expect(isOrdered(taken))
            #expect(feed.counts.delivered == 2000 && feed.counts.retries == 0)
            // Several at once, on few connections.
            let counts = try receiver.counts()
            #expect(counts.largest > 10 && counts.connections <= 64)
        }

        @Test func aRequestSaysWhatItIs() throws {
            var options = SinkOptions()
            options.secrets = [try secret("s3cret")]
            options.headers = [try #require(HeaderSource("X-Site: depot"))]
            let feed = try open(options, path: "/{region}/{device}")
            feed.offer(messages(1...1))
            #expect(finish(feed))
            let request = try #require(try receiver.taken().first)
            #expect(request.path == "/z/d0")
            #expect(request.headers["content-type"] == "application/json")
            #expect(request.headers["x-site"] == "depot")
            let key = try #require(request.headers["idempotency-key"])
            #expect(key.hasPrefix("0:d0:1:") && request.headers["webhook-id"] == key)
            let time = try #require(request.headers["webhook-timestamp"].flatMap { Int64($0) })
            let expected = try RequestSignature(secrets: [Array("s3cret".utf8)]).headers(
                identifier: key, body: Array(request.body.utf8), secondsSince1970: time)
            #expect(
                expected.last
                    == "webhook-signature: \(request.headers["webhook-signature"] ?? "")")
            #expect(abs(Double(time) - request.time) < 60)
        }

        private func secret(_ text: String) throws -> SecretSource {
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
            try (text + "\n").write(toFile: path, atomically: true, encoding: .utf8)
            return try #require(SecretSource("file:" + path))
        }

        @Test(arguments: [EventFormat.ndjson, .cloudevents], [1, 10])
        func bodies(_ format: EventFormat, _ batch: Int) throws {
            var options = SinkOptions()
            options.format = format
            options.batch = batch
            options.batchWait = .milliseconds(200)
            let feed = try open(options)
            feed.offer(messages(1...2))
            #expect(finish(feed))
            let taken = try receiver.taken()
            #expect(taken.count == (batch == 1 ? 2 : 1))
            let request = try #require(taken.first)
            let types = [
                "application/json", "application/x-ndjson", "application/cloudevents+json",
                "application/cloudevents-batch+json",
            ]
            let index = (format == .ndjson ? 0 : 2) + (batch == 1 ? 0 : 1)
            #expect(request.headers["content-type"] == types[index])
            if index == 1 {
                #expect(request.events.count == 2 && request.body.hasSuffix("}\n"))
            } else {
                let json = try JSONSerialization.jsonObject(with: Data(request.body.utf8))
                #expect((json as? [Any])?.count == (index == 3 ? 2 : nil))
            }
        }

        @Test(arguments: ["500", "503", "429", "408", "302 Location: http://127.0.0.1:1/"])
        func whatMayPassIsRepeatedWithTheSameKey(_ answer: String) throws {
            let feed = try open()
            receiver.tell("next 3 " + answer)
            feed.offer(messages(1...5))
            #expect(finish(feed))
            let taken = try receiver.taken()
            #expect(taken.flatMap(\.events) == events(5, devices: 1))
            #expect(Set(taken.compactMap { $0.headers["idempotency-key"] }).count == 5)
            #expect(feed.counts.retries == 3 && feed.counts.delivered == 5)
            #expect(try receiver.counts().requests == 8)
        }

        @Test func aReceiverThatAsksForTimeGetsIt() throws {
            let feed = try open()
            receiver.tell("next 1 429 Retry-After: 1")
            let start = ContinuousClock.now
            feed.offer(messages(1...3))
            #expect(finish(feed))
            #expect(ContinuousClock.now - start >= .seconds(1))
            #expect(try receiver.counts().requests == 4)
        }

        @Test(arguments: [1, 10])
        func whatIsRefusedIsADeadLetterAndHoldsUpNothing(_ batch: Int) throws {
            var options = SinkOptions()
            options.batch = batch
            let notices = Mutex<[String]>([])
            let feed = try open(options) { notice in notices.withLock { $0.append(notice) } }
            receiver.tell("refuse \"sequence\":4, 422")
            feed.offer(messages(1...20, devices: 2))
            #expect(finish(feed))
            let taken = try receiver.taken().flatMap(\.events)
            #expect(Set(taken) == Set(events(20, devices: 2).filter { $0.sequence != 4 }))
            #expect(taken.count == 18)
            #expect(feed.counts.dead == 2 && feed.counts.undelivered == 2)
            #expect(feed.counts.delivered == 18 && feed.counts.retries == 0)
            #expect(
                notices.withLock { $0 }.contains(
                    "sink 'hook': 0:d1:4 is refused: the receiver answered with status 422"))
        }

        @Test func aFailingDeviceHoldsUpNoOther() throws {
            let feed = try open(limit: 100)
            receiver.tell("refuse \"d1\" 500")
            feed.offer(messages(1...40, devices: 2))
            let deadline = ContinuousClock.now + .seconds(20)
            while feed.counts.delivered < 20, ContinuousClock.now < deadline {}
            #expect(feed.counts.delivered == 20)
            #expect(
                try receiver.taken().flatMap(\.events).map(\.device)
                    == Array(repeating: "d0", count: 20))
            receiver.tell("refuse")
            #expect(finish(feed))
            #expect(isOrdered(try receiver.taken().flatMap(\.events)))
            #expect(feed.counts.delivered == 40)
        }

        @Test func aReceiverThatIsDownIsWaitedFor() throws {
            receiver.tell("down")
            let notices = Mutex<[String]>([])
            let feed = try open(limit: 1000) { notice in notices.withLock { $0.append(notice) } }
            feed.offer(messages(1...500, devices: 20))
            while feed.counts.retries < 3 {}
            // One request at a time tries, not all.
            #expect(feed.counts.retries < 64 + 20)
            receiver.tell("up")
            #expect(finish(feed))
            let taken = try receiver.taken().flatMap(\.events)
            #expect(Set(taken) == Set(events(500, devices: 20)) && isOrdered(taken))
            let told = notices.withLock { $0 }
            #expect(told.count == 2)
            #expect(told.first?.contains("couldn't connect to server; trying again") == true)
        }

        @Test(arguments: ["halfclose 10", "cut 10", "double"])
        func whatIsSentTwiceHasTheSameIdentity(_ command: String) throws {
            let feed = try open()
            receiver.tell(command)
            feed.offer(messages(1...300, devices: 9))
            #expect(finish(feed))
            let taken = try receiver.taken()
            #expect(Set(taken.flatMap(\.events)) == Set(events(300, devices: 9)))
            #expect(isOrdered(taken.flatMap(\.events)))
            #expect(Set(taken.compactMap { $0.headers["idempotency-key"] }).count == 300)
            #expect(feed.counts.delivered == 300)
        }

        @Test func aReceiverThatNeverAnswersIsLeftAtTheEnd() throws {
            var options = SinkOptions()
            options.timeout = .milliseconds(100)
            let feed = try open(options, limit: 50, overflow: .dropOldest)
            receiver.tell("hang")
            feed.offer(messages(1...1000, devices: 5))
            while feed.counts.retries < 2 {}
            feed.end()
            feed.abandon()
            #expect(feed.waitUntilDone(until: .now + .seconds(20)))
            let counts = feed.counts
            #expect(counts.peak <= 50 && counts.delivered == 0)
            #expect(counts.dropped + counts.waiting == 1000 && counts.waiting <= 50)
        }

        @Test func nothingIsSaidOfSecretsInURLs() throws {
            for text in [
                "webhook:https://user:pass@host/path?token=t", "webhook:https://user:pass@[::1",
                "webhook:ftp://user:pass@host/", "https://user:pass@host/?token=t",
            ] {
                do {
                    let name = try SinkSpecification(text, kinds: [.webhook]).name
                    #expect(name == "webhook:https://…@host/path?…" || text.contains("[::1"))
                    #expect(!name.contains("pass"))
                } catch {
                    #expect(
                        !error.description.contains("pass") && !error.description.contains("=t"))
                }
            }
        }

        @Test func aURLCanBeAPropertyOfTheRegion() throws {
            let template = try #require(URLTemplate("{hook}"))
            #expect(template.properties == ["hook"])
            var message = messages(1...1)[0]
            message.record.properties.append("hook", json: #""http:\/\/h\/a b""#)
            #expect(throws: TemplateError.self) { try template.url(for: message) }
            message.record.properties = JSONMembers()
            message.record.properties.append("other", json: "[1,{}]")
            message.record.properties.append("hook", json: #""http:\/\/h\/a""#)
            #expect(try template.url(for: message) == "http://h/a")
            let path = try #require(URLTemplate("https://h/{hook}?r={region}"))
            #expect(try path.url(for: message) == "https://h/http%3A%2F%2Fh%2Fa?r=z")
            let other = try #require(URLTemplate("https://h/{other}"))
            #expect(throws: TemplateError.self) { try other.url(for: message) }
            for text in ["{device}", "https://", "https://h/{", "https://h/}", "h", "https://h/{}"]
            {
                #expect(URLTemplate(text) == nil)
            }
        }
    }
#endif
