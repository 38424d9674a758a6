#if Webhook
    import EventDelivery
    import RegionMonitoring

    /// The messages of one device that wait, in order; one request of them at a time is under way.
    final class Lane {
        let device: DeviceID?

        /// Messages that are in no request yet.
        private(set) var waiting: ArraySlice<DeliveryMessage> = []

        /// Requests made from a larger one that was refused, before what waits.
        var divided: ArraySlice<Request> = []

        /// Whether a request is under way or waits to be repeated.
        var isBusy = false

        /// Whether it waits for a request that is to be repeated.
        var isDelayed = false

        /// Since when its messages wait for a batch to fill.
        var batchBegun: ContinuousClock.Instant?

        init(device: DeviceID?) { self.device = device }

        var isEmpty: Bool { waiting.isEmpty && divided.isEmpty && !isBusy }

        /// Whether a request can be made.
        var isReady: Bool { !isBusy && !(waiting.isEmpty && divided.isEmpty) }

        func append(_ message: DeliveryMessage) { waiting.append(message) }

        func removeFirst() -> DeliveryMessage { waiting.removeFirst() }
    }

    /// Messages that are sent together, until they are delivered or refused.
    final class Request {
        let number: UInt64
        let messages: [DeliveryMessage]
        let lanes: [Lane]
        let url: String
        let endpoint: Endpoint

        /// The failed attempts, and when the first was.
        var failures = 0
        var firstFailure: ContinuousClock.Instant?

        /// When it is to be repeated.
        var due = ContinuousClock.now

        init(
            number: UInt64, messages: [DeliveryMessage], lanes: [Lane], url: String,
            endpoint: Endpoint
        ) {
            self.number = number
            self.messages = messages
            self.lanes = lanes
            self.url = url
            self.endpoint = endpoint
        }
    }

    /// One receiver: a scheme, host and port.
    final class Endpoint {
        /// Lanes whose first message goes here, and requests to be repeated.
        var ready: ArraySlice<Lane> = []
        var repeated: ArraySlice<Request> = []

        var activeCount = 0

        /// How many requests are under way at most: one after an outage, and one more with each success.
        var window: Int

        private let largestWindow: Int
        private var outages = 0
        private(set) var pausedUntil: ContinuousClock.Instant?

        init(window: Int) {
            self.window = window
            largestWindow = window
        }

        /// Whether another request may be started.
        func hasRoom(now: ContinuousClock.Instant) -> Bool {
            if let pausedUntil, now < pausedUntil { return false }
            return activeCount < window
        }

        /// Whether it gets less than it could take when all is well.
        func isHeldBack(now: ContinuousClock.Instant) -> Bool {
            outages > 0 || pausedUntil.map { now < $0 } ?? false
        }

        var hasWork: Bool { !ready.isEmpty || !repeated.isEmpty }

        func didDeliver() {
            outages = 0
            window = min(window + 1, largestWindow)
        }

        /// Sends nothing for a while. Failures of requests that were under way together count as one.
        func pause(_ asked: Duration?, _ retry: RetryPolicy, now: ContinuousClock.Instant) {
            window = 1
            if pausedUntil.map({ now >= $0 }) ?? true {
                outages += 1
                pausedUntil = now + retry.wait(afterFailures: outages)
            }
            if let asked, let until = pausedUntil { pausedUntil = max(until, now + asked) }
        }
    }
#endif
