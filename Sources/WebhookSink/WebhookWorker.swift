#if Webhook
    import EventDelivery
    import RegionMonitoring

    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif

    /// Posts messages, many at once but of each device one after the other.
    final class WebhookWorker: SinkWorker {
        private let configuration: WebhookConfiguration

        init(_ configuration: WebhookConfiguration) { self.configuration = configuration }

        func run(_ feed: SinkFeed) {
            do throws(SinkFailure) {
                let multi = try CurlMulti(connectionLimit: configuration.concurrency)
                feed.setWake { multi.wake() }
                WebhookRun(configuration, feed, multi).run()
            } catch {
                feed.fail(error)
            }
        }
    }

    /// One run of a worker, on its thread.
    private final class WebhookRun {
        private let configuration: WebhookConfiguration
        private let feed: SinkFeed
        private let multi: CurlMulti

        private var lanes: [DeviceID?: Lane] = [:]
        private var endpoints: [String: Endpoint] = [:]
        private var active: [UInt64: Request] = [:]
        private var delayed: [Request] = []
        private var nextDelayed: ContinuousClock.Instant?
        private var lastNumber: UInt64 = 0
        private var settlement = DeliverySettlement()

        /// Messages taken and not settled, and those of them that a repeated request holds up.
        private var heldCount = 0
        private var delayedCount = 0
        private var hasEnded = false

        /// When the oldest message of a batch that is not full came.
        private var batchBegun: ContinuousClock.Instant?

        init(_ configuration: WebhookConfiguration, _ feed: SinkFeed, _ multi: CurlMulti) {
            self.configuration = configuration
            self.feed = feed
            self.multi = multi
        }

        func run() {
            while true {
                if feed.isAbandoned || feed.failure != nil { return }
                takeMessages()
                let now = ContinuousClock.now
                takeDue(now)
                batchBegun = nil
                for endpoint in endpoints.values where endpoint.hasWork {
                    startRequests(to: endpoint, now)
                }
                settle()
                if hasEnded, heldCount == 0 { return }
                multi.wait(pause(now))
                for completion in multi.perform() { take(completion) }
                settle()
            }
        }

        private func settle() {
            let count = settlement.delivered.count + settlement.dead.count
            if count == 0 { return }
            heldCount -= count
            feed.settle(settlement)
            settlement = DeliverySettlement()
        }

        /// How long there is nothing to do but to wait for receivers.
        private func pause(_ now: ContinuousClock.Instant) -> Duration {
            var until = now + .seconds(1)
            if let nextDelayed { until = min(until, nextDelayed) }
            if let batchBegun { until = min(until, batchBegun + configuration.batchWait) }
            for endpoint in endpoints.values where endpoint.hasWork {
                if let paused = endpoint.pausedUntil, paused > now { until = min(until, paused) }
            }
            return max(.zero, until - now)
        }
    }

    // MARK: - Messages in

    extension WebhookRun {
        /// Takes what can be sent soon. What cannot is left in the queue, where it can still be dropped,
        /// but for what one device holds up.
        private func takeMessages() {
            let most = max(1, feed.limit / 2)
            let window = min(most, max(1024, 4 * configuration.concurrency * configuration.batch))
            while !hasEnded {
                let isPaused = endpoints.values.contains { $0.hasWork && $0.isHeldBack(now: .now) }
                let wanted = isPaused ? min(window, configuration.concurrency) : window
                let room = min(wanted - (heldCount - delayedCount), most - heldCount)
                if room <= 0 { return }
                switch feed.take(atMost: room, until: .now) {
                case .messages(let messages):
                    heldCount += messages.count
                    for message in messages { append(message) }
                case .none, .abandoned: return
                case .ended: hasEnded = true
                }
            }
        }

        private func append(_ message: DeliveryMessage) {
            let device = message.device
            let lane = lanes[device] ?? Lane(device: device)
            lanes[device] = lane
            let wasReady = lane.isReady
            lane.append(message)
            if lane.isDelayed { delayedCount += 1 }
            if !wasReady, lane.isReady { makeReady(lane) }
        }

        /// Puts a lane with something to send at the end of those of its endpoint.
        private func makeReady(_ lane: Lane) {
            if let request = lane.divided.first {
                request.endpoint.ready.append(lane)
                return
            }
            while let message = lane.waiting.first {
                do throws(TemplateError) {
                    endpoint(of: try configuration.template.url(for: message)).ready.append(lane)
                    return
                } catch {
                    settlement.dead.append(DeadLetter(lane.removeFirst(), because: error.reason))
                }
            }
            if lane.isEmpty { lanes[lane.device] = nil }
        }

        private func endpoint(of url: String) -> Endpoint {
            let origin = URLTemplate.origin(of: url) ?? ""
            if let known = endpoints[origin] { return known }
            let endpoint = Endpoint(window: configuration.concurrency)
            endpoints[origin] = endpoint
            return endpoint
        }

        private func takeDue(_ now: ContinuousClock.Instant) {
            guard let nextDelayed, nextDelayed <= now else { return }
            self.nextDelayed = nil
            var rest: [Request] = []
            for request in delayed {
                if request.due <= now {
                    for lane in request.lanes { setDelayed(lane, false) }
                    delayedCount -= request.messages.count
                    request.endpoint.repeated.append(request)
                } else {
                    rest.append(request)
                    self.nextDelayed = min(self.nextDelayed ?? request.due, request.due)
                }
            }
            delayed = rest
        }

        private func setDelayed(_ lane: Lane, _ isDelayed: Bool) {
            lane.isDelayed = isDelayed
            delayedCount += isDelayed ? lane.waiting.count : -lane.waiting.count
        }
    }

    // MARK: - Requests out

    extension WebhookRun {
        private func startRequests(to endpoint: Endpoint, _ now: ContinuousClock.Instant) {
            while active.count < configuration.concurrency, endpoint.hasRoom(now: now) {
                if let request = endpoint.repeated.popFirst() {
                    start(request)
                } else if let lane = endpoint.ready.popFirst() {
                    if let request = lane.divided.popFirst() {
                        lane.isBusy = true
                        start(request)
                    } else if let request = makeRequest(lane, endpoint, now) {
                        start(request)
                    } else {
                        return
                    }
                } else {
                    return
                }
            }
        }

        /// Makes a request that begins with a lane's messages; `nil` while it waits for more of them.
        private func makeRequest(
            _ first: Lane, _ endpoint: Endpoint, _ now: ContinuousClock.Instant
        ) -> Request? {
            guard let message = first.waiting.first,
                let url = try? configuration.template.url(for: message)
            else { preconditionFailure("a lane that is ready has a message with a URL") }
            var taken: [Lane] = [first]
            var count = matching(first, url, configuration.batch)
            var rest = endpoint.ready
            while count < configuration.batch, let lane = rest.first, lane.divided.isEmpty {
                let more = matching(lane, url, configuration.batch - count)
                if more == 0 { break }
                rest.removeFirst()
                taken.append(lane)
                count += more
            }
            let isPartial = count < configuration.batch && rest.isEmpty && !hasEnded
            if isPartial, configuration.batchWait > .zero {
                let begun = first.batchBegun ?? now
                first.batchBegun = begun
                if now - begun < configuration.batchWait {
                    endpoint.ready = [first] + endpoint.ready
                    batchBegun = begun
                    return nil
                }
            }
            endpoint.ready = rest
            var messages: [DeliveryMessage] = []
            for lane in taken {
                let more = matching(lane, url, configuration.batch - messages.count)
                for _ in 0..<more { messages.append(lane.removeFirst()) }
                lane.isBusy = true
                lane.batchBegun = nil
            }
            lastNumber += 1
            return Request(
                number: lastNumber, messages: messages, lanes: taken, url: url, endpoint: endpoint)
        }

        /// How many of a lane's first messages go to a URL.
        private func matching(_ lane: Lane, _ url: String, _ limit: Int) -> Int {
            if limit == 1 {
                let first = lane.waiting.first
                return first.map { (try? configuration.template.url(for: $0)) == url } ?? false
                    ? 1 : 0
            }
            return lane.waiting.prefix(limit).prefix {
                (try? configuration.template.url(for: $0)) == url
            }.count
        }

        private func start(_ request: Request) {
            let body = configuration.body(of: request.messages)
            let key = configuration.key(of: request.messages, body: body)
            var headers = configuration.headers
            headers.append("Idempotency-Key: \(key)")
            headers += configuration.signature.headers(
                identifier: key, body: body,
                secondsSince1970: Int64(time(nil)))
            active[request.number] = request
            request.endpoint.activeCount += 1
            let failure = multi.start(
                request.number, url: request.url, headers: headers, body: body,
                timeout: configuration.timeout, authorities: configuration.authorities)
            if let failure {
                take(
                    CurlMulti.Completion(
                        request: request.number, status: 0, retryAfter: 0, failure: failure))
            }
        }
    }

    // MARK: - Answers

    extension WebhookRun {
        private func take(_ completion: CurlMulti.Completion) {
            guard let request = active.removeValue(forKey: completion.request) else { return }
            let endpoint = request.endpoint
            endpoint.activeCount -= 1
            switch Verdict(completion) {
            case .delivered:
                endpoint.didDeliver()
                feed.noteSuccess()
                for message in request.messages { settlement.delivered.append(message.position) }
                release(request)
            case .refused(let reason):
                endpoint.didDeliver()
                if request.messages.count > 1 {
                    divide(request)
                } else {
                    bury(request, reason)
                }
            case .retry(let reason):
                again(request, reason)
            case .pause(let reason, let asked):
                // The endpoint says when to go on; requests need no waits of their own.
                endpoint.pause(asked, configuration.retry, now: .now)
                if isToBeRepeated(request, reason) { endpoint.repeated.append(request) }
            }
        }

        /// Frees the lanes of a request that is settled.
        private func release(_ request: Request) {
            for lane in request.lanes {
                lane.isBusy = false
                if lane.isEmpty {
                    lanes[lane.device] = nil
                } else {
                    makeReady(lane)
                }
            }
        }

        private func bury(_ request: Request, _ reason: String) {
            for message in request.messages {
                settlement.dead.append(DeadLetter(message, because: reason))
            }
            release(request)
        }

        /// Sends each record of a refused request by itself, so that one alone is refused.
        private func divide(_ request: Request) {
            for message in request.messages {
                guard let lane = lanes[message.device] else { continue }
                lastNumber += 1
                lane.divided.append(
                    Request(
                        number: lastNumber, messages: [message], lanes: [lane], url: request.url,
                        endpoint: request.endpoint))
            }
            release(request)
        }

        /// Sends a request again after a while.
        private func again(_ request: Request, _ reason: String) {
            if !isToBeRepeated(request, reason) { return }
            request.due = .now + configuration.retry.wait(afterFailures: request.failures)
            nextDelayed = min(nextDelayed ?? request.due, request.due)
            delayed.append(request)
            delayedCount += request.messages.count
            for lane in request.lanes { setDelayed(lane, true) }
        }

        /// Notes a failed attempt; false when the request is given up.
        private func isToBeRepeated(_ request: Request, _ reason: String) -> Bool {
            let now = ContinuousClock.now
            feed.noteRetry(because: reason)
            request.failures += 1
            let since = request.firstFailure ?? now
            request.firstFailure = since
            guard let limit = configuration.retry.giveUpAfter, now - since >= limit else {
                return true
            }
            bury(request, reason)
            return false
        }
    }
#endif
